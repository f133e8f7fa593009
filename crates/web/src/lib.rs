//! The page: games to look at, play, analyse and prove, in a browser, served by the program itself.
//!
//! Pages are made on the server and work by links and forms; one small script makes boards clickable and long answers arrive while
//! you look. An address holds everything: game or rule text, position, whose turn, and the moves before. Nothing is kept on the
//! server but work that is under way, and that ends when nobody waits for it.

mod app;
mod board;
mod calculator;
mod code;
mod error;
mod gallery;
mod game;
mod layout;
mod place;
mod rules;
mod work;

pub use app::{Options, router, serve};
