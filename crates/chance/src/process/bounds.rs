//! Value iteration with proved bounds: rounded sweeps find values and a policy, and directed rounding proves how far they can be off.
//!
//! Let `h` exceed the expected number of steps to the end under a policy that ends. Values `u` with `T u <= u` for everything that the
//! one who wants much can do are upper bounds, values `l` with `T l >= l` for the policy in hand are lower bounds
//! (bertsekastsitsiklis1991); `u = v + e h` and `l = v - e h` are tried with growing `e`. The checks use integers rounded to the safe side.

use super::components::components;
use super::{Owner, Process, State};
use crate::Rational;
use crate::rational::{common_denominator, guess};
use bouton_core::{Budget, Error, Result};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};

/// Values are multiples of 2^-44 and stay below 2^36; weights have a denominator of at most 2^40, exactly or rounded.
const SCALE: u32 = 44;
const WEIGHT: u32 = 40;
const LARGEST: f64 = 68_719_476_736.0;
const SWEEPS: usize = 20_000;

/// Proved bounds on what player 0 can expect.
#[derive(Clone, Debug)]
pub struct Bounds {
    lower: Vec<i128>,
    upper: Vec<i128>,
    policy: Vec<u32>,
}

impl Bounds {
    /// A lower bound of the value of a state.
    pub fn lower(&self, state: State) -> Rational {
        dyadic(self.lower[state as usize])
    }

    /// An upper bound of the value of a state.
    pub fn upper(&self, state: State) -> Rational {
        dyadic(self.upper[state as usize])
    }

    /// The largest difference of the two.
    pub fn width(&self) -> Rational {
        let widths = self.lower.iter().zip(&self.upper).map(|(l, u)| u - l);
        dyadic(widths.max().unwrap_or(0))
    }

    /// The policy whose value the lower bound (the upper, where a state belongs to [`Owner::Min`]) is proved for.
    pub fn policy(&self) -> &[u32] {
        &self.policy
    }
}

fn dyadic(x: i128) -> Rational {
    Rational::new(x.into(), BigInt::one() << SCALE)
}

/// A branch in rounded and in safe numbers.
struct Edge {
    to: State,
    weight: f64,
    low: i128,
    high: i128,
}

struct Choice {
    gain: f64,
    gain_low: i128,
    gain_high: i128,
    /// The denominator of the weights.
    denominator: i128,
    edges: Vec<Edge>,
}

fn floor(r: &Rational, scale: u32) -> Result<i128> {
    let n: BigInt = (r.numer() << scale).div_floor(r.denom());
    n.to_i128()
        .filter(|n| n.unsigned_abs() < 1 << 80)
        .ok_or_else(|| {
            Error::limit(
                "a gain is too large for bounds by value iteration: they hold numbers below 2^36",
            )
        })
}

impl Choice {
    /// The value after this action, at most (`up`) or at least.
    fn backup(&self, v: &[i128], up: bool) -> i128 {
        let mut sum: i128 = 0;
        for e in &self.edges {
            let x = v[e.to as usize];
            let w = if (x >= 0) == up { e.high } else { e.low };
            sum += x * w;
        }
        let gain = if up { self.gain_high } else { self.gain_low };
        let whole = sum.div_euclid(self.denominator);
        let exact = whole * self.denominator == sum;
        gain + whole + i128::from(up && !exact)
    }

    fn rounded(&self, v: &[f64]) -> f64 {
        self.gain
            + self
                .edges
                .iter()
                .map(|e| e.weight * v[e.to as usize])
                .sum::<f64>()
    }

    fn steps(&self, h: &[f64]) -> f64 {
        1.0 + self
            .edges
            .iter()
            .map(|e| e.weight * h[e.to as usize])
            .sum::<f64>()
    }
}

impl Process {
    /// Bounds on what player 0 can expect from every state, by value iteration: for processes too large for exact values, and as a
    /// check of [`Process::solve`]. Choices belong to [`Owner::Max`], [`Owner::Min`] or player 0.
    ///
    /// # Errors
    /// Values beyond 2^36, no convergence, choices of other players, or a limit of `budget`.
    ///
    /// ```
    /// use bouton_chance::process::{Branch, Owner, Process};
    /// use bouton_chance::rational::{int, ratio};
    /// use bouton_core::Budget;
    /// let mut p = Process::new(1);
    /// let end = p.end(vec![int(1)]);
    /// let s = p.state(Owner::Nature);
    /// p.act(s, vec![Branch::new(end, ratio(1, 3)), Branch::new(s, ratio(2, 3))]).unwrap();
    /// let b = p.bounds(&Budget::unlimited()).unwrap();
    /// assert!(b.lower(s) <= int(1) && int(1) <= b.upper(s) && b.width() < ratio(1, 1_000_000));
    /// ```
    pub fn bounds(&self, budget: &Budget) -> Result<Bounds> {
        self.validate()?;
        let table = self.rounded()?;
        let (order, _) = components(self);
        let n = self.len();
        let mut v = vec![0.0f64; n];
        let mut h = vec![0.0f64; n];
        let mut policy = vec![u32::MAX; n];
        for (s, data) in self.states.iter().enumerate() {
            if let Some(p) = &data.payoff {
                v[s] = guess(&p[0]);
            }
        }
        for members in &order {
            let members: Vec<State> = members
                .iter()
                .copied()
                .filter(|&s| self.payoff(s).is_none())
                .collect();
            let mut sweep = 0;
            loop {
                budget.visit(members.len() as u64)?;
                let mut change = 0.0f64;
                for k in 0..members.len() {
                    let at = if sweep % 2 == 0 {
                        k
                    } else {
                        members.len() - 1 - k
                    };
                    let s = members[at] as usize;
                    let large = self.states[s].owner != Owner::Min;
                    let mut best = f64::NAN;
                    for (a, option) in (0u32..).zip(&table[s]) {
                        let value = option.rounded(&v);
                        // Keep what is in hand unless something is clearly better.
                        let margin = if policy[s] == a {
                            0.0
                        } else {
                            1e-12 * (1.0 + value.abs())
                        };
                        if best.is_nan()
                            || if large {
                                value > best + margin
                            } else {
                                value < best - margin
                            }
                        {
                            best = value;
                            policy[s] = a;
                        }
                    }
                    let steps = table[s][policy[s] as usize].steps(&h);
                    change = change.max((best - v[s]).abs() / (1.0 + best.abs()));
                    change = change.max((steps - h[s]).abs() / (1.0 + steps));
                    v[s] = best;
                    h[s] = steps;
                }
                sweep += 1;
                if change < 1e-14 {
                    break;
                }
                if sweep > SWEEPS || !change.is_finite() {
                    return Err(Error::limit(format!(
                        "value iteration does not settle after {sweep} sweeps of {} states",
                        members.len()
                    )));
                }
            }
        }
        if v.iter()
            .chain(&h)
            .any(|x| !x.is_finite() || x.abs() >= LARGEST / 4.0)
        {
            return Err(Error::limit(
                "bounds by value iteration hold numbers below 2^34; these values or these lengths of play are larger",
            ));
        }
        self.prove(&table, &v, &h, policy, budget)
    }

    fn rounded(&self) -> Result<Vec<Vec<Choice>>> {
        let mut out = Vec::with_capacity(self.len());
        for (s, data) in self.states.iter().enumerate() {
            if matches!(data.owner, Owner::Player(i) if i > 0) && data.actions.len() > 1 {
                return Err(Error::undefined(format!(
                    "state {s} belongs to a player whose expectation is not bounded here; only player 0's is"
                )));
            }
            let mut options = Vec::with_capacity(data.actions.len());
            for action in &data.actions {
                let mut gain = Rational::zero();
                let mut edges = Vec::with_capacity(action.branches.len());
                let common = common_denominator(action.branches.iter().map(|b| &b.weight));
                let exact = common.bits() <= u64::from(WEIGHT);
                let denominator = common.to_i128().filter(|_| exact).unwrap_or(1 << WEIGHT);
                for b in &action.branches {
                    if let Some(g) = b.gain.first() {
                        gain += g * &b.weight;
                    }
                    let low = (b.weight.numer() * denominator).div_floor(b.weight.denom());
                    let low = low.to_i128().unwrap_or(0);
                    edges.push(Edge {
                        to: b.to,
                        weight: guess(&b.weight),
                        low,
                        high: low + i128::from(!exact),
                    });
                }
                options.push(Choice {
                    gain: guess(&gain),
                    gain_low: floor(&gain, SCALE)?,
                    gain_high: floor(&gain, SCALE)? + i128::from(!gain.is_zero()),
                    denominator,
                    edges,
                });
            }
            out.push(options);
        }
        Ok(out)
    }

    /// Widens the values until the inequalities that prove bounds hold everywhere.
    fn prove(
        &self,
        table: &[Vec<Choice>],
        v: &[f64],
        h: &[f64],
        policy: Vec<u32>,
        budget: &Budget,
    ) -> Result<Bounds> {
        let shown = self.one_sided(&policy)?;
        let scale = (1u64 << SCALE) as f64;
        let mut slack = 2f64.powi(-42);
        while slack < 1.0 {
            budget.check()?;
            let shifted = |sign: f64| -> Result<Vec<i128>> {
                let mut out = Vec::with_capacity(v.len());
                for (s, data) in self.states.iter().enumerate() {
                    out.push(match &data.payoff {
                        Some(p) => floor(&p[0], SCALE)? + i128::from(sign > 0.0),
                        None => ((v[s] + sign * slack * h[s]) * scale) as i128,
                    });
                }
                Ok(out)
            };
            let (lower, upper) = (shifted(-1.0)?, shifted(1.0)?);
            // Whoever wants much may do anything against the policy of the other for an upper bound, and the other way round.
            let holds = (0..v.len()).all(|s| {
                let large = self.states[s].owner != Owner::Min;
                (0u32..).zip(&table[s]).all(|(a, option)| {
                    let mine = a == policy[s];
                    (!(large || mine) || option.backup(&upper, true) <= upper[s])
                        && (large && !mine || option.backup(&lower, false) >= lower[s])
                })
            });
            if holds && shown {
                return Ok(Bounds {
                    lower,
                    upper,
                    policy,
                });
            }
            slack *= 2.0;
        }
        Err(Error::limit(
            "value iteration found values that no bound could be proved for",
        ))
    }

    /// The policy ends from everywhere, and if both kinds of player choose, so does everything else: what the bounds rest on.
    fn one_sided(&self, policy: &[u32]) -> Result<bool> {
        let n = self.len();
        let followed = |s: usize| match policy[s] {
            u32::MAX => &[][..],
            a => &self.states[s].actions[a as usize].branches,
        };
        let mut before: Vec<Vec<State>> = vec![Vec::new(); n];
        for s in 0..n {
            for b in followed(s) {
                before[b.to as usize].push(s as State);
            }
        }
        let mut ends: Vec<bool> = self.states.iter().map(|s| s.payoff.is_some()).collect();
        let mut open: Vec<usize> = (0..n).filter(|&s| ends[s]).collect();
        while let Some(t) = open.pop() {
            for &s in &before[t] {
                if !std::mem::replace(&mut ends[s as usize], true) {
                    open.push(s as usize);
                }
            }
        }
        if let Some(s) = ends.iter().position(|e| !e) {
            return Err(Error::undefined(format!(
                "play never ends with positive probability from state {}",
                self.name(s as State)
            )));
        }
        let chooses = |min: bool| {
            (0..n as State).any(|s| self.is_choice(s) && (self.owner(s) == Owner::Min) == min)
        };
        if !(chooses(true) && chooses(false)) {
            return Ok(true);
        }
        // An action that can lead outside is lost; a state without actions inside is outside.
        let mut uses: Vec<Vec<(State, u32)>> = vec![Vec::new(); n];
        let mut kept: Vec<Vec<bool>> = Vec::with_capacity(n);
        for (s, data) in self.states.iter().enumerate() {
            kept.push(vec![true; data.actions.len()]);
            for (a, action) in (0u32..).zip(&data.actions) {
                for b in &action.branches {
                    uses[b.to as usize].push((s as State, a));
                }
            }
        }
        let mut inside: Vec<bool> = kept.iter().map(|k| !k.is_empty()).collect();
        let mut open: Vec<usize> = (0..n).filter(|&s| !inside[s]).collect();
        while let Some(t) = open.pop() {
            for &(s, a) in &uses[t] {
                let s = s as usize;
                kept[s][a as usize] = false;
                if inside[s] && !kept[s].contains(&true) {
                    inside[s] = false;
                    open.push(s);
                }
            }
        }
        match inside.iter().position(|&i| i) {
            None => Ok(true),
            Some(s) => Err(Error::undefined(format!(
                "the two players can go on for ever from state {}; such a process has no bounds here",
                self.name(s as State)
            ))),
        }
    }
}
