//! Tables of every position in a box: win or lose as bits, Grundy values as 16- or 32-bit cells.
//!
//! A [`bouton_rules::Boxed`] game lists the options of a cell as runs of cells, and a table is filled cell by cell in an
//! order in which options come first. What a table needs is compared with the memory limit before anything is allocated.
//!
//! | function | fills | memory a cell |
//! |---|---|---|
//! | [`wins`] | does the player to move win, normal or misère | 2 bits |
//! | [`partizan_wins`] | the same for each player to move | 3 bits |
//! | [`grundy`] | Grundy values | 2 bytes, 4 from the first value of 65,535 on |

mod bits;
mod layout;
mod values;
mod wins;

pub use layout::Layout;
pub use values::{GrundyTable, grundy};
pub use wins::{PartizanTable, WinTable, partizan_wins, wins};
