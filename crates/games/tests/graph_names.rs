//! Vertices are what is written: every game on graphs plays on any names as on the numbers 0, 1, …, and calls what is left by the names
//! that it had.

use bouton_games::{Visitor, visit_all};
use bouton_rules::board::Item;
use bouton_rules::{Decided, Impartial, Partizan, Player, Result, Ruleset, Scoring, Short};
use std::collections::{BTreeMap, BTreeSet};

/// Graphs of each game.
const GRAPHS: usize = 150;

type Naming = BTreeMap<String, String>;

/// How the positions of a game on graphs are written.
#[derive(Clone, Copy, Default)]
struct Form {
    /// Letters that may stand behind a vertex and behind an edge.
    vertices: &'static [char],
    edges: &'static [char],
    /// Is vertex 0 the ground?
    ground: bool,
    /// Is all tied to vertex 0?
    tied: bool,
    token: bool,
    order: bool,
}

fn form(name: &str) -> Option<Form> {
    let none = Form::default();
    Some(match name {
        "node-kayles" | "arc-kayles" => Form {
            vertices: &['#'],
            ..none
        },
        "col" | "snort" | "fjords" => Form {
            vertices: &['L', 'R', '#'],
            ..none
        },
        "hackenbush" | "childish-hackenbush" => Form {
            edges: &['l', 'r'],
            ground: true,
            tied: true,
            ..none
        },
        "green-hackenbush" => Form {
            ground: true,
            tied: true,
            ..none
        },
        "partizan-arc-kayles" => Form {
            edges: &['l', 'r'],
            ..none
        },
        "geography" | "edge-geography" | "undirected-geography" | "undirected-edge-geography" => {
            Form {
                token: true,
                ..none
            }
        }
        "strings-and-coins" | "nimstring" => Form {
            ground: true,
            ..none
        },
        "poset-game" => Form {
            order: true,
            ..none
        },
        _ => return None,
    })
}

fn coloured(mut item: String, letters: &[char], rng: &mut fastrand::Rng) -> String {
    if !letters.is_empty() && rng.bool() {
        Item::write_letter(&mut item, letters[rng.usize(..letters.len())]);
    }
    item
}

/// A random graph on the vertices 0 to `order` - 1, every one of them written.
fn graph(form: Form, order: usize, rng: &mut fastrand::Rng) -> String {
    let mut edges: Vec<(usize, usize)> = Vec::new();
    if form.tied {
        edges.extend((1..order).map(|v| (rng.usize(..v), v)));
    }
    for _ in 0..rng.usize(..order + 2) {
        let (a, b) = (rng.usize(..order), rng.usize(..order));
        if !form.ground && !form.order || a != b {
            edges.push((a.min(b), a.max(b)));
        }
    }
    let tie = if form.order { '<' } else { '-' };
    let mut items: Vec<String> = Vec::new();
    for (a, b) in edges {
        let turned = form.token && rng.bool();
        let (a, b) = if turned { (b, a) } else { (a, b) };
        items.push(coloured(format!("{a}{tie}{b}"), form.edges, rng));
    }
    if form.token {
        items.push(format!("{}!", rng.usize(..order)));
    } else {
        for v in 0..order {
            items.push(coloured(v.to_string(), form.vertices, rng));
        }
    }
    rng.shuffle(&mut items);
    items.join(",")
}

/// Numbers with gaps and words; the ground keeps its name.
fn naming(form: Form, order: usize, rng: &mut fastrand::Rng) -> Naming {
    let mut taken = BTreeSet::new();
    let name = |v: usize| {
        if form.ground && v == 0 {
            return ("0".to_string(), "0".to_string());
        }
        loop {
            let name = match rng.u8(..4) {
                0 => rng.u64(1..20).to_string(),
                1 => rng.u64(1..u64::MAX).to_string(),
                2 => {
                    ["a", "b", "L", "r", "left", "e", "x", "v1", "née", "_"][rng.usize(..10)].into()
                }
                _ => format!("w{}", rng.u8(..)),
            };
            if taken.insert(name.clone()) {
                return (v.to_string(), name);
            }
        }
    };
    (0..order).map(name).collect()
}

fn renamed(form: Form, text: &str, names: &Naming) -> String {
    if text == "none" {
        return text.into();
    }
    // A word alone may be a tree, unless a comma ends it.
    let (text, end) = match form.token || form.order {
        true => (text, ""),
        false => (text.strip_suffix(',').unwrap_or(text), ","),
    };
    let new = |old: &str| names[old].as_str();
    let item = |item: &str| {
        if item.contains('<') {
            return item.split('<').map(new).collect::<Vec<_>>().join("<");
        }
        let read = Item::read(item).unwrap();
        let mut out = new(read.a).to_string();
        if let Some(b) = read.b {
            out = format!("{out}-{}", new(b));
        }
        if let Some(letter) = read.letter {
            Item::write_letter(&mut out, letter);
        }
        out
    };
    text.split(',').map(item).collect::<Vec<_>>().join(",") + end
}

#[derive(Default)]
struct Named {
    games: BTreeSet<String>,
    positions: usize,
    renamed: usize,
}

impl Named {
    fn take<G: Ruleset>(
        &mut self,
        game: &G,
        moves: impl Fn(Player, &G::Position) -> Vec<G::Position>,
    ) {
        let name = game.info().name;
        let Some(form) = form(&name) else {
            let notation = game.info().notation;
            assert!(!notation.contains("edges like"), "{name}: {notation}");
            return;
        };
        self.games.insert(name.clone());
        let mut rng = fastrand::Rng::with_seed(self.games.len() as u64);
        for _ in 0..GRAPHS {
            let order = rng.usize(2..7);
            let text = graph(form, order, &mut rng);
            let names = naming(form, order, &mut rng);
            let other = renamed(form, &text, &names);
            let Ok(pos) = game.parse(&text) else {
                // An order that goes round, or a loony position: it has no other names either.
                assert!(game.parse(&other).is_err(), "{name} {other}");
                continue;
            };
            let back: Naming = names.iter().map(|(a, b)| (b.clone(), a.clone())).collect();
            let mut open = vec![pos];
            for _ in 0..12 {
                let Some(pos) = open.pop() else { break };
                self.positions += 1;
                let shown = game.show(&pos);
                assert_eq!(game.parse(&shown).as_ref(), Ok(&pos), "{name} {shown}");
                let there = game.parse(&renamed(form, &shown, &names)).unwrap();
                assert_eq!(
                    game.canon(pos.clone()),
                    game.canon(game.canon(pos.clone())),
                    "{name} {shown}"
                );
                for who in Player::BOTH {
                    let here = moves(who, &pos);
                    let named: BTreeSet<String> = moves(who, &there)
                        .iter()
                        .map(|to| {
                            game.show(&game.parse(&renamed(form, &game.show(to), &back)).unwrap())
                        })
                        .collect();
                    let plain: BTreeSet<String> = here.iter().map(|to| game.show(to)).collect();
                    assert_eq!(named, plain, "{name} {shown} as {}", game.show(&there));
                    self.renamed += named.len();
                    open.extend(here);
                }
                rng.shuffle(&mut open);
            }
        }
    }
}

impl Visitor for Named {
    fn impartial<G: Impartial + Short>(&mut self, game: G) {
        self.take(&game, |_, pos| game.options(pos).unwrap());
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
        self.take(&game, |who, pos| game.moves(who, pos).unwrap());
    }

    fn loopy<G: Impartial>(&mut self, game: G) {
        self.take(&game, |_, pos| game.options(pos).unwrap());
    }

    fn loopy_partizan<G: Partizan>(&mut self, game: G) {
        self.take(&game, |who, pos| game.moves(who, pos).unwrap());
    }

    fn scoring<G: Scoring + Short>(&mut self, game: G) {
        self.take(&game, |_, pos| {
            let gains = game.gains(pos).unwrap();
            gains.into_iter().map(|gain| gain.to).collect()
        });
    }

    fn decided<G: Partizan + Decided + Short>(&mut self, game: G) {
        self.take(&game, |who, pos| game.moves(who, pos).unwrap());
    }
}

#[test]
fn names_make_no_difference_and_are_kept() {
    let mut named = Named::default();
    visit_all(&mut named);
    assert_eq!(named.games.len(), 16, "{:?}", named.games);
    println!("{} positions, {} moves", named.positions, named.renamed);
    assert!(named.positions > 10_000 && named.renamed > 30_000);
}

/// What each game makes of a graph of one item without vertex 0.
#[test]
fn nothing_is_there_that_was_not_written() {
    use bouton_games::poset_game::PosetGame;
    use bouton_games::{hackenbush::Hackenbush, node_kayles::NodeKayles};
    let kayles = NodeKayles::game();
    let edge = kayles.parse("1-2").unwrap();
    let options = kayles.options(&edge).unwrap();
    assert_eq!(
        options
            .iter()
            .map(|o| kayles.show(o))
            .collect::<BTreeSet<_>>()
            .len(),
        1
    );
    assert_eq!(edge.order(), 2);
    assert_eq!(
        PosetGame
            .options(&PosetGame.parse("1").unwrap())
            .unwrap()
            .len(),
        1
    );
    let picture = Hackenbush::game().parse("0-b:l,b-top:r,b-7").unwrap();
    let moves = Hackenbush::game().moves(Player::Right, &picture).unwrap();
    let shown: Vec<String> = moves.iter().map(|to| Hackenbush::game().show(to)).collect();
    assert_eq!(shown, ["0-b:l,b-top:r", "0-b:l,7-b"]);
    let wrong = Hackenbush::game().parse("a-b").unwrap_err().to_string();
    assert!(wrong.contains("which is called 0"), "{wrong}");
}
