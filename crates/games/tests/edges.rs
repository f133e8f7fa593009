//! Odd texts: every game refuses them in a sentence or plays on them; nothing panics.

use bouton_games::{Visitor, visit_all};
use bouton_rules::{Impartial, Partizan, Player, Result, Short};

const TEXTS: &[&str] = &[
    "",
    " ",
    "none",
    "0",
    "0x0",
    "1x0",
    "0x5",
    "5x0",
    "1x65",
    "65x1",
    "9x9",
    "|",
    "||",
    ".",
    "#",
    "x",
    "o",
    "xo",
    "o|x",
    ".#",
    "..|.",
    "x|",
    "0-0",
    "0-0,0-0",
    "0-1l,0-1r,1-1",
    "1-2",
    "0-1,",
    "99999999999999999999x99999999999999999999",
    "99999999999999999999-1",
    "lre",
    "l(r",
    ".-.",
    "(",
    ":",
    "é|ü",
];

#[derive(Default)]
struct Try {
    read: usize,
    refused: usize,
}

impl Try {
    fn game<G: Partizan + Short>(&mut self, game: &G) {
        for text in TEXTS {
            let pos = match game.parse(text) {
                Ok(pos) => pos,
                Err(e) => {
                    assert!(
                        e.is_input() && e.to_string().len() > 20,
                        "{}: `{text}`: {e}",
                        game.info().name
                    );
                    self.refused += 1;
                    continue;
                }
            };
            self.read += 1;
            let place = format!("{} `{text}`", game.info().name);
            assert_eq!(game.parse(&game.show(&pos)).as_ref(), Ok(&pos), "{place}");
            game.rank(&pos);
            game.draw(&pos).to_svg();
            game.integer(&pos);
            game.mobility(&pos);
            let canonical = game.canon(pos.clone());
            game.canon_signed(pos.clone());
            for part in game.split(&pos) {
                game.canon_signed(part.clone());
                game.canon_part(part);
            }
            for who in Player::BOTH {
                let moves = game.moves(who, &pos).unwrap();
                assert_eq!(
                    moves.is_empty(),
                    game.moves(who, &canonical).unwrap().is_empty(),
                    "{place}"
                );
                let layers = game.layers(&pos, who);
                if layers > 0 {
                    game.slice(&pos, who, 0..layers);
                }
            }
        }
    }
}

impl Visitor for Try {
    fn impartial<G: Impartial + Short>(&mut self, game: G) {
        let kind = game.info().notation;
        if kind.contains("rows") || kind.contains("edges") {
            self.game(&game);
        }
    }
    fn family<G: Impartial + Short>(&mut self, _: &str, _: &str, _: fn(&str) -> Result<G>) {}
    fn partizan<G: Partizan + Short>(&mut self, game: G) {
        self.game(&game);
    }
    fn loopy<G: Impartial>(&mut self, _: G) {}
    fn loopy_partizan<G: Partizan>(&mut self, _: G) {}
}

#[test]
fn odd_texts_are_read_or_refused() {
    let mut tried = Try::default();
    visit_all(&mut tried);
    assert!(
        tried.read > 200 && tried.refused > 200,
        "{} read, {} refused",
        tried.read,
        tried.refused
    );
}
