//! `bouton play GAME`: a game in the terminal, against Bouton or between people.

mod input;
mod record;
mod table;

use crate::args::{GameArg, PlayArg};
use crate::command::solve::Side;
use crate::output;
use crate::session::Session;
use bouton_engine::{Error, Player, Result};
use clap::Args;
use input::Input;
use record::Record;
use std::process::ExitCode;
use table::{Board, Next};

#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  bouton play nim 3,4,5\n  bouton play hex 7x7 --second\n  bouton play clobber --both --seconds 3\n\n\
    A move is typed by its name (`b2`, `b2-b3`, `3 -> 1`), by its number in the list that `?` shows, or as the position that it leads to. \
    Bouton thinks for at most --seconds a move (10 without it), and plays its best guess where that is too short for perfect play. `help` lists all words."
)]
pub struct Play {
    #[command(flatten)]
    game: GameArg,
    /// Where to start; without it, a board that people play, or the game's first example
    #[arg(allow_hyphen_values = true)]
    position: Option<String>,
    /// Let Bouton move first
    #[arg(long)]
    second: bool,
    /// Your side in a partizan game
    #[arg(long, value_name = "PLAYER", default_value = "left")]
    side: Side,
    /// People play both sides
    #[arg(long, conflicts_with = "second")]
    both: bool,
    /// Go on with a game that `save` has written
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    load: Option<String>,
    #[command(flatten)]
    play: PlayArg,
}

impl Play {
    pub fn run(self, session: &Session) -> Result<ExitCode> {
        session.end_at_once();
        let bench = session.open(&self.game.game)?;
        if let Some(kind) = bench.other_kind() {
            return Err(Error::input(format!(
                "{} is {kind}; `bouton solve` answers for it, and play is for games of two players who move in turn",
                self.game.game
            )));
        }
        session.finish();
        let info = bench.info();
        let you = Player::from(self.side);
        let start = match self.position {
            Some(position) => position,
            None => bench.opening()?,
        };
        let start = bench.show(&start)?;
        let first = if self.second { you.other() } else { you };
        output::print(&format!("{}: {}", info.name, info.rules));
        let mut board = Board {
            rule: table::end_rule(&bench, self.play.misere),
            game: self.game.game,
            table: bouton_engine::Session::new(bench, session.limits().clone()),
            session,
            play: self.play.play(),
            you: (!self.both).then_some(you),
            record: Record::new(start, first),
            analysis: false,
        };
        if let Some(file) = &self.load {
            board.load(file)?;
        }
        output::print(&format!(
            "{}. Type a move, `?` for the list of moves, `help` for all words.",
            board.rule
        ));
        let mut input = Input::new()?;
        loop {
            board.show()?;
            let moves = board.moves()?;
            let over = board.result(&moves)?;
            let next = match &over {
                None if board.is_bouton() => board.reply(&moves)?,
                over => {
                    if let Some(result) = over {
                        output::print(result);
                    }
                    board.ask(&mut input, &moves, over.is_some())?
                }
            };
            match next {
                Next::Go => {}
                Next::End => return Ok(ExitCode::SUCCESS),
            }
        }
    }
}
