//! Symmetries of the rules: turns and reflections of the board, letters exchanged, players exchanged.
//!
//! A symmetry is one that maps the set of all rules, each with each of its steps, to itself. It is found by trying, so that
//! nothing has to be said in the file.

use super::board::{Board, Net, Places, Shape};
use super::net;
use super::rules::{CellRules, Group, Guard, LetterSet, Level, Piece, Put, Rewrite, Step, VOID};
use bouton_rules::Player;
use bouton_rules::board::{Cell, Edge, Graph, Names};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Letters beyond which exchanges of letters are not tried.
const MOST_EXCHANGED: usize = 5;

/// A symmetry of the square (as in [`bouton_rules::board::Symmetry`]) with an exchange of letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Turn {
    rows: bool,
    cols: bool,
    transpose: bool,
    letters: Vec<u8>,
}

/// The symmetries of a game: those that keep the players and those that exchange them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Symmetries {
    pub same: Vec<Turn>,
    pub negative: Vec<Turn>,
}

/// A rule along one choice of steps, in a form in which equal rules are equal.
type Key = (Option<Player>, Vec<Rewrite>);

impl Symmetries {
    /// Every symmetry of the rules, the identity first.
    pub fn of(rules: &CellRules) -> Symmetries {
        let own = keys(rules);
        let mut found = Symmetries::default();
        for code in 0..8u8 {
            let turn = |letters| Turn {
                rows: code & 1 != 0,
                cols: code & 2 != 0,
                transpose: code & 4 != 0,
                letters,
            };
            let fits = match rules.level {
                Level::Cells => true,
                Level::Words => code & 5 == 0,
                _ => code == 0,
            };
            if !fits {
                continue;
            }
            for letters in exchanges(rules) {
                let turn = turn(letters);
                let image = |exchange: bool| -> BTreeSet<Key> {
                    own.iter().map(|key| turn.key(key, exchange)).collect()
                };
                if image(false) == own {
                    found.same.push(turn.clone());
                }
                if rules.is_partizan() && image(true) == own {
                    found.negative.push(turn);
                }
            }
        }
        found
    }
}

/// The identity and every exchange of pairs of letters of the same kind.
fn exchanges(rules: &CellRules) -> Vec<Vec<u8>> {
    let n = rules.letters.len();
    let identity: Vec<u8> = (0..n as u8).collect();
    let mut all = vec![identity];
    if n > MOST_EXCHANGED {
        return all;
    }
    // Each letter in turn is left alone or exchanged with a later one that is still free.
    for i in 0..n {
        let mut more = Vec::new();
        for map in all.iter().filter(|m| m[i] as usize == i) {
            let kind = |l: usize| l < rules.vertices;
            for j in (i + 1..n).filter(|&j| map[j] as usize == j && kind(i) == kind(j)) {
                let mut longer = map.clone();
                longer.swap(i, j);
                more.push(longer);
            }
        }
        all.extend(more);
    }
    all
}

fn keys(rules: &CellRules) -> BTreeSet<Key> {
    let forbidden = rules
        .forbidden
        .iter()
        .map(|(r, _)| (None, std::slice::from_ref(r), true));
    let moves = rules
        .moves
        .iter()
        .map(|m| (m.who, m.parts.as_slice(), false));
    let mut found = BTreeSet::new();
    for (who, parts, never) in moves.chain(forbidden) {
        let mut ways: Vec<Vec<Rewrite>> = vec![Vec::new()];
        for part in parts {
            let longer = |way: &Vec<Rewrite>| {
                let each = part.steps.iter().map(|&step| {
                    let mut one = part.clone();
                    one.steps = vec![step];
                    // What no position may contain is told from a move by a piece that no move has.
                    if never {
                        one.pieces = vec![Piece::Copy(usize::MAX)];
                    }
                    [way.as_slice(), &[one]].concat()
                });
                each.collect::<Vec<_>>()
            };
            ways = ways.iter().flat_map(longer).collect();
        }
        found.extend(ways.into_iter().map(|way| (who, normal(way))));
    }
    found.extend(rules.goals.keys());
    // Counts over whole boards stay as they are under every turn, not under every exchange of letters.
    for (count, _) in &rules.counts {
        let rewrite = Rewrite {
            groups: Vec::new(),
            edges: (false, false),
            pieces: Vec::new(),
            steps: Vec::new(),
            guards: vec![count.clone()],
        };
        found.insert((None, vec![rewrite]));
    }
    found
}

/// A single rewriting is the same rule read backwards: the lesser of the two.
fn normal(mut way: Vec<Rewrite>) -> Vec<Rewrite> {
    for rewrite in &mut way {
        rewrite.guards.sort();
    }
    if let [one] = way.as_slice() {
        let back = backwards(one);
        if back < *one {
            way = vec![back];
        }
    }
    way
}

/// The same rewriting from its last place to its first.
pub(crate) fn backwards(rewrite: &Rewrite) -> Rewrite {
    let n = rewrite.groups.len();
    let turned = |group: &Group| Group {
        items: group.items.iter().rev().copied().collect(),
        repeats: group.repeats,
    };
    let piece = |p: &Piece| match *p {
        Piece::Copy(g) if g < n => Piece::Copy(n - 1 - g),
        other => other,
    };
    Rewrite {
        groups: rewrite.groups.iter().rev().map(turned).collect(),
        edges: (rewrite.edges.1, rewrite.edges.0),
        pieces: rewrite.pieces.iter().rev().map(piece).collect(),
        steps: rewrite.steps.iter().map(|&(r, c)| (-r, -c)).collect(),
        guards: rewrite.guards.clone(),
    }
}

impl Turn {
    fn step(&self, (r, c): Step) -> Step {
        let r = if self.rows { -r } else { r };
        let c = if self.cols { -c } else { c };
        if self.transpose { (c, r) } else { (r, c) }
    }

    fn set(&self, letters: LetterSet) -> LetterSet {
        let members = self
            .letters
            .iter()
            .enumerate()
            .filter(|(i, _)| letters >> i & 1 == 1);
        members.fold(0, |set, (_, &l)| set | 1 << l)
    }

    fn letter(&self, letter: u8) -> u8 {
        self.letters.get(letter as usize).copied().unwrap_or(letter)
    }

    /// The image of a rule.
    fn key(&self, (who, parts): &Key, exchange: bool) -> Key {
        let image = |rewrite: &Rewrite| {
            let mut made = rewrite.clone();
            for item in made.groups.iter_mut().flat_map(|g| &mut g.items) {
                item.matches = self.set(item.matches);
                if let Put::Letter(l) = &mut item.put {
                    *l = self.letter(*l);
                }
            }
            for piece in &mut made.pieces {
                if let Piece::Letter(l) = piece {
                    *l = self.letter(*l);
                }
            }
            for step in &mut made.steps {
                *step = self.step(*step);
            }
            for guard in &mut made.guards {
                *guard = Guard {
                    letters: self.set(guard.letters),
                    ..guard.clone()
                };
            }
            made
        };
        let who = if exchange {
            who.map(Player::other)
        } else {
            *who
        };
        (who, normal(parts.iter().map(image).collect()))
    }

    /// The image of a board.
    pub fn apply(&self, board: &Board) -> Board {
        let Shape::Grid { rows, cols } = board.shape else {
            let cells = board.cells.iter().map(|&l| self.letter(l)).collect();
            return Board {
                shape: board.shape.clone(),
                cells,
            };
        };
        let (rows, cols) = (rows as usize, cols as usize);
        let (high, wide) = if self.transpose {
            (cols, rows)
        } else {
            (rows, cols)
        };
        let mut cells = Places::with_capacity(board.cells.len());
        for r in 0..high {
            for c in 0..wide {
                let (r, c) = if self.transpose { (c, r) } else { (r, c) };
                let r = if self.rows { rows - 1 - r } else { r };
                let c = if self.cols { cols - 1 - c } else { c };
                cells.push(self.letter(board.cells[r * cols + c]));
            }
        }
        Board::grid(high, wide, cells)
    }
}

/// The least image under some symmetries; a graph is relabelled too.
pub(crate) fn least(rules: &CellRules, turns: &[Turn], board: &Board) -> Board {
    if let Shape::Grid { rows, cols } = board.shape {
        return least_grid(turns, board, (rows as usize, cols as usize));
    }
    let images = turns.iter().map(|t| relabelled(rules, t.apply(board)));
    images.min().unwrap_or_else(|| board.clone())
}

/// The least image of a rectangle or a word: images are compared as they are made, so that most are given up after a few
/// places.
fn least_grid(turns: &[Turn], board: &Board, (rows, cols): (usize, usize)) -> Board {
    let sides = |turn: &Turn| {
        if turn.transpose {
            (cols, rows)
        } else {
            (rows, cols)
        }
    };
    let Some((high, wide)) = turns.iter().map(sides).min() else {
        return board.clone();
    };
    let mut least = Places::new();
    for turn in turns.iter().filter(|&t| sides(t) == (high, wide)) {
        // The number of the place that comes to row r, column c is first + r * down + c * across.
        let (mut first, mut down, mut across) = (0isize, cols as isize, 1isize);
        if turn.rows {
            (first, down) = (first + down * (rows as isize - 1), -down);
        }
        if turn.cols {
            (first, across) = (first + cols as isize - 1, -1);
        }
        if turn.transpose {
            (down, across) = (across, down);
        }
        let mut image = (0..high as isize).flat_map(|r| {
            let start = first + r * down;
            (0..wide as isize).map(move |c| (start + c * across) as usize)
        });
        if least.is_empty() {
            least.extend(image.map(|from| turn.letter(board.cells[from])));
            continue;
        }
        let mut at = 0;
        while let Some(from) = image.next() {
            let (letter, best) = (turn.letter(board.cells[from]), least[at]);
            if letter > best {
                break;
            }
            if letter < best {
                least.truncate(at);
                least.push(letter);
                least.extend(image.map(|from| turn.letter(board.cells[from])));
                break;
            }
            at += 1;
        }
    }
    Board::grid(high, wide, least)
}

/// A graph with its vertices in an order that isomorphic graphs nearly always share, if its letters are few enough for the
/// colours of [`Graph`].
fn relabelled(rules: &CellRules, board: Board) -> Board {
    let Shape::Graph(shape) = &board.shape else {
        return board;
    };
    let edge_letters = rules.letters.len() - rules.vertices;
    if rules.board.is_some() {
        return board;
    }
    let nameless = |board: Board| {
        let net = Net {
            names: Names::default(),
            ..(**shape).clone()
        };
        Board {
            shape: Shape::Graph(Arc::new(net)),
            cells: board.cells,
        }
    };
    if rules.vertices > 3 || edge_letters > 4 {
        return nameless(board.clone());
    }
    let order = shape.order as usize;
    const CELLS: [Cell; 4] = [Cell::Free, Cell::Left, Cell::Right, Cell::Block];
    let colour = |letter: u8, first: usize| match letter {
        VOID => Cell::Block,
        letter => CELLS[letter as usize - first],
    };
    let colours = board.cells[..order].iter().map(|&l| colour(l, 0)).collect();
    let letter = |i: usize| {
        board
            .cells
            .get(order + i)
            .copied()
            .unwrap_or(rules.vertices as u8)
    };
    let edges = shape
        .edges
        .iter()
        .enumerate()
        .map(|(i, &(a, b))| (a as usize, b as usize, colour(letter(i), rules.vertices)));
    let Ok(graph) = Graph::from_edges(colours, edges) else {
        return nameless(board.clone());
    };
    let graph = graph.canonical();
    let vertices = graph.colours().iter().map(|&c| match c {
        Cell::Block => VOID,
        c => c as u8,
    });
    let edge = |e: &Edge| (e.a, e.b, e.colour as u8 + rules.vertices as u8);
    net::assemble(
        rules,
        vertices.collect(),
        graph.edges().iter().map(edge).collect(),
        Names::default(),
    )
}
