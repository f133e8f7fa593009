//! The stores of a session: short games, and misère canonical forms.

use bouton_value::Store;
use bouton_value::misere::MisereStore;
use std::ops::{Deref, DerefMut};

/// The store of short games, with that of misère forms beside it.
pub struct Stores {
    short: Store,
    /// Misère canonical forms.
    pub misere: MisereStore,
}

impl Stores {
    pub(crate) fn with_limit(bytes: usize) -> Stores {
        Stores {
            short: Store::with_limit(bytes),
            misere: MisereStore::new(),
        }
    }
}

impl Deref for Stores {
    type Target = Store;

    fn deref(&self) -> &Store {
        &self.short
    }
}

impl DerefMut for Stores {
    fn deref_mut(&mut self) -> &mut Store {
        &mut self.short
    }
}
