//! `bouton solve GAME POSITION`: who wins, the value, every winning move.

use crate::args::{GameArg, OutputArgs, PlayArg};
use crate::batch::PositionArgs;
use crate::command::matrix::MOST_DIGITS;
use crate::output;
use crate::session::Session;
use bouton_engine::{BestMove, Beyond, Player, Result, SolveQuestion, SolveReport, outcome_text};
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
    after_help = "Examples:\n  bouton solve nim 3,4,5\n  bouton solve wythoff 6,10\n  bouton solve nim 1,1,1 --misere\n  bouton solve domineering 6x6 --to-move left --outcome\n  bouton solve craps 0,0 --digits 20\n  bouton solve kayles 5 6 7,8\n  bouton positions clobber --size 2x4 | bouton solve clobber -\n\nColumns for many positions: position, outcome, value (Grundy value, score or remoteness), moves to choose from"
)]
pub struct Solve {
    #[command(flatten)]
    game: GameArg,
    #[command(flatten)]
    positions: PositionArgs,
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
        let solve = |position: &str| bench.solve(position, question, &session.budget());
        let Some(position) = self.positions.single()? else {
            let json = self.output.json;
            return self.positions.each(json, session, solve, columns);
        };
        let answer = solve(&position)?;
        session.finish();
        output::report(self.output.json, &answer, text)
    }
}

/// Outcome, what the position is worth, and the moves to choose from.
fn columns(r: &SolveReport) -> Vec<String> {
    let number = |n: Option<String>| n.unwrap_or_default();
    let worth = match &r.beyond {
        Some(beyond) => number(beyond.expectation.clone()),
        None => number(
            (r.grundy.clone())
                .or_else(|| r.value.clone())
                .or_else(|| r.score.map(|n| n.to_string()))
                .or_else(|| r.remoteness.map(|n| n.to_string())),
        ),
    };
    let best = r.best_moves.iter().map(|m| m.position.clone());
    let moves: Vec<String> = match (r.winning_moves.is_empty(), r.drawing_moves.is_empty()) {
        (false, _) => r.winning_moves.clone(),
        (true, false) => r.drawing_moves.clone(),
        _ => best.collect(),
    };
    vec![r.outcome.clone(), worth, moves.join("  ")]
}

fn text(r: &SolveReport) -> String {
    if let Some(beyond) = &r.beyond {
        return beyond_text(beyond, &r.best_moves) + &format!("method         {}\n", r.method);
    }
    let mut out = format!("outcome        {}\n", outcome_text(&r.outcome));
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
        _ if r.outcome == "draw" || r.outcome == "D" => {
            moves("drawing moves", &r.drawing_moves, r.complete)
        }
        _ => moves("winning moves", &r.winning_moves, r.complete),
    }
    if let Some(why) = &r.unlisted {
        out.push_str(&format!("winning moves  not listed: {why}\n"));
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
