//! Relations of digits against their definitions.

use bouton_automata::{Automaton, Limits, Nat, Numeration, compile, floor_multiple};

fn systems() -> Vec<Numeration> {
    [
        "base 2",
        "base 3",
        "Zeckendorf",
        "Ostrowski [1] [2]",
        "Ostrowski [1] [3]",
    ]
    .map(|n| Numeration::parse(n).unwrap())
    .to_vec()
}

fn digits(num: &Numeration, n: u64) -> Vec<u8> {
    num.digits(&Nat::from(n))
}

fn zeros(d: &[u8]) -> usize {
    d.iter().rev().take_while(|&&x| x == 0).count()
}

#[test]
fn relations_of_digits_are_those_of_the_definition() {
    let mut cases = 0;
    for num in systems() {
        let least = Automaton::least_part(&num).unwrap();
        let greatest = Automaton::greatest_part(&num).unwrap();
        let shift = Automaton::appended(&num).unwrap();
        for n in 0..120u64 {
            let d = digits(&num, n);
            for m in 0..120u64 {
                let pair = [Nat::from(m), Nat::from(n)];
                let mut last = vec![0; d.len()];
                let mut first = vec![0; d.len()];
                if n > 0 {
                    let at = d.len() - 1 - zeros(&d);
                    last[at] = d[at];
                    first[0] = d[0];
                }
                let value = |w: &[u8]| num.value(w);
                assert_eq!(least.contains(&pair), n > 0 && value(&last) == pair[0]);
                assert_eq!(greatest.contains(&pair), n > 0 && value(&first) == pair[0]);
                let mut longer = d.clone();
                longer.push(0);
                assert_eq!(
                    shift.contains(&pair),
                    digits(&num, m) == digits_trim(longer),
                    "{m} {n}"
                );
                cases += 3;
            }
            for modulus in 1..4u32 {
                for residue in 0..modulus {
                    let is = |set: Automaton| set.contains(&[Nat::from(n)]);
                    let same = |x: usize| x as u32 % modulus == residue;
                    let sum = d.iter().map(|&x| usize::from(x)).sum();
                    assert_eq!(
                        is(Automaton::digit_sum(&num, modulus, residue).unwrap()),
                        same(sum)
                    );
                    assert_eq!(
                        is(Automaton::digit_count(&num, modulus, residue).unwrap()),
                        same(d.len())
                    );
                    let ends = is(Automaton::trailing_zeros(&num, modulus, residue).unwrap());
                    assert_eq!(ends, n > 0 && same(zeros(&d)));
                    cases += 3;
                }
            }
        }
    }
    assert!(cases > 100_000);
}

fn digits_trim(d: Vec<u8>) -> Vec<u8> {
    let first = d.iter().position(|&x| x > 0).unwrap_or(d.len());
    d[first..].to_vec()
}

#[test]
fn floors_of_multiples_are_exact() {
    // [0; a, a, …] = (sqrt(a² + 4) - a) / 2
    for (name, a) in [
        ("Zeckendorf", 1u64),
        ("Ostrowski [1] [2]", 2),
        ("Ostrowski [1] [3]", 3),
        ("Ostrowski [1] [5]", 5),
    ] {
        let num = Numeration::parse(name).unwrap();
        let graph = compile(
            &floor_multiple(&num, 0, 1, 2).unwrap(),
            &num,
            &Limits::default(),
        )
        .unwrap();
        for k in 0..3_000u64 {
            let floor = ((k * k * (a * a + 4)).isqrt() - a * k) / 2;
            for n in floor.saturating_sub(1)..floor + 2 {
                assert_eq!(
                    graph.contains(&[k.into(), n.into()]),
                    n == floor,
                    "{name}: {k} {n}"
                );
            }
        }
    }
    assert!(floor_multiple(&Numeration::Base(2), 0, 1, 2).is_err());
}
