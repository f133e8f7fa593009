//! Short games in canonical form: the store, order, sums, and the operations of the field.

mod cache;
mod canon;
mod compare;
mod names;
mod num;
mod store;
mod sum;
mod print;
mod thermograph;

pub use compare::Comparison;
pub use names::NumberUpStar;
pub use store::{Size, Store, Value};
