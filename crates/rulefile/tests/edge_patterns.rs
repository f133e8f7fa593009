//! Patterns and guards on graphs with letters on edges, against a search written from the definition.

use bouton_core::Player;
use bouton_rulefile::{LoopyPartizanCellGame, RuleFile, read};
use bouton_rules::{Partizan, Ruleset};
use std::collections::HashSet;

fn game(text: &str) -> LoopyPartizanCellGame {
    match read(text, "test.game").unwrap_or_else(|e| panic!("{e}\n{text}")) {
        RuleFile::Cells(rules) => LoopyPartizanCellGame::new(rules.into()).unwrap(),
        _ => panic!("{text}"),
    }
}

fn moves(game: &LoopyPartizanCellGame, pos: &str) -> HashSet<String> {
    let pos = game.parse(pos).unwrap();
    let moves = game.moves(Player::Left, &pos).unwrap();
    moves.iter().map(|p| game.show(p)).collect()
}

/// Letters of vertices, edges with their ends, letters of edges.
#[derive(Clone)]
struct Graph {
    vertices: Vec<char>,
    edges: Vec<(usize, usize)>,
    letters: Vec<char>,
}

impl Graph {
    fn random(rng: &mut fastrand::Rng) -> Graph {
        let n = rng.usize(1..5);
        let pairs = (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b)));
        let edges: Vec<_> = pairs.filter(|_| rng.u8(..3) > 0).collect();
        Graph {
            vertices: (0..n).map(|_| ['.', 'L', 'x'][rng.usize(..3)]).collect(),
            letters: edges.iter().map(|_| ['-', 'r'][rng.usize(..2)]).collect(),
            edges,
        }
    }

    fn text(&self) -> String {
        let letter = |c: &char| {
            if matches!(c, '.' | '-') {
                String::new()
            } else {
                c.to_string()
            }
        };
        let vertices = self.vertices.iter().enumerate();
        let mut all: Vec<String> = vertices.map(|(v, c)| format!("{v}{}", letter(c))).collect();
        let edges = self.edges.iter().zip(&self.letters);
        all.extend(edges.map(|((a, b), c)| format!("{a}-{b}{}", letter(c))));
        all.join(",")
    }

    /// Places: vertices, then edges.
    fn at(&mut self, place: usize) -> &mut char {
        match place.checked_sub(self.vertices.len()) {
            None => &mut self.vertices[place],
            Some(edge) => &mut self.letters[edge],
        }
    }

    fn touch(&self, a: usize, b: usize) -> bool {
        let n = self.vertices.len();
        let (vertex, edge) = (a.min(b), a.max(b));
        vertex < n && edge >= n && {
            let (c, d) = self.edges[edge - n];
            c == vertex || d == vertex
        }
    }

    /// The neighbouring vertices, or the neighbouring edges, of a place.
    fn beside(&self, place: usize, edges: bool) -> HashSet<usize> {
        let n = self.vertices.len();
        let all = 0..n + self.edges.len();
        let near = |p: usize| all.clone().filter(move |&q| self.touch(p, q));
        let direct = (place < n) == edges;
        let found: HashSet<usize> = match direct {
            true => near(place).collect(),
            false => near(place).flat_map(near).collect(),
        };
        found.into_iter().filter(|&q| q != place).collect()
    }
}

const VERTEX: [&str; 7] = [".", "L", "x", "?", "[^L]", "[^.]", "[.L]"];
const EDGE: [&str; 5] = ["-", "r", "?", "[^r]", "[-r]"];

fn fits(sign: &str, letter: char) -> bool {
    match sign.strip_prefix('[') {
        None => sign == "?" || sign.starts_with(letter),
        Some(inner) => match inner.strip_prefix('^') {
            Some(not) => !not.contains(letter),
            None => inner.contains(letter),
        },
    }
}

fn by_definition(graph: &Graph, pattern: &[&str], after: &[&str], guard: &str) -> HashSet<String> {
    let n = graph.vertices.len();
    let places = n + graph.edges.len();
    // A letter of edges alone begins at an edge, all else at a vertex.
    let edge_first = matches!(pattern[0], "-" | "r" | "[-r]");
    let mut paths: Vec<Vec<usize>> = (0..places)
        .filter(|&p| (p >= n) == edge_first)
        .map(|p| vec![p])
        .collect();
    for _ in 1..pattern.len() {
        let longer = paths.iter().flat_map(|path| {
            let last = path[path.len() - 1];
            let next = (0..places).filter(move |&q| graph.touch(last, q) && !path.contains(&q));
            next.map(|q| [path.as_slice(), &[q]].concat())
        });
        paths = longer.collect();
    }
    let mut found = HashSet::new();
    for path in paths {
        let mut next = graph.clone();
        if !path
            .iter()
            .zip(pattern)
            .all(|(&p, sign)| fits(sign, *next.at(p)))
        {
            continue;
        }
        let words: Vec<&str> = guard.split(' ').collect();
        if let [quantity, .., letter] = words[..] {
            let edges = guard.contains("edge");
            let all: HashSet<usize> = path
                .iter()
                .flat_map(|&p| graph.beside(p, edges))
                .filter(|p| !path.contains(p))
                .collect();
            let hits = all
                .iter()
                .filter(|&&p| fits(letter, *next.clone().at(p)))
                .count();
            let holds = match quantity {
                "no" => hits == 0,
                "some" => hits > 0,
                _ => hits == all.len(),
            };
            if !holds {
                continue;
            }
        }
        for (&p, sign) in path.iter().zip(after) {
            if *sign != "?" {
                *next.at(p) = sign.chars().next().unwrap();
            }
        }
        found.insert(next.text());
    }
    found
}

#[test]
fn patterns_and_guards_are_those_of_the_definition() {
    let mut rng = fastrand::Rng::with_seed(5);
    let (mut cases, mut found) = (0, 0);
    while cases < 1500 {
        let edge_first = rng.u8(..4) == 0;
        let length = rng.usize(1..4);
        let (mut pattern, mut after) = (Vec::new(), Vec::new());
        for i in 0..length {
            let (signs, letters): (&[&str], &[&str]) = match (i % 2 == 1) == edge_first {
                true => (&VERTEX, &[".", "L", "x", "?"]),
                false => (&EDGE, &["-", "r", "?"]),
            };
            pattern.push(signs[rng.usize(..signs.len())]);
            after.push(letters[rng.usize(..letters.len())]);
        }
        if edge_first && !matches!(pattern[0], "-" | "r" | "[-r]") {
            continue;
        }
        let guard = [
            "",
            "",
            "no neighbour is L",
            "some neighbour is .",
            "every neighbour is x",
            "no neighbouring edge is r",
            "some neighbouring edge is -",
            "every neighbouring edges are r",
        ][rng.usize(..8)];
        let line = format!("left {} -> {}", pattern.join(" "), after.join(" "));
        let guards = if guard.is_empty() {
            String::new()
        } else {
            format!(" where {guard}")
        };
        let text = format!("game g\ngraph . L x\nedges - r\n{line}{guards}\nright . -> x\n");
        // What can change nothing is refused when it is read.
        if read(&text, "g.game").is_err_and(|e| e.to_string().contains("changes nothing")) {
            continue;
        }
        let game = game(&text);
        for _ in 0..3 {
            let graph = Graph::random(&mut rng);
            let own = game.show(&game.parse(&graph.text()).unwrap());
            let slow: HashSet<String> = by_definition(&graph, &pattern, &after, guard)
                .iter()
                .map(|t| game.show(&game.parse(t).unwrap()))
                .filter(|t| *t != own)
                .collect();
            let fast = moves(&game, &graph.text());
            assert_eq!(fast, slow, "{text}{}", graph.text());
            found += slow.len();
            // The parts of the position have its moves, and no others.
            let pos = game.parse(&graph.text()).unwrap();
            let of_parts: usize = game
                .split(&pos)
                .iter()
                .map(|p| moves(&game, &game.show(p)).len())
                .sum();
            assert!(
                of_parts <= slow.len() && (of_parts > 0) != slow.is_empty(),
                "{text}{}",
                graph.text()
            );
        }
        cases += 1;
    }
    assert!(found > 1500, "{found}");
}

#[test]
fn a_vertex_letter_never_stands_on_an_edge() {
    let any = game("game g\ngraph . L R\nedges - r\nleft ? -> L\nright . -> R\n");
    let found = moves(&any, "0-1");
    assert_eq!(
        found,
        HashSet::from(["0L,0-1".to_string(), "1L,0-1".to_string()])
    );
    let not = game("game g\ngraph . L R\nedges - r\nleft [^L] -> L\nright . -> R\n");
    assert_eq!(
        moves(&not, "0L,0-1"),
        HashSet::from(["0L,1L,0-1".to_string()])
    );
    let snort = game(
        "game g\ngraph . L R\nedges - r\nleft . -> L where no neighbour is R\nright . -> R where no neighbour is L\n",
    );
    assert!(moves(&snort, "0R,0-1").is_empty());
    assert!(moves(&snort, "0R,0-1r").is_empty());
    let edges = game(
        "game g\ngraph . L R\nedges - r\nleft . -> L where no neighbouring edge is r\nright . -> R\n",
    );
    assert_eq!(moves(&edges, "0-1r,1-2,2-3").len(), 2);
    let message = |line: &str| {
        let text = format!("game g\ngraph . L\nedges - r\n{line}\n");
        read(&text, "g.game").unwrap_err().to_string()
    };
    assert!(
        message("left . -> L where no neighbour is r").contains("`neighbouring edges` are edges")
    );
    assert!(message("left ? -> r").contains("a vertex gets a letter of vertices"));
}
