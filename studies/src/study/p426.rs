//! 426: the box-ball system: which runs of balls are left in the end.

use crate::number::natural;
use crate::{Error, Input, Known, Result, Study, Value};

pub const STUDY: Study = Study {
    id: 426,
    text: "Read a ball as a step up and an empty box as a step down, never below the ground. Striking out every pair \"ball, empty \
        box\" again and again strikes out p_1 >= p_2 >= ... pairs, and these numbers do not change from turn to turn; in the final \
        state a run of length s takes part in the first s rounds. A round lowers every peak by 1, so the lengths are the heights of \
        the peaks above the higher of the two valleys at which they meet a taller peak. One pass with a stack finds them, O(runs). \
        Brute force makes the turns box by box until the runs are in order of length and stay.",
    known: || {
        Ok(Known::Theorem(
            "conservation of the 10-elimination: takahashisatsuma1990".into(),
        ))
    },
    run,
    brute,
    twins: || {
        let mut rng = fastrand::Rng::with_seed(426);
        let list = |rng: &mut fastrand::Rng| {
            let runs: Vec<u64> = (0..rng.usize(0..7) * 2 + 1)
                .map(|_| rng.u64(1..7))
                .collect();
            format!(r#"{{"fn": "final", "config": {runs:?}}}"#)
        };
        (0..200).map(|_| list(&mut rng)).collect()
    },
};

fn run(input: &Input) -> Result<Value> {
    match input.function() {
        "turn" => {
            let mut boxes = boxes(&input.list("config")?)?;
            turn(&mut boxes);
            Ok(runs(&boxes).into_iter().map(Value::from).collect())
        }
        "final" => {
            let counts = solitons(input)?;
            let each = counts
                .iter()
                .enumerate()
                .flat_map(|(s, n)| vec![s as u64; *n as usize]);
            Ok(each.map(Value::from).collect())
        }
        "sum_squares" => {
            let squares = input
                .list("final")?
                .into_iter()
                .map(|s| u128::from(s) * u128::from(s));
            Ok(natural(squares.sum::<u128>(), None))
        }
        "sum_squares_final" => {
            let counts = solitons(input)?;
            let squares = counts
                .iter()
                .enumerate()
                .map(|(s, n)| (s as u128).pow(2) * u128::from(*n));
            Ok(natural(squares.sum::<u128>(), None))
        }
        _ => Err(input.unknown()),
    }
}

/// The numbers t_0, t_1, ...
fn start() -> impl Iterator<Item = u64> {
    std::iter::successors(Some(290_797u64), |s| Some(s * s % 50_515_093)).map(|s| s % 64 + 1)
}

/// How many runs of each length are left in the end.
fn solitons(input: &Input) -> Result<Vec<u64>> {
    let Some(text) = input.need("config")?.as_str() else {
        return Ok(peaks(input.list("config")?.into_iter()));
    };
    let last: Option<usize> = text.strip_prefix("t_0..t_").and_then(|k| k.parse().ok());
    let last =
        last.ok_or_else(|| Error::input(format!("`{text}` is not runs such as `t_0..t_10`")))?;
    Ok(peaks(start().take(last + 1)))
}

/// Heights of peaks above the valleys at which they end, counted by height.
fn peaks(runs: impl Iterator<Item = u64>) -> Vec<u64> {
    let mut counts: Vec<u64> = Vec::new();
    let mut count = |height: u64| {
        let height = height as usize;
        if height >= counts.len() {
            counts.resize(height + 1, 0);
        }
        counts[height] += 1;
    };
    // (peak, valley behind it): no later peak has passed these peaks yet, so they fall and the valleys rise.
    let mut stack: Vec<(u64, u64)> = Vec::new();
    let mut runs = runs.peekable();
    let mut height = 0u64;
    while let Some(balls) = runs.next() {
        let mut peak = height + balls;
        let Some(gap) = runs.next() else {
            stack.push((peak, 0));
            break;
        };
        let valley = peak.saturating_sub(gap);
        height = valley;
        // Where a valley is at most as high as the one before it, the lower of the two peaks beside that one ends there.
        while let Some(&(before, between)) = stack.last() {
            if between >= valley {
                stack.pop();
                count(before.min(peak) - between);
                peak = peak.max(before);
            } else {
                break;
            }
        }
        stack.push((peak, valley));
    }
    // The ground closes every valley that is left.
    let mut peak = 0;
    while let Some((before, between)) = stack.pop() {
        if peak == 0 {
            peak = before;
        } else {
            count(before.min(peak) - between);
            peak = peak.max(before);
        }
    }
    if peak > 0 {
        count(peak);
    }
    counts[..].to_vec()
}

fn boxes(runs: &[u64]) -> Result<Vec<bool>> {
    if runs.iter().sum::<u64>() > 10_000 {
        return Err(Error::limit("brute force is for at most 10000 boxes"));
    }
    let each = runs.iter().enumerate();
    Ok(each
        .flat_map(|(i, n)| vec![i % 2 == 0; *n as usize])
        .collect())
}

/// Each ball once, from the left, to the nearest empty box on its right.
fn turn(boxes: &mut Vec<bool>) {
    let balls: Vec<usize> = (0..boxes.len()).filter(|i| boxes[*i]).collect();
    boxes.resize(boxes.len() + balls.len(), false);
    for from in balls {
        boxes[from] = false;
        let to = (from + 1..)
            .find(|i| *i >= boxes.len() || !boxes[*i])
            .unwrap_or(from);
        if to >= boxes.len() {
            boxes.resize(to + 1, false);
        }
        boxes[to] = true;
    }
    let used = boxes.iter().rposition(|b| *b).map_or(0, |i| i + 1);
    boxes.truncate(used);
}

/// Lengths of runs of balls and gaps from the first ball.
fn runs(boxes: &[bool]) -> Vec<u64> {
    let first = boxes.iter().position(|b| *b).unwrap_or(boxes.len());
    let groups = boxes[first..].chunk_by(|a, b| a == b);
    groups.map(|g| g.len() as u64).collect()
}

/// Turn by turn.
fn brute(input: &Input) -> Result<Value> {
    let text = input.need("config")?.as_str();
    let start: Vec<u64> = match text.and_then(|t| t.strip_prefix("t_0..t_")?.parse().ok()) {
        Some(last) => start().take(usize::min(last, 1000) + 1).collect(),
        None => input.list("config")?,
    };
    let mut boxes = boxes(&start)?;
    if input.function() == "turn" {
        turn(&mut boxes);
        return Ok(runs(&boxes).into_iter().map(Value::from).collect());
    }
    if input.function() != "final" || start.len() > 20 {
        return Err(Error::limit(
            "brute force is for the final state of at most 20 runs",
        ));
    }
    // Once the runs of balls are in order and each gap is at least as long as the run before it, longer runs only move away.
    loop {
        let now = runs(&boxes);
        let balls: Vec<u64> = now.iter().copied().step_by(2).collect();
        let apart = now.windows(2).step_by(2).all(|w| w[1] >= w[0]);
        if balls.is_sorted() && apart {
            return Ok(balls.into_iter().map(Value::from).collect());
        }
        turn(&mut boxes);
        // Keep the row short: boxes before the first ball are of no use.
        let first = boxes.iter().position(|b| *b).unwrap_or(0);
        boxes.drain(..first);
    }
}
