//! Games with a dense index.

pub mod pairs;
pub mod quixo;
