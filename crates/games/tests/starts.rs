//! A size is the position that a game begins with: an empty board where play begins on one, and never a board on which nobody can move
//! because its stones are missing.

use bouton_games::{Visitor, visit_all};
use bouton_rules::{Decided, Impartial, Partizan, Player, Result, Ruleset, Scoring, Short};
use std::collections::BTreeMap;

/// Rows and columns up to this are tried.
const MOST: usize = 9;

#[derive(Default)]
struct Starts {
    /// For each game, how many sizes it takes and refuses.
    games: BTreeMap<String, [usize; 2]>,
    cases: usize,
}

impl Starts {
    fn take<G: Ruleset>(&mut self, game: &G, can_move: impl Fn(&G::Position) -> bool) {
        let name = game.info().name;
        for (rows, cols) in (1..=MOST).flat_map(|r| (1..=MOST).map(move |c| (r, c))) {
            self.cases += 1;
            let text = format!("{rows}x{cols}");
            let counts = self.games.entry(name.clone()).or_default();
            let Ok(pos) = game.parse(&text) else {
                counts[1] += 1;
                continue;
            };
            counts[0] += 1;
            let shown = game.show(&pos);
            assert_eq!(game.parse(&shown).as_ref(), Ok(&pos), "{name} {text}");
            if let Some(start) = written(&name, rows, cols) {
                assert_eq!(shown, start, "{name} {text}");
            }
            // Where a size is a position in the game's own notation, it is no start.
            assert!(
                rows.min(cols) < 4 || shown == text || can_move(&pos),
                "{name} {text}: {shown}"
            );
        }
    }
}

/// The usual start, written cell by cell from its description.
fn written(name: &str, rows: usize, cols: usize) -> Option<String> {
    let (top, left) = ((rows - 1) / 2, (cols - 1) / 2);
    let gaps = match cols {
        1 => [(top, 0), (top + 1, 0)],
        _ => [(top, left), (top, left + 1)],
    };
    let chequered = |r: usize, c: usize| if (r + c).is_multiple_of(2) { 'x' } else { 'o' };
    let cell: Box<dyn Fn(usize, usize) -> char> = match name {
        _ if name.contains("clobber") => Box::new(chequered),
        "konane" => Box::new(move |r, c| {
            if gaps.contains(&(r, c)) {
                '.'
            } else {
                chequered(r, c)
            }
        }),
        "amazons" => Box::new(move |r, c| match (r, c == 0 || c + 1 == cols) {
            (_, false) => '.',
            (0, true) => 'o',
            (r, true) if r + 1 == rows => 'x',
            _ => '.',
        }),
        _ if name.contains("fox-and-geese") => Box::new(move |r, c| {
            let fox = [0, 0, 0, 0, 2, 2, 2, 2, 4, 4][cols];
            let coloured = (r + c) % 2 == (rows - 1) % 2;
            match r {
                0 if coloured => 'x',
                r if r + 1 == rows && c == fox => 'o',
                _ => '.',
            }
        }),
        _ => return None,
    };
    let row = |r: usize| (0..cols).map(|c| cell(r, c)).collect::<String>();
    Some((0..rows).map(row).collect::<Vec<_>>().join("|"))
}

impl Visitor for Starts {
    fn impartial<G: Impartial + Short>(&mut self, game: G) {
        self.take(&game, |pos| !game.options(pos).unwrap().is_empty());
    }

    fn family<G: Impartial + Short>(
        &mut self,
        _: &str,
        default: &str,
        build: fn(&str) -> Result<G>,
    ) {
        self.impartial(build(default).unwrap());
    }

    fn partizan<G: Partizan + Short>(&mut self, game: G) {
        self.take(&game, |pos| {
            Player::BOTH
                .iter()
                .any(|&who| !game.moves(who, pos).unwrap().is_empty())
        });
    }

    fn loopy<G: Impartial>(&mut self, game: G) {
        self.take(&game, |pos| !game.options(pos).unwrap().is_empty());
    }

    fn loopy_partizan<G: Partizan>(&mut self, game: G) {
        self.take(&game, |pos| {
            Player::BOTH
                .iter()
                .any(|&who| !game.moves(who, pos).unwrap().is_empty())
        });
    }

    fn scoring<G: Scoring + Short>(&mut self, game: G) {
        self.take(&game, |pos| !game.gains(pos).unwrap().is_empty());
    }

    fn decided<G: Partizan + Decided + Short>(&mut self, game: G) {
        self.take(&game, |pos| {
            Player::BOTH
                .iter()
                .any(|&who| !game.moves(who, pos).unwrap().is_empty())
        });
    }
}

#[test]
fn sizes_are_starts() {
    let mut starts = Starts::default();
    visit_all(&mut starts);
    println!("{:?}", starts.games);
    assert!(starts.cases > 5_000);
    let all = MOST * MOST;
    for (game, [taken, refused]) in [
        ("clobber", [all, 0]),
        ("konane", [all - 1, 1]),
        ("amazons", [(MOST - 1) * (MOST - 1), 2 * MOST - 1]),
        ("fox-and-geese", [(MOST - 1) * (MOST - 1), 2 * MOST - 1]),
        ("fission", [0, all]),
        ("maze", [0, all]),
        ("toads-and-frogs", [0, all]),
        ("king-and-dirt", [0, all]),
        ("domineering", [all, 0]),
    ] {
        assert_eq!(starts.games[game], [taken, refused], "{game}");
    }
}
