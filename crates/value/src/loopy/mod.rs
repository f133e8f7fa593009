//! Values of games with cycles: stoppers in canonical form, and pairs of them for games whose draws matter.
//!
//! A loopy game G has an onside, where draws count for Left, and an offside, where they count for Right. Where both are
//! stoppers (games without infinite alternating play) the value is written `S & T`; if they agree, the value is that stopper.
//!
//! Source: winningways (sidling, stoppers, degree), siegelloopy2009 (simplification, sides).

mod graph;
mod kinds;
mod names;
mod order;
mod power;
mod print;
mod simplify;
mod value;

pub use graph::{Graph, MAX_NODES, Node};
pub use value::{LoopyValue, Side};
