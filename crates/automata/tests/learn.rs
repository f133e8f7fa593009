//! Learned automata against the tables that they were learned from.

mod common;

use bouton_automata::{Automaton, Formula, Limits, Nat, Numeration, compile, learn, learn_box};
use common::{formula, nat, numerations, tuples};
use proptest::prelude::*;

/// Pairs (a, b), both at least 1, from which no step leads to a pair of the set; a step takes min(a, b) in total and leaves
/// both parts at least 1.
pub fn coupled(side: usize) -> Vec<Vec<bool>> {
    let mut set = vec![vec![false; side]; side];
    for a in 1..side {
        for b in 1..side {
            let m = a.min(b);
            let mut steps = (m.saturating_sub(b - 1)..=m.min(a - 1)).map(|s| (a - s, b + s - m));
            set[a][b] = !steps.any(|(x, y)| set[x][y]);
        }
    }
    set
}

#[test]
fn the_coupled_piles_have_seven_states() {
    let side = 256;
    let table = coupled(side);
    let set = learn_box(
        &Numeration::Base(2),
        &[0, 1],
        &[side as u64; 2],
        &|t| table[t[0] as usize][t[1] as usize],
        20,
    )
    .unwrap();
    assert_eq!(set.states(), 7);
    for (t, known) in tuples(64, 2).into_iter().map(|t| {
        let known = table[t[0] as usize][t[1] as usize];
        (t, known)
    }) {
        assert_eq!(set.contains(&[nat(t[0]), nat(t[1])]), known, "{t:?}");
    }
}

#[test]
fn small_boxes_suffice_for_small_automata() {
    // Four dimensions of side 16, 2 to 10 states.
    let shapes: [(&str, fn(&[u64]) -> bool, usize); 4] = [
        ("xor", |t| t[0] ^ t[1] ^ t[2] ^ t[3] == 0, 2),
        ("sum", |t| t[0] + t[1] == t[2] + t[3], 4),
        ("order", |t| t[0] <= t[1] && t[2] <= t[3], 5),
        ("and", |t| t[0] & t[1] == t[2] | t[3], 2),
    ];
    for (name, table, states) in shapes {
        let set = learn_box(&Numeration::Base(2), &[0, 1, 2, 3], &[16; 4], &table, 10);
        let set = set.unwrap_or_else(|| panic!("{name} was not learned"));
        assert_eq!(set.states(), states, "{name}");
        for tuple in tuples(20, 4) {
            let values: Vec<Nat> = tuple.iter().map(|&x| nat(x)).collect();
            assert_eq!(set.contains(&values), table(&tuple), "{name} {tuple:?}");
        }
    }
}

#[test]
fn what_is_not_automatic_is_given_up() {
    let mut asked = 0;
    let square = |x: u64| x.isqrt().pow(2) == x;
    for num in numerations() {
        let table = |t: &[u64]| square(t[0] + 3 * t[1]);
        assert!(
            learn_box(&num, &[0, 1], &[512, 512], &table, 10).is_none(),
            "{}",
            num.name()
        );
        asked += 1;
    }
    assert_eq!(asked, numerations().len());
}

#[test]
fn a_golden_pair_is_learned_in_zeckendorf() {
    // (floor(k φ), floor(k φ²)): a pair whose Zeckendorf words are w and w0, w ending in an even number of zeros.
    let side = 400u64;
    let mut table = vec![vec![false; side as usize]; side as usize];
    let (mut used, mut k) = (vec![false; 2 * side as usize], 0usize);
    for low in 0..side as usize {
        if used[low] {
            continue;
        }
        let high = low + k;
        k += 1;
        used[low] = true;
        used[high] = true;
        if high < side as usize {
            table[low][high] = true;
            table[high][low] = true;
        }
    }
    let at = |t: &[u64]| table[t[0] as usize][t[1] as usize];
    let set = learn_box(&Numeration::Zeckendorf, &[3, 7], &[side; 2], &at, 30).unwrap();
    assert!(set.states() <= 12, "{}", set.states());
    assert!(set.contains(&[nat(6), nat(10)]) && !set.contains(&[nat(6), nat(11)]));
    assert!(learn_box(&Numeration::Base(2), &[3, 7], &[side; 2], &at, 20).is_none());
}

#[test]
fn a_learner_works_with_any_oracle() {
    // Multiples of 5, asked one number at a time; the table ends at 100 but the learner needs less.
    let mut questions = 0;
    let set = learn(
        &Numeration::Base(2),
        &[0],
        &mut |t| {
            questions += 1;
            (t[0] < 100).then_some(t[0] % 5 == 0)
        },
        &mut |set: &Automaton| {
            (0..100)
                .find(|&x| set.contains(&[nat(x)]) != (x % 5 == 0))
                .map(|x| vec![x])
        },
        10,
    )
    .unwrap();
    assert_eq!(set.states(), 5);
    assert!((1..=100).contains(&questions));
    let fives = compile(
        &Formula::congruent(&[(1, 0)], 0, 5),
        &Numeration::Base(2),
        &Limits::default(),
    );
    assert_eq!(set, fives.unwrap());
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(12) })]

    #[test]
    fn what_is_learned_is_the_set(f in formula(2, false), swap in any::<bool>()) {
        let limits = &Limits::default();
        for num in numerations() {
            let set = compile(&f, &num, limits).unwrap().extend(&[0, 1], limits).unwrap();
            let vars: [u32; 2] = if swap { [1, 0] } else { [0, 1] };
            let side = 160;
            let table: Vec<bool> = tuples(side, 2)
                .iter()
                .map(|t| set.contains(&if swap { [nat(t[1]), nat(t[0])] } else { [nat(t[0]), nat(t[1])] }))
                .collect();
            let at = |t: &[u64]| table[(t[0] * side + t[1]) as usize];
            let deep = num.name() == "base 2";
            if let Some(learned) = learn_box(&num, &vars, &[side; 2], &at, 40) {
                for t in tuples(side, 2) {
                    let values = if swap { [nat(t[1]), nat(t[0])] } else { [nat(t[0]), nat(t[1])] };
                    prop_assert_eq!(learned.contains(&values), at(&t));
                }
                // A box of many letters leaves a small automaton no choice.
                if set.states() <= 5 && deep {
                    prop_assert_eq!(learned, set, "{} {:?}", num.name(), f);
                }
            } else {
                prop_assert!(set.states() > 5 || !deep, "{} {:?} has {} states", num.name(), f, set.states());
            }
        }
    }
}
