//! Graphs with letters: `0-1,1-2`, a letter behind a vertex or an edge, the first letter of each not written.

use super::board::{Board, MOST_PLACES, Net, Places, Shape, list};
use super::rules::{CellRules, Level, VOID};
use bouton_rules::board::{Item, NameBook, Names};
use bouton_rules::heaps::shorten;
use bouton_rules::{Error, Result};
use std::sync::Arc;

/// Reads a graph. Only what is written is a vertex; names are numbers or words.
pub(crate) fn parse(rules: &CellRules, text: &str) -> Result<Board> {
    let mut book = NameBook::default();
    let mut letters: Vec<Option<u8>> = Vec::new();
    let mut edges: Vec<(usize, usize, u8)> = Vec::new();
    let trimmed = text.trim();
    let items = trimmed.split(',').map(str::trim).enumerate();
    let none = trimmed.is_empty() || trimmed == "none";
    for (i, text_item) in items.filter(|_| !none) {
        let fault = |what: String| {
            Error::input(format!(
                "graph `{}` of {}: item {}, `{}`, {what}; write edges like 0-1 or a-b and vertices like 2, with a letter behind ({}; \
                 behind a word with a colon)",
                shorten(text),
                rules.name,
                i + 1,
                shorten(text_item),
                list(rules)
            ))
        };
        let item = Item::read(text_item);
        let item = item.ok_or_else(|| fault("is not an edge or a vertex".into()))?;
        let (first, end) = match (item.b, rules.level) {
            (None, _) => (0, rules.vertices),
            (Some(_), Level::Edges) => (rules.vertices, rules.letters.len()),
            (Some(_), _) => (0, 0),
        };
        let number = match item.letter {
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
        let many = || {
            fault(format!(
                "is beyond the {MOST_PLACES} places that a graph may have"
            ))
        };
        let a = book.vertex(item.a).ok_or_else(many)?;
        let b = item
            .b
            .map(|b| book.vertex(b).ok_or_else(many))
            .transpose()?;
        if book.len() + edges.len() + usize::from(b.is_some()) > MOST_PLACES {
            return Err(many());
        }
        letters.resize(book.len(), None);
        match (b, item.letter) {
            (Some(b), _) => edges.push((a, b, number)),
            (None, None) => {}
            (None, Some(_)) if letters[a].is_some_and(|other| other != number) => {
                return Err(fault("gives a vertex a second letter".into()));
            }
            (None, Some(_)) => letters[a] = Some(number),
        }
    }
    let (names, place) = book.finish();
    let mut vertices = vec![0; place.len()];
    for (old, letter) in letters.into_iter().enumerate() {
        vertices[place[old]] = letter.unwrap_or(0);
    }
    let edge = |(a, b, letter): (usize, usize, u8)| {
        let (a, b) = (place[a] as u32, place[b] as u32);
        (a.min(b), a.max(b), letter)
    };
    let edges = edges.into_iter().map(edge).collect();
    Ok(assemble(rules, vertices, edges, names))
}

/// A position from letters, edges in any order, and the names of the vertices.
pub(crate) fn assemble(
    rules: &CellRules,
    vertices: Vec<u8>,
    mut edges: Vec<(u32, u32, u8)>,
    names: Names,
) -> Board {
    edges.sort_unstable();
    let mut cells = Places::from_vec(vertices);
    let order = cells.len() as u32;
    if rules.level == Level::Edges {
        cells.extend(edges.iter().map(|e| e.2));
    }
    let edges = edges.iter().map(|&(a, b, _)| (a, b)).collect();
    Board {
        shape: Shape::Graph(Arc::new(Net {
            order,
            edges,
            names,
        })),
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
    let mut text = String::new();
    let mut item = |a: usize, b: Option<u32>, letter: Option<char>| {
        if !text.is_empty() {
            text.push(',');
        }
        text.push_str(&net.names.of(a));
        if let Some(b) = b {
            text.push('-');
            text.push_str(&net.names.of(b as usize));
        }
        if let Some(letter) = letter {
            Item::write_letter(&mut text, letter);
        }
    };
    for (v, named) in named.iter().enumerate() {
        match cells[v] {
            0 if *named => {}
            0 => item(v, None, None),
            letter => item(v, None, Some(rules.letter(letter))),
        }
    }
    let plain = rules.vertices as u8;
    for (i, &(a, b)) in net.edges.iter().enumerate() {
        let letter = cells.get(order + i).copied().unwrap_or(plain);
        let letter = (letter != plain).then(|| rules.letter(letter));
        item(a as usize, Some(b), letter);
    }
    if text.is_empty() {
        "none".to_string()
    } else {
        text
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
    let names = net.names.only((0..order).filter(|&v| there[v]));
    assemble(rules, vertices, edges, names)
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
    assemble(rules, vertices, edges, Names::default())
}
