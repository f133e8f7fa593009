//! Printing of values with cycles: `on`, `2over`, `^[on]*`, `+-on`, `{0|pass}`, `a{0|{a|-1}}`, `S & T`. It ends for every graph:
//! a node that is met again below itself is written by its label.

use super::value::{LoopyValue, Side};
use crate::error::{Error, Result};
use crate::short::{Store, Value};
use std::cmp::Ordering;

/// Longer texts are refused.
const MAX_TEXT: usize = 1 << 20;
/// Deeper nesting is refused.
const MAX_DEPTH: usize = 400;
const MAX_BARS: usize = 4;

/// The text of a node, and the number of bars if it is a pair in braces.
struct Piece {
    text: String,
    bars: usize,
}

pub(super) struct Printer<'a> {
    pub(super) side: &'a Side,
    pub(super) store: &'a mut Store,
    /// The nodes being written, with their labels.
    path: Vec<(usize, Option<String>)>,
    labels: usize,
}

impl LoopyValue {
    /// The value in the notation of the field; an error where the text would be too long.
    pub fn show(&self, store: &mut Store) -> Result<String> {
        let (on, off) = self.sides();
        if on == off {
            return on.show(store);
        }
        if *self == LoopyValue::dud() {
            return Ok("dud".into());
        }
        Ok(format!("{} & {}", on.show(store)?, off.show(store)?))
    }
}

impl Side {
    fn show(&self, store: &mut Store) -> Result<String> {
        let mut p = Printer {
            side: self,
            store,
            path: vec![],
            labels: 0,
        };
        Ok(p.write(self.root)?.text)
    }
}

impl Printer<'_> {
    pub(super) fn options(&self, node: usize, left: bool) -> &[usize] {
        let n = &self.side.graph.nodes[node];
        if left { &n.left } else { &n.right }
    }

    pub(super) fn short(&mut self, node: usize) -> Result<Option<Value>> {
        self.side.at(node).to_short(self.store)
    }

    fn write(&mut self, node: usize) -> Result<Piece> {
        if self.path.len() > MAX_DEPTH {
            return Err(Error::too_large(
                "the value is nested too deeply to be written",
            ));
        }
        let plain = |text: String| Piece { text, bars: 0 };
        if let Some(at) = self.path.iter().position(|p| p.0 == node) {
            return Ok(plain(match &self.path[at].1 {
                Some(label) => label.clone(),
                None => "pass".into(),
            }));
        }
        if let Some(v) = self.short(node)? {
            let bars = self.store.bars(v)?;
            return Ok(Piece {
                text: self.store.show(v),
                bars,
            });
        }
        let side = self.side.at(node);
        let value = LoopyValue::of_side(&side);
        if value == LoopyValue::on() {
            return Ok(plain("on".into()));
        }
        if value == LoopyValue::off() {
            return Ok(plain("off".into()));
        }
        if let Some((x, kind)) = self.kind(node, 1)? {
            let number = if x.is_zero() {
                String::new()
            } else {
                x.to_string()
            };
            return Ok(plain(number + kind.text()));
        }
        if let Some(text) = self.tiny(node)? {
            return Ok(plain(text));
        }
        if value.neg() == value {
            return Ok(plain(self.switch(node)?));
        }
        self.pair(node)
    }

    fn switch(&mut self, node: usize) -> Result<String> {
        let lists = self.enter(node, true)?;
        let text = match lists.as_slice() {
            [one]
                if one.bars > 0
                    || one
                        .text
                        .starts_with(|c: char| c.is_ascii_lowercase() && c != 'v') =>
            {
                one.text.clone()
            }
            [one] => format!("({})", one.text),
            many => format!(
                "{{{}}}",
                many.iter()
                    .map(|p| p.text.as_str())
                    .collect::<Vec<_>>()
                    .join(",")
            ),
        };
        self.path.pop();
        Ok(format!("+-{text}"))
    }

    /// Puts a node on the path and writes its Left (or Right) options, in order.
    fn enter(&mut self, node: usize, left: bool) -> Result<Vec<Piece>> {
        if self.path.last().is_none_or(|p| p.0 != node) {
            let label = self.is_met_below(node).then(|| {
                self.labels += 1;
                label(self.labels - 1)
            });
            self.path.push((node, label));
        }
        let mut shorts = vec![];
        let mut loops = vec![];
        let mut back = vec![];
        for o in self.options(node, left).to_vec() {
            if let Some(v) = self.short(o)? {
                shorts.push(v);
            } else if self.path.iter().any(|p| p.0 == o) {
                back.push(o);
            } else {
                loops.push(o);
            }
        }
        self.store.order(&mut shorts)?;
        let mut out = vec![];
        for v in shorts {
            let bars = self.store.bars(v)?;
            out.push(Piece {
                text: self.store.show(v),
                bars,
            });
        }
        let mut sorted = loops;
        self.sort(&mut sorted, 4)?;
        for o in sorted.into_iter().chain(back) {
            out.push(self.write(o)?);
        }
        Ok(out)
    }

    /// Sorts options with cycles by insertion: the order below may fail, which a library sort cannot report.
    fn sort(&mut self, nodes: &mut [usize], depth: usize) -> Result<()> {
        for i in 1..nodes.len() {
            let mut j = i;
            while j > 0 && self.order(nodes[j], nodes[j - 1], depth)? == Ordering::Less {
                nodes.swap(j, j - 1);
                j -= 1;
            }
        }
        Ok(())
    }

    /// The printed order: short games first; of games with cycles, those with greater Left options first, then those with
    /// greater Right options.
    fn order(&mut self, a: usize, b: usize, depth: usize) -> Result<Ordering> {
        if a == b {
            return Ok(Ordering::Equal);
        }
        match (self.short(a)?, self.short(b)?) {
            (Some(v), Some(w)) => {
                let mut pair = vec![v, w];
                self.store.order(&mut pair)?;
                return Ok(if pair[0] == v {
                    Ordering::Less
                } else {
                    Ordering::Greater
                });
            }
            (Some(_), None) => return Ok(Ordering::Less),
            (None, Some(_)) => return Ok(Ordering::Greater),
            (None, None) => {}
        }
        if depth == 0 {
            return Ok(a.cmp(&b));
        }
        for left in [true, false] {
            let (mut l, mut m) = (
                self.options(a, left).to_vec(),
                self.options(b, left).to_vec(),
            );
            self.sort(&mut l, depth - 1)?;
            self.sort(&mut m, depth - 1)?;
            for (&x, &y) in l.iter().zip(&m) {
                let o = match (x == a, y == b) {
                    (true, true) => Ordering::Equal,
                    (true, false) => Ordering::Less,
                    (false, true) => Ordering::Greater,
                    _ => {
                        // Two games with cycles are in this order already, others in the opposite one.
                        let o = self.order(x, y, depth - 1)?;
                        let cycles = self.short(x)?.is_none() && self.short(y)?.is_none();
                        if cycles { o } else { o.reverse() }
                    }
                };
                if o.is_ne() {
                    return Ok(o);
                }
            }
            if l.len() != m.len() {
                return Ok(m.len().cmp(&l.len()));
            }
        }
        Ok(a.cmp(&b))
    }

    fn pair(&mut self, node: usize) -> Result<Piece> {
        let l = self.enter(node, true)?;
        let r = self.enter(node, false)?;
        let bars = 1 + [&l, &r]
            .into_iter()
            .filter_map(|s| match s.as_slice() {
                [one] if one.bars < MAX_BARS => Some(one.bars),
                _ => None,
            })
            .max()
            .unwrap_or(0);
        let side = |s: &[Piece]| match s {
            [one] if (1..MAX_BARS).contains(&one.bars) => {
                one.text[1..one.text.len() - 1].to_string()
            }
            many => many
                .iter()
                .map(|p| p.text.as_str())
                .collect::<Vec<_>>()
                .join(","),
        };
        let text = format!("{{{}{}{}}}", side(&l), "|".repeat(bars), side(&r));
        if text.len() > MAX_TEXT {
            return Err(Error::too_large("the value is too long to be written"));
        }
        let label = self.path.pop().and_then(|p| p.1);
        Ok(match label {
            Some(label) => Piece {
                text: label + &text,
                bars: 0,
            },
            None => Piece { text, bars },
        })
    }

    /// Will the node be met again below one of its options, other than as its own option?
    fn is_met_below(&self, node: usize) -> bool {
        let mut seen: Vec<usize> = self.path.iter().map(|p| p.0).collect();
        let mut open: Vec<usize> = vec![];
        for left in [true, false] {
            open.extend(self.options(node, left).iter().filter(|&&o| o != node));
        }
        while let Some(i) = open.pop() {
            if i == node {
                return true;
            }
            if !seen.contains(&i) {
                seen.push(i);
                for left in [true, false] {
                    open.extend(self.options(i, left));
                }
            }
        }
        false
    }
}

/// a, b, …, z, aa, ab, … without the words that mean something else.
fn label(mut n: usize) -> String {
    let mut text = String::new();
    loop {
        text.insert(
            0,
            char::from(b'a' + (n % 25) as u8 + u8::from(n % 25 >= 21)),
        );
        if n < 25 {
            return text;
        }
        n = n / 25 - 1;
    }
}
