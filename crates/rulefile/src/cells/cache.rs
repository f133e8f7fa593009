//! The tables of each shape of board, made once.

use super::board::Shape;
use super::topology::Topology;
use std::collections::HashMap;
use std::ops::Deref;
use std::sync::{Arc, OnceLock, RwLock};

/// Rectangles with sides below this have a place of their own.
const SIDE: usize = 33;

/// Other shapes whose tables are kept.
const MOST_SHAPES: usize = 1 << 10;

/// The tables of all shapes that were met.
#[derive(Debug)]
pub(crate) struct Topologies {
    small: Vec<OnceLock<Box<Topology>>>,
    other: RwLock<HashMap<Shape, Arc<Topology>>>,
}

impl Default for Topologies {
    fn default() -> Self {
        Topologies {
            small: (0..SIDE * SIDE).map(|_| OnceLock::new()).collect(),
            other: RwLock::default(),
        }
    }
}

/// The tables of one shape.
pub(crate) enum Known<'a> {
    Own(&'a Topology),
    Shared(Arc<Topology>),
}

impl Deref for Known<'_> {
    type Target = Topology;

    fn deref(&self) -> &Topology {
        match self {
            Known::Own(topology) => topology,
            Known::Shared(topology) => topology,
        }
    }
}

impl Topologies {
    /// The tables of a shape; `make` makes them.
    pub fn get(&self, shape: &Shape, make: impl Fn() -> Topology) -> Known<'_> {
        if let Shape::Grid { rows, cols } = shape
            && let (rows, cols) = (*rows as usize, *cols as usize)
            && rows.max(cols) < SIDE
        {
            return Known::Own(self.small[rows * SIDE + cols].get_or_init(|| Box::new(make())));
        }
        if let Ok(known) = self.other.read()
            && let Some(found) = known.get(shape)
        {
            return Known::Shared(found.clone());
        }
        let made = Arc::new(make());
        if let Ok(mut known) = self.other.write() {
            if known.len() >= MOST_SHAPES {
                known.clear();
            }
            known.insert(shape.clone(), made.clone());
        }
        Known::Shared(made)
    }
}
