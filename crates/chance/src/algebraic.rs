//! algebraic
