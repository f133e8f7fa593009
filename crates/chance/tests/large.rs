//! Processes of 10^5 states: a walk whose values have 10^5 digits, and choices with cycles.

use bouton_chance::Rational;
use bouton_chance::process::{Node, Owner, Process, Step};
use bouton_chance::rational::{int, ratio};
use bouton_core::Budget;
use num_bigint::BigInt;
use num_traits::{One, Pow};
use std::time::Instant;

#[test]
fn a_gambler_with_a_hundred_thousand_states() {
    let budget = Budget::unlimited();
    let n = 100_000i64;
    for (win, total, start) in [(1, 2, 30_000), (18, 38, 99_990), (3, 5, 3)] {
        let clock = Instant::now();
        let p = ratio(win, total);
        let q = Rational::one() - &p;
        let rule = |&coins: &i64| {
            Ok(if coins == 0 || coins == n {
                Node::End(vec![int(coins / n)])
            } else {
                Node::Chance(vec![
                    Step::new(coins + 1, p.clone()),
                    Step::new(coins - 1, q.clone()),
                ])
            })
        };
        let e = Process::explore(1, start, rule, &budget).unwrap();
        let (value, _) = e.process.expect(0, &budget).unwrap();
        // (1 - r^start) / (1 - r^n) with r = q/p, start/n for r = 1: feller1968, chapter XIV.
        if win * 2 == total {
            assert_eq!(value[0], ratio(start, n));
        } else {
            let (a, b) = (BigInt::from(total - win), BigInt::from(win));
            let power = |k: i64| (a.clone().pow(k as u64), b.clone().pow(k as u64));
            let ((an, bn), (as_, bs)) = (power(n), power(start));
            // value (b^n - a^n) b^start = (b^start - a^start) b^n
            let left = value[0].numer() * (&bn - &an) * &bs;
            let right = value[0].denom() * (&bs - &as_) * &bn;
            assert_eq!(left, right);
        }
        let seconds = clock.elapsed().as_secs_f64();
        println!("win {win}/{total}: {seconds:.2} s");
        assert!(seconds < 60.0, "{seconds}");
    }
}

/// A row of rooms with a door after every tenth: walk or run; running may throw one back to the last door, so play has cycles.
#[test]
fn choices_with_cycles_in_a_hundred_thousand_states() {
    let budget = Budget::unlimited();
    let n = 100_000u32;
    let clock = Instant::now();
    let rule = |&room: &u32| {
        if room >= n {
            return Ok(Node::End(vec![int(0)]));
        }
        let back = room / 10 * 10;
        let stuck = ratio(i64::from(room / 1000 % 8), 9);
        // Walking gets harder from door to door, so that where to run changes.
        let slow = vec![
            Step::new(room + 1, &int(1) - &stuck).with_gain(int(1)),
            Step::new(room, stuck).with_gain(int(1)),
        ];
        let quick = vec![
            Step::new((room + 3).min(back + 10), ratio(1, 2)).with_gain(int(1)),
            Step::new(back, ratio(1, 2)).with_gain(int(1)),
        ];
        Ok(Node::Choice(Owner::Min, vec![slow, quick]))
    };
    let e = Process::explore(1, 0, rule, &budget).unwrap();
    assert_eq!(e.process.len() as u32, n + 1);
    let s = e.process.solve(&budget).unwrap();
    println!("policy iteration: {:.2} s", clock.elapsed().as_secs_f64());
    let b = e.process.bounds(&budget).unwrap();
    println!(
        "with value iteration: {:.2} s",
        clock.elapsed().as_secs_f64()
    );
    assert!(b.width() < ratio(1, 1000));
    let runs = (0..n).filter(|&t| s.action(t) == Some(1)).count();
    assert!(0 < runs && runs < n as usize, "{runs}");
    for t in 0..=n {
        assert!(&b.lower(t) <= s.value(t) && s.value(t) <= &b.upper(t));
    }
}
