//! 761: a swimmer in a pool and a runner around it: the speed at which nobody escapes.

use crate::interval::{Interval, pi};
use crate::{Error, Input, Known, Result, Study, Value};
use std::cmp::Ordering;

pub const STUDY: Study = Study {
    id: 761,
    text: "Let w = sqrt(v^2 - 1). If the runner runs round to one side of a polygon, s along the edge from the foot of the swimmer at distance \
        y, a straight dash there gains s - w*y at most. Near the centre the gain grows from side to side all the way round, and a \
        dash means nothing, because the runner turns back; the barrier is where it first has a local maximum, against both \
        directions at once. The runner waits where the gain at the barrier is least, which is on an axis of the polygon, through a \
        vertex or the middle of a side; v is found by bisection between bounds. For the circle this is sqrt(v^2 - 1) = pi + acos(1/v). \
        Brute force plays on a grid with a runner whose steps are rounded up: \
        where the swimmer escapes there, v is below the critical speed.",
    known: || {
        Ok(Known::Verified(
            "the barrier gives the published values of circle and square; a game on a grid escapes a little below it; not proved".into(),
        ))
    },
    run,
    brute,
    twins: || {
        let pools = [
            ("circle", vec![2, 3, 4, 5]),
            ("square", vec![3, 4, 5, 6]),
            ("regular hexagon", vec![2, 3, 4, 6]),
        ];
        let all = pools
            .iter()
            .flat_map(|(pool, speeds)| speeds.iter().map(move |v| (pool, v)));
        all.map(|(pool, v)| format!(r#"{{"fn": "escapes", "pool": "{pool}", "v": {v}}}"#))
            .collect()
    },
};

/// The sides of a regular pool, 0 for the circle.
fn sides(input: &Input) -> Result<u32> {
    match input.need("pool")?.as_str() {
        Some("circle") => Ok(0),
        Some("equilateral triangle") => Ok(3),
        Some("square") => Ok(4),
        Some("regular pentagon") => Ok(5),
        Some("regular hexagon") => Ok(6),
        Some("regular octagon") => Ok(8),
        _ => Err(Error::input(
            "the pool is `circle`, `square`, `regular hexagon`, `regular pentagon`, `regular octagon` or `equilateral triangle`",
        )),
    }
}

fn run(input: &Input) -> Result<Value> {
    let n = sides(input)?;
    // The gain at the barrier falls as v grows.
    let gain = |v: &Interval| if n == 0 { circle(v) } else { polygon(n, v) };
    match input.function() {
        "target" => {}
        "escapes" => {
            let v = input.u64("v")?;
            return Ok(Value::from(
                v < 2 || gain(&Interval::int(v.min(1 << 20)))?.is_positive(),
            ));
        }
        _ => return Err(input.unknown()),
    }
    let (mut low, mut high) = (Interval::int(2), Interval::int(16));
    for _ in 0..80 {
        let middle = low.hull(&high).middle();
        let value = gain(&middle)?;
        if value.is_positive() {
            low = middle;
        } else if value.is_negative() {
            high = middle;
        } else {
            break;
        }
    }
    Ok(Value::from(low.hull(&high).decimals(8)?))
}

/// sqrt(v^2 - 1).
fn steepness(v: &Interval) -> Result<Interval> {
    (&(v * v) - &Interval::int(1)).sqrt()
}

/// In a circle of radius 1: what the runner has to run after a turn at radius 1/v, less v times the swimmer's way.
fn circle(v: &Interval) -> Result<Interval> {
    let w = steepness(v)?;
    Ok(&(&pi() + &w.atan()?) - &w)
}

/// The least gain at the barrier on the axes of a polygon with sides of length 1.
fn polygon(n: u32, v: &Interval) -> Result<Interval> {
    let w = steepness(v)?;
    let (cos, sin) = pi().over(n).cos_sin();
    let height = cos.divide(&sin)?.over(2);
    let mut least: Option<Interval> = None;
    for half in [0, 1] {
        // Sides at k + half/2 side lengths from the point where the axis ends, the swimmer at distance r on the axis: the gain is
        // n/2 + k + half/2 - r*sin - w*(height - r*cos) for the angle of the side.
        let angle = |k: u32| pi().times(2 * k + half).over(n).cos_sin();
        let mut first: Option<(u32, Interval)> = None;
        for k in 0..n {
            let ((c, s), (d, t)) = (angle(k), angle(k + 1));
            // From a side to the next the gain changes by 1 - r*fall.
            let fall = &(&(&c - &d) * &w) + &(&t - &s);
            let steeper = match &first {
                None => true,
                Some((_, old)) => fall.order(old) == Some(Ordering::Greater),
            };
            if steeper {
                first = Some((k, fall));
            }
        }
        let (k, fall) = first.ok_or_else(|| Error::limit("a pool without sides"))?;
        let r = Interval::int(1).divide(&fall)?;
        let (c, s) = angle(k);
        let run = Interval::fraction(n + 2 * k + half, 2);
        let gain = run - &r * &s - &w * &(&height - &(&r * &c));
        least = Some(match least {
            None => gain,
            Some(old) if gain.order(&old) == Some(Ordering::Less) => gain,
            Some(old) => old,
        });
    }
    least.ok_or_else(|| Error::limit("a pool without axes"))
}

/// The pool on a grid. Only a bound from below: the swimmer moves between points of the grid, the runner's steps are rounded up.
struct Grid {
    /// Points of the swimmer; the first is the centre.
    points: Vec<(f64, f64)>,
    /// For each point: a point that can be reached, and the distance.
    steps: Vec<Vec<(usize, f64)>>,
    /// Places of the runner.
    edge: Vec<(f64, f64)>,
    /// Length of the edge between two places.
    spacing: f64,
}

const PLACES: usize = 512;
const WORDS: usize = PLACES / 64;
type Set = [u64; WORDS];

impl Grid {
    fn new(n: u32) -> Grid {
        let n = n as usize;
        // Radius of the inner circle 1; the runner starts at the middle of a side, below.
        let angle = |k: f64| std::f64::consts::TAU * k / n as f64 - std::f64::consts::FRAC_PI_2;
        let half = (std::f64::consts::PI / n as f64).tan();
        let edge: Vec<(f64, f64)> = (0..PLACES)
            .map(|i| {
                if n == 0 {
                    let a = std::f64::consts::TAU * i as f64 / PLACES as f64
                        - std::f64::consts::FRAC_PI_2;
                    return (a.cos(), a.sin());
                }
                let along = i as f64 * n as f64 / PLACES as f64 + 0.5;
                let (side, rest) = (along.floor(), (along.fract() - 0.5) * 2.0 * half);
                let (s, c) = angle(side).sin_cos();
                (c - rest * s, s + rest * c)
            })
            .collect();
        let inside = |x: f64, y: f64| match n {
            0 => x.hypot(y) < 1.0,
            _ => (0..n).all(|k| x * angle(k as f64).cos() + y * angle(k as f64).sin() < 1.0 - 1e-9),
        };
        let unit = 1.0 / 14.0;
        let mut cells: Vec<(i32, i32)> = (-20..=20)
            .flat_map(|x| (-20..=20).map(move |y| (x, y)))
            .filter(|(x, y)| inside(f64::from(*x) * unit, f64::from(*y) * unit))
            .collect();
        cells.sort_by_key(|(x, y)| x * x + y * y);
        let steps = cells
            .iter()
            .map(|(x, y)| {
                let near = |(a, b): (i32, i32)| (a - x) * (a - x) + (b - y) * (b - y);
                let all = cells
                    .iter()
                    .enumerate()
                    .filter(|(_, c)| (1..=10).contains(&near(**c)));
                all.map(|(i, c)| (i, f64::from(near(*c)).sqrt() * unit))
                    .collect()
            })
            .collect();
        let points = cells
            .iter()
            .map(|(x, y)| (f64::from(*x) * unit, f64::from(*y) * unit))
            .collect();
        let around = if n == 0 {
            std::f64::consts::TAU
        } else {
            2.0 * half * n as f64
        };
        Grid {
            points,
            steps,
            edge,
            spacing: around / PLACES as f64,
        }
    }

    /// Does the swimmer escape a runner of speed v?
    fn escapes(&self, v: f64) -> bool {
        let reach = |d: f64| (d * v / self.spacing).ceil() as usize;
        // Where the runner is safe from a straight dash, for each point of the swimmer.
        let mut safe: Vec<Set> = self
            .points
            .iter()
            .map(|(x, y)| {
                let mut set = [u64::MAX; WORDS];
                for (q, (a, b)) in self.edge.iter().enumerate() {
                    let mut one = [0u64; WORDS];
                    one[q / 64] |= 1 << (q % 64);
                    let covered = widened(&one, reach((x - a).hypot(y - b)));
                    set.iter_mut().zip(covered).for_each(|(s, c)| *s &= c);
                }
                set
            })
            .collect();
        // A place stays safe if after every step of the swimmer some safe place is near enough.
        loop {
            let mut changed = false;
            for p in 0..safe.len() {
                let mut set = safe[p];
                for (to, distance) in &self.steps[p] {
                    let near = widened(&safe[*to], reach(*distance));
                    set.iter_mut().zip(near).for_each(|(s, c)| *s &= c);
                }
                changed |= set != safe[p];
                safe[p] = set;
            }
            if !changed {
                return safe[0][0] & 1 == 0;
            }
        }
    }
}

/// All places within so many of the set, on the circle of places.
fn widened(set: &Set, by: usize) -> Set {
    if by * 2 >= PLACES {
        return if set.iter().all(|w| *w == 0) {
            *set
        } else {
            [u64::MAX; WORDS]
        };
    }
    let turned = |set: &Set, by: usize| -> Set {
        let (words, bits) = (by / 64, by % 64);
        std::array::from_fn(|i| {
            let low = set[(i + WORDS - words) % WORDS] << bits;
            let high = set[(i + WORDS - words + WORDS - 1) % WORDS];
            if bits == 0 {
                low
            } else {
                low | high >> (64 - bits)
            }
        })
    };
    // To one side by 0..=2*by in doubling steps, then back by `by`.
    let (mut wide, mut width) = (*set, 0);
    while width < 2 * by {
        let step = (width + 1).min(2 * by - width);
        let other = turned(&wide, step);
        wide.iter_mut().zip(other).for_each(|(a, b)| *a |= b);
        width += step;
    }
    turned(&wide, PLACES - by)
}

/// The game on a grid: an escape is an escape, the rest is what the grid does not show.
fn brute(input: &Input) -> Result<Value> {
    let (n, v) = (sides(input)?, input.u64("v")?);
    match input.function() {
        "escapes" if v < 100 => Ok(Value::from(Grid::new(n).escapes(v as f64))),
        _ => Err(input.unknown()),
    }
}
