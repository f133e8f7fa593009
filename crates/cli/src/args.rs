//! The command line as types.

use bouton_engine::{Learner, Play};
use clap::{Args, Parser, Subcommand};

/// A workbench for combinatorial games: who wins, what the pattern is, a proof of it, and exact counts.
#[derive(Parser, Debug)]
#[command(name = "bouton", version, about, long_about = None, arg_required_else_help = true)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// What bounds the work of any command.
#[derive(Args, Debug, Clone)]
pub struct LimitArgs {
    /// Stop after this many positions
    #[arg(long, global = true, value_name = "N", help_heading = "Limits")]
    pub nodes: Option<u64>,
    /// Stop after this many seconds
    #[arg(long, global = true, value_name = "S", help_heading = "Limits")]
    pub seconds: Option<f64>,
    /// Use at most this much memory, as in 512M or 8G
    #[arg(long, global = true, value_name = "SIZE", default_value = "4G", value_parser = size, help_heading = "Limits")]
    pub memory: u64,
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// List the games that are known by name
    Games(crate::command::games::Games),
    /// The rules of a game, how positions are written, its theorem, and examples
    Info(crate::command::info::Info),
    /// A position drawn, with every move
    Show(crate::command::show::Show),
    /// List positions: fillings of a board, heaps in ranges, all that play can reach, or random ones
    Positions(crate::command::positions::Positions),
    /// Who wins a position, its value, and every winning move
    Solve(crate::command::solve::Solve),
    /// The canonical value of a position
    Value(crate::command::value::Value),
    /// The first values of a game, as a table or a picture
    Table(crate::command::table::Table),
    /// Grundy values of a taking-and-breaking code, with a period only where it is proved
    Heap(crate::command::heap::Heap),
    /// The misère quotient of a taking-and-breaking code
    Misere(crate::command::misere::Misere),
    /// A table of every code of a family: period, n0, maximum, proof
    Survey(crate::command::survey::Survey),
    /// From the rules to theorems: brute force, pattern, proof
    Analyze(crate::command::analyze::Analyze),
    /// Count P-positions exactly, at any size
    Count(crate::command::count::Count),
    /// The value of a zero-sum game in matrix form, and both optimal strategies
    Matrix(crate::command::matrix::Matrix),
    /// Cops and robber, hunters and rabbit: how many, how fast, and a shortest sequence
    Pursuit(crate::command::pursuit::Pursuit),
    /// Check a certificate with the independent checker
    Check(crate::command::check::Check),
    /// Evaluate expressions in values of games, or check a table of values
    Eval(crate::command::eval::Eval),
    /// The calculator, line by line, with history, completion and help
    Repl(crate::command::repl::Repl),
    /// Win, lose or draw with remoteness for every position, kept in a file
    Tablebase(crate::command::tablebase::Tablebase),
    /// Published counting problems: check values, answers, and how they are known
    Study(crate::command::study::Study),
    /// Play a game against perfect play in the terminal
    Play(crate::command::play::Play),
    /// Play, analyse and prove in a browser
    Serve(crate::command::serve::Serve),
    /// Write a first rule file to change
    New(crate::command::new::New),
    /// A completion script for a shell
    Completions(crate::command::completions::Completions),
    /// The manual page, or a folder of pages
    Man(crate::command::man::Man),
}

/// A game on the command line.
#[derive(Args, Debug, Clone)]
pub struct GameArg {
    /// A name from `bouton games`, a code such as S{1,3,4}, or a rule file; also `impartial GAME`, `dicotic GAME`, and sums
    /// `GAME + GAME`
    pub game: String,
}

/// `--misere`, where both kinds of play are known.
#[derive(Args, Debug, Clone, Copy)]
pub struct PlayArg {
    /// Who cannot move wins
    #[arg(long)]
    pub misere: bool,
}

impl PlayArg {
    pub fn play(self) -> Play {
        match self.misere {
            true => Play::Misere,
            false => Play::Normal,
        }
    }
}

/// Bounds of the learner, where a set is looked for.
#[derive(Args, Debug, Clone, Copy)]
pub struct LearnerArgs {
    /// Look for automata of up to this many states
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub states: Option<u32>,
    /// Search boxes up to this side by brute force before conjectures are made
    #[arg(long = "box", value_name = "SIDE", value_parser = clap::value_parser!(u64).range(2..=1 << 32))]
    pub side: Option<u64>,
}

impl LearnerArgs {
    pub fn learner(self) -> Learner {
        Learner {
            states: self.states.map(|n| n as usize),
            side: self.side,
        }
    }
}

/// `--json` on every command.
#[derive(Args, Debug, Clone)]
pub struct OutputArgs {
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

fn size(text: &str) -> Result<u64, String> {
    let text = text.trim();
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let factor: u64 = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "" | "B" => 1,
        "K" | "KB" | "KIB" => 1 << 10,
        "M" | "MB" | "MIB" => 1 << 20,
        "G" | "GB" | "GIB" => 1 << 30,
        "T" | "TB" | "TIB" => 1 << 40,
        unit => {
            return Err(format!(
                "`{unit}` is not a unit of memory; write a size such as 512M or 8G"
            ));
        }
    };
    let n: f64 = digits
        .parse()
        .map_err(|_| format!("`{text}` is not a size; write a size such as 512M or 8G"))?;
    if !(n >= 0.0 && n * (factor as f64) < 1e18) {
        return Err(format!(
            "`{text}` is not a size; write a size such as 512M or 8G"
        ));
    }
    Ok((n * factor as f64) as u64)
}
