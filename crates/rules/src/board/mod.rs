//! Boards: grids, strips and graphs; how they are written, what is connected in them, what looks the same, how they are drawn.
//!
//! A [`Grid`] holds up to four kinds of cells in two planes of bits. A board of at most 64 cells is two machine words, and
//! [`Frame`] moves whole sets of cells over it; larger boards go cell by cell through the same calls. A strip is a grid of
//! one row. A [`Graph`] has coloured vertices and coloured edges, with multiple edges and loops.

mod cut;
mod frame;
mod graph;
mod grid;
mod label;
mod letters;
mod names;
mod region;
mod scene;
mod symmetry;
mod tree;

pub use frame::{Frame, members};
pub use graph::{Edge, Graph};
pub use grid::{Cell, Grid};
pub use letters::Letters;
pub use names::{Item, MOST_VERTICES, NameBook, Names, name_at_start};
pub use region::{Reach, joined_cells, regions, regions_by_cell};
pub use scene::{Scene, Shape};
pub use symmetry::{
    D4, Symmetry, V4, least_coloured, least_d4, least_image, least_turned, least_v4,
};

/// Most cells of a board: beyond it the text is refused, not cut.
pub const MOST_CELLS: usize = 1 << 22;
