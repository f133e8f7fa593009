//! The stores of a session: short games, and misère canonical forms.

use crate::library::Library;
use bouton_value::misere::MisereStore;
use bouton_value::{Store, Watch};
use std::ops::{Deref, DerefMut};
use std::rc::Rc;

/// The store of short games, with that of misère forms beside it.
pub struct Stores {
    short: Store,
    /// Misère canonical forms.
    pub misere: MisereStore,
    /// Stops what takes too long.
    pub watch: Watch,
    /// Where rulesets come from.
    pub(crate) library: Option<Rc<dyn Library>>,
}

impl Stores {
    pub(crate) fn with_limit(bytes: usize) -> Stores {
        let mut misere = MisereStore::new();
        misere.set_limit(bytes / 2);
        Stores {
            short: Store::with_limit(bytes),
            misere,
            watch: Watch::default(),
            library: None,
        }
    }

    pub(crate) fn set_watch(&mut self, watch: &Watch) {
        self.watch = watch.clone();
        self.short.watch(watch);
        self.misere.watch(watch);
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
