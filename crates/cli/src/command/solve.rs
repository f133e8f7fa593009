//! `bouton solve GAME POSITION`: who wins, the value, every winning move.

use crate::args::{GameArg, OutputArgs, PlayArg};
use crate::command::matrix::MOST_DIGITS;
use crate::output;
use crate::session::Session;
use bouton_engine::{BestMove, Beyond, Player, Result, SolveQuestion, SolveReport};
use clap::{Args, ValueEnum};
use std::process::ExitCode;

/// A player on the command line.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Side {
    Left,
    Right,
}

impl From<Side> for Player {
    fn from(side: Side) -> Player {
        match side {
            Side::Left => Player::Left,
            Side::Right => Player::Right,
        }
    }
}

#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  bouton solve nim 3,4,5\n  bouton solve wythoff 6,10\n  bouton solve nim 1,1,1 --misere\n  bouton solve domineering 6x6 --to-move left --outcome\n  bouton solve craps 0,0 --digits 20"
)]
pub struct Solve {
    #[command(flatten)]
    game: GameArg,
    /// The position, as `bouton info GAME` says; heaps are written 3,4,5
    #[arg(allow_hyphen_values = true)]
    position: String,
    #[command(flatten)]
    play: PlayArg,
    /// Ask for one player to move
    #[arg(long, value_name = "PLAYER")]
    to_move: Option<Side>,
    /// Only who wins, for large boards: winning moves are not looked for
    #[arg(long)]
    outcome: bool,
    /// Give an expectation as a decimal too, with this many places
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(0..=MOST_DIGITS))]
    digits: Option<u32>,
    /// The mean square and the variance of what is gained in total, too
    #[arg(long)]
    moments: bool,
    #[command(flatten)]
    output: OutputArgs,
}

impl Solve {
    pub fn run(self, session: &Session) -> Result<ExitCode> {
        let bench = session.open(&self.game.game)?;
        let play = self.play.play();
        let question = SolveQuestion {
            play,
            to_move: self.to_move.map(Player::from),
            outcome_only: self.outcome,
            digits: self.digits,
            moments: self.moments,
        };
        let answer = bench.solve(&self.position, question, &session.budget())?;
        session.finish();
        output::report(self.output.json, &answer, text)
    }
}

fn text(r: &SolveReport) -> String {
    if let Some(beyond) = &r.beyond {
        return beyond_text(beyond, &r.best_moves) + &format!("method         {}\n", r.method);
    }
    let meaning = match r.outcome.as_str() {
        "P" => "P: the previous player wins, the player to move loses",
        "N" => "N: the next player wins",
        "L" => "L: Left wins whoever starts",
        "R" => "R: Right wins whoever starts",
        other => other,
    };
    let mut out = format!("outcome        {meaning}\n");
    if r.play == "misere" {
        out.push_str("play           misère: who cannot move wins\n");
    }
    if let Some(g) = &r.grundy {
        out.push_str(&format!("grundy         {g}\n"));
    }
    if let Some(v) = &r.value {
        out.push_str(&format!("value          {v}\n"));
    }
    if let Some(n) = r.remoteness {
        out.push_str(&format!("remoteness     {n}\n"));
    }
    if let Some(n) = r.score {
        out.push_str(&format!("score          {n}\n"));
    }
    let mut moves = |name: &str, list: &[String], complete: bool| {
        if list.is_empty() && !complete {
            return;
        }
        let more = if complete { "" } else { " (and others)" };
        let shown = if list.is_empty() && complete {
            "none".to_string()
        } else {
            list.join("  ") + more
        };
        out.push_str(&format!("{name:<14} {shown}\n"));
    };
    match (&r.winning_moves_left, &r.winning_moves_right) {
        (Some(left), Some(right)) => {
            let draws = [&r.drawing_moves_left, &r.drawing_moves_right];
            for ((who, wins), draws) in [("Left", left), ("Right", right)].into_iter().zip(draws) {
                match draws.as_ref().filter(|draws| !draws.is_empty()) {
                    Some(draws) => moves(&format!("{who} draws by"), draws, r.complete),
                    None => moves(&format!("{who} wins by"), wins, r.complete),
                }
            }
        }
        _ if r.score.is_some() => {
            let best: Vec<String> = r.best_moves.iter().map(|m| m.position.clone()).collect();
            moves("best moves", &best, r.complete)
        }
        _ if r.outcome == "draw" => moves("drawing moves", &r.drawing_moves, r.complete),
        _ => moves("winning moves", &r.winning_moves, r.complete),
    }
    out.push_str(&format!("method         {}\n", r.method));
    out
}

/// Expectations, or a solution and proofs.
fn beyond_text(r: &Beyond, best: &[BestMove]) -> String {
    let mut out = String::new();
    let mut line = |name: &str, value: &str| out.push_str(&format!("{name:<14} {value}\n"));
    if let Some(expectation) = &r.expectation {
        line("expectation", expectation);
    }
    if let Some(decimal) = &r.decimal {
        line("decimal", decimal);
    }
    if !best.is_empty() {
        let best: Vec<&str> = best.iter().map(|m| m.position.as_str()).collect();
        line("best moves", &best.join("  "));
    }
    match (r.solvable, r.moves) {
        (Some(true), Some(moves)) => line("solvable", &format!("yes, in {moves} moves")),
        (Some(_), _) => line("solvable", "no"),
        _ => {}
    }
    for (i, at) in r.solution.iter().flatten().enumerate() {
        line(if i == 0 { "solution" } else { "" }, at);
    }
    if let Some(n) = r.reachable {
        line("reachable", &format!("{n} positions"));
    }
    for proof in &r.proofs {
        line("out of reach", &proof.goal);
        line("", &proof.statement);
        line("weights", &proof.weights.join("  "));
    }
    out
}
