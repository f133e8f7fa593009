//! Copies of values in another store.

use super::fold::{Memo, look};
use super::store::{Store, Value};
use crate::error::Result;

impl Store {
    /// The value in this store that equals `g` in `other`.
    ///
    /// Cost: one canonical form for each follower.
    pub fn import(&mut self, other: &mut Store, g: Value) -> Result<Value> {
        let mut memo: Memo<Value, Value> = Memo::default();
        other.induct(g, &mut memo, |s, &g, memo| {
            if let Some(p) = s.as_number_up_star(g) {
                return Ok(Ok(self.number_up_star(&p.number, p.up, p.nim)?));
            }
            let (l, r) = (s.stored_options(g, true)?, s.stored_options(g, false)?);
            match (look(&l, memo), look(&r, memo)) {
                (Ok(a), Ok(b)) => Ok(Ok(self.game(&a, &b)?)),
                (a, b) => Ok(Err(a.err().into_iter().chain(b.err()).flatten().collect())),
            }
        })
    }
}
