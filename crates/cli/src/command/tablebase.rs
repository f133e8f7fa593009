//! `bouton tablebase build | probe | info | verify`: values of every position of a game, in a file.

use crate::args::{GameArg, OutputArgs, PlayArg};
use crate::command::solve::Side;
use crate::output;
use crate::session::Session;
use bouton_engine::{
    Player, Result, TableBuildReport, TableInfoReport, TableProbeReport, TableQuestion,
    TableVerifyReport, build_table, grouped,
};
use clap::{Args, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  bouton tablebase build quixo:4 --out quixo4\n  bouton tablebase probe quixo4 4x4\n  bouton tablebase info quixo4\n  bouton tablebase verify quixo4 --sample 100000"
)]
pub struct Tablebase {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Solve every position and write the table; the same command goes on after an interruption
    Build(Build),
    /// Value and remoteness of a position and of every move, best first
    Probe(Probe),
    /// Counts, the longest win with its line, distances, size
    Info(Info),
    /// Check every byte, and every value against those of its moves
    Verify(Verify),
}

#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  bouton tablebase build quixo:4 --out quixo4\n  bouton tablebase build fox-and-geese 4x4 --out fox"
)]
struct Build {
    #[command(flatten)]
    game: GameArg,
    /// The position to start from; games that number all of their positions need none
    #[arg(allow_hyphen_values = true)]
    position: Option<String>,
    /// The directory of the table
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    #[command(flatten)]
    play: PlayArg,
    /// Threads; as many as there are cores if nothing is said
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  bouton tablebase probe quixo4 'x..o|....|....|....' --to-move right"
)]
struct Probe {
    /// The directory of the table
    directory: PathBuf,
    /// The position
    #[arg(allow_hyphen_values = true)]
    position: String,
    /// Who moves; Left if nothing is said
    #[arg(long, value_name = "PLAYER")]
    to_move: Option<Side>,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Args, Debug)]
#[command(after_help = "Example:\n  bouton tablebase info quixo4 --json")]
struct Info {
    /// The directory of the table
    directory: PathBuf,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Args, Debug)]
#[command(after_help = "Example:\n  bouton tablebase verify quixo4 --sample 100000")]
struct Verify {
    /// The directory of the table
    directory: PathBuf,
    /// Check the values of so many positions only, drawn at random; every checksum in any case
    #[arg(long, value_name = "N")]
    sample: Option<u64>,
    #[command(flatten)]
    output: OutputArgs,
}

impl Tablebase {
    pub fn run(self, session: &Session) -> Result<ExitCode> {
        // A table under way is saved when a limit is reached.
        let open = |game: &str| {
            let bench = session.open(game);
            session.unguarded();
            bench
        };
        match self.command {
            Command::Build(c) => {
                let cores =
                    std::thread::available_parallelism().map_or(1, |n| n.get().min(64) as u16);
                let budget = session.budget_of_threads(c.threads.unwrap_or(cores));
                let question = TableQuestion {
                    game: c.game.game,
                    position: c.position,
                    play: c.play.play(),
                };
                let quiet = c.output.json;
                let answer = build_table(&question, &c.out, &open, &budget, &|needs| {
                    if !quiet {
                        eprintln!(
                            "{} positions up to symmetry, {} MB of memory, about {}",
                            grouped(needs.numbers),
                            grouped(needs.memory.div_ceil(1_000_000)),
                            seconds(needs.seconds)
                        );
                    }
                })?;
                session.finish();
                output::report(c.output.json, &answer, built)
            }
            Command::Probe(c) => {
                let table = bouton_engine::Tablebase::open(&c.directory, &open)?;
                let answer = table.probe(&c.position, c.to_move.map(Player::from))?;
                output::report(c.output.json, &answer, probed)
            }
            Command::Info(c) => {
                let table = bouton_engine::Tablebase::open(&c.directory, &open)?;
                output::report(c.output.json, &table.info()?, told)
            }
            Command::Verify(c) => {
                let table = bouton_engine::Tablebase::open(&c.directory, &open)?;
                let answer = table.verify(c.sample, &session.budget())?;
                session.finish();
                output::report(c.output.json, &answer, verified)
            }
        }
    }
}

fn seconds(seconds: f64) -> String {
    match seconds {
        s if s < 1.0 => "a second".to_string(),
        s if s < 120.0 => format!("{s:.0} seconds"),
        s if s < 7200.0 => format!("{:.0} minutes", s / 60.0),
        s => format!("{} hours", grouped((s / 3600.0) as u64)),
    }
}

/// `win in 7`, `draw`.
fn value(value: &str, remoteness: Option<u16>) -> String {
    match remoteness {
        Some(n) => format!("{value} in {n}"),
        None => value.to_string(),
    }
}

fn built(r: &TableBuildReport) -> String {
    let mut out = format!(
        "game           {}\npositions      {} ({} up to symmetry)\nfile           {} bytes in {}\n",
        r.game,
        grouped(r.positions),
        grouped(r.representatives),
        grouped(r.bytes),
        r.directory
    );
    if let (Some(position), Some(v)) = (&r.position, r.value) {
        out.push_str(&format!(
            "{position}: {} for the player to move\n",
            value(v, r.remoteness)
        ));
    }
    out
}

fn probed(r: &TableProbeReport) -> String {
    let mut out = format!("position       {}\n", r.position);
    if let Some(who) = r.to_move {
        out.push_str(&format!("to move        {who}\n"));
    }
    out.push_str(&format!(
        "value          {}\n",
        value(r.value, r.remoteness)
    ));
    for (i, m) in r.moves.iter().enumerate() {
        let head = if i == 0 { "moves" } else { "" };
        out.push_str(&format!(
            "{head:<14} {}  {}\n",
            m.position,
            value(m.value, m.remoteness)
        ));
    }
    out
}

fn told(r: &TableInfoReport) -> String {
    let mut out = format!("game           {}\n", r.game);
    if let Some(position) = &r.position {
        out.push_str(&format!("from           {position}\n"));
    }
    if r.play == "misere" {
        out.push_str("play           misère: who cannot move wins\n");
    }
    out.push_str(&format!(
        "positions      {} ({} up to symmetry)\n",
        grouped(r.positions),
        grouped(r.representatives)
    ));
    if r.positions_with_player != r.positions {
        out.push_str(&format!(
            "               {} with the player to move\n",
            grouped(r.positions_with_player)
        ));
    }
    let bits = r.bytes as f64 * 8.0 / r.positions_with_player.max(1) as f64;
    out.push_str(&format!(
        "tiers          {}\nfile           {} bytes ({bits:.2} bits a position)\n",
        r.tiers,
        grouped(r.bytes)
    ));
    out.push_str(&format!(
        "values         win {}, lose {}, draw {}\n",
        grouped(r.wins),
        grouped(r.losses),
        grouped(r.draws)
    ));
    for row in &r.histogram {
        out.push_str(&format!(
            "  {:<12} {}\n",
            value(row.value, row.remoteness),
            grouped(row.positions)
        ));
    }
    if let Some(longest) = &r.longest_win {
        out.push_str(&format!("longest win    {} plies\n", longest.remoteness));
        for (i, position) in longest.line.iter().enumerate() {
            out.push_str(&format!("  {i:<4} {position}\n"));
        }
    }
    out
}

fn verified(r: &TableVerifyReport) -> String {
    let what = if r.sample { "a sample of " } else { "" };
    format!(
        "the table of {} holds: {} blocks, values of {what}{} positions\n",
        r.game,
        grouped(r.blocks),
        grouped(r.positions)
    )
}
