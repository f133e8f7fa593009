//! Values as they are written: `3/2^^*2`, `+-1`.

use crate::group::Axes;
use num_traits::{Signed, ToPrimitive, Zero};
use std::fmt::{Formatter, Result};

/// Writes number, ups, nimber, then the switches; 0 alone is `0`.
pub(crate) fn write_axes(a: &Axes, f: &mut Formatter<'_>) -> Result {
    let mut empty = true;
    if a.number.0.signum() != 0 {
        write!(f, "{}", a.number.0)?;
        empty = false;
    }
    if !a.ups.is_zero() {
        let sign = if a.ups.is_negative() { "v" } else { "^" };
        match a.ups.abs().to_u64() {
            Some(n @ 1..=2) => f.write_str(&sign.repeat(n as usize))?,
            _ => write!(f, "{sign}{}", a.ups.abs())?,
        }
        empty = false;
    }
    match a.nimber {
        0 => {}
        1 => f.write_str("*")?,
        n => write!(f, "*{n}")?,
    }
    empty &= a.nimber == 0;
    for t in &a.switches {
        let between = if empty { "" } else { " " };
        write!(f, "{between}+-{}", t.0)?;
        empty = false;
    }
    if empty { f.write_str("0") } else { Ok(()) }
}
