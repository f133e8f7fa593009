//! Chains: states in a row, each bound to its two neighbours. One value in the middle of a very long chain is a product of
//! small matrices on either side, and a tree of products multiplies large numbers only near its root.

use crate::Rational;
use crate::rational::{common_denominator, lowest};
use bouton_core::{Budget, Error, Result};
use num_bigint::BigInt;
use num_traits::{One, Zero};

/// One state of a chain: `own * x[i] = left * x[i-1] + right * x[i+1] + free`.
#[derive(Clone, Debug)]
pub struct Link {
    /// The coefficient of the state's own value.
    pub own: Rational,
    /// The coefficient of the state before; 0 for the first.
    pub left: Rational,
    /// The coefficient of the state after; 0 for the last.
    pub right: Rational,
    /// The constants, one for each right side.
    pub free: Vec<Rational>,
}

/// The values at state `at` of the chain, one for each right side.
///
/// # Errors
/// The chain is empty or does not determine the value, or a limit of `budget` is reached.
///
/// Costs two products of n matrices with integer entries: seconds for 10^5 links whose values have 10^5 digits.
///
/// ```
/// use bouton_chance::{linear::chain::{value_at, Link}, rational::{int, ratio}};
/// // A fair gambler with 3 of 10 coins: reach 10 before 0.
/// let chain: Vec<Link> = (1..10).map(|i| Link {
///     own: int(1),
///     left: if i == 1 { int(0) } else { ratio(1, 2) },
///     right: if i == 9 { int(0) } else { ratio(1, 2) },
///     free: vec![if i == 9 { ratio(1, 2) } else { int(0) }],
/// }).collect();
/// let x = value_at(&chain, 2, &bouton_core::Budget::unlimited()).unwrap();
/// assert_eq!(x, [ratio(3, 10)]);
/// ```
pub fn value_at(chain: &[Link], at: usize, budget: &Budget) -> Result<Vec<Rational>> {
    let Some(link) = chain.get(at) else {
        return Err(Error::input(format!(
            "state {at} is not in the chain of {} states",
            chain.len()
        )));
    };
    // x[at-1] = (b x[at] + c) / a, and the same from the other end.
    let before = eliminate(chain[..at].iter(), false, budget)?;
    let after = eliminate(chain[at + 1..].iter().rev(), true, budget)?;
    let d = common_denominator(
        [&link.own, &link.left, &link.right]
            .into_iter()
            .chain(&link.free),
    );
    let whole = |r: &Rational| r.numer() * (&d / r.denom());
    // own x = free, times the denominators a of both sides.
    let mut own = whole(&link.own);
    let mut free: Vec<BigInt> = link.free.iter().map(whole).collect();
    let mut scale = BigInt::one();
    for (part, weight) in [(&before, &link.left), (&after, &link.right)] {
        let Some(part) = part else { continue };
        if weight.is_zero() {
            continue;
        }
        if part.a.is_zero() {
            return Err(super::singular());
        }
        let weight = whole(weight) * &scale;
        own = own * &part.a - &weight * &part.b;
        for (f, c) in free.iter_mut().zip(&part.c) {
            *f = &*f * &part.a + &weight * c;
        }
        scale *= &part.a;
    }
    if own.is_zero() {
        return Err(super::singular());
    }
    Ok(free.into_iter().map(|f| lowest(f, own.clone())).collect())
}

/// `a x[last] = b x[next] + c` once all states of a part but the last are eliminated.
struct Part {
    a: BigInt,
    b: BigInt,
    c: Vec<BigInt>,
}

/// The matrix that takes (a, b, c) over one or more links:
/// `a' = aa a + ab b`, `b' = ba a + bb b`, `c' = ca a + cb b + e c`.
struct Product {
    aa: BigInt,
    ab: BigInt,
    ba: BigInt,
    bb: BigInt,
    ca: Vec<BigInt>,
    cb: Vec<BigInt>,
    e: BigInt,
}

impl Product {
    /// `d x = l x' + r x'' + k` after `a x' = b x + c`: `(a d - l b) x = a r x'' + (a k + l c)`.
    fn new(link: &Link, reverse: bool) -> Product {
        let (left, right) = match reverse {
            false => (&link.left, &link.right),
            true => (&link.right, &link.left),
        };
        let d = common_denominator([&link.own, left, right].into_iter().chain(&link.free));
        let whole = |r: &Rational| r.numer() * (&d / r.denom());
        Product {
            aa: whole(&link.own),
            ab: -whole(left),
            ba: whole(right),
            bb: BigInt::zero(),
            ca: link.free.iter().map(whole).collect(),
            cb: vec![BigInt::zero(); link.free.len()],
            e: whole(left),
        }
    }

    /// First `self`, then `next`.
    fn then(&self, next: &Product) -> Product {
        let sides = 0..self.ca.len();
        Product {
            aa: &next.aa * &self.aa + &next.ab * &self.ba,
            ab: &next.aa * &self.ab + &next.ab * &self.bb,
            ba: &next.ba * &self.aa + &next.bb * &self.ba,
            bb: &next.ba * &self.ab + &next.bb * &self.bb,
            ca: sides
                .clone()
                .map(|s| &next.ca[s] * &self.aa + &next.cb[s] * &self.ba + &next.e * &self.ca[s])
                .collect(),
            cb: sides
                .map(|s| &next.ca[s] * &self.ab + &next.cb[s] * &self.bb + &next.e * &self.cb[s])
                .collect(),
            e: &next.e * &self.e,
        }
    }
}

/// Multiplies in pairs, so that large numbers meet only at the end.
fn eliminate<'a>(
    links: impl Iterator<Item = &'a Link>,
    reverse: bool,
    budget: &Budget,
) -> Result<Option<Part>> {
    let mut level: Vec<Product> = links.map(|l| Product::new(l, reverse)).collect();
    while level.len() > 1 {
        let mut next = Vec::with_capacity(level.len().div_ceil(2));
        for pair in level.chunks(2) {
            budget.check()?;
            match pair {
                [a, b] => next.push(a.then(b)),
                [a] => next.push(a.then(&Product {
                    aa: BigInt::one(),
                    ab: BigInt::zero(),
                    ba: BigInt::zero(),
                    bb: BigInt::one(),
                    ca: vec![BigInt::zero(); a.ca.len()],
                    cb: vec![BigInt::zero(); a.ca.len()],
                    e: BigInt::one(),
                })),
                _ => {}
            }
        }
        level = next;
    }
    Ok(level.pop().map(|p| Part {
        a: p.aa,
        b: p.ba,
        c: p.ca,
    }))
}
