//! Exact counts below huge bounds, timed in CPU seconds; every answer is asserted.
//!
//! `cargo bench -p bouton-automata --bench counts`

use std::sync::Arc;
use std::time::Instant;

use bouton_automata::{
    Automaton, Formula, Limits, Numeration, Op, Polynomial, Question, compile, count, learn_box,
};
use num_bigint::BigInt;

const BASE: Numeration = Numeration::Base(2);

fn bound(var: u32, op: Op, constant: &BigInt) -> Formula {
    Formula::Linear {
        terms: vec![(1.into(), var)],
        op,
        constant: constant.clone(),
    }
}

/// For a <= b: b = -1 modulo 2^(bits of a); seven states.
fn coupled() -> Arc<Automaton> {
    let at = |t: &[u64]| {
        let (a, b) = (t[0].min(t[1]), t[0].max(t[1]));
        a > 0 && (b + 1) % (1 << (64 - a.leading_zeros())) == 0
    };
    Arc::new(learn_box(&BASE, &[0, 1], &[64, 64], &at, 10).unwrap())
}

fn cpu_seconds(start: Instant) -> f64 {
    let ran = std::fs::read_to_string("/proc/self/schedstat").ok();
    let ran = ran.and_then(|s| Some(s.split(' ').next()?.parse::<f64>().ok()? / 1e9));
    ran.unwrap_or_else(|| start.elapsed().as_secs_f64())
}

fn main() {
    let start = Instant::now();
    let mut last = cpu_seconds(start);
    let mut lap = |name: &str| {
        let now = cpu_seconds(start);
        println!("{name}: {:.4} s CPU", now - last);
        last = now;
    };
    let set = coupled();
    let pairs = |n: &BigInt, modulus: Option<u32>| {
        let question = Question {
            sets: vec![(set.clone(), vec![0, 1])],
            constraints: vec![bound(0, Op::Le, n), bound(1, Op::Le, n)],
            modulus: modulus.map(Into::into),
            ..Question::default()
        };
        count(&BASE, &question, &Limits::default()).unwrap().value
    };
    lap("learn the set");

    // For each bit length d of the smaller part: the pairs a <= b <= n with 2^(d-1) <= a < 2^d and b = 2^d k - 1.
    let by_length = |n: &BigInt| {
        let mut total = BigInt::from(0);
        for d in 1..=n.bits() {
            let power = BigInt::from(2).pow(d as u32);
            // All these b have at least d bits, and b = 2^d - 1 has 2^(d-1) values of a, as the others have.
            let both = (n + 1) / &power;
            total += &both * (&power / 2) * 2;
            if both > BigInt::from(0) {
                total -= 1; // the pair a = b = 2^d - 1
            }
        }
        total
    };
    let n = BigInt::from(7).pow(17);
    assert_eq!(pairs(&n, None), by_length(&n));
    lap("7^17");
    let n = BigInt::from(10).pow(1000);
    let expected = by_length(&n);
    lap("10^1000, closed form");
    assert_eq!(pairs(&n, None), expected);
    lap("10^1000");
    assert_eq!(pairs(&n, Some(1_000_000_007)), expected % 1_000_000_007u32);
    lap("10^1000 modulo 10^9 + 7");

    // Sums of a b over the pairs with b = 2 a, a <= 10^200: 2 a² summed.
    let n = BigInt::from(10).pow(200);
    let question = Question {
        constraints: vec![
            bound(0, Op::Le, &n),
            Formula::linear(&[(2, 0), (-1, 1)], Op::Eq, 0),
        ],
        sum: Some(Polynomial::monomial(1, &[0, 1])),
        ..Question::default()
    };
    for num in [BASE, Numeration::Zeckendorf] {
        let sum = count(&num, &question, &Limits::default()).unwrap().value;
        assert_eq!(sum, &n * (&n + 1) * (&n * 2 + 1) / 3);
        lap(&format!("sum below 10^200 in {}", num.name()));
    }

    // b = 2 a, c = 3 a, a <= 2^30
    let n = BigInt::from(1 << 30);
    let question = Question {
        constraints: vec![
            bound(0, Op::Le, &n),
            Formula::linear(&[(2, 0), (-1, 1)], Op::Eq, 0),
            Formula::linear(&[(3, 0), (-1, 2)], Op::Eq, 0),
        ],
        ..Question::default()
    };
    let multiples = count(&BASE, &question, &Limits::default()).unwrap();
    assert_eq!(multiples.value, n + 1);
    lap("a, 2 a, 3 a for a <= 2^30");

    // A bound of a million binary digits, modulo a prime.
    let n = BigInt::from(2).pow(1_000_000);
    let question = Question {
        sets: vec![(set.clone(), vec![0, 1])],
        constraints: vec![bound(0, Op::Lt, &n), bound(1, Op::Lt, &n)],
        modulus: Some(1_000_000_007u32.into()),
        ..Question::default()
    };
    let counted = count(&BASE, &question, &Limits::default()).unwrap().value;
    let power = BigInt::from(2).modpow(&1_000_000.into(), &1_000_000_007.into());
    assert_eq!(counted, (power * 1_000_000 - 1_000_000) % 1_000_000_007);
    lap("below 2^(10^6) modulo 10^9 + 7");

    // A large constant inside an automaton: 3 x - 2 y = 10^18.
    let far = Formula::Linear {
        terms: vec![(3.into(), 0), ((-2).into(), 1)],
        op: Op::Eq,
        constant: BigInt::from(10).pow(18),
    };
    let automaton = compile(&far, &BASE, &Limits::default()).unwrap();
    let least = automaton.least().unwrap();
    assert_eq!(&least[0] * 3u32, &least[1] * 2u32 + 10u64.pow(18));
    println!("3 x - 2 y = 10^18: {} states", automaton.states());
    lap("compile 3 x - 2 y = 10^18");

    // The partner of an even number with thousands of digits is all ones.
    let a = num_bigint::BigUint::from(3u32).pow(10_000) - 1u32;
    let found = set.complete(&[(0, a.clone())]).unwrap();
    assert_eq!(
        found[0].1,
        (num_bigint::BigUint::from(1u32) << a.bits()) - 1u32
    );
    lap("complete a number of 15,850 binary digits");
}
