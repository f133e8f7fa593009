//! Recursion over the followers of a value without the machine's stack: what a definition by induction is computed with.

use super::num::Num;
use super::store::{Opt, Store, Value};
use crate::error::Result;
use rustc_hash::FxHashMap;
use std::hash::Hash;

/// Results by argument.
pub(crate) type Memo<K, R> = FxHashMap<K, R>;

impl Store {
    /// Computes `root` and everything it needs. `step` looks up what it needs in the memo and gives `Err(need)` for the first
    /// arguments that are missing; it is then asked again once they are there.
    pub(crate) fn induct<K, R>(
        &mut self,
        root: K,
        memo: &mut Memo<K, R>,
        mut step: impl FnMut(&mut Store, &K, &Memo<K, R>) -> Result<std::result::Result<R, Vec<K>>>,
    ) -> Result<R>
    where
        K: Clone + Eq + Hash,
        R: Clone,
    {
        let mut stack = vec![root.clone()];
        while let Some(k) = stack.last() {
            if memo.contains_key(k) {
                stack.pop();
                continue;
            }
            self.watch.step()?;
            let k = k.clone();
            match step(self, &k, memo)? {
                Ok(r) => {
                    memo.insert(k, r);
                    stack.pop();
                    if memo.len().is_multiple_of(4096) {
                        self.check_room(memo.capacity() * (size_of::<K>() + size_of::<R>() + 8))?;
                    }
                }
                Err(need) => stack.extend(need),
            }
        }
        Ok(memo[&root].clone())
    }

    /// Rebuilds a value whose construction moves with numbers: numbers stay, a core is rebuilt by `leaf` or from its rebuilt
    /// options by `join`. Each core is rebuilt once, whatever its translates.
    pub(crate) fn rebuild_cores(
        &mut self,
        root: Value,
        mut leaf: impl FnMut(&mut Store, Value) -> Result<Option<Value>>,
        mut join: impl FnMut(&mut Store, Vec<Value>, Vec<Value>) -> Result<Value>,
    ) -> Result<Value> {
        let root = self.opt(root);
        let mut memo: Memo<u32, Opt> = Memo::default();
        memo.insert(0, Opt::ZERO);
        let moved = |s: &mut Store, by: Num, o: Opt| Opt {
            num: s.nums.add(o.num, by),
            core: o.core,
        };
        let core = self.induct(root.core, &mut memo, |s, &c, memo| {
            let g = s.value(Opt {
                num: Num::ZERO,
                core: c,
            })?;
            if let Some(v) = leaf(s, g)? {
                return Ok(Ok(s.opt(v)));
            }
            s.expand(c)?;
            let below = s.cores_below(c);
            if let Err(missing) = look(&below, memo) {
                return Ok(Err(missing));
            }
            let mut sides = [vec![], vec![]];
            for (side, left) in sides.iter_mut().zip([true, false]) {
                for i in s.side(c, left) {
                    let o = s.arena[i];
                    let m = moved(s, o.num, memo[&o.core]);
                    side.push(s.value(m)?);
                }
            }
            let [l, r] = sides;
            let v = join(s, l, r)?;
            Ok(Ok(s.opt(v)))
        })?;
        let result = moved(self, root.num, core);
        self.value(result)
    }

    /// Rebuilds a value from rebuilt options: `leaf` gives the result where it is known at once, `left` and `right` move the
    /// rebuilt options of the value.
    pub(crate) fn rebuild(
        &mut self,
        root: Value,
        mut leaf: impl FnMut(&mut Store, Value) -> Result<Option<Value>>,
        mut join: impl FnMut(&mut Store, Value, Vec<Value>, Vec<Value>) -> Result<Value>,
    ) -> Result<Value> {
        let mut memo = Memo::default();
        self.induct(root, &mut memo, |s, &g, memo| {
            if let Some(v) = leaf(s, g)? {
                return Ok(Ok(v));
            }
            let (l, r) = (s.stored_options(g, true)?, s.stored_options(g, false)?);
            match (look(&l, memo), look(&r, memo)) {
                (Ok(a), Ok(b)) => Ok(Ok(join(s, g, a, b)?)),
                (a, b) => Ok(Err(a.err().into_iter().chain(b.err()).flatten().collect())),
            }
        })
    }
}

/// The results for all of `keys`, or those that are missing.
pub(crate) fn look<K: Clone + Eq + Hash, R: Clone>(
    keys: &[K],
    memo: &Memo<K, R>,
) -> std::result::Result<Vec<R>, Vec<K>> {
    let missing: Vec<K> = keys
        .iter()
        .filter(|k| !memo.contains_key(k))
        .cloned()
        .collect();
    if missing.is_empty() {
        Ok(keys.iter().map(|k| memo[k].clone()).collect())
    } else {
        Err(missing)
    }
}
