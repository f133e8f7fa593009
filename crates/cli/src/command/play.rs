//! `bouton play GAME`: a plain terminal game against perfect play.

use crate::args::{GameArg, PlayArg};
use crate::command::solve::Side;
use crate::output;
use crate::session::Session;
use bouton_engine::{Error, Judged, Play as PlayKind, Player, Result, Verdict, Workbench};
use clap::Args;
use std::io::{BufRead, Write};
use std::process::ExitCode;

#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  bouton play nim 3,4,5\n\nEnter the position that your move leads to, or its number in the list; `?` lists your moves, `hint` names a best one, `quit` ends."
)]
pub struct Play {
    #[command(flatten)]
    game: GameArg,
    /// Where to start; without it, the game's first example
    #[arg(allow_hyphen_values = true)]
    position: Option<String>,
    /// Let the program move first
    #[arg(long)]
    second: bool,
    /// Your side in a partizan game
    #[arg(long, value_name = "PLAYER", default_value = "left")]
    side: Side,
    #[command(flatten)]
    play: PlayArg,
}

impl Play {
    pub fn run(self, session: &Session) -> Result<ExitCode> {
        let bench = session.open(&self.game.game)?;
        session.finish();
        if let Some(kind) = bench.other_kind() {
            return Err(Error::input(format!(
                "{} is {kind}; `bouton solve` answers for it, and play is for games of two players who move in turn",
                self.game.game
            )));
        }
        let info = bench.info();
        let play = self.play.play();
        let start = self.position.or_else(|| info.examples.first().cloned());
        let start = start.ok_or_else(|| {
            Error::input("there is no example position; give one after the game's name")
        })?;
        let you = Player::from(self.side);
        let mut table = Board {
            bench,
            session,
            play,
            position: start,
        };
        table.position = table.bench.show(&table.position)?;
        output::print(&format!("{}: {}", info.name, info.rules));
        let end = match (table.bench.by_points(), self.play.misere) {
            (true, _) => "Points decide",
            (false, true) => "Who cannot move wins",
            (false, false) => "Who cannot move loses",
        };
        output::print(&format!(
            "{end}. Enter a position, a number, `?`, `hint`, or `quit`."
        ));
        let mut to_move = if self.second { you.other() } else { you };
        // Your points and mine.
        let mut points = [0, 0];
        loop {
            output::print(&format!("\nposition  {}", table.position));
            let drawing = table.bench.look(&table.position)?.drawing;
            if drawing.lines().count() > 1 {
                output::print(&drawing);
            }
            let moves = table.bench.moves(to_move, &table.position)?;
            let ended = table.bench.ended(to_move, &table.position)?;
            if moves.is_empty() || ended.is_some() {
                let mover_wins = match ended {
                    Some("draw") => None,
                    Some(verdict) => Some(verdict == "win"),
                    None => Some(self.play.misere),
                };
                let you_win = match table.bench.by_points() {
                    true => (points[0] != points[1]).then_some(points[0] > points[1]),
                    false => mover_wins.map(|wins| (to_move == you) == wins),
                };
                output::print(match you_win {
                    Some(true) => "The game is over. You win.",
                    Some(false) => "The game is over. I win.",
                    None => "The game is over. It is a tie.",
                });
                return Ok(ExitCode::SUCCESS);
            }
            let next = if to_move == you {
                table.ask(you, &moves)?
            } else {
                Some(table.reply(to_move, &moves)?)
            };
            let Some(next) = next else {
                return Ok(ExitCode::SUCCESS);
            };
            let gain = table.bench.gain(&table.position, &next)?;
            table.position = next;
            if let Some((won, _)) = gain {
                points[usize::from(to_move != you)] += won;
                output::print(&format!("points    you {}, I {}", points[0], points[1]));
            }
            if !gain.is_some_and(|(_, again)| again) {
                to_move = to_move.other();
            }
        }
    }
}

struct Board<'a> {
    bench: Workbench,
    session: &'a Session,
    play: PlayKind,
    position: String,
}

impl Board<'_> {
    fn best(&self, who: Player) -> Result<Option<Judged>> {
        let budget = self.session.budget();
        let best = self
            .bench
            .best_move(who, &self.position, self.play, &budget);
        self.session.finish();
        best
    }

    /// The shortest win, else a move that holds the draw, else the one that lasts longest.
    fn reply(&self, who: Player, moves: &[String]) -> Result<String> {
        let (next, remark) = match self.best(who)? {
            Some(best) if self.bench.by_points() => (best.to, ""),
            Some(best) => {
                let remark = match best.verdict {
                    Verdict::Win => "",
                    Verdict::Draw | Verdict::Tie => " (a draw)",
                    Verdict::Lose => " (you can win)",
                };
                (best.to, remark)
            }
            None => (moves[0].clone(), ""),
        };
        output::print(&format!("I move to {next}{remark}"));
        Ok(next)
    }

    /// What `hint` says.
    fn hint(&self, you: Player) -> Result<String> {
        let Some(best) = self.best(you)? else {
            return Ok("no move wins".into());
        };
        let end = match best.remoteness {
            Some(0) => " at once".to_string(),
            Some(n) => format!(", {n} more to the end"),
            None => String::new(),
        };
        let to = best.to;
        Ok(match best.verdict {
            _ if self.bench.by_points() => format!("{to} is best"),
            Verdict::Win => format!("{to} wins{end}"),
            Verdict::Draw | Verdict::Tie => format!("no move wins; {to} draws"),
            Verdict::Lose => format!("no move wins; {to} resists{end}"),
        })
    }

    /// The player's move; `None` to quit.
    fn ask(&self, you: Player, moves: &[String]) -> Result<Option<String>> {
        let input = std::io::stdin();
        loop {
            print!("your move> ");
            let _ = std::io::stdout().flush();
            let mut line = String::new();
            match input.lock().read_line(&mut line) {
                Ok(0) | Err(_) => {
                    output::print("");
                    return Ok(None);
                }
                Ok(_) => {}
            }
            match line.trim() {
                "" => {}
                "quit" | "q" | "exit" => return Ok(None),
                "?" | "help" => {
                    for (i, m) in moves.iter().enumerate().take(200) {
                        output::print(&format!("{:>4}  {m}", i + 1));
                    }
                    if moves.len() > 200 {
                        output::print(&format!("      … and {} more", moves.len() - 200));
                    }
                }
                "hint" => output::print(&self.hint(you)?),
                text => {
                    let shown = self.bench.show(text).unwrap_or_else(|_| text.to_string());
                    if let Some(m) = moves.iter().find(|m| **m == shown || **m == text) {
                        return Ok(Some(m.clone()));
                    }
                    // A number of the list, where it is not itself a position that can be reached.
                    if let Some(m) = text
                        .parse::<usize>()
                        .ok()
                        .and_then(|i| moves.get(i.wrapping_sub(1)))
                    {
                        return Ok(Some(m.clone()));
                    }
                    output::print(&format!(
                        "`{text}` is not a move from {}; `?` lists the moves",
                        self.position
                    ));
                }
            }
        }
    }
}
