//! Names of stoppers: numbers with over and under beside them, ↑[on] and ↑^on with their kin, tiny and miny.

use super::print::Printer;
use super::value::LoopyValue;
use crate::dyadic::Dyadic;
use crate::error::Result;
use crate::short::Value;

/// The named stoppers, each moved by a number x.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Number,
    Star,
    Over,
    Under,
    UpOn,
    DownOn,
    UpOnStar,
    DownOnStar,
    UpPower,
    DownPower,
    UpPowerStar,
    DownPowerStar,
}

impl Kind {
    pub(super) fn text(self) -> &'static str {
        match self {
            Kind::Number => "",
            Kind::Star => "*",
            Kind::Over => "over",
            Kind::Under => "under",
            Kind::UpOn => "^[on]",
            Kind::DownOn => "v[on]",
            Kind::UpOnStar => "^[on]*",
            Kind::DownOnStar => "v[on]*",
            Kind::UpPower => "^<on>",
            Kind::DownPower => "v<on>",
            Kind::UpPowerStar => "^<on>*",
            Kind::DownPowerStar => "v<on>*",
        }
    }
}

impl Printer<'_> {
    /// x and the kind, if the node is a named stopper moved by x. Options are looked into `depth` deep.
    pub(super) fn kind(&mut self, node: usize, depth: usize) -> Result<Option<(Dyadic, Kind)>> {
        if let Some(v) = self.short(node)? {
            let Some(p) = self.store.as_number_up_star(v) else {
                return Ok(None);
            };
            return Ok(match (p.up, p.nim) {
                (0, 0) => Some((p.number, Kind::Number)),
                (0, 1) => Some((p.number, Kind::Star)),
                _ => None,
            });
        }
        let (l, r) = (
            self.options(node, true).to_vec(),
            self.options(node, false).to_vec(),
        );
        let mut sides = [vec![], vec![]];
        let mut passes = [false, false];
        for (i, list) in [&l, &r].into_iter().enumerate() {
            for &o in list {
                if o == node {
                    passes[i] = true;
                } else if l.len() + r.len() > 3 {
                    return Ok(None);
                } else {
                    if depth == 0 && self.short(o)?.is_none() {
                        return Ok(None);
                    }
                    match self.kind(o, depth.saturating_sub(1))? {
                        Some(k) => sides[i].push(k),
                        None => return Ok(None),
                    }
                }
            }
        }
        Ok(name(&sides[0], &sides[1], passes[0], passes[1]))
    }

    /// Tiny-G or miny-G for a G with cycles.
    pub(super) fn tiny(&mut self, node: usize) -> Result<Option<String>> {
        for left in [true, false] {
            let (near, far) = (
                self.options(node, left).to_vec(),
                self.options(node, !left).to_vec(),
            );
            let ([a], [b]) = (near.as_slice(), far.as_slice()) else {
                continue;
            };
            if *b == node || self.short(*a)? != Some(Value::ZERO) || self.short(*b)?.is_some() {
                continue;
            }
            let (c, d) = (
                self.options(*b, left).to_vec(),
                self.options(*b, !left).to_vec(),
            );
            let ([c], [d]) = (c.as_slice(), d.as_slice()) else {
                continue;
            };
            if self.short(*c)? != Some(Value::ZERO)
                || self.leads_to(*d, node)
                || self.leads_to(*d, *b)
            {
                continue;
            }
            let far = LoopyValue::of_side(&self.side.at(*d));
            let g = if left { far.neg() } else { far };
            let zero = LoopyValue::short(self.store, Value::ZERO)?;
            if g.ge(&zero)? {
                let inner = g.show(self.store)?;
                return Ok(Some(format!(
                    "{}({inner})",
                    if left { "Tiny" } else { "Miny" }
                )));
            }
        }
        Ok(None)
    }

    fn leads_to(&self, from: usize, to: usize) -> bool {
        let mut seen = vec![from];
        let mut next = 0;
        while next < seen.len() {
            for left in [true, false] {
                for &o in self.options(seen[next], left) {
                    if !seen.contains(&o) {
                        seen.push(o);
                    }
                }
            }
            next += 1;
        }
        seen.contains(&to)
    }
}

/// The named stopper with these options, if there is one.
fn name(
    l: &[(Dyadic, Kind)],
    r: &[(Dyadic, Kind)],
    left_passes: bool,
    right_passes: bool,
) -> Option<(Dyadic, Kind)> {
    use Kind::*;
    let x = l.iter().chain(r).next()?.0.clone();
    if l.iter().chain(r).any(|k| k.0 != x) {
        return None;
    }
    let kinds = |list: &[(Dyadic, Kind)]| {
        let mut v: Vec<Kind> = list.iter().map(|k| k.1).collect();
        v.sort_by_key(|k| *k as u8);
        v
    };
    let kind = match (
        kinds(l).as_slice(),
        left_passes,
        kinds(r).as_slice(),
        right_passes,
    ) {
        ([Number], false, [], true) => Over,
        ([], true, [Number], false) => Under,
        ([], true, [Star], false) => UpOn,
        ([Star], false, [], true) => DownOn,
        ([Number], true, [Number], false) => UpOnStar,
        ([Number], false, [Number], true) => DownOnStar,
        ([Number], false, [DownOnStar], false) => UpPower,
        ([UpOnStar], false, [Number], false) => DownPower,
        ([Number, Star], false, [DownOn], false) => UpPowerStar,
        ([UpOn], false, [Number, Star], false) => DownPowerStar,
        _ => return None,
    };
    Some((x, kind))
}
