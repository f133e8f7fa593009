//! What a question may use: positions, seconds, memory, and a flag that stops it.

use bouton_solve::{Budget, Limits};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

pub use bouton_solve::Progress;

/// Limits of one question; `None` is no limit.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Seconds on the clock.
    pub seconds: Option<f64>,
    /// Bytes held by stores and tables.
    pub bytes: Option<u64>,
    /// Set to true from anywhere to stop.
    pub stop: Option<Arc<AtomicBool>>,
    /// Threads that may work on a question that has use for more than one: the value of a position, by two.
    pub threads: Option<u16>,
}

impl Asked {
    /// For searches: starts the clock.
    pub(crate) fn budget<'a>(&self) -> Budget<'a> {
        Budget::new(&Limits {
            nodes: self.nodes,
            seconds: self.seconds,
            bytes: self.bytes,
            stop: self.stop.clone(),
            threads: self.threads,
        })
    }

    /// For everything that takes the one budget: starts the clock.
    pub(crate) fn account(&self) -> bouton_core::Budget {
        bouton_core::Budget::new(&bouton_core::Limits {
            nodes: self.nodes,
            seconds: self.seconds,
            bytes: self.bytes,
            stop: self.stop.clone(),
            threads: self.threads,
        })
    }

    /// For the prover.
    pub(crate) fn automata(&self) -> bouton_automata::Limits {
        bouton_automata::Limits {
            stop: self.stop.clone(),
            ..bouton_automata::Limits::default()
        }
    }
}
