//! p
use super::store::{Store, Value};
impl Store {
    /// x
    pub fn show(&mut self, _g: Value) -> String { String::new() }
    pub(crate) fn order(&mut self, _v: &mut [Value]) {}
}
