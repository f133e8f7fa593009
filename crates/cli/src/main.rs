//! `bouton`: the command line. It reads files, asks the engine, and prints plain data; it knows no game and no solver.

mod args;
mod backstop;
mod batch;
mod command;
mod output;
mod parquet;
mod session;

use args::{Cli, Command};
use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let json = std::env::args_os().any(|a| a == "--json");
    let cli = Cli::parse();
    let session = session::Session::start(&cli.limits, json);
    let done = match cli.command {
        Command::Games(c) => c.run(&session),
        Command::Info(c) => c.run(&session),
        Command::Show(c) => c.run(&session),
        Command::Positions(c) => c.run(&session),
        Command::Solve(c) => c.run(&session),
        Command::Value(c) => c.run(&session),
        Command::Table(c) => c.run(&session),
        Command::Heap(c) => c.run(&session),
        Command::Misere(c) => c.run(&session),
        Command::Survey(c) => c.run(&session),
        Command::Analyze(c) => c.run(&session),
        Command::Count(c) => c.run(&session),
        Command::Matrix(c) => c.run(&session),
        Command::Pursuit(c) => c.run(&session),
        Command::Check(c) => c.run(&session),
        Command::Eval(c) => c.run(&session),
        Command::Repl(c) => c.run(&session),
        Command::Tablebase(c) => c.run(&session),
        Command::Study(c) => c.run(&session),
        Command::Play(c) => c.run(&session),
        Command::Serve(c) => c.run(&session),
        Command::New(c) => c.run(&session),
        Command::Completions(c) => c.run(&session),
        Command::Man(c) => c.run(&session),
    };
    session.finish();
    match done {
        Ok(code) => code,
        Err(e) => {
            output::error(&e, json);
            ExitCode::from(if e.is_limit() { 3 } else { 2 })
        }
    }
}
