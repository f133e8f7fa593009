//! 406: guessing a number when "too low" and "too high" have different costs.

use crate::interval::Interval;
use crate::number::natural;
use crate::{Error, Input, Known, Result, Study, Value};
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

pub const STUDY: Study = Study {
    id: 406,
    text: "With costs of at most T, a question splits what is left into a part with budget T - a, the named number, and a part with \
        budget T - b. So the most numbers that T can tell apart is the number of paths in a binary tree whose cost i*a + j*b is at \
        most T: the sum of C(i+j, i) over those pairs. The pairs are added in the order of their costs until the sum reaches n; \
        costs are square roots, and two of them are compared exactly by squaring. Digits come from bounds on the roots. Brute force \
        is the minimax recursion over n.",
    known: || {
        Ok(Known::Theorem(
            "count of the nodes of a decision tree by cost".into(),
        ))
    },
    run,
    brute,
    twins: || {
        let mut twins = Vec::new();
        for (a, b) in [
            ("2", "3"),
            ("1", "1"),
            ("sqrt(2)", "sqrt(3)"),
            ("sqrt(5)", "1"),
            ("sqrt(3)", "sqrt(27)"),
        ] {
            for n in [1, 2, 3, 5, 8, 13, 21, 40, 60] {
                twins.push(format!(
                    r#"{{"fn": "C", "n": {n}, "a": "{a}", "b": "{b}"}}"#
                ));
            }
        }
        twins
    },
};

/// A cost i*sqrt(a) + j*sqrt(b).
#[derive(Clone, Copy, Debug)]
struct Cost {
    i: u64,
    j: u64,
    a: u64,
    b: u64,
}

impl Ord for Cost {
    fn cmp(&self, other: &Self) -> Ordering {
        // (i - i') sqrt(a) against (j' - j) sqrt(b), by signed squares.
        let signed = |n: i128, under: u64| n * n.abs() * i128::from(under);
        let x = signed(i128::from(self.i) - i128::from(other.i), self.a);
        let y = signed(i128::from(other.j) - i128::from(self.j), self.b);
        x.cmp(&y)
    }
}

impl PartialOrd for Cost {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Cost {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Cost {}

impl Cost {
    fn interval(&self) -> Result<Interval> {
        let a = Interval::int(self.a).sqrt()?.times(self.i);
        Ok(a + Interval::int(self.b).sqrt()?.times(self.j))
    }

    /// A whole number as it is, else eight decimals cut off.
    fn value(&self) -> Result<Value> {
        let roots = [(self.i, self.a), (self.j, self.b)];
        if roots.iter().all(|(n, x)| *n == 0 || x.isqrt().pow(2) == *x) {
            return Ok(natural(
                self.i * self.a.isqrt() + self.j * self.b.isqrt(),
                None,
            ));
        }
        Ok(Value::from(format!("{}...", self.interval()?.cut(8)?)))
    }
}

/// The square of a cost: `7` or `sqrt(7)`.
fn square(input: &Input, name: &str) -> Result<u64> {
    let text = input.need(name)?.to_string().replace('"', "");
    let inner = text.strip_prefix("sqrt(").and_then(|t| t.strip_suffix(')'));
    let number: Option<u64> = inner.unwrap_or(&text).parse().ok();
    let number = match inner {
        Some(_) => number,
        None => number.and_then(|n| n.checked_mul(n)),
    };
    number
        .filter(|n| (1..1 << 40).contains(n))
        .ok_or_else(|| Error::input(format!("`{text}` is not a cost such as `7` or `sqrt(7)`")))
}

fn run(input: &Input) -> Result<Value> {
    match input.function() {
        "C" => cheapest(input.u64("n")?, square(input, "a")?, square(input, "b")?)?.value(),
        "worst_cost_of_strategy" => strategy(input),
        "sum_C" => {
            let (mut f, mut g) = (1, 1);
            let mut sum = Interval::int(0);
            for k in 1..=30 {
                sum = sum + cheapest(input.u64("n")?, k, f)?.interval()?;
                (f, g) = (g, f + g);
            }
            Ok(Value::from(sum.decimals(8)?))
        }
        _ => Err(input.unknown()),
    }
}

/// The least cost that tells n numbers apart, for squares of costs a and b.
fn cheapest(n: u64, a: u64, b: u64) -> Result<Cost> {
    // One number for each path with i steps of a and j of b, in the order of cost. (i, j) comes from (i - 1, j), and (0, j) from
    // (0, j - 1), so that each pair is added once.
    let mut heap = BinaryHeap::from([Reverse(Cost { i: 0, j: 0, a, b })]);
    let mut rows: Vec<(u64, u128)> = Vec::new();
    let mut total = 0u128;
    while let Some(Reverse(cost)) = heap.pop() {
        let (i, j) = (cost.i, cost.j as usize);
        if i == 0 {
            rows.push((0, 1));
            heap.push(Reverse(Cost {
                j: cost.j + 1,
                ..cost
            }));
        } else {
            // C(i+j, i) = C(i-1+j, i-1) * (i+j) / i. Beyond n the exact number does not matter.
            let row = &mut rows[j];
            row.0 = i;
            row.1 = (row.1 * u128::from(i + cost.j) / u128::from(i)).min(1 << 100);
        }
        total += rows[j].1;
        if total >= u128::from(n) {
            return Ok(cost);
        }
        heap.push(Reverse(Cost { i: i + 1, ..cost }));
    }
    Err(Error::limit("no cost is left"))
}

/// The worst cost of a strategy in words, `ask 2; if low, ask 4`: after "too low" the next question; other answers must leave one
/// number, and numbers that are still open when the strategy ends are named in the cheapest way.
fn strategy(input: &Input) -> Result<Value> {
    let n = input.u64("n")?;
    let (a, b) = (square(input, "a")?, square(input, "b")?);
    let text = input.need("strategy")?.as_str().unwrap_or_default();
    let wrong = || {
        Error::input(format!(
            "`{text}` is not a strategy such as `ask 2; if low, ask 4`"
        ))
    };
    let (mut low, mut steps) = (1, 0);
    let mut worst = Cost { i: 0, j: 0, a, b };
    for (k, part) in text.split(';').enumerate() {
        let prefix = if k == 0 { "ask " } else { "if low, ask " };
        let asked: u64 = part
            .trim()
            .strip_prefix(prefix)
            .and_then(|t| t.parse().ok())
            .ok_or_else(wrong)?;
        if asked < low || asked > n {
            return Err(wrong());
        }
        if asked > low {
            let below = cheapest(asked - low, a, b)?;
            worst = worst.max(Cost {
                i: below.i + steps,
                j: below.j + 1,
                a,
                b,
            });
        }
        worst = worst.max(Cost {
            i: steps,
            j: 0,
            a,
            b,
        });
        low = asked + 1;
        steps += 1;
    }
    if low <= n {
        let above = cheapest(n - low + 1, a, b)?;
        worst = worst.max(Cost {
            i: above.i + steps,
            ..above
        });
    }
    worst.value()
}

/// The minimax recursion.
fn brute(input: &Input) -> Result<Value> {
    if input.function() != "C" {
        return Err(input.unknown());
    }
    let n = input.usize("n")?;
    if n > 500 {
        return Err(Error::limit("brute force is for n <= 500"));
    }
    let (a, b) = (square(input, "a")?, square(input, "b")?);
    let mut least = vec![Cost { i: 0, j: 0, a, b }; 2];
    for n in 2..=n {
        let named = (1..=n).map(|i| {
            let high = least[i - 1];
            let low = least[n - i];
            let high = Cost {
                j: high.j + u64::from(i > 1),
                ..high
            };
            let low = Cost {
                i: low.i + u64::from(i < n),
                ..low
            };
            high.max(low)
        });
        let best = named.min().ok_or_else(|| input.unknown())?;
        least.push(best);
    }
    least[n].value()
}
