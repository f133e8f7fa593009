//! 640: a game of cards that are turned, played for the fewest turns.

use crate::interval::Interval;
use crate::linear::{ratio, solve};
use crate::{Error, Input, Known, Result, Study, Value};

pub const STUDY: Study = Study {
    id: 640,
    text: "A decision process with 2^12 states and cycles. Value iteration in whole numbers of 2^-44 turns finds values V; one more \
        exact step shows that each value differs from one turn plus the best average by at most r. Every turn costs 1, so V/(1-r) \
        can only fall when the step is repeated and (1-r)*V can only rise: the optimum lies between them. Brute force is policy \
        iteration with exact linear equations, on fewer cards.",
    known: || Ok(Known::Computed("value iteration with proved bounds".into())),
    run,
    brute,
    twins: || {
        let all = [
            (1, 1),
            (2, 1),
            (2, 2),
            (3, 2),
            (3, 3),
            (4, 2),
            (4, 3),
            (5, 3),
            (6, 3),
        ];
        all.iter()
            .map(|(c, f)| {
                format!(r#"{{"fn": "expected_turns", "cards": {c}, "faces": {f}, "round": 9}}"#)
            })
            .collect()
    },
};

/// Binary digits of a value after the point.
const POINT: u32 = 44;

fn size(input: &Input, most: usize) -> Result<(usize, usize)> {
    let (cards, faces) = (input.usize("cards")?, input.usize("faces")?);
    if input.function() != "expected_turns" {
        return Err(input.unknown());
    }
    if cards > most {
        return Err(Error::limit(format!("at most {most} cards")));
    }
    if faces == 0 || faces * 2 < cards || faces > cards {
        return Err(Error::input(
            "there must be from half as many faces as cards to as many",
        ));
    }
    Ok((cards, faces))
}

/// The states that one draw can lead to: at most three cards, those that exist.
fn options(state: usize, x: usize, y: usize, cards: usize) -> impl Iterator<Item = usize> {
    let all = [x + y, x, y].into_iter();
    all.filter(move |c| *c <= cards)
        .map(move |c| state ^ 1 << (c - 1))
}

fn text(value: &Interval, input: &Input) -> Result<Value> {
    Ok(Value::from(match input.get("round") {
        Some(_) => value.decimals(input.u64("round")? as u32)?,
        None => format!("{} (approx.)", value.decimals(6)?),
    }))
}

fn run(input: &Input) -> Result<Value> {
    let (cards, faces) = size(input, 14)?;
    let draws = (faces * faces) as u64;
    let one = 1u64 << POINT;
    let mut values = vec![0u64; 1 << cards];
    let step = |values: &[u64], state: usize| -> u64 {
        let mut sum = 0u128;
        for x in 1..=faces {
            // x and y may be exchanged.
            for y in 1..=x {
                let best = options(state, x, y, cards)
                    .map(|s| values[s])
                    .min()
                    .unwrap_or(0);
                sum += u128::from(best) * if x == y { 1 } else { 2 };
            }
        }
        one + (sum / u128::from(draws)) as u64
    };
    loop {
        let mut change = 0;
        for state in 1..values.len() {
            let new = step(&values, state);
            change = change.max(new.abs_diff(values[state]));
            values[state] = new;
        }
        if change < 16 {
            break;
        }
    }
    // One unit more for the rounding of the step.
    let off = (1..values.len())
        .map(|s| step(&values, s).abs_diff(values[s]) + 1)
        .max();
    let off = Interval::fraction(off.unwrap_or(0), one);
    let value = Interval::fraction(values[values.len() - 1], one);
    let less = Interval::int(1) - off;
    text(&(&value * &less).hull(&value.divide(&less)?), input)
}

/// Policy iteration from a policy that turns cards down whenever it can.
fn brute(input: &Input) -> Result<Value> {
    let (cards, faces) = size(input, 6)?;
    let size = 1usize << cards;
    let draws: Vec<(usize, usize)> = (1..=faces)
        .flat_map(|x| (1..=faces).map(move |y| (x, y)))
        .collect();
    // choice[state][draw] is the next state.
    let down = |s: usize, (x, y): (usize, usize)| {
        let mut all = options(s, x, y, cards);
        let first = options(s, x, y, cards).next().unwrap_or(s);
        all.find(|t| *t < s).unwrap_or(first)
    };
    let mut choice: Vec<Vec<usize>> = (0..size)
        .map(|s| draws.iter().map(|d| down(s, *d)).collect())
        .collect();
    loop {
        let mut rows = vec![vec![ratio(0, 1); size + 1]; size];
        for (s, row) in rows.iter_mut().enumerate() {
            row[s] = ratio(1, 1);
            if s > 0 {
                row[size] = ratio(1, 1);
                for t in &choice[s] {
                    row[*t] -= ratio(1, draws.len() as i64);
                }
            }
        }
        let values = solve(rows)?;
        let mut better = false;
        for (s, choice) in choice.iter_mut().enumerate().skip(1) {
            for (now, (x, y)) in choice.iter_mut().zip(&draws) {
                for t in options(s, *x, *y, cards) {
                    if values[t] < values[*now] {
                        *now = t;
                        better = true;
                    }
                }
            }
        }
        if !better {
            return text(&Interval::ratio(&values[size - 1]), input);
        }
    }
}
