//! Games with a dense index, by name.

pub mod chess;
pub mod pairs;
pub mod quixo;

use crate::Numbered;
use bouton_core::{Error, Result};

/// Opens a game that numbers its own positions, such as `quixo:4`; `None` if the name is not one of these.
///
/// ```
/// assert!(bouton_tablebase::boards::named("quixo:3").is_some_and(|game| game.is_ok()));
/// assert!(bouton_tablebase::boards::named("nim").is_none());
/// ```
pub fn named(name: &str) -> Option<Result<Box<dyn Numbered>>> {
    let (family, parameter) = name.split_once(':').unwrap_or((name, ""));
    match family {
        "krk" | "kqk" if parameter.is_empty() => {
            let piece = if family == "krk" {
                chess::Piece::Rook
            } else {
                chess::Piece::Queen
            };
            Some(Ok(Box::new(chess::Ending::new(piece))))
        }
        "quixo" => Some(match parameter.parse() {
            Ok(side) => quixo::Quixo::new(side).map(|game| Box::new(game) as Box<dyn Numbered>),
            Err(_) => Err(Error::input(format!(
                "`{name}` needs the side of its board; write quixo:3 or quixo:4"
            ))),
        }),
        _ => None,
    }
}
