//! Every registered ruleset keeps the laws on everything reachable from its examples, and its theorem agrees with a search
//! from the definition.

use bouton_games::{Visitor, find, visit_all};
use bouton_rules::{
    Decided, Impartial, Partizan, Play, Player, Result, Ruleset, Scoring, Short, decided_laws,
    laws, scoring_laws,
};
use std::collections::HashSet;

/// Most positions that the examples of one game may lead to: examples are to be small.
const MOST: usize = 40_000;

#[derive(Default)]
struct Laws {
    games: HashSet<String>,
    positions: usize,
    theorems: usize,
    broken: Vec<String>,
}

impl Laws {
    fn take<G: Ruleset>(&mut self, game: &G) {
        let info = game.info();
        assert!(
            !info.rules.is_empty() && !info.notation.is_empty(),
            "{}",
            info.name
        );
        assert!(
            self.games.insert(info.name.clone()),
            "two games are called {}",
            info.name
        );
        self.theorems += usize::from(info.theorem.is_some());
        if let Some(source) = &info.source {
            let references = include_str!("../../../docs/references.bib");
            let cited = source.contains(' ') || references.contains(&format!("{{{source},"));
            assert!(
                cited,
                "{}: {source} is not in docs/references.bib",
                info.name
            );
        }
    }

    fn note(&mut self, name: &str, result: std::result::Result<usize, String>) {
        match result {
            Ok(positions) => {
                assert!(positions > 0, "{name}");
                println!("{name}: {positions} positions");
                self.positions += positions;
            }
            Err(broken) => self.broken.push(broken),
        }
    }

    /// What can be tested where play may repeat: reading back, and canonical forms with the same moves.
    fn loopy<G: Partizan>(&mut self, game: &G) {
        self.take(game);
        let name = game.info().name;
        let mut open: Vec<G::Position> = game
            .info()
            .examples
            .iter()
            .map(|e| game.parse(e).unwrap())
            .collect();
        let mut seen: HashSet<G::Position> = open.iter().cloned().collect();
        while let Some(pos) = open.pop() {
            assert!(seen.len() <= MOST, "{name}");
            laws::reads_back(game, &pos).unwrap();
            let canonical = game.canon(pos.clone());
            for who in Player::BOTH {
                let moves = game.moves(who, &pos).unwrap();
                let forms = |moves: Vec<G::Position>| {
                    moves
                        .into_iter()
                        .map(|m| game.canon(m))
                        .collect::<HashSet<_>>()
                };
                assert_eq!(
                    forms(moves.clone()),
                    forms(game.moves(who, &canonical).unwrap()),
                    "{name}"
                );
                open.extend(moves.into_iter().filter(|m| seen.insert(m.clone())));
            }
        }
        self.note(&name, Ok(seen.len()));
    }
}

impl Visitor for Laws {
    fn impartial<G: Impartial + Short>(&mut self, game: G) {
        self.take(&game);
        self.note(&game.info().name, laws::impartial(&game, MOST));
    }

    fn family<G: Impartial + Short>(
        &mut self,
        name: &str,
        default: &str,
        build: fn(&str) -> Result<G>,
    ) {
        let game = build(default).unwrap();
        assert_eq!(
            game.info().name,
            format!("{name}:{default}"),
            "a family's member is called by its parameter"
        );
        self.impartial(game);
        assert!(
            build("").is_err_and(|e| e.is_input()),
            "{name} takes an empty parameter"
        );
        assert!(
            build("-1").is_err_and(|e| e.is_input()),
            "{name} takes the parameter -1"
        );
    }

    fn partizan<G: Partizan + Short>(&mut self, game: G) {
        self.take(&game);
        self.note(&game.info().name, laws::partizan(&game, MOST));
    }

    fn partizan_family<G: Partizan + Short>(
        &mut self,
        name: &str,
        default: &str,
        build: fn(&str) -> Result<G>,
    ) {
        let game = build(default).unwrap();
        assert_eq!(game.info().name, format!("{name}:{default}"));
        self.partizan(game);
        for wrong in ["", "-1"] {
            assert!(build(wrong).is_err_and(|e| e.is_input()), "{name}: {wrong}");
        }
    }

    fn loopy<G: Impartial>(&mut self, game: G) {
        Laws::loopy(self, &game);
    }

    fn loopy_partizan<G: Partizan>(&mut self, game: G) {
        Laws::loopy(self, &game);
    }

    fn decided<G: Partizan + Decided + Short>(&mut self, game: G) {
        self.take(&game);
        self.note(&game.info().name, decided_laws::decided(&game, MOST));
    }

    fn scoring<G: Scoring + Short>(&mut self, game: G) {
        self.take(&game);
        self.note(&game.info().name, scoring_laws::scoring(&game, MOST));
    }
}

#[test]
fn every_game_keeps_the_laws() {
    let mut laws = Laws::default();
    visit_all(&mut laws);
    assert!(laws.broken.is_empty(), "\n{}", laws.broken.join("\n"));
    assert!(laws.games.len() >= 30, "{} games", laws.games.len());
    assert!(laws.theorems >= 20, "{} theorems", laws.theorems);
    assert!(laws.positions > 3_000, "{} positions", laws.positions);
}

#[test]
fn more_members_of_the_families() {
    let mut laws = Laws::default();
    for name in [
        "bounded-nim:1",
        "bounded-nim:2",
        "bounded-nim:7",
        "moore:1",
        "moore:3",
        "subtraction:2,3",
        "subtraction:1,2",
        "subtraction:2,4,7",
        "subtraction:1,4,10",
        "subtraction:3,5",
        "subtraction:2,5,6",
        "all-but:1,3",
    ] {
        find(name, &mut laws).unwrap();
    }
    assert!(laws.broken.is_empty(), "\n{}", laws.broken.join("\n"));
    assert_eq!(laws.games.len(), 12);
}

#[test]
fn names_that_are_no_games() {
    let mut laws = Laws::default();
    let mut fails = |name: &str| find(name, &mut laws).unwrap_err().to_string();
    assert_eq!(
        fails("wythof"),
        "there is no game called `wythof`; did you mean `wythoff`?"
    );
    assert_eq!(
        fails("go-moku-narabe"),
        "there is no game called `go-moku-narabe`; see the list of games"
    );
    assert_eq!(fails("nim:3"), "`nim` takes no parameter; leave out `:3`");
    assert_eq!(
        fails("bounded-nim:x"),
        "bounded-nim: the parameter `x` is not a number from 1 to 1048576"
    );
}

/// Texts that are no positions, or strange ones, or far too large: nothing panics, and every error is a sentence.
struct Strange {
    texts: Vec<String>,
    read: usize,
    refused: usize,
}

impl Strange {
    fn parse<G: Ruleset>(&mut self, game: &G) -> Vec<G::Position> {
        let mut positions = Vec::new();
        for text in &self.texts {
            match game.parse(text) {
                Ok(pos) => {
                    laws::reads_back(game, &pos).unwrap();
                    let _ = (
                        game.canon(pos.clone()),
                        game.join(&game.split(&pos)),
                        game.owned_bytes(&pos),
                    );
                    positions.push(pos);
                }
                Err(e) => {
                    let sentence = e.to_string();
                    assert!(
                        e.is_input() && sentence.len() < 300 && sentence.contains(' '),
                        "{sentence}"
                    );
                    self.refused += 1;
                }
            }
        }
        self.read += positions.len();
        positions
    }
}

impl Visitor for Strange {
    fn impartial<G: Impartial + Short>(&mut self, game: G) {
        for pos in self.parse(&game) {
            let _ = game.rank(&pos);
            for play in [Play::Normal, Play::Misere] {
                if let Some(known) = game.known(&pos, play) {
                    known
                        .winning
                        .iter()
                        .for_each(|reply| laws::reads_back(&game, reply).unwrap());
                }
            }
            if let Err(e) = game.options(&pos) {
                assert!(e.is_limit(), "{e}");
            }
        }
    }
    fn family<G: Impartial + Short>(
        &mut self,
        _: &str,
        default: &str,
        build: fn(&str) -> Result<G>,
    ) {
        for parameter in &self.texts {
            if let Err(e) = build(parameter) {
                assert!(e.is_input() && e.to_string().len() < 300, "{e}");
            }
        }
        self.impartial(build(default).unwrap());
    }
    fn partizan<G: Partizan + Short>(&mut self, game: G) {
        self.parse(&game);
    }
    fn loopy<G: Impartial>(&mut self, game: G) {
        self.parse(&game);
    }
    fn loopy_partizan<G: Partizan>(&mut self, game: G) {
        for pos in self.parse(&game) {
            for who in Player::BOTH {
                game.moves(who, &pos).unwrap();
            }
        }
    }
    fn decided<G: Partizan + Decided + Short>(&mut self, game: G) {
        for pos in self.parse(&game) {
            for who in Player::BOTH {
                let _ = (game.decided(who, &pos), game.foreseen(who, &pos));
            }
        }
    }
    fn scoring<G: Scoring + Short>(&mut self, game: G) {
        for pos in self.parse(&game) {
            game.gains(&pos).unwrap();
        }
    }
}

#[test]
fn strange_texts() {
    let big = "9".repeat(400);
    let mut texts: Vec<String> = [
        "",
        "0",
        "1",
        "-1",
        "0,0",
        "0,0,0",
        "1,0,1",
        "()",
        "(3,4",
        "3,,4",
        "3;4",
        "5,5",
        "1,1,1,1,1,1,1",
        "2,1",
        "1$",
        "$",
        "1$,2$",
        "3$,2",
        "0$",
        "1,2$",
        "over",
        "L",
        "LR",
        "RL|",
        "|",
        "L..R|X",
        "..",
        "é",
        "L.R|é",
        "1\u{0}",
        "²",
        "18446744073709551615",
        "18446744073709551616,18446744073709551616",
        "1048577,1048577",
        "4,3,2,1",
        "1,2,3,4",
    ]
    .map(String::from)
    .to_vec();
    texts.extend([
        big.clone(),
        format!("{big},{big}"),
        format!("1,{big}"),
        format!("{big},1,{big}"),
        format!("3,{big}$"),
    ]);
    texts.extend([
        "0".repeat(5000),
        "1,".repeat(300),
        "L".to_string() + &".".repeat(70_000) + "R",
    ]);
    fastrand::seed(3);
    texts.extend((0..300).map(|_| {
        let letters: Vec<char> = "0123456789,,,$LR.|() -x".chars().collect();
        (0..fastrand::usize(0..12))
            .map(|_| letters[fastrand::usize(0..letters.len())])
            .collect()
    }));
    let mut strange = Strange {
        texts,
        read: 0,
        refused: 0,
    };
    visit_all(&mut strange);
    assert!(
        strange.read > 300 && strange.refused > 3000,
        "{} {}",
        strange.read,
        strange.refused
    );
}
