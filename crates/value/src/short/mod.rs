//! Short games in canonical form: the store, order, sums, and the operations of the field.

mod atomic;
mod cache;
mod canon;
mod compare;
mod cores;
mod fold;
mod heating;
mod import;
mod mask;
mod names;
mod num;
mod order;
mod pending;
mod picture;
mod power;
mod print;
mod product;
mod raster;
mod shape;
mod store;
mod sum;
mod term;
mod thermograph;
mod uptimal;
mod wall;

pub use compare::Comparison;
pub use names::NumberUpStar;
pub use print::Notation;
pub use raster::Raster;
pub use shape::Outcome;
pub use store::{Size, Store, Value};
pub use term::Term;
pub use thermograph::{Thermograph, Trajectory};
pub use uptimal::Uptimal;
