//! 653: marbles in a tube that is closed at one end.

use crate::number::natural;
use crate::{Error, Input, Known, Result, Study, Value};

pub const STUDY: Study = Study {
    id: 653,
    text: "Take the marbles' widths out of the tube: they become points, and marble j, the j-th from the closed end, leaves when its \
        point is at L - 10 - 20(j-1). Equal points that swap directions are as good as points that pass through each other, each on \
        its own from x to the open end directly or by way of the closed end. The order never changes, so marble j arrives somewhere when \
        N - j + 1 free points have arrived: a selection among N times. Brute force is the simulation from collision to collision.",
    known: || {
        Ok(Known::Theorem(
            "colliding points of equal speed pass through each other".into(),
        ))
    },
    run,
    brute,
    twins: || {
        let mut twins = Vec::new();
        for n in 1..=12 {
            for j in 1..=n {
                twins.push(format!(r#"{{"fn": "d", "L": 9000, "N": {n}, "j": {j}}}"#));
            }
        }
        twins
    },
};

const WIDTH: u64 = 20;

/// Centres and directions (true is east) of n marbles.
fn marbles(n: usize) -> (Vec<u64>, Vec<bool>, Vec<u64>) {
    let mut r = 6_563_116u64;
    let (mut centres, mut east, mut gaps) = (Vec::new(), Vec::new(), Vec::new());
    let mut wall = 0;
    for _ in 0..n {
        let gap = r % 1000 + 1;
        gaps.push(gap);
        centres.push(wall + gap + WIDTH / 2);
        wall += gap + WIDTH;
        east.push(r <= 10_000_000);
        r = r * r % 32_745_673;
    }
    (centres, east, gaps)
}

fn run(input: &Input) -> Result<Value> {
    let n = input.usize("N")?;
    if n > 100_000_000 {
        return Err(Error::limit("at most 10^8 marbles"));
    }
    let (centres, east, gaps) = marbles(n);
    match input.function() {
        "gaps" => Ok(gaps.into_iter().map(Value::from).collect()),
        "centres" => Ok(centres.into_iter().map(Value::from).collect()),
        "directions" => Ok(east
            .into_iter()
            .map(|e| Value::from(if e { "E" } else { "W" }))
            .collect()),
        "d" => {
            let (length, j) = tube(input, &centres)?;
            let end = length - WIDTH / 2 - WIDTH * (j as u64 - 1);
            let mut times: Vec<u64> = centres
                .iter()
                .enumerate()
                .map(|(i, c)| c - WIDTH * i as u64 - WIDTH / 2)
                .zip(&east)
                .map(|(x, east)| if *east { end.abs_diff(x) } else { end + x })
                .collect();
            let (_, time, _) = times.select_nth_unstable(n - j);
            Ok(natural(*time, None))
        }
        _ => Err(input.unknown()),
    }
}

/// Length and number of the marble, if the marbles fit.
fn tube(input: &Input, centres: &[u64]) -> Result<(u64, usize)> {
    let (length, j) = (input.u64("L")?, input.usize("j")?);
    if j == 0 || j > centres.len() {
        return Err(Error::input(format!("there is no marble {j}")));
    }
    match centres.last() {
        Some(last) if last + WIDTH / 2 <= length && length < 1 << 60 => Ok((length, j)),
        _ => Err(Error::input(format!(
            "{} marbles do not fit into {length} mm",
            centres.len()
        ))),
    }
}

/// From collision to collision, in half millimetres.
fn brute(input: &Input) -> Result<Value> {
    if input.function() != "d" {
        return Err(input.unknown());
    }
    let (centres, east, _) = marbles(input.usize("N")?);
    let (length, j) = tube(input, &centres)?;
    if centres.len() > 101 {
        return Err(Error::limit("brute force is for at most 101 marbles"));
    }
    let mut at: Vec<i64> = centres.iter().map(|c| 2 * *c as i64).collect();
    let mut speed: Vec<i64> = east.iter().map(|e| if *e { 1 } else { -1 }).collect();
    let (width, end) = (2 * WIDTH as i64, 2 * length as i64);
    let mut time = 0;
    loop {
        // The next event: a collision, the closed end, the open end.
        let mut wait = i64::MAX;
        for i in 0..at.len() {
            let last = i + 1 == at.len();
            if last && speed[i] > 0 {
                wait = wait.min(end - at[i]);
            }
            if i == 0 && speed[i] < 0 {
                wait = wait.min(at[i] - width / 2);
            }
            if !last && speed[i] > 0 && speed[i + 1] < 0 {
                wait = wait.min((at[i + 1] - at[i] - width) / 2);
            }
        }
        time += wait;
        for (x, v) in at.iter_mut().zip(&speed) {
            *x += v * wait;
        }
        if at[0] == width / 2 && speed[0] < 0 {
            speed[0] = 1;
        }
        for i in 1..at.len() {
            if at[i] - at[i - 1] == width && speed[i - 1] > 0 && speed[i] < 0 {
                speed.swap(i - 1, i);
            }
        }
        if at.last() == Some(&end) && speed.last() == Some(&1) {
            if at.len() == j {
                return Ok(natural(time as u64 / 2, None));
            }
            at.pop();
            speed.pop();
        }
    }
}
