//! 982: three dice, of which two are shown.

use crate::interval::Interval;
use crate::linear::ratio;
use crate::program::{matrix_game, maximise};
use crate::{Error, Input, Known, Result, Study, Value};
use num_rational::BigRational;
use std::collections::BTreeMap;

pub const STUDY: Study = Study {
    id: 982,
    text: "Bob's strategy is, for every hand of shown values, the probability q of taking the hidden die instead of the largest shown \
        one. For every roll Alice answers with the die that is cheapest to hide. So the value is the largest mean of w(roll) with \
        w(roll) <= m + q*(h - m) for each hidden value h and the largest shown value m: a linear program of 77 variables, solved \
        over the integers; the solution of the dual program is Alice's strategy, and the two prove each other. Brute force solves the \
        matrix of all pure strategies for dice with few faces.",
    known: || {
        Ok(Known::Computed(
            "exact linear program, both solutions checked".into(),
        ))
    },
    run,
    brute,
    twins: || {
        let all = [(2, 1), (2, 2), (2, 3), (2, 4), (3, 1), (3, 2), (3, 3)];
        all.iter()
            .map(|(d, f)| format!(r#"{{"dice": {d}, "faces": {f}}}"#))
            .collect()
    },
};

/// A hand of shown values in order, and the hidden value.
type Split = (Vec<u64>, u64);

/// Every roll, in order of values: the number of orders in which it falls, and the ways to hide a die.
fn rolls(dice: usize, faces: u64) -> Vec<(i64, Vec<Split>)> {
    let mut counts: BTreeMap<Vec<u64>, i64> = BTreeMap::new();
    let mut all = vec![vec![]];
    for _ in 0..dice {
        all = all
            .into_iter()
            .flat_map(|roll: Vec<u64>| (1..=faces).map(move |f| [roll.as_slice(), &[f]].concat()))
            .collect();
    }
    for mut roll in all {
        roll.sort_unstable();
        *counts.entry(roll).or_default() += 1;
    }
    let splits = |roll: &Vec<u64>| {
        let mut splits: Vec<Split> = (0..dice)
            .map(|i| {
                let mut shown = roll.clone();
                let hidden = shown.remove(i);
                (shown, hidden)
            })
            .collect();
        splits.dedup();
        splits
    };
    counts.iter().map(|(roll, n)| (*n, splits(roll))).collect()
}

fn size(input: &Input) -> Result<(usize, u64)> {
    let dice = input.usize("dice")?;
    let faces = if input.get("faces").is_some() {
        input.u64("faces")?
    } else {
        6
    };
    match (2..=4).contains(&dice) && (1..=8).contains(&faces) {
        true => Ok((dice, faces)),
        false => Err(Error::limit("there are 2 to 4 dice of at most 8 faces")),
    }
}

/// A fraction for two dice, six decimals for more.
fn text(value: &BigRational, dice: usize) -> Result<Value> {
    Ok(Value::from(match dice {
        2 => value.to_string(),
        _ => Interval::ratio(value).decimals(6)?,
    }))
}

fn run(input: &Input) -> Result<Value> {
    let (dice, faces) = size(input)?;
    let rolls = rolls(dice, faces);
    let mut hands: BTreeMap<&[u64], usize> = BTreeMap::new();
    for (shown, _) in rolls.iter().flat_map(|(_, splits)| splits) {
        let next = hands.len();
        hands.entry(shown).or_insert(next);
    }
    // Variables: q of each hand, then w of each roll.
    let columns = hands.len() + rolls.len();
    let (mut a, mut b, mut c) = (Vec::new(), Vec::new(), vec![0; columns]);
    for q in 0..hands.len() {
        let mut row = vec![0; columns];
        row[q] = 1;
        a.push(row);
        b.push(1);
    }
    for (i, (count, splits)) in rolls.iter().enumerate() {
        c[hands.len() + i] = *count;
        for (shown, hidden) in splits {
            let most = shown.iter().copied().max().unwrap_or(0) as i64;
            let mut row = vec![0; columns];
            row[hands[shown.as_slice()]] = most - *hidden as i64;
            row[hands.len() + i] = 1;
            a.push(row);
            b.push(most);
        }
    }
    let total = (faces as i64).pow(dice as u32);
    text(&(maximise(&a, &b, &c)?.value / ratio(total, 1)), dice)
}

/// All pure strategies of both.
fn brute(input: &Input) -> Result<Value> {
    let (dice, faces) = size(input)?;
    if faces > 4 || (dice > 2 && faces > 3) || dice > 3 {
        return Err(Error::limit(
            "brute force is for two dice of 4 faces or three of 3",
        ));
    }
    let rolls = rolls(dice, faces);
    let mut hands: Vec<&Vec<u64>> = rolls
        .iter()
        .flat_map(|(_, s)| s.iter().map(|(h, _)| h))
        .collect();
    hands.sort();
    hands.dedup();
    // A pure strategy is a choice for each roll, or for each hand: one of the shown dice, or the hidden one.
    let alice = choices(&rolls.iter().map(|(_, s)| s.len()).collect::<Vec<_>>());
    let bob = choices(&hands.iter().map(|_| dice).collect::<Vec<_>>());
    let pay = |bob: &Vec<usize>, alice: &Vec<usize>| -> i64 {
        let each = rolls.iter().zip(alice).map(|((count, splits), hide)| {
            let (shown, hidden) = &splits[*hide];
            let hand = hands.iter().position(|h| *h == shown).unwrap_or(0);
            count * *shown.get(bob[hand]).unwrap_or(hidden) as i64
        });
        each.sum()
    };
    let mut matrix: Vec<Vec<i64>> = bob
        .iter()
        .map(|b| alice.iter().map(|a| pay(b, a)).collect())
        .collect();
    // Rows that are not better anywhere than another row, and copies, change nothing.
    matrix.sort();
    matrix.dedup();
    let total = (faces as i64).pow(dice as u32);
    text(&(matrix_game(&matrix)? / ratio(total, 1)), dice)
}

/// All lists with the i-th number below the i-th bound.
fn choices(bounds: &[usize]) -> Vec<Vec<usize>> {
    bounds.iter().fold(vec![vec![]], |all, bound| {
        all.into_iter()
            .flat_map(|list: Vec<usize>| (0..*bound).map(move |i| [list.as_slice(), &[i]].concat()))
            .collect()
    })
}
