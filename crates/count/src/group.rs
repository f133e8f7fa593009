//! Groups of values: what components are worth, how worths add, and who wins with a sum.
//!
//! Every group here is a part of one: a number, a multiple of ↑, a nimber and a set of switches ±t. Two equal switches cancel, so nimbers
//! and switches are vectors over the field of two elements (there the characters are ±1), and numbers and ups are integers after a
//! common denominator is taken out. [`Axes`] is that form; a [`Group`] says how it is written there and back.

use bouton_core::{Error, Outcome, Result};
use bouton_value::Dyadic;
use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use std::fmt::{Debug, Display};
use std::hash::Hash;

/// number + ups·↑ + *nimber + ±t₁ ± t₂ …, the temperatures descending, different and above 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Axes {
    /// The number.
    pub number: Number,
    /// How many ups.
    pub ups: BigInt,
    /// The nimber.
    pub nimber: u64,
    /// The switches ±t, as t, in descending order.
    pub switches: Vec<Number>,
}

/// A dyadic rational with the order of numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Number(pub Dyadic);

impl Default for Number {
    fn default() -> Self {
        Number(Dyadic::ZERO)
    }
}

impl From<i64> for Number {
    fn from(n: i64) -> Self {
        Number(Dyadic::from(n))
    }
}

impl Axes {
    /// The sum.
    pub fn plus(&self, other: &Axes) -> Axes {
        let mut switches = Vec::new();
        let (mut a, mut b) = (self.switches.as_slice(), other.switches.as_slice());
        loop {
            match (a.first(), b.first()) {
                (Some(x), Some(y)) if x == y => (a, b) = (&a[1..], &b[1..]),
                (Some(x), y) if y.is_none_or(|y| x > y) => {
                    switches.push(x.clone());
                    a = &a[1..];
                }
                (_, Some(y)) => {
                    switches.push(y.clone());
                    b = &b[1..];
                }
                _ => break,
            }
        }
        Axes {
            number: Number(&self.number.0 + &other.number.0),
            ups: &self.ups + &other.ups,
            nimber: self.nimber ^ other.nimber,
            switches,
        }
    }

    /// The negative.
    pub fn negative(&self) -> Axes {
        Axes {
            number: Number(-&self.number.0),
            ups: -&self.ups,
            ..self.clone()
        }
    }

    /// Who wins. Switches are played from the hottest on, in turn; then a number that is not 0 decides, then ups against the nimber.
    pub fn outcome(&self) -> Outcome {
        Outcome::from_starters(self.left_wins(true), !self.left_wins(false))
    }

    fn left_wins(&self, left_starts: bool) -> bool {
        let mut left_moves = left_starts;
        let mut number = self.number.0.clone();
        for t in &self.switches {
            number = if left_moves {
                &number + &t.0
            } else {
                &number - &t.0
            };
            left_moves = !left_moves;
        }
        match number.signum() {
            1 => return true,
            -1 => return false,
            _ => {}
        }
        // ups·↑ + *m: positive for two ups, and for one unless m = 1; with none only the nimber counts.
        let fuzzy = |m: u64| m == 1;
        if self.ups.is_positive() && (self.ups > BigInt::from(1) || !fuzzy(self.nimber)) {
            return true;
        }
        if self.ups.is_negative() && (self.ups < BigInt::from(-1) || !fuzzy(self.nimber)) {
            return false;
        }
        // ↑* and ↓* are won by the starter, as a nimber other than 0; 0 by the other player.
        let starter_wins = !self.ups.is_zero() || self.nimber != 0;
        starter_wins == left_moves
    }
}

/// A group of values. The laws (associative, commutative, zero, negative, order two of nimbers) follow from those of [`Axes`] if
/// `from_axes(axes(x)) = x` and the values' axes are closed under addition; the tests run both.
pub trait Group: Clone + Eq + Ord + Hash + Debug + Display + Send + Sync {
    /// The value on its axes.
    fn axes(&self) -> Axes;
    /// The value with these axes; an error if the group has an axis less.
    fn from_axes(axes: Axes) -> Result<Self>;

    /// The neutral value.
    fn zero() -> Result<Self> {
        Self::from_axes(Axes::default())
    }
    /// The sum.
    fn plus(&self, other: &Self) -> Result<Self> {
        Self::from_axes(self.axes().plus(&other.axes()))
    }
    /// The negative.
    fn negative(&self) -> Result<Self> {
        Self::from_axes(self.axes().negative())
    }
    /// Who wins a position of this value under normal play.
    fn outcome(&self) -> Outcome {
        self.axes().outcome()
    }
}

macro_rules! needs {
    ($axes:ident: $($none:ident),*) => {
        $(if $axes.$none != Axes::default().$none {
            return Err(Error::undefined(concat!("a value of this group has no ", stringify!($none))));
        })*
    };
}

/// A nimber *n.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Nimber(pub u64);

impl Group for Nimber {
    fn axes(&self) -> Axes {
        Axes {
            nimber: self.0,
            ..Axes::default()
        }
    }
    fn from_axes(a: Axes) -> Result<Self> {
        needs!(a: number, ups, switches);
        Ok(Nimber(a.nimber))
    }
}

/// An integer: moves that one player has to spare.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Integer(pub BigInt);

impl Group for Integer {
    fn axes(&self) -> Axes {
        Axes {
            number: Number(self.0.clone().into()),
            ..Axes::default()
        }
    }
    fn from_axes(a: Axes) -> Result<Self> {
        needs!(a: ups, nimber, switches);
        a.number.0.to_integer().map(Integer).ok_or_else(fraction)
    }
}

/// An integer plus a nimber.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct IntegerNimber(pub BigInt, pub u64);

impl Group for IntegerNimber {
    fn axes(&self) -> Axes {
        Axes {
            number: Number(self.0.clone().into()),
            nimber: self.1,
            ..Axes::default()
        }
    }
    fn from_axes(a: Axes) -> Result<Self> {
        needs!(a: ups, switches);
        let number = a.number.0.to_integer().ok_or_else(fraction)?;
        Ok(IntegerNimber(number, a.nimber))
    }
}

impl Group for Number {
    fn axes(&self) -> Axes {
        Axes {
            number: self.clone(),
            ..Axes::default()
        }
    }
    fn from_axes(a: Axes) -> Result<Self> {
        needs!(a: ups, nimber, switches);
        Ok(a.number)
    }
}

/// number + ups·↑ + *nimber.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct NumberUpNimber {
    /// The number.
    pub number: Number,
    /// How many ups; negative for downs.
    pub ups: BigInt,
    /// The nimber.
    pub nimber: u64,
}

impl Group for NumberUpNimber {
    fn axes(&self) -> Axes {
        Axes {
            number: self.number.clone(),
            ups: self.ups.clone(),
            nimber: self.nimber,
            switches: Vec::new(),
        }
    }
    fn from_axes(a: Axes) -> Result<Self> {
        needs!(a: switches);
        Ok(NumberUpNimber {
            number: a.number,
            ups: a.ups,
            nimber: a.nimber,
        })
    }
}

/// A number and switches ±t of different temperatures.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Switches {
    mean: Number,
    temperatures: Vec<Number>,
}

impl Switches {
    /// mean ± t for every t above 0; equal ones cancel in pairs. Errors: a temperature that is not above 0.
    ///
    /// ```
    /// use bouton_count::group::{Group, Switches};
    /// let twice = Switches::new(0.into(), [2.into(), 2.into(), 1.into()]).unwrap();
    /// assert_eq!(twice, Switches::new(0.into(), [1.into()]).unwrap());
    /// assert_eq!(twice.outcome().letter(), "N");
    /// ```
    pub fn new(mean: Number, temperatures: impl IntoIterator<Item = Number>) -> Result<Switches> {
        let mut all = Axes {
            number: mean,
            ..Axes::default()
        };
        for t in temperatures {
            if t.0.signum() <= 0 {
                return Err(Error::input(format!(
                    "a switch ±{} is not hot: write a number above 0",
                    t.0
                )));
            }
            all = all.plus(&Axes {
                switches: vec![t],
                ..Axes::default()
            });
        }
        Switches::from_axes(all)
    }
    /// {left | right} with numbers left > right.
    pub fn between(left: &Number, right: &Number) -> Result<Switches> {
        let halves = |sum: Dyadic| {
            sum.half()
                .map(Number)
                .map_err(|e| Error::limit(e.to_string()))
        };
        Switches::new(halves(&left.0 + &right.0)?, [halves(&left.0 - &right.0)?])
    }
}

impl Group for Switches {
    fn axes(&self) -> Axes {
        Axes {
            number: self.mean.clone(),
            switches: self.temperatures.clone(),
            ..Axes::default()
        }
    }
    fn from_axes(a: Axes) -> Result<Self> {
        needs!(a: ups, nimber);
        Ok(Switches {
            mean: a.number,
            temperatures: a.switches,
        })
    }
}

impl Group for Axes {
    fn axes(&self) -> Axes {
        self.clone()
    }
    fn from_axes(axes: Axes) -> Result<Self> {
        Ok(axes)
    }
}

fn fraction() -> Error {
    Error::undefined("a value of this group has an integer, not a fraction")
}

macro_rules! prints {
    ($($t:ty),*) => {$(
        impl Display for $t {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                crate::text::write_axes(&self.axes(), f)
            }
        }
    )*};
}
prints!(
    Nimber,
    Integer,
    IntegerNimber,
    Number,
    NumberUpNimber,
    Switches,
    Axes
);
