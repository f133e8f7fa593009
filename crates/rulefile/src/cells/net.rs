//! Graphs with letters: `0-1,1-2`, a letter behind a vertex or an edge, the first letter of each not written.

use super::board::{Board, MOST_PLACES, Net, Places, Shape, list};
use super::rules::{CellRules, Level, VOID};
use bouton_rules::heaps::shorten;
use bouton_rules::{Error, Result};
use std::sync::Arc;

/// Reads a graph.
pub(crate) fn parse(rules: &CellRules, text: &str) -> Result<Board> {
    let mut vertices: Vec<u8> = Vec::new();
    let mut edges: Vec<(u32, u32, u8)> = Vec::new();
    let trimmed = text.trim();
    let items = trimmed.split(',').map(str::trim).enumerate();
    let none = trimmed.is_empty() || trimmed == "none";
    for (i, item) in items.filter(|_| !none) {
        let fault = |what: String| {
            Error::input(format!(
                "graph `{}` of {}: item {}, `{}`, {what}; write edges like 0-1 and vertices like 2, with a letter behind ({})",
                shorten(text),
                rules.name,
                i + 1,
                shorten(item),
                list(rules)
            ))
        };
        let letter = item.chars().last().filter(|c| !c.is_ascii_digit());
        let bare = match letter {
            Some(letter) => &item[..item.len() - letter.len_utf8()],
            None => item,
        };
        let number = |part: &str| -> Result<u32> {
            if part.is_empty() || !part.bytes().all(|b| b.is_ascii_digit()) {
                return Err(fault("is not an edge or a vertex".into()));
            }
            let n = part
                .parse()
                .ok()
                .filter(|&n: &u32| (n as usize) < MOST_PLACES);
            n.ok_or_else(|| fault(format!("has a vertex beyond {}", MOST_PLACES - 1)))
        };
        let (a, b, edge) = match bare.split_once('-') {
            Some((a, b)) => (number(a)?, number(b)?, true),
            None => (number(bare)?, number(bare)?, false),
        };
        let (first, end) = match (edge, rules.level) {
            (false, _) => (0, rules.vertices),
            (true, Level::Edges) => (rules.vertices, rules.letters.len()),
            (true, _) => (0, 0),
        };
        let number = match letter {
            None => first as u8,
            Some('_') => VOID,
            Some(letter) => {
                let found = rules.letters[first..end].iter().position(|&l| l == letter);
                let at = found.ok_or_else(|| {
                    fault(format!(
                        "has `{letter}` behind it, which is no letter for it"
                    ))
                })?;
                (first + at) as u8
            }
        };
        let high = a.max(b) as usize;
        if vertices.len() <= high {
            vertices.resize(high + 1, 0);
        }
        if edge {
            edges.push((a.min(b), a.max(b), number));
        } else {
            vertices[a as usize] = number;
        }
        if vertices.len() + edges.len() > MOST_PLACES {
            return Err(fault(format!(
                "is beyond the {MOST_PLACES} places that a graph may have"
            )));
        }
    }
    Ok(assemble(rules, vertices, edges))
}

/// A position from letters and edges in any order.
pub(crate) fn assemble(
    rules: &CellRules,
    vertices: Vec<u8>,
    mut edges: Vec<(u32, u32, u8)>,
) -> Board {
    edges.sort_unstable();
    let mut cells = Places::from_vec(vertices);
    let order = cells.len() as u32;
    if rules.level == Level::Edges {
        cells.extend(edges.iter().map(|e| e.2));
    }
    let edges = edges.iter().map(|&(a, b, _)| (a, b)).collect();
    Board {
        shape: Shape::Graph(Arc::new(Net { order, edges })),
        cells,
    }
}

/// Vertices with a letter that is written or without an edge, then the edges.
pub(crate) fn show(rules: &CellRules, net: &Net, cells: &[u8]) -> String {
    let order = net.order as usize;
    let mut named = vec![false; order];
    for &(a, b) in &net.edges {
        named[a as usize] = true;
        named[b as usize] = true;
    }
    let mut items = Vec::new();
    for (v, named) in named.iter().enumerate() {
        match cells[v] {
            0 if *named => {}
            0 => items.push(v.to_string()),
            letter => items.push(format!("{v}{}", rules.letter(letter))),
        }
    }
    for (i, &(a, b)) in net.edges.iter().enumerate() {
        let letter = cells
            .get(order + i)
            .copied()
            .unwrap_or(rules.vertices as u8);
        items.push(if letter == rules.vertices as u8 {
            format!("{a}-{b}")
        } else {
            format!("{a}-{b}{}", rules.letter(letter))
        });
    }
    if items.is_empty() {
        "none".to_string()
    } else {
        items.join(",")
    }
}

/// The part on some places. Ends of an edge that stays are on the graph but off the board.
pub(crate) fn restrict(rules: &CellRules, net: &Net, cells: &[u8], keep: &[u32]) -> Board {
    let order = net.order as usize;
    let mut stays = vec![false; cells.len()];
    for &place in keep {
        stays[place as usize] = true;
    }
    let mut there: Vec<bool> = stays[..order].to_vec();
    let with_letters = rules.level == Level::Edges;
    if with_letters {
        for (i, &(a, b)) in net.edges.iter().enumerate() {
            if stays[order + i] {
                there[a as usize] = true;
                there[b as usize] = true;
            }
        }
    }
    let mut number = vec![0u32; order];
    let mut vertices = Vec::new();
    for v in (0..order).filter(|&v| there[v]) {
        number[v] = vertices.len() as u32;
        vertices.push(if stays[v] { cells[v] } else { VOID });
    }
    let kept = net
        .edges
        .iter()
        .enumerate()
        .filter(|&(i, &(a, b))| match with_letters {
            true => stays[order + i],
            false => there[a as usize] && there[b as usize],
        });
    let edges = kept.map(|(i, &(a, b))| {
        let letter = cells.get(order + i).copied().unwrap_or(0);
        (number[a as usize], number[b as usize], letter)
    });
    let edges = edges.collect();
    assemble(rules, vertices, edges)
}

/// The disjoint union.
pub(crate) fn union(rules: &CellRules, parts: &[Board]) -> Board {
    let (mut vertices, mut edges) = (Vec::new(), Vec::new());
    for part in parts {
        let Shape::Graph(net) = &part.shape else {
            continue;
        };
        let (shift, order) = (vertices.len() as u32, net.order as usize);
        vertices.extend_from_slice(&part.cells[..order]);
        for (i, &(a, b)) in net.edges.iter().enumerate() {
            let letter = part.cells.get(order + i).copied().unwrap_or(0);
            edges.push((a + shift, b + shift, letter));
        }
    }
    assemble(rules, vertices, edges)
}
