//! 481: chefs who eliminate each other: who wins, and after how many dishes.

use crate::interval::Interval;
use crate::linear::{exact_text, ratio, read_ratio, solve};
use crate::{Error, Input, Known, Result, Study, Value};
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use std::cmp::Ordering;
use std::collections::HashMap;

pub const STUDY: Study = Study {
    id: 481,
    text: "Sets of chefs are solved by size. Within a set the turn goes round until a dish is liked, which gives one linear equation for each \
        chef after one round: x = alpha + beta*x. Chances are kept between bounds of 256 binary digits; two victims are equally \
        good if what follows is the same up to names (the same probabilities in the order of turns), and otherwise the bounds must tell \
        them apart, or there is no answer. Brute force solves the linear equations of each set over the rationals.",
    known: || {
        Ok(Known::Computed(
            "every set of chefs, with proved bounds; each choice decided".into(),
        ))
    },
    run,
    brute,
    twins: || {
        let mut twins = Vec::new();
        for n in 2..=5 {
            twins.push(format!(r#"{{"fn": "E", "n": {n}, "round": 12}}"#));
            for k in 1..=n {
                twins.push(format!(
                    r#"{{"fn": "W", "n": {n}, "S": "F_k/F_{}", "k": {k}, "round": 12}}"#,
                    n + 1
                ));
            }
        }
        let mut rng = fastrand::Rng::with_seed(481);
        for _ in 0..30 {
            let s: Vec<String> = (0..rng.usize(2..6))
                .map(|_| format!("{}/4", rng.u32(1..5)))
                .collect();
            let k = rng.usize(1..=s.len());
            twins.push(format!(
                r#"{{"fn": "W", "S": {s:?}, "k": {k}, "round": 10}}"#
            ));
        }
        twins
    },
};

/// The chefs' probabilities.
fn skills(input: &Input) -> Result<Vec<BigRational>> {
    if let Some(list) = input.get("S").and_then(Value::as_array) {
        let read = list
            .iter()
            .map(|s| read_ratio(&s.to_string().replace('"', "")));
        let all: Vec<BigRational> = read.collect::<Result<_>>()?;
        return match all
            .iter()
            .all(|s| s.is_positive() && *s <= BigRational::one())
        {
            true => Ok(all),
            false => Err(Error::input("each probability is above 0 and at most 1")),
        };
    }
    let n = input.usize("n")?;
    if !(1..=20).contains(&n) {
        return Err(Error::limit("there are 1 to 20 chefs"));
    }
    let mut fibonacci = vec![1i64, 1];
    while fibonacci.len() < n + 1 {
        fibonacci.push(fibonacci[fibonacci.len() - 1] + fibonacci[fibonacci.len() - 2]);
    }
    Ok(fibonacci[..n]
        .iter()
        .map(|f| ratio(*f, fibonacci[n]))
        .collect())
}

fn run(input: &Input) -> Result<Value> {
    let skills = skills(input)?;
    if input.get("round").is_none() {
        return brute(input);
    }
    match showdown(&skills) {
        Ok((chances, dishes)) => answer(input, &chances, &dishes),
        // Certain dishes make other victims equally good too; few chefs are solved over the rationals.
        Err(e) if e.is_limit() && skills.len() <= 7 => brute(input),
        Err(e) => Err(e),
    }
}

fn answer(input: &Input, chances: &[Interval], dishes: &Interval) -> Result<Value> {
    let round = input.u64("round")? as u32;
    Ok(Value::from(match input.function() {
        "W" => winner(input, chances)?.decimals(round)?,
        "E" => dishes.decimals(round)?,
        _ => return Err(input.unknown()),
    }))
}

fn winner<'a, T>(input: &Input, chances: &'a [T]) -> Result<&'a T> {
    let k = input.usize("k")?;
    chances
        .get(k.wrapping_sub(1))
        .ok_or_else(|| Error::input(format!("there is no chef {k}")))
}

/// What follows if a chef of this set is on turn: chances of all members in the order of their turns from there, and dishes.
#[derive(Clone)]
struct Outlook {
    chances: Vec<Interval>,
    dishes: Interval,
}

/// Chances of winning of all chefs, and the number of dishes, chef 1 on turn.
fn showdown(skills: &[BigRational]) -> Result<(Vec<Interval>, Interval)> {
    let n = skills.len();
    // Equal probabilities have equal numbers.
    let class: Vec<usize> = skills
        .iter()
        .map(|s| skills.iter().position(|t| t == s).unwrap_or(0))
        .collect();
    let liked: Vec<Interval> = skills.iter().map(Interval::ratio).collect();
    let missed: Vec<Interval> = liked.iter().map(|s| &Interval::int(1) - s).collect();
    // By set, for each member on turn. Only sets of one size and the next are needed.
    let mut smaller: HashMap<u32, Vec<Outlook>> = HashMap::new();
    for chef in 0..n {
        let alone = Outlook {
            chances: vec![Interval::int(1)],
            dishes: Interval::int(0),
        };
        smaller.insert(1 << chef, vec![alone]);
    }
    for size in 2..=n {
        let mut here = HashMap::new();
        for set in (0u32..1 << n).filter(|s| s.count_ones() as usize == size) {
            let members: Vec<usize> = (0..n).filter(|c| set >> c & 1 == 1).collect();
            // For each member on turn: what follows if the dish is liked, in the order of members.
            let mut after: Vec<(Vec<Interval>, Interval)> = Vec::new();
            for turn in 0..size {
                let mut best: Option<(usize, &Outlook)> = None;
                for step in 1..size {
                    let rest = &smaller[&(set & !(1 << members[(turn + step) % size]))];
                    // The next one on turn, and its number among those left.
                    let next = (turn + if step == 1 { 2 } else { 1 }) % size;
                    let out = (turn + step) % size;
                    let outlook = &rest[next - usize::from(out < next)];
                    let better = match best {
                        None => true,
                        Some((old_step, old)) => {
                            // The mover is the last in the order of turns.
                            let order = |step: usize| {
                                (1..=size)
                                    .filter(move |s| *s != step)
                                    .map(|s| class[members[(turn + s) % size]])
                            };
                            order(step).ne(order(old_step))
                                && match outlook.chances[size - 2].order(&old.chances[size - 2]) {
                                    Some(order) => order == Ordering::Greater,
                                    None => {
                                        return Err(Error::limit(
                                            "the bounds do not tell two victims apart",
                                        ));
                                    }
                                }
                        }
                    };
                    if better {
                        best = Some((step, outlook));
                    }
                }
                let (step, outlook) = best.ok_or_else(|| Error::limit("nobody is left"))?;
                let mut chances = vec![Interval::int(0); size];
                let order = (1..=size).filter(|s| *s != step);
                for (s, chance) in order.zip(&outlook.chances) {
                    chances[(turn + s) % size] = chance.clone();
                }
                after.push((chances, outlook.dishes.clone()));
            }
            // x(turn) = gain(turn) + missed*x(turn + 1): one round for the first member, then backwards.
            let turns = |gain: &dyn Fn(usize) -> Interval| -> Result<Vec<Interval>> {
                let (mut alpha, mut beta) = (Interval::int(0), Interval::int(1));
                for turn in (0..size).rev() {
                    alpha = &gain(turn) + &(&alpha * &missed[members[turn]]);
                    beta = &beta * &missed[members[turn]];
                }
                let mut x = alpha.divide(&(Interval::int(1) - beta))?;
                let mut all = Vec::new();
                for turn in (0..size).rev() {
                    x = &gain(turn) + &(&x * &missed[members[turn]]);
                    all.push(x.clone());
                }
                all.reverse();
                Ok(all)
            };
            let mut chances = Vec::new();
            for c in 0..size {
                chances.push(turns(&|turn| &liked[members[turn]] * &after[turn].0[c])?);
            }
            let dishes = turns(&|turn| Interval::int(1) + &liked[members[turn]] * &after[turn].1)?;
            let outlooks = (0..size).map(|turn| Outlook {
                chances: (0..size)
                    .map(|s| chances[(turn + s) % size][turn].clone())
                    .collect(),
                dishes: dishes[turn].clone(),
            });
            here.insert(set, outlooks.collect());
        }
        smaller = here;
    }
    let all = smaller
        .remove(&((1 << n) - 1))
        .unwrap_or_default()
        .swap_remove(0);
    Ok((all.chances, all.dishes))
}

/// By set and chef on turn: everyone's chance (by number), and the dishes; over the rationals.
type Exact = HashMap<(u32, usize), (Vec<BigRational>, BigRational)>;

fn brute(input: &Input) -> Result<Value> {
    let skills = skills(input)?;
    let n = skills.len();
    if n > 7 {
        return Err(Error::limit("brute force is for at most 7 chefs"));
    }
    let next = |set: u32, chef: usize| {
        (1..=n)
            .map(|s| (chef + s) % n)
            .find(|c| set >> c & 1 == 1)
            .unwrap_or(chef)
    };
    let mut exact: Exact = HashMap::new();
    let mut sets: Vec<u32> = (1..1u32 << n).collect();
    sets.sort_by_key(|s| s.count_ones());
    for set in sets {
        let members: Vec<usize> = (0..n).filter(|c| set >> c & 1 == 1).collect();
        if let [chef] = members[..] {
            let mut chances = vec![BigRational::zero(); n];
            chances[chef] = BigRational::one();
            exact.insert((set, chef), (chances, BigRational::zero()));
            continue;
        }
        let mut after = HashMap::new();
        for chef in &members {
            let mut best: Option<&(Vec<BigRational>, BigRational)> = None;
            let mut victim = *chef;
            for _ in 1..members.len() {
                victim = next(set, victim);
                let rest = set & !(1 << victim);
                let state = &exact[&(rest, next(rest, *chef))];
                if best.is_none_or(|b| state.0[*chef] > b.0[*chef]) {
                    best = Some(state);
                }
            }
            after.insert(*chef, best.cloned().ok_or_else(|| input.unknown())?);
        }
        let equations = |right: &dyn Fn(usize) -> BigRational| {
            let rows = members.iter().enumerate().map(|(i, chef)| {
                let mut row = vec![BigRational::zero(); members.len() + 1];
                row[i] += BigRational::one();
                row[(i + 1) % members.len()] -= BigRational::one() - &skills[*chef];
                row[members.len()] = right(*chef);
                row
            });
            solve(rows.collect())
        };
        let mut chances = vec![vec![BigRational::zero(); n]; members.len()];
        for c in &members {
            let x = equations(&|chef| &skills[chef] * &after[&chef].0[*c])?;
            for (row, x) in chances.iter_mut().zip(x) {
                row[*c] = x;
            }
        }
        let dishes = equations(&|chef| BigRational::one() + &skills[chef] * &after[&chef].1)?;
        for ((chef, chances), dishes) in members.iter().zip(chances).zip(dishes) {
            exact.insert((set, *chef), (chances, dishes));
        }
    }
    let (chances, dishes) = &exact[&((1 << n) - 1, 0)];
    if input.get("round").is_some() {
        let all: Vec<Interval> = chances.iter().map(Interval::ratio).collect();
        return answer(input, &all, &Interval::ratio(dishes));
    }
    match input.function() {
        "W" => Ok(Value::from(exact_text(winner(input, chances)?))),
        "E" => Ok(Value::from(exact_text(dishes))),
        _ => Err(input.unknown()),
    }
}
