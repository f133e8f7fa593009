//! 444: the roundtable lottery: how many players stay to the end.

use crate::interval::Interval;
use crate::linear::ratio;
use crate::{Error, Input, Known, Result, Study, Value};
use num_bigint::BigInt;
use num_rational::BigRational;
use std::collections::HashMap;

pub const STUDY: Study = Study {
    id: 444,
    text: "Brute force finds the equilibrium by backward induction over the set of scratched tickets at the table and the set of those \
        that have left. A player swaps unless every scratched ticket at the table is worse than every unscratched one, and takes the best. So \
        the tickets in the order in which they are scratched form a random order of 1..p, and those that stay are the ones with nothing \
        smaller behind them: E(p) is the harmonic number H_p on the average. Sums of harmonic numbers, taken k times, are \
        C(N+k, k)*(H_{N+k} - H_k); H_N for a large N comes from the Euler-Maclaurin formula with a bound for the rest.",
    known: || {
        Ok(Known::Verified(
            "E(p) = H_p is the equilibrium by search for p <= 8, ties broken either way; the sums are proved".into(),
        ))
    },
    run,
    brute,
    twins: || {
        let one = (1..=8).map(|p| format!(r#"{{"fn": "E", "p": {p}, "significant_digits": 15}}"#));
        let sums = (1..=5).flat_map(|k| {
            (1..=6).map(move |n| {
                format!(r#"{{"fn": "S", "k": {k}, "N": {n}, "significant_digits": 15}}"#)
            })
        });
        one.chain(sums).collect()
    },
};

fn digits(input: &Input) -> Result<u32> {
    u32::try_from(input.u64("significant_digits")?)
        .ok()
        .filter(|d| (1..=40).contains(d))
        .ok_or_else(|| Error::input("`significant_digits` is from 1 to 40"))
}

fn run(input: &Input) -> Result<Value> {
    let digits = digits(input)?;
    match input.function() {
        "E" => Ok(Value::from(harmonic(input.u64("p")?)?.plain(digits)?)),
        "S" => {
            let (k, n) = (input.u64("k")?, input.u64("N")?);
            if k > 1000 || n > 1 << 60 {
                return Err(Error::limit("k is at most 1000 and N at most 2^60"));
            }
            let mut factor = BigInt::from(1);
            for i in 1..=k {
                factor = factor * (n + i) / i;
            }
            let sum = (harmonic(n + k)? - harmonic(k)?).times(factor);
            Ok(Value::from(sum.scientific(digits)?))
        }
        _ => Err(input.unknown()),
    }
}

/// H_n.
fn harmonic(n: u64) -> Result<Interval> {
    const FEW: u64 = 2000;
    let direct = |n: u64| (1..=n).fold(Interval::int(0), |sum, i| sum + Interval::fraction(1, i));
    if n <= FEW {
        return Ok(direct(n));
    }
    // H_n = ln n + gamma + 1/2n - 1/12n^2 + 1/120n^4 - 1/252n^6 + r with 0 <= r <= 1/240n^8.
    let smooth = |n: u64| -> Result<Interval> {
        let n = BigInt::from(n);
        let sum = Interval::int(n.clone()).ln()? + Interval::fraction(1, n.clone() * 2);
        let sum =
            sum - Interval::fraction(1, n.pow(2) * 12) + Interval::fraction(1, n.pow(4) * 120);
        let rest = Interval::int(0).hull(&Interval::fraction(1, n.pow(8) * 240));
        Ok(sum - Interval::fraction(1, n.pow(6) * 252) + rest)
    };
    Ok(direct(FEW) + smooth(n)? - smooth(FEW)?)
}

/// Expectations at a state: the prize of each scratched ticket's holder (by ticket), and the number who stay.
struct Outlook {
    prizes: HashMap<u32, BigRational>,
    stay: BigRational,
}

/// Backward induction: bits of `table` are scratched tickets at the table, bits of `gone` are tickets that have left.
fn outlook(p: u32, table: u32, gone: u32, memory: &mut HashMap<(u32, u32), Outlook>) {
    if memory.contains_key(&(table, gone)) {
        return;
    }
    let tickets = |set: u32| (0..p).filter(move |t| set >> t & 1 == 1);
    let value = |t: u32| ratio(i64::from(t) + 1, 1);
    let closed = ((1u32 << p) - 1) & !table & !gone;
    if closed == 0 {
        let prizes = tickets(table).map(|t| (t, value(t))).collect();
        let stay = ratio(i64::from(table.count_ones()), 1);
        memory.insert((table, gone), Outlook { prizes, stay });
        return;
    }
    let share = ratio(1, i64::from(closed.count_ones()));
    // After a choice: the state for each ticket that is scratched. `taken` is the ticket that leaves.
    let average = |taken: Option<u32>, memory: &mut HashMap<(u32, u32), Outlook>| {
        let out = taken.map_or(0, |t| 1 << t);
        let mut prizes: HashMap<u32, BigRational> = HashMap::new();
        let (mut own, mut stay) = (ratio(0, 1), ratio(0, 1));
        for r in tickets(closed) {
            let key = ((table & !out) | 1 << r, gone | out);
            outlook(p, key.0, key.1, memory);
            let next = &memory[&key];
            for t in tickets(table & !out) {
                *prizes.entry(t).or_insert_with(|| ratio(0, 1)) += &next.prizes[&t] * &share;
            }
            own += &next.prizes[&r] * &share;
            stay += &next.stay * &share;
        }
        // The scratched ticket belongs to the mover, or to the one whose ticket was taken.
        if let Some(t) = taken {
            prizes.insert(t, own.clone());
        }
        (prizes, own, stay)
    };
    let (mut prizes, mut best, mut stay) = average(None, memory);
    for t in tickets(table) {
        if value(t) > best {
            let (others, _, left) = average(Some(t), memory);
            (prizes, best, stay) = (others, value(t), left);
        }
    }
    memory.insert((table, gone), Outlook { prizes, stay });
}

/// Equilibrium by search.
fn brute(input: &Input) -> Result<Value> {
    let digits = digits(input)?;
    let stay = |p: u64| -> Result<BigRational> {
        if p > 8 {
            return Err(Error::limit("brute force is for at most 8 players"));
        }
        let mut memory = HashMap::new();
        outlook(p as u32, 0, 0, &mut memory);
        Ok(memory[&(0, 0)].stay.clone())
    };
    match input.function() {
        "E" => Ok(Value::from(
            Interval::ratio(&stay(input.u64("p")?)?).plain(digits)?,
        )),
        "S" => {
            let mut row: Vec<BigRational> =
                (1..=input.u64("N")?).map(stay).collect::<Result<_>>()?;
            for _ in 0..input.u64("k")? {
                for i in 1..row.len() {
                    row[i] = &row[i] + &row[i - 1];
                }
            }
            let last = row.last().ok_or_else(|| input.unknown())?;
            Ok(Value::from(Interval::ratio(last).scientific(digits)?))
        }
        _ => Err(input.unknown()),
    }
}
