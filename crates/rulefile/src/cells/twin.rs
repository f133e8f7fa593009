//! The slow twin: moves from the definition, by coordinates and by trying everything.

use super::board::{Board, Places, Shape};
use super::rules::{CellRules, Guard, Item, Level, Piece, Put, Rewrite, Rule, Step, VOID, Zone};
use bouton_rules::Player;
use std::collections::BTreeSet;

type Flat = Vec<(Item, usize)>;

/// Every way to write a pattern out without repetitions, up to `most` places.
fn written_out(rewrite: &Rewrite, most: usize) -> Vec<Flat> {
    let mut all: Vec<Flat> = vec![Vec::new()];
    for (g, group) in rewrite.groups.iter().enumerate() {
        let rounds = match group.repeats {
            None => 1..=1,
            Some(least) => least..=most,
        };
        let mut longer = Vec::new();
        for flat in &all {
            for n in rounds.clone() {
                let mut next = flat.clone();
                for _ in 0..n {
                    next.extend(group.items.iter().map(|&i| (i, g)));
                }
                if next.len() <= most {
                    longer.push(next);
                }
            }
        }
        all = longer;
    }
    all.retain(|f| !f.is_empty());
    all
}

fn place(board: &Board, at: (isize, isize)) -> Option<usize> {
    let (rows, cols) = board.sides();
    let inside = (0..rows as isize).contains(&at.0) && (0..cols as isize).contains(&at.1);
    inside.then(|| at.0 as usize * cols + at.1 as usize)
}

fn neighbours(rules: &CellRules, board: &Board, at: usize, zone: Zone) -> Vec<usize> {
    if let Shape::Graph(net) = &board.shape {
        let mut found = Vec::new();
        for (i, &(a, b)) in net.edges.iter().enumerate() {
            let (a, b, edge) = (a as usize, b as usize, net.order as usize + i);
            let pairs = match rules.level {
                Level::Edges if zone == Zone::EdgesBeside => {
                    let mut pairs = vec![(a, edge), (b, edge)];
                    for (j, &(c, d)) in net.edges.iter().enumerate() {
                        let meet = [c as usize, d as usize].iter().any(|v| [a, b].contains(v));
                        pairs.extend(meet.then_some((edge, net.order as usize + j)));
                    }
                    pairs
                }
                Level::Edges => vec![(a, b), (b, a), (edge, a), (edge, b)],
                _ => vec![(a, b), (b, a)],
            };
            found.extend(
                pairs
                    .into_iter()
                    .filter(|p| p.0 == at && p.1 != at)
                    .map(|p| p.1),
            );
        }
        return found;
    }
    let (_, cols) = board.sides();
    let (r, c) = ((at / cols) as isize, (at % cols) as isize);
    let mut found = Vec::new();
    for dr in -1..=1isize {
        for dc in -1..=1isize {
            let straight = (dr == 0) != (dc == 0);
            let wanted = match zone {
                Zone::Beside => straight,
                Zone::Diagonal => dr != 0 && dc != 0,
                _ => (dr, dc) != (0, 0),
            };
            if wanted {
                found.extend(place(board, (r + dr, c + dc)));
            }
        }
    }
    found
}

/// Where a path on a graph may go on: from vertex to vertex, or from a vertex to an edge and back.
fn next_on_path(rules: &CellRules, board: &Board, at: usize) -> Vec<usize> {
    let Shape::Graph(net) = &board.shape else {
        return Vec::new();
    };
    let vertex = at < net.order as usize;
    match rules.level {
        Level::Edges if vertex => neighbours(rules, board, at, Zone::EdgesBeside),
        _ => neighbours(rules, board, at, Zone::Beside),
    }
}

/// Every match of one written-out pattern that begins at `start`: the places.
fn matches(
    rules: &CellRules,
    board: &Board,
    rewrite: &Rewrite,
    flat: &Flat,
    start: usize,
    step: Step,
) -> Vec<Vec<usize>> {
    let fits = |place: usize, item: &Item| {
        let letter = board.cells[place];
        letter != VOID && item.matches >> letter & 1 == 1
    };
    if board.is_graph() {
        let mut paths = vec![vec![start]];
        for _ in 1..flat.len() {
            let mut longer = Vec::new();
            for path in &paths {
                for next in 0..board.cells.len() {
                    let beside = next_on_path(rules, board, path[path.len() - 1]);
                    if beside.contains(&next) && !path.contains(&next) {
                        longer.push([path.as_slice(), &[next]].concat());
                    }
                }
            }
            paths = longer;
        }
        paths.retain(|p| {
            p.iter()
                .zip(flat)
                .all(|(&place, (item, _))| fits(place, item))
        });
        return paths;
    }
    let (_, cols) = board.sides();
    let from = ((start / cols) as isize, (start % cols) as isize);
    let at = |i: isize| (from.0 + i * step.0 as isize, from.1 + i * step.1 as isize);
    let path: Option<Vec<usize>> = (0..flat.len() as isize)
        .map(|i| place(board, at(i)))
        .collect();
    let Some(path) = path else { return Vec::new() };
    let ends = (!rewrite.edges.0 || place(board, at(-1)).is_none())
        && (!rewrite.edges.1 || place(board, at(flat.len() as isize)).is_none());
    let all = path
        .iter()
        .zip(flat)
        .all(|(&place, (item, _))| fits(place, item));
    if ends && all { vec![path] } else { Vec::new() }
}

fn holds(rules: &CellRules, board: &Board, guard: &Guard, path: &[usize]) -> bool {
    let zone: BTreeSet<usize> = if guard.zone == Zone::Board {
        (0..board.cells.len()).collect()
    } else {
        let beside = path
            .iter()
            .flat_map(|&p| neighbours(rules, board, p, guard.zone));
        beside.filter(|p| !path.contains(p)).collect()
    };
    let count = zone
        .iter()
        .filter(|&&p| board.cells[p] != VOID && guard.letters >> board.cells[p] & 1 == 1);
    (guard.least..=guard.most).contains(&count.count())
}

fn rewritings(
    rules: &CellRules,
    board: &Board,
    parts: &[Rewrite],
    start: Option<usize>,
    found: &mut BTreeSet<Board>,
) {
    let Some((rewrite, rest)) = parts.split_first() else {
        found.insert(board.clone());
        return;
    };
    let starts = match start {
        Some(start) => start..start + 1,
        None => 0..board.cells.len(),
    };
    for flat in written_out(rewrite, board.cells.len()) {
        for start in starts.clone() {
            for &step in &rewrite.steps {
                for path in matches(rules, board, rewrite, &flat, start, step) {
                    if !rewrite.guards.iter().all(|g| holds(rules, board, g, &path)) {
                        continue;
                    }
                    let mut next = board.clone();
                    if rules.level == Level::Words {
                        let mut word = Places::from_slice(&board.cells[..path[0]]);
                        for piece in &rewrite.pieces {
                            match *piece {
                                Piece::Letter(l) => word.push(l),
                                Piece::Copy(g) => word.extend(
                                    path.iter()
                                        .zip(&flat)
                                        .filter(|(_, f)| f.1 == g)
                                        .map(|(&p, _)| board.cells[p]),
                                ),
                            }
                        }
                        word.extend_from_slice(&board.cells[path[path.len() - 1] + 1..]);
                        next = Board::grid(1, word.len(), word);
                    } else {
                        for (&p, (item, _)) in path.iter().zip(&flat) {
                            if let Put::Letter(l) = item.put {
                                next.cells[p] = l;
                            }
                        }
                    }
                    rewritings(rules, &next, rest, path.last().copied(), found);
                }
            }
        }
    }
}

/// Is this a position of the game?
pub(crate) fn exists(rules: &CellRules, board: &Board) -> bool {
    let contains = |pattern: &Rewrite| {
        written_out(pattern, board.cells.len()).iter().any(|flat| {
            (0..board.cells.len()).any(|start| {
                pattern
                    .steps
                    .iter()
                    .any(|&s| !matches(rules, board, pattern, flat, start, s).is_empty())
            })
        })
    };
    rules.forbidden.iter().all(|(r, _)| !contains(r))
        && rules
            .counts
            .iter()
            .all(|(g, _)| holds(rules, board, g, &[]))
}

/// The positions that a move of `who` leads to.
pub(crate) fn moves(rules: &CellRules, who: Player, board: &Board) -> BTreeSet<Board> {
    let mut found = BTreeSet::new();
    let own = |m: &&Rule| m.who.is_none_or(|w| w == who);
    for rule in rules.moves.iter().filter(own) {
        rewritings(rules, board, &rule.parts, None, &mut found);
    }
    found.remove(board);
    found.retain(|b| exists(rules, b));
    found
}
