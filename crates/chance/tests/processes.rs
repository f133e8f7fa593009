//! A thousand small random processes against all their policies, one by one.

mod common;

use bouton_chance::Rational;
use bouton_chance::process::{Branch, Owner, Process, Ties};
use bouton_chance::rational::{int, ratio};
use bouton_core::Budget;
use num_traits::{One, Signed, Zero};

struct Case {
    process: Process,
    choices: Vec<usize>,
    min: Vec<bool>,
}

fn random(rng: &mut fastrand::Rng, players: &[Owner], cyclic: bool) -> Case {
    let n = rng.usize(2..7);
    let mut process = Process::new(1);
    let mut owners = Vec::new();
    let ends = rng.usize(1..=2.min(n - 1));
    for i in 0..n {
        if i < ends {
            process.end(vec![ratio(rng.i64(-5..6), rng.i64(1..4))]);
            owners.push(Owner::Nature);
        } else {
            let owner = players[rng.usize(..players.len())];
            process.state(owner);
            owners.push(owner);
        }
    }
    for (i, owner) in owners.iter().enumerate().skip(ends) {
        let actions = if *owner == Owner::Nature {
            1
        } else {
            rng.usize(1..4)
        };
        for _ in 0..actions {
            let count = rng.usize(1..4);
            let shares: Vec<i64> = (0..count).map(|_| rng.i64(1..5)).collect();
            let total: i64 = shares.iter().sum();
            let branches = shares.iter().map(|&s| {
                let to = if cyclic {
                    rng.usize(..n)
                } else {
                    rng.usize(..i)
                };
                Branch::new(to as u32, ratio(s, total)).with_gain(int(rng.i64(-3..3)))
            });
            process.act(i as u32, branches.collect()).unwrap();
        }
    }
    let choices = (0..n as u32).map(|s| process.actions(s).len()).collect();
    let min = owners.iter().map(|o| *o == Owner::Min).collect();
    Case {
        process,
        choices,
        min,
    }
}

/// All combinations of actions at the states that `free` names; the others keep those of `policy`.
fn policies(case: &Case, policy: &[usize], free: impl Fn(usize) -> bool) -> Vec<Vec<usize>> {
    let mut out = vec![policy.to_vec()];
    for s in 0..case.choices.len() {
        if free(s) && case.choices[s] > 1 {
            let grown = out.iter().flat_map(|p| {
                (0..case.choices[s]).map(move |a| {
                    let mut p = p.clone();
                    p[s] = a;
                    p
                })
            });
            out = grown.collect();
        }
    }
    out
}

/// The transition matrix and the expected gain of one step.
fn matrix(case: &Case, policy: &[usize]) -> (Vec<Vec<Rational>>, Vec<Rational>) {
    let n = policy.len();
    let mut p = vec![vec![Rational::zero(); n]; n];
    let mut g = vec![Rational::zero(); n];
    for s in 0..n {
        if case.choices[s] == 0 {
            continue;
        }
        for b in &case.process.actions(s as u32)[policy[s]].branches {
            p[s][b.to as usize] += &b.weight;
            g[s] += &b.weight * &b.gain[0];
        }
    }
    (p, g)
}

/// The states from which an end can be reached.
fn ending(case: &Case, p: &[Vec<Rational>]) -> Vec<bool> {
    let n = p.len();
    let mut ends: Vec<bool> = (0..n).map(|s| case.choices[s] == 0).collect();
    for _ in 0..n {
        for s in 0..n {
            ends[s] |= (0..n).any(|t| ends[t] && !p[s][t].is_zero());
        }
    }
    ends
}

/// The values of a policy, if it ends from everywhere.
fn evaluate(case: &Case, policy: &[usize]) -> Option<Vec<Rational>> {
    let (p, g) = matrix(case, policy);
    if ending(case, &p).contains(&false) {
        return None;
    }
    let n = policy.len();
    let mut a = vec![vec![Rational::zero(); n]; n];
    let mut b = g;
    for s in 0..n {
        for t in 0..n {
            a[s][t] = -p[s][t].clone();
        }
        a[s][s] += Rational::one();
        if let Some(payoff) = case.process.payoff(s as u32) {
            b[s] = payoff[0].clone();
        }
    }
    common::solve(a, b)
}

/// True if the policy has a class of states that is never left and gains on average (`sign` 1) or loses (-1).
fn gains_for_ever(case: &Case, policy: &[usize], sign: i64) -> bool {
    let (p, g) = matrix(case, policy);
    let n = p.len();
    let ends = ending(case, &p);
    let reach = |from: usize| {
        let mut seen = vec![false; n];
        seen[from] = true;
        for _ in 0..n {
            for s in 0..n {
                for t in 0..n {
                    seen[t] |= seen[s] && !p[s][t].is_zero();
                }
            }
        }
        seen
    };
    (0..n).filter(|&s| !ends[s]).any(|s| {
        let class: Vec<usize> = (0..n).filter(|&t| reach(s)[t]).collect();
        if class.iter().any(|&t| !reach(t)[s]) {
            return false;
        }
        // Stationary probabilities: m P = m, sum 1; one equation of the first kind is superfluous.
        let k = class.len();
        let mut a = vec![common::ones(k); k];
        for j in 1..k {
            for i in 0..k {
                a[j][i] = p[class[i]][class[j]].clone();
                if i == j {
                    a[j][i] -= Rational::one();
                }
            }
        }
        let mut b = vec![Rational::zero(); k];
        b[0] = Rational::one();
        let m = common::solve(a, b).unwrap();
        let mean = class
            .iter()
            .zip(&m)
            .fold(Rational::zero(), |s, (&t, m)| s + m * &g[t]);
        (mean * int(sign)).is_positive()
    })
}

#[test]
fn one_player_is_best_among_all_policies() {
    let mut rng = fastrand::Rng::with_seed(1);
    let (mut solved, mut unbounded, mut endless, mut cyclic, mut bounded) = (0, 0, 0, 0, 0);
    for round in 0..800 {
        let min = round % 2 == 0;
        let owner = if min { Owner::Min } else { Owner::Max };
        let case = random(&mut rng, &[owner, owner, Owner::Nature], round % 4 != 3);
        let n = case.choices.len();
        let all = policies(&case, &vec![0; n], |_| true);
        let values: Vec<Vec<Rational>> = all.iter().filter_map(|p| evaluate(&case, p)).collect();
        let forever = all
            .iter()
            .any(|p| gains_for_ever(&case, p, if min { -1 } else { 1 }));
        match case.process.solve(&Budget::unlimited()) {
            Ok(s) => {
                assert!(!forever, "round {round}");
                for state in 0..n {
                    let column = values.iter().map(|v| &v[state]);
                    let best = if min { column.min() } else { column.max() };
                    assert_eq!(
                        Some(s.value(state as u32)),
                        best,
                        "round {round}, state {state}"
                    );
                }
                let own: Vec<usize> = (0..n as u32).map(|t| s.action(t).unwrap_or(0)).collect();
                let own = evaluate(&case, &own).expect("the policy ends");
                assert!((0..n).all(|t| &own[t] == s.value(t as u32)));
                // The start alone, absorption and moments by other ways.
                let (value, best) = case
                    .process
                    .expect(n as u32 - 1, &Budget::unlimited())
                    .unwrap();
                assert_eq!(&value[0], s.value(n as u32 - 1));
                assert!(best.contains(&s.action(n as u32 - 1).unwrap()));
                let absorbed = case
                    .process
                    .absorption(n as u32 - 1, &s, &Budget::unlimited())
                    .unwrap();
                let total = absorbed
                    .ends
                    .iter()
                    .fold(Rational::zero(), |t, (_, p)| t + p);
                assert!(total.is_one());
                // Value iteration may stay in a round that costs nothing; then it says so.
                if let Ok(bounds) = case.process.bounds(&Budget::unlimited()) {
                    for t in 0..n as u32 {
                        assert!(&bounds.lower(t) <= s.value(t) && s.value(t) <= &bounds.upper(t));
                        assert!(bounds.width() < ratio(1, 1 << 20));
                    }
                    bounded += 1;
                }
                solved += 1;
                cyclic += usize::from(round % 4 != 3);
            }
            Err(e) if e.to_string().contains("unbounded") => {
                assert!(forever, "round {round}: {e}");
                unbounded += 1;
            }
            Err(e) => {
                assert!(e.to_string().contains("never ends"), "{e}");
                assert!(values.is_empty(), "round {round}: {e}");
                endless += 1;
            }
        }
    }
    assert!(solved >= 400 && cyclic >= 200, "{solved} {cyclic}");
    assert!(bounded * 100 >= solved * 95, "{bounded} of {solved}");
    assert!(unbounded >= 20 && endless >= 5, "{unbounded} {endless}");
}

#[test]
fn two_players_have_the_value_of_the_matrix_of_policies() {
    let mut rng = fastrand::Rng::with_seed(2);
    let (mut solved, mut refused) = (0, 0);
    let mut round = 0;
    while solved < 200 {
        round += 1;
        let case = random(
            &mut rng,
            &[Owner::Max, Owner::Min, Owner::Nature],
            round % 3 != 0,
        );
        let n = case.choices.len();
        let all = policies(&case, &vec![0; n], |_| true);
        let ends = all.iter().all(|p| evaluate(&case, p).is_some());
        let Ok(s) = case.process.solve(&Budget::unlimited()) else {
            assert!(!ends);
            refused += 1;
            continue;
        };
        if !ends {
            continue;
        }
        for state in 0..n {
            let rows = policies(&case, &vec![0; n], |t| !case.min[t]);
            let worst = rows.iter().map(|row| {
                let columns = policies(&case, row, |t| case.min[t]);
                columns
                    .iter()
                    .map(|p| evaluate(&case, p).unwrap()[state].clone())
                    .min()
                    .unwrap()
            });
            assert_eq!(
                &worst.max().unwrap(),
                s.value(state as u32),
                "round {round}"
            );
        }
        let bounds = case.process.bounds(&Budget::unlimited()).unwrap();
        assert!(
            (0..n as u32).all(|t| &bounds.lower(t) <= s.value(t) && s.value(t) <= &bounds.upper(t))
        );
        solved += 1;
    }
    assert!(refused > 20);
}

/// Moments from the definition: the distribution of the total, step by step, for processes that end.
#[test]
fn moments_are_those_of_the_distribution() {
    let mut rng = fastrand::Rng::with_seed(3);
    for _ in 0..100 {
        let case = random(&mut rng, &[Owner::Nature], false);
        let s = case.process.solve(&Budget::unlimited()).unwrap();
        let m = case.process.moments(&s, &Budget::unlimited()).unwrap();
        let start = case.choices.len() as u32 - 1;
        let mut open = vec![(start, Rational::one(), Rational::zero())];
        let (mut mean, mut square) = (Rational::zero(), Rational::zero());
        while let Some((state, p, total)) = open.pop() {
            if let Some(payoff) = case.process.payoff(state) {
                let total = total + &payoff[0];
                mean += &p * &total;
                square += &p * &total * &total;
                continue;
            }
            for b in &case.process.actions(state)[0].branches {
                open.push((b.to, &p * &b.weight, &total + &b.gain[0]));
            }
        }
        assert_eq!(
            (&m[start as usize].mean, &m[start as usize].square),
            (&mean, &square)
        );
    }
}

/// Several players on trees, from the definition; ties by a rule.
#[test]
fn several_players_by_backward_induction() {
    let mut rng = fastrand::Rng::with_seed(4);
    for ties in [
        Ties::First,
        Ties::Last,
        Ties::Favour(vec![1]),
        Ties::Spite(vec![0, 2]),
    ] {
        for _ in 0..50 {
            let mut process = Process::new(3).with_ties(ties.clone());
            let mut values: Vec<Vec<i64>> = Vec::new();
            for _ in 0..4 {
                let pay: Vec<i64> = (0..3).map(|_| rng.i64(0..3)).collect();
                process.end(pay.iter().map(|&x| int(x)).collect());
                values.push(pay);
            }
            for i in 4..12 {
                let who = rng.usize(..3);
                let s = process.state(Owner::Player(who));
                let to: Vec<usize> = (0..rng.usize(1..4)).map(|_| rng.usize(..i)).collect();
                for &t in &to {
                    process.act(s, vec![Branch::new(t as u32, int(1))]).unwrap();
                }
                let most = to.iter().map(|&t| values[t][who]).max().unwrap();
                let good: Vec<usize> = to.into_iter().filter(|&t| values[t][who] == most).collect();
                let key = |t: &usize, others: &[usize]| -> Vec<i64> {
                    others.iter().map(|&p| values[*t][p]).collect()
                };
                let taken = match &ties {
                    Ties::First => good[0],
                    Ties::Last => good[good.len() - 1],
                    Ties::Favour(o) => *good.iter().rev().max_by_key(|t| key(t, o)).unwrap(),
                    Ties::Spite(o) => *good.iter().min_by_key(|t| key(t, o)).unwrap(),
                };
                values.push(values[taken].clone());
            }
            let s = process.solve(&Budget::unlimited()).unwrap();
            for (i, v) in (0u32..).zip(&values) {
                let expected: Vec<Rational> = v.iter().map(|&x| int(x)).collect();
                assert_eq!(s.all(i), expected, "{ties:?}");
            }
        }
    }
}

#[test]
fn errors_are_one_sentence() {
    let mut p = Process::new(1).with_names(vec![
        "end".into(),
        "start".into(),
        "left".into(),
        "right".into(),
    ]);
    let end = p.end(vec![int(0)]);
    let s: Vec<u32> = (0..3).map(|_| p.state(Owner::Nature)).collect();
    p.act(
        s[0],
        vec![
            Branch::new(end, ratio(1, 2)),
            Branch::new(s[1], ratio(1, 2)),
        ],
    )
    .unwrap();
    p.act(s[1], vec![Branch::new(s[2], int(1))]).unwrap();
    p.act(s[2], vec![Branch::new(s[1], int(1))]).unwrap();
    let e = p.solve(&Budget::unlimited()).unwrap_err();
    assert_eq!(
        e.to_string(),
        "play never ends with positive probability: no end can be reached from the recurrent class {left, right}; add an end there"
    );
    let mut p = Process::new(1);
    let end = p.end(vec![int(0)]);
    let s = p.state(Owner::Max);
    p.act(s, vec![Branch::new(end, int(1))]).unwrap();
    p.act(s, vec![Branch::new(s, int(1)).with_gain(int(1))])
        .unwrap();
    let e = p.solve(&Budget::unlimited()).unwrap_err();
    assert!(e.to_string().starts_with("the gain is unbounded"), "{e}");
    assert!(
        p.act(s, vec![Branch::new(end, int(2)), Branch::new(end, int(-1))])
            .is_err()
    );
    assert!(p.act(end, vec![Branch::new(end, int(1))]).is_err());
    assert!(p.act(9, vec![]).is_err());
}
