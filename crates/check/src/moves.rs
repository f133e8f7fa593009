//! Move lines as formulas: "from these heaps this line leads to those", over tracks for the heaps moved from, the heaps
//! reached, and whatever loop variables cannot be expressed by them.

use crate::formula::Formula;
use crate::frame::Frame;
use crate::linear::Linear;
use crate::rules::{Expr, Move, Op, Rules};
use crate::{Error, Result};
use num_bigint::BigInt;
use num_traits::{One, Signed};

const MOST_BRANCHES: usize = 1024;

/// One way in which a move line can be used: "there is such a move" is a disjunction of these.
#[derive(Clone, Debug)]
pub(crate) struct Branch {
    pub frame: Frame,
    /// The tracks that hold the heaps after the move.
    pub results: Vec<usize>,
}

/// The condition that the tuple on `tracks` is a position.
pub(crate) fn exists(rules: &Rules, frame: &mut Frame, tracks: &[usize]) -> Result<Formula> {
    let env: Vec<Linear> = tracks.iter().map(|&t| Linear::track(t)).collect();
    frame.condition(&rules.domain, &env)
}

/// The branches of `line`, added to `frame`, whose first tracks are the heaps. With `primed`, the heaps after the move
/// are put on these tracks; otherwise an unchanged heap keeps its track and a changed one gets a new one.
pub(crate) fn branches(
    rules: &Rules,
    line: &Move,
    frame: &Frame,
    primed: Option<&[usize]>,
) -> Result<Vec<Branch>> {
    let place = |e: Error| e.at(format_args!("the rules, line {}", line.line));
    let heaps: Vec<Linear> = (0..rules.heaps.len()).map(Linear::track).collect();
    let mut open = vec![(frame.clone(), heaps)];
    for bound in &line.bounds {
        let mut next = Vec::new();
        for (mut frame, env) in open {
            // A loop variable is its lower bound plus a natural, so that a track can hold it even where it is negative.
            for (guard, lo) in frame.value(&bound.lo, &env).map_err(place)? {
                frame.pay().map_err(place)?;
                let mut frame = frame.clone().with(guard);
                let variable = lo.plus(&Linear::track(frame.fresh(&bound.name, false)));
                at_most(&mut frame, &variable, &bound.hi, &env).map_err(place)?;
                next.push((frame, env.iter().cloned().chain([variable]).collect()));
            }
        }
        open = few(next).map_err(place)?;
    }
    let mut done = Vec::new();
    for (mut frame, env) in open {
        let guard = frame.condition(&line.guard, &env).map_err(place)?;
        frame.conditions.push(guard);
        let values = line
            .results
            .iter()
            .map(|e| frame.value(e, &env))
            .collect::<Result<Vec<_>>>()
            .map_err(place)?;
        for (guard, forms) in frame.tuples(&values).map_err(place)? {
            frame.pay().map_err(place)?;
            let branch = settle(rules, frame.clone().with(guard), forms, primed);
            done.push(branch.map_err(place)?);
        }
    }
    few(done).map_err(place)
}

/// Adds the condition that `variable` is at most `bound`. At most a least is at most each: no cases are needed.
fn at_most(frame: &mut Frame, variable: &Linear, bound: &Expr, env: &[Linear]) -> Result<()> {
    if let Expr::Min(parts) = bound {
        return parts
            .iter()
            .try_for_each(|part| at_most(frame, variable, part, env));
    }
    let cases = frame.value(bound, env)?.into_iter();
    let below =
        cases.map(|(guard, hi)| Formula::And(vec![guard, Formula::compare(variable, Op::Le, &hi)]));
    frame.conditions.push(Formula::Or(below.collect()));
    Ok(())
}

fn few<T>(branches: Vec<T>) -> Result<Vec<T>> {
    if branches.len() > MOST_BRANCHES {
        return Err(Error::limit(format!(
            "the move falls into more than {MOST_BRANCHES} cases"
        )));
    }
    Ok(branches)
}

/// Gives every resulting heap a track; where its equation allows, a loop variable is expressed by it and disappears.
fn settle(
    rules: &Rules,
    mut frame: Frame,
    mut forms: Vec<Linear>,
    primed: Option<&[usize]>,
) -> Result<Branch> {
    let mut results = Vec::new();
    for i in 0..forms.len() {
        let form = forms[i].clone();
        if let (None, Some(track)) = (primed, form.as_track()) {
            frame.pinned[track] = true;
            results.push(track);
            continue;
        }
        let result = match primed {
            Some(tracks) => tracks[i],
            None => frame.fresh(
                format!("{}'", rules.heaps.get(i).unwrap_or(&rules.heaps[0])),
                true,
            ),
        };
        results.push(result);
        frame.pay()?;
        // denominator * result - (terms + constant) = 0
        let numerator = Linear {
            denominator: BigInt::one(),
            ..form.clone()
        };
        let zero = Linear::track(result)
            .scaled(&form.denominator)
            .minus(&numerator);
        let unit = zero
            .terms
            .iter()
            .find(|(t, c)| !frame.pinned[**t] && c.abs().is_one());
        let Some((&track, coefficient)) = unit else {
            // Where the equation makes another condition shorter, use it.
            frame.conditions = frame
                .conditions
                .iter()
                .map(|c| c.shortened(&zero))
                .collect();
            frame
                .conditions
                .push(Formula::compare(&zero, Op::Eq, &Linear::constant(0)));
            continue;
        };
        let value = Linear::track(track).minus(&zero.scaled(coefficient));
        frame.conditions = frame
            .conditions
            .iter()
            .map(|c| c.replaced(track, &value))
            .collect();
        frame
            .conditions
            .push(Formula::compare(&value, Op::Ge, &Linear::constant(0)));
        for form in &mut forms {
            *form = form.replaced(track, &value);
        }
    }
    match rules.sums {
        true => {
            for &result in &results {
                let there = exists(rules, &mut frame, &[result])?;
                frame.conditions.push(there);
            }
        }
        false => {
            let there = exists(rules, &mut frame, &results)?;
            frame.conditions.push(there);
        }
    }
    Ok(Branch { frame, results })
}
