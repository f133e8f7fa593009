//! A move as a value: what a person types for it, where the drawing changes, and the position after it.
//!
//! A move is told from the drawings of the two positions, so that every game has labels without saying anything: by cells where the
//! drawing has cells, by vertices and edges where it has those, else by the items of the text.

mod board;
mod graph;
mod list;

use crate::workbench::Workbench;
use bouton_rules::board::{Scene, Shape};
use bouton_rules::{Player, Result};
use serde::Serialize;
use std::collections::{HashMap, HashSet};

/// A move of a player.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Move {
    /// What a person types: `b2`, `b2-b3`, `3 -> 1`; no other move of the list has the same one.
    pub label: String,
    /// The places of the drawing of the position before the move that it touches.
    pub cells: Vec<Place>,
    /// The position after it.
    pub to: String,
}

/// A place of a drawing, numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Place {
    /// A cell: its row from the top and its column from the left. A position in a line of letters has one row.
    Cell(usize, usize),
    /// An item of a list, such as a heap.
    Heap(usize),
    /// A vertex, in the order of the drawing.
    Vertex(usize),
    /// An edge, in the order of the drawing.
    Edge(usize),
}

/// What one move changes: labels to choose from, the shortest first, and the places.
#[derive(Default)]
struct Change {
    labels: Vec<String>,
    cells: Vec<Place>,
}

impl Workbench {
    /// The picture of a position as shapes, each with the place of a move that it stands for.
    ///
    /// ```
    /// use bouton_engine::{Place, Workbench};
    /// let (scene, places) = Workbench::named("clobber").unwrap().scene("xo|.x").unwrap();
    /// assert_eq!(scene.shapes.len(), places.len());
    /// assert!(places.contains(&Some(Place::Cell(1, 0))));
    /// ```
    pub fn scene(&self, position: &str) -> Result<(Scene, Vec<Option<Place>>)> {
        let scene = self.game.draw(&self.game.show(position)?)?;
        let places = board::places(&scene);
        Ok((scene, places))
    }

    /// All moves of a player, each with a label that no other has.
    ///
    /// Cost: a drawing of each position that a move leads to. Errors: a text that is no position.
    ///
    /// ```
    /// use bouton_engine::{Place, Player, Workbench};
    /// let board = Workbench::named("clobber").unwrap();
    /// let moves = board.labelled_moves(Player::Right, "xo|.x").unwrap();
    /// assert_eq!((moves[0].label.as_str(), moves[0].to.as_str()), ("b1-a1", "o.|.x"));
    /// assert_eq!(moves[0].cells, [Place::Cell(0, 1), Place::Cell(0, 0)]);
    /// let nim = Workbench::named("nim").unwrap();
    /// assert_eq!(nim.labelled_moves(Player::Left, "3,4").unwrap()[0].label, "3 -> 2");
    /// ```
    pub fn labelled_moves(&self, who: Player, position: &str) -> Result<Vec<Move>> {
        let position = self.game.show(position)?;
        let before = self.game.draw(&position)?;
        let targets = self.game.moves(who, &position)?;
        let mut changes = Vec::with_capacity(targets.len());
        for to in &targets {
            let after = self.game.draw(to)?;
            changes.push(change(&position, &before, to, &after));
        }
        Ok(named(targets, changes))
    }
}

/// What lies between two positions.
fn change(from: &str, before: &Scene, to: &str, after: &Scene) -> Change {
    let cells = |scene: &Scene| scene.shapes.iter().any(|s| matches!(s, Shape::Cell { .. }));
    let lines = |scene: &Scene| {
        let drawn = |s: &Shape| matches!(s, Shape::Stone { .. } | Shape::Line { .. });
        scene.shapes.iter().any(drawn)
    };
    let found = if cells(before) && cells(after) {
        board::of_scenes(before, after)
    } else if lines(before) && !cells(before) {
        graph::of_scenes(before, after)
    } else {
        None
    };
    found.unwrap_or_else(|| list::of_texts(from, to))
}

/// Chooses for each move the shortest label that no other move has at that length.
fn named(targets: Vec<String>, changes: Vec<Change>) -> Vec<Move> {
    let mut level = vec![0; targets.len()];
    let label = |i: usize, level: usize| -> String {
        let labels = &changes[i].labels;
        let found = labels.get(level).or(labels.last());
        found.cloned().unwrap_or_else(|| targets[i].clone())
    };
    let most = changes.iter().map(|c| c.labels.len()).max().unwrap_or(0);
    for next in 1..most {
        let mut count: HashMap<String, usize> = HashMap::new();
        for (i, &l) in level.iter().enumerate() {
            *count.entry(label(i, l)).or_default() += 1;
        }
        for (i, l) in level.iter_mut().enumerate() {
            if count[&label(i, *l)] > 1 {
                *l = next;
            }
        }
    }
    let labels: Vec<String> = level
        .iter()
        .enumerate()
        .map(|(i, &l)| label(i, l))
        .collect();
    let mut taken: HashSet<String> = HashSet::new();
    let unique = labels.into_iter().map(|label| {
        let mut own = label.clone();
        let mut n = 1;
        while !taken.insert(own.clone()) {
            n += 1;
            own = format!("{label} ({n})");
        }
        own
    });
    let unique: Vec<String> = unique.collect();
    let parts = unique.into_iter().zip(changes).zip(targets);
    parts
        .map(|((label, change), to)| Move {
            label,
            cells: change.cells,
            to,
        })
        .collect()
}
