//! 644: tiles on a segment, the first of them at random.

mod cells;

use crate::interval::Interval;
use crate::linear::read_ratio;
use crate::{Error, Input, Known, Result, Study, Value};
use num_rational::BigRational;
use num_traits::Signed;
use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};

pub const STUDY: Study = Study {
    id: 644,
    text: "The Grundy value of a segment changes only at lengths i + j*sqrt(2), because the lengths of two parts add up to the length less a \
        tile. So it is computed once for each such number, by the mex over all pairs of pieces of equal value, and pieces with equal \
        values are joined. The measure of positions that lose for the next player is an autocorrelation: linear between sums of two \
        ends of pieces, with whole slopes. The expected gain is smooth between these points, so its maximum is at one of them or where \
        its derivative, kept between bounds, vanishes. Brute force cuts every segment at all points at which anything can change.",
    known: || {
        Ok(Known::Computed(
            "Grundy values of all lengths; the maximum with proved bounds".into(),
        ))
    },
    run,
    brute: cells::brute,
    twins: || {
        let mut twins = Vec::new();
        for l in [
            "1.5", "2", "2.5", "3", "3.7", "4", "5", "6.25", "7", "8", "9.1", "10",
        ] {
            twins.push(format!(r#"{{"fn": "e", "L": "{l}", "round": 5}}"#));
            for kind in ["straight", "diagonal"] {
                twins.push(format!(
                    r#"{{"fn": "win_probability", "L": "{l}", "kind": "{kind}", "round": 5}}"#
                ));
            }
        }
        for (a, b) in [(2, 3), (2, 5), (3, 7), (2, 9)] {
            twins.push(format!(r#"{{"fn": "f", "a": {a}, "b": {b}, "round": 5}}"#));
        }
        twins
    },
};

/// A length i + j*sqrt(2), with its place in units of 2^-40. Two such lengths below 2000 differ by more than 2^-14 if at all.
#[derive(Clone, Copy, Debug)]
struct Point {
    i: i64,
    j: i64,
    at: i64,
}

const UNIT: i64 = 1 << 40;
const NEAR: i64 = 1 << 20;
/// sqrt(2) in units of 2^-40, rounded down.
const ROOT: i64 = 1_554_944_255_987;
const LONGEST: u64 = 1000;

impl Point {
    fn new(i: i64, j: i64) -> Point {
        Point {
            i,
            j,
            at: i * UNIT + j * ROOT,
        }
    }

    fn interval(self) -> Result<Interval> {
        Ok(Interval::int(self.i) + Interval::int(2).sqrt()?.times(self.j))
    }

    fn order(self, other: Point) -> Ordering {
        if (self.at - other.at).abs() < NEAR {
            Ordering::Equal
        } else {
            self.at.cmp(&other.at)
        }
    }
}

/// All lengths i + j*sqrt(2) from 0 to `most`, in order.
fn lattice(most: i64) -> Vec<Point> {
    let mut points = Vec::new();
    for j in 0..=most {
        for i in 0..=most {
            let point = Point::new(i, j);
            if point.at <= most * UNIT {
                points.push(point);
            }
        }
    }
    points.sort_by_key(|p| p.at);
    points
}

/// Grundy values of lengths: pieces [start, next start) of constant value.
fn grundy(most: i64) -> Vec<(Point, u32)> {
    let mut pieces: Vec<(Point, u32)> = Vec::new();
    let mut seen: Vec<bool> = Vec::new();
    for length in lattice(most) {
        seen.clear();
        for tile in [UNIT, ROOT] {
            let rest = length.at - tile;
            if rest > -NEAR {
                splits(&pieces, rest, |x, y| {
                    let value = (x ^ y) as usize;
                    if value >= seen.len() {
                        seen.resize(value + 1, false);
                    }
                    seen[value] = true;
                });
            }
        }
        let value = seen.iter().position(|s| !s).unwrap_or(seen.len()) as u32;
        if pieces.last().is_none_or(|(_, last)| *last != value) {
            pieces.push((length, value));
        }
    }
    pieces
}

/// The values of x and rest - x for all x from 0 to half of `rest`, on every pair of pieces that meet.
fn splits(pieces: &[(Point, u32)], rest: i64, mut pair: impl FnMut(u32, u32)) {
    let start = |i: usize| pieces.get(i).map_or(i64::MAX / 4, |p| p.0.at);
    let mut a = 0;
    let mut b = pieces.partition_point(|p| p.0.at <= rest + NEAR) - 1;
    loop {
        pair(pieces[a].1, pieces[b].1);
        // x comes to the next piece, or rest - x falls below its piece; at the same time, it is still in it for one point.
        let (next, below) = (start(a + 1), rest - start(b));
        let together = (next - below).abs() < NEAR;
        if together {
            a += 1;
            if a > b || next > rest + NEAR {
                return;
            }
            pair(pieces[a].1, pieces[b].1);
        } else if next < below {
            a += 1;
        }
        if together || next > below {
            if b == 0 {
                return;
            }
            b -= 1;
        }
        if a > b {
            return;
        }
    }
}

/// The measure of x in [0, d] with equal values at x and d - x, for all d: its slope changes at corners, by whole numbers.
struct Measure {
    corners: Vec<Point>,
    /// Sums over the first n corners of w, w*i, w*j.
    sums: Vec<[i64; 3]>,
}

impl Measure {
    fn new(most: i64) -> Measure {
        let pieces = grundy(most);
        let mut ends: BTreeMap<u32, Vec<(Point, i64)>> = BTreeMap::new();
        for (n, (start, value)) in pieces.iter().enumerate() {
            let all = ends.entry(*value).or_default();
            all.push((*start, 1));
            if let Some((end, _)) = pieces.get(n + 1) {
                all.push((*end, -1));
            }
        }
        let mut weights: HashMap<(i64, i64), i64> = HashMap::new();
        for all in ends.values() {
            for (p, s) in all {
                for (q, t) in all {
                    if p.at + q.at <= most * UNIT + NEAR {
                        *weights.entry((p.i + q.i, p.j + q.j)).or_default() += s * t;
                    }
                }
            }
        }
        let mut corners: Vec<(Point, i64)> = weights
            .into_iter()
            .filter(|(_, w)| *w != 0)
            .map(|((i, j), w)| (Point::new(i, j), w))
            .collect();
        corners.sort_by_key(|(p, _)| p.at);
        let mut sums = vec![[0; 3]];
        for (p, w) in &corners {
            let [a, b, c] = sums[sums.len() - 1];
            sums.push([a + w, b + w * p.i, c + w * p.j]);
        }
        Measure {
            corners: corners.into_iter().map(|(p, _)| p).collect(),
            sums,
        }
    }

    /// The line slope*d - (i + j*sqrt 2) on which the measure lies from the point d on.
    fn line(&self, d: Point) -> [i64; 3] {
        self.sums[self.corners.partition_point(|c| c.order(d).is_le())]
    }

    /// The measure at any d; where d cannot be told from a corner, it is one.
    fn at(&self, d: &Interval) -> Result<Interval> {
        let mut count = 0;
        for c in &self.corners {
            match c.interval()?.order(d) {
                Some(Ordering::Greater) => break,
                _ => count += 1,
            }
        }
        Ok(line_at(self.sums[count], d, &Interval::int(2).sqrt()?))
    }
}

fn line_at([w, i, j]: [i64; 3], d: &Interval, root: &Interval) -> Interval {
    d.times(w) - Interval::int(i) - root.times(j)
}

fn number(input: &Input) -> Result<BigRational> {
    let length = read_ratio(&input.need("L")?.to_string().replace('"', ""))?;
    let two = BigRational::from_integer(2.into());
    if !length.is_positive()
        || &length * &length <= two
        || length > BigRational::from_integer(200.into())
    {
        return Err(Error::input(
            "L is more than sqrt(2), so that both tiles fit, and at most 200",
        ));
    }
    Ok(length)
}

fn run(input: &Input) -> Result<Value> {
    match input.function() {
        "e" | "win_probability" => {
            let length = number(input)?;
            let most = i64::try_from(length.ceil().to_integer()).unwrap_or(200);
            let measure = Measure::new(most);
            single(input, &length, &mut |d| measure.at(d))
        }
        "f" | "argmax_f" => {
            let (a, b) = range(input)?;
            let (value, place) = maximum(a, b)?;
            let digits = input.u64("round")? as u32;
            Ok(Value::from(match input.function() {
                "f" => value.decimals(digits)?,
                _ => {
                    let place =
                        place.ok_or_else(|| Error::limit("the maximum is not at a corner"))?;
                    place.interval()?.decimals(digits)?
                }
            }))
        }
        _ => Err(input.unknown()),
    }
}

fn range(input: &Input) -> Result<(i64, i64)> {
    let (a, b) = (input.u64("a")?, input.u64("b")?);
    match 2 <= a && a <= b && b <= LONGEST {
        true => Ok((a as i64, b as i64)),
        false => Err(Error::input(format!(
            "a and b are whole numbers with 2 <= a <= b <= {LONGEST}"
        ))),
    }
}

/// The expected gain, or one of the two chances of winning, for one length.
fn single(
    input: &Input,
    length: &BigRational,
    measure: &mut dyn FnMut(&Interval) -> Result<Interval>,
) -> Result<Value> {
    let whole = Interval::ratio(length);
    let mut chance = |tile: Interval| -> Result<Interval> {
        let d = &whole - &tile;
        measure(&d)?.divide(&d)
    };
    let root = Interval::int(2).sqrt()?;
    let value = match (input.function(), input.get("kind").and_then(Value::as_str)) {
        ("e", _) => &(&chance(Interval::int(1))? + &chance(root)?) * &whole.over(2),
        (_, Some("straight")) => chance(Interval::int(1))?,
        (_, Some("diagonal")) => chance(root)?,
        _ => return Err(Error::input("the kind is `straight` or `diagonal`")),
    };
    Ok(Value::from(match input.get("round") {
        Some(_) => value.decimals(input.u64("round")? as u32)?,
        // A whole number, as far as 60 decimals tell.
        None => value
            .decimals(60)?
            .trim_end_matches('0')
            .trim_end_matches('.')
            .to_string(),
    }))
}

/// The gain between two corners: L/2 * (m1/D1 + m2/D2) with lines m1 and m2.
struct Stretch {
    from: Point,
    to: Point,
    lines: [[i64; 3]; 2],
}

impl Stretch {
    fn gain(&self, length: &Interval, root: &Interval) -> Result<Interval> {
        let d = [length - &Interval::int(1), length - root];
        let one = line_at(self.lines[0], &d[0], root).divide(&d[0])?;
        let other = line_at(self.lines[1], &d[1], root).divide(&d[1])?;
        Ok(&(&one + &other) * &length.over(2))
    }

    /// Twice the derivative: the slopes, and K/D^2 times the tile for each line slope*D - K.
    fn slope(&self, length: &Interval, root: &Interval) -> Result<Interval> {
        let mut sum = Interval::int(self.lines[0][0] + self.lines[1][0]);
        for (line, tile) in self.lines.iter().zip([Interval::int(1), root.clone()]) {
            let d = length - &tile;
            let k = Interval::int(line[1]) + root.times(line[2]);
            sum = sum + (&k * &tile).divide(&(&d * &d))?;
        }
        Ok(sum)
    }

    /// The maximum on a part of the stretch; true if it is at the left or the right end of the part.
    fn maximum(
        &self,
        part: &Interval,
        root: &Interval,
        depth: u32,
    ) -> Result<(Interval, Option<bool>)> {
        let slope = self.slope(part, root)?;
        if slope.is_negative() {
            return Ok((self.gain(&part.low(), root)?, Some(false)));
        }
        if slope.is_positive() {
            return Ok((self.gain(&part.high(), root)?, Some(true)));
        }
        if depth == 0 {
            return Ok((self.gain(part, root)?, None));
        }
        let middle = part.middle();
        let (low, _) = self.maximum(&part.low().hull(&middle), root, depth - 1)?;
        let (high, _) = self.maximum(&middle.hull(&part.high()), root, depth - 1)?;
        Ok((low.larger(&high), None))
    }

    /// The gain at both ends in units of 2^-40, and a bound for what the gain is above them between them.
    fn roughly(&self) -> (i128, i128) {
        let at = |length: i64| -> i128 {
            let mut sum = 0i128;
            for ([w, i, j], tile) in self.lines.iter().zip([UNIT, ROOT]) {
                let d = i128::from(length - tile);
                let m = i128::from(*w) * d
                    - i128::from(*i) * i128::from(UNIT)
                    - i128::from(*j) * i128::from(ROOT);
                sum += (m << 40) / d;
            }
            (sum * i128::from(length)) >> 41
        };
        // |e''| <= sum of |K|*tile/D^3, and the gain is above its chord by h^2/8 times that at most; h is below 2^-1 here.
        let h = i128::from(self.to.at - self.from.at);
        let mut bend = 0i128;
        for ([_, i, j], tile) in self.lines.iter().zip([UNIT, ROOT]) {
            let d = i128::from(self.from.at - tile) >> 20;
            let k = i128::from(i.abs() + 2 * j.abs());
            bend += k * 2 * (((h >> 20) * (h >> 20) / 8 + 1) << 20)
                / (d * d / (1 << 20) * d / (1 << 20)).max(1);
        }
        (
            at(self.from.at).max(at(self.to.at)),
            bend + i128::from(i16::MAX),
        )
    }
}

/// The largest gain for lengths from a to b, and where it is if it is at a corner.
fn maximum(a: i64, b: i64) -> Result<(Interval, Option<Point>)> {
    let measure = Measure::new(b);
    let mut ends = vec![Point::new(a, 0), Point::new(b, 0)];
    for c in &measure.corners {
        for end in [Point::new(c.i + 1, c.j), Point::new(c.i, c.j + 1)] {
            if ends[0].order(end).is_lt() && end.order(ends[1]).is_lt() {
                ends.push(end);
            }
        }
    }
    ends.sort_by_key(|p| p.at);
    ends.dedup_by(|x, y| x.order(*y).is_eq());
    let stretches: Vec<Stretch> = ends
        .windows(2)
        .map(|w| {
            let lines = [
                Point::new(w[0].i - 1, w[0].j),
                Point::new(w[0].i, w[0].j - 1),
            ];
            Stretch {
                from: w[0],
                to: w[1],
                lines: lines.map(|d| measure.line(d)),
            }
        })
        .collect();
    let rough: Vec<(i128, i128)> = stretches.iter().map(Stretch::roughly).collect();
    let best = rough.iter().map(|(gain, _)| *gain).max().unwrap_or(0);
    // Rounding moves rough gains by less than 2^-20.
    let margin = 1i128 << 21;
    let root = Interval::int(2).sqrt()?;
    let mut found: Option<(Interval, Option<Point>)> = None;
    for (stretch, (gain, above)) in stretches.iter().zip(&rough) {
        if gain + above + margin < best {
            continue;
        }
        let part = stretch.from.interval()?.hull(&stretch.to.interval()?);
        let (value, end) = stretch.maximum(&part, &root, 24)?;
        let place = end.map(|right| if right { stretch.to } else { stretch.from });
        found = Some(match found {
            None => (value, place),
            Some((old, at)) => {
                let same = at.zip(place).is_some_and(|(p, q)| p.order(q).is_eq());
                let place = match value.order(&old) {
                    Some(Ordering::Greater) => place,
                    Some(_) => at,
                    None if same => at,
                    None => None,
                };
                (value.larger(&old), place)
            }
        });
    }
    found.ok_or_else(|| Error::undefined("there is no length"))
}
