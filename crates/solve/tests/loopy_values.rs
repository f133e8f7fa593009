//! Values of games that may repeat, cycle by cycle, against the whole graph simplified at once.

use bouton_games::backsliding_toads::BackslidingToads;
use bouton_games::fox_and_geese::FoxAndGeese;
use bouton_rules::{Error, Info, Partizan, Player, Result, Ruleset};
use bouton_solve::{Budget, loopy_value};
use bouton_value::Comparison;
use bouton_value::loopy::{Graph, LoopyValue};

/// The slow twin: the graph of all positions that can be reached.
fn value_of_whole_graph<G: Partizan>(game: &G, pos: &G::Position) -> LoopyValue {
    let mut graph = Graph::new();
    let mut positions = vec![pos.clone()];
    graph.node().unwrap();
    let mut from = 0;
    while from < positions.len() {
        for who in Player::BOTH {
            for to in game.moves(who, &positions[from]).unwrap() {
                let known = positions.iter().position(|p| *p == to);
                let number = known.unwrap_or_else(|| {
                    positions.push(to);
                    graph.node().unwrap()
                });
                graph.connect(from, who == Player::Left, number);
            }
        }
        from += 1;
    }
    LoopyValue::of(&graph, 0).unwrap()
}

/// Compares the two; is the value no stopper?
fn compared<G: Partizan>(game: &G, pos: &G::Position) -> bool {
    let value = loopy_value(game, pos, &Budget::unlimited()).unwrap();
    let whole = value_of_whole_graph(game, pos);
    assert_eq!(value.compare(&whole), Ok(Comparison::Equal), "{pos:?}");
    assert_eq!(value.is_stopper(), whole.is_stopper(), "{pos:?}");
    if value.is_stopper() {
        assert_eq!(value, whole, "{pos:?}");
    }
    !value.is_stopper()
}

#[test]
fn boards() {
    for text in ["tt.ff", "t.t.ff", ".tf.", "t.f.t.f", "t..f", "ft.tf."] {
        compared(&BackslidingToads, &BackslidingToads.parse(text).unwrap());
    }
    for reach in [1, 2] {
        let game = FoxAndGeese { reach };
        for text in [
            "....|x.x.|...o",
            "...|x.x|...|o..",
            "x.x|...|o.o",
            ".x.x|....|o...",
        ] {
            compared(&game, &game.parse(text).unwrap());
        }
    }
}

/// A token on a graph with edges for Left and for Right.
#[derive(Clone)]
struct Token {
    edges: Vec<[Vec<u8>; 2]>,
}

impl Ruleset for Token {
    type Position = u8;

    fn info(&self) -> Info {
        Info {
            name: "token".into(),
            rules: "Move the token along an edge of yours.".into(),
            notation: "the number of a node".into(),
            theorem: None,
            source: None,
            examples: vec!["0".into()],
        }
    }

    fn parse(&self, text: &str) -> Result<u8> {
        text.parse()
            .map_err(|_| Error::input(format!("`{text}` is not the number of a node")))
    }

    fn show(&self, pos: &u8) -> String {
        pos.to_string()
    }
}

impl Partizan for Token {
    fn moves(&self, who: Player, pos: &u8) -> Result<Vec<u8>> {
        Ok(self.edges[*pos as usize][who as usize].clone())
    }
}

#[test]
fn random_graphs() {
    let mut rng = fastrand::Rng::with_seed(11);
    let (mut sided, mut stoppers) = (0, 0);
    for _ in 0..600 {
        let nodes = rng.u8(2..9);
        let mut side = || {
            let count = rng.usize(0..3);
            (0..count).map(|_| rng.u8(0..nodes)).collect::<Vec<u8>>()
        };
        let edges = (0..nodes).map(|_| [side(), side()]).collect();
        match compared(&Token { edges }, &0) {
            true => sided += 1,
            false => stoppers += 1,
        }
    }
    assert!(sided > 50 && stoppers > 50, "{sided} {stoppers}");
}
