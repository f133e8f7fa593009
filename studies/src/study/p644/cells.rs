//! The slow way: cells of the lattice that are not joined, and every point at which anything can change.

use super::{NEAR, Point, ROOT, UNIT, lattice, number, range, single};
use crate::interval::Interval;
use crate::{Error, Input, Result, Value};
use num_bigint::BigInt;
use num_rational::BigRational;

/// Grundy values by cells of the lattice without joining them, and every point at which anything can change.
struct Cells {
    points: Vec<Point>,
    values: Vec<u32>,
}

impl Cells {
    fn new(most: i64) -> Cells {
        let points = lattice(most);
        let mut cells = Cells {
            points: points.clone(),
            values: Vec::new(),
        };
        for n in 0..points.len() {
            // Any length inside the cell.
            let end = points.get(n + 1).map_or(points[n].at + 2 * NEAR, |p| p.at);
            let length = points[n].at / 2 + end / 2;
            let mut options = Vec::new();
            for tile in [UNIT, ROOT] {
                for x in cells.places(length - tile) {
                    options.push(u64::from(cells.value(x) ^ cells.value(length - tile - x)));
                }
            }
            cells.values.push(crate::number::mex(options) as u32);
        }
        cells
    }

    fn value(&self, length: i64) -> u32 {
        self.values[self.points.partition_point(|p| p.at <= length) - 1]
    }

    /// Cuts of [0, d] at lattice points and at d less lattice points.
    fn cuts(&self, d: i64) -> Vec<i64> {
        let inside = self.points.iter().map(|p| p.at).filter(|x| *x <= d);
        let mut cuts: Vec<i64> = inside.flat_map(|x| [x, d - x]).collect();
        cuts.sort_unstable();
        cuts.dedup();
        cuts
    }

    /// A place between any two neighbouring cuts.
    fn places(&self, d: i64) -> Vec<i64> {
        self.cuts(d)
            .windows(2)
            .filter(|w| w[1] - w[0] > 1)
            .map(|w| w[0] / 2 + w[1] / 2)
            .collect()
    }

    fn measure(&self, d: i64) -> i64 {
        let cuts = self.cuts(d);
        let equal = cuts.windows(2).filter(|w| {
            let x = w[0] / 2 + w[1] / 2;
            self.value(x) == self.value(d - x)
        });
        equal.map(|w| w[1] - w[0]).sum()
    }
}

/// On all cells.
pub(super) fn brute(input: &Input) -> Result<Value> {
    // A place in units of 2^-40, to within that unit for each cut.
    let about = |x: i64| Interval::fraction(x, UNIT) + Interval::error(30);
    match input.function() {
        "e" | "win_probability" => {
            let length = number(input)?;
            if length > BigRational::from_integer(10.into()) {
                return Err(Error::limit("brute force is for L <= 10"));
            }
            let cells = Cells::new(11);
            single(input, &length, &mut |d| {
                let units = d
                    .times(UNIT)
                    .low()
                    .floor()
                    .and_then(|f| i64::try_from(f).ok());
                Ok(about(cells.measure(units.unwrap_or(0))))
            })
        }
        "f" => {
            let (a, b) = range(input)?;
            if b > 10 {
                return Err(Error::limit("brute force is for b <= 10"));
            }
            let cells = Cells::new(b + 1);
            // All lattice points and three places between any two of them.
            let ends: Vec<i64> = cells
                .points
                .iter()
                .map(|p| p.at)
                .filter(|x| (a * UNIT..=b * UNIT).contains(x))
                .collect();
            let between = ends
                .windows(2)
                .flat_map(|w| [1, 2, 3].map(|k| w[0] + (w[1] - w[0]) / 4 * k));
            let mut best = Interval::int(0);
            for length in ends.iter().copied().chain(between) {
                let mut sum = Interval::int(0);
                for tile in [UNIT, ROOT] {
                    let d = length - tile;
                    sum = sum + about(cells.measure(d)).divide(&Interval::fraction(d, UNIT))?;
                }
                best = best.larger(&(&sum * &Interval::fraction(length, 2 * BigInt::from(UNIT))));
            }
            Ok(Value::from(best.decimals(input.u64("round")? as u32)?))
        }
        _ => Err(input.unknown()),
    }
}
