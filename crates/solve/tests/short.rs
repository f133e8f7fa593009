//! Outcomes and Grundy values against searches from the definition, at depth, and at limits.

use bouton_rules::laws::Brute;
use bouton_rules::{
    Error, Heaps, Impartial, Info, Known, Nat, Outcome, Play, Rank, Result, Ruleset, Short,
};
use bouton_solve::doc::{Ring, Stalk, Takeaway};
use bouton_solve::{
    Budget, Graph, Limits, Method, grundy, outcome, outcome_and_grundy, partizan_outcome,
};
use proptest::prelude::*;
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// A sum of heaps that are nodes of a table: node n may be replaced by the lists in row n, of smaller nodes.
#[derive(Clone, Debug)]
struct Splitting(Vec<Vec<Vec<usize>>>);

impl Ruleset for Splitting {
    type Position = Vec<usize>;

    fn info(&self) -> Info {
        Info {
            name: "splitting".into(),
            rules: "See the test.".into(),
            notation: "see the test".into(),
            theorem: None,
            source: None,
            examples: vec!["0".into()],
        }
    }

    fn parse(&self, text: &str) -> Result<Vec<usize>> {
        Err(Error::input(format!(
            "`{text}`: this game is not read from text"
        )))
    }

    fn show(&self, pos: &Vec<usize>) -> String {
        format!("{pos:?}")
    }

    fn split(&self, pos: &Vec<usize>) -> Vec<Vec<usize>> {
        pos.iter().map(|&n| vec![n]).collect()
    }

    fn canon(&self, mut pos: Vec<usize>) -> Vec<usize> {
        pos.sort_unstable();
        pos
    }
}

impl Impartial for Splitting {
    fn options(&self, pos: &Vec<usize>) -> Result<Vec<Vec<usize>>> {
        let moves = (0..pos.len()).flat_map(|i| self.0[pos[i]].iter().map(move |to| (i, to)));
        let put = |(i, to): (usize, &Vec<usize>)| [&pos[..i], to, &pos[i + 1..]].concat();
        Ok(moves.map(put).collect())
    }
}

impl Short for Splitting {
    fn rank(&self, pos: &Vec<usize>) -> Rank {
        vec![
            pos.iter()
                .map(|&n| num_bigint::BigInt::from(1u8) << (4 * n))
                .sum(),
        ]
    }
}

fn splitting() -> impl Strategy<Value = Splitting> {
    let row = |n: usize| prop::collection::vec(prop::collection::vec(0..n.max(1), 0..3), 0..4);
    let rows = (0..5)
        .map(move |n| {
            if n == 0 {
                Just(vec![]).boxed()
            } else {
                row(n).boxed()
            }
        })
        .collect::<Vec<_>>();
    rows.prop_map(Splitting)
}

proptest! {
    #[test]
    fn sums_agree_with_whole_positions(game in splitting(), pos in prop::collection::vec(0usize..5, 0..3)) {
        let brute = Brute::below(&game, vec![pos.clone()], 100_000).unwrap();
        for play in [Play::Normal, Play::Misere] {
            let answer = outcome(&game, &pos, play, false, &Budget::unlimited()).unwrap();
            let wins = if play == Play::Normal { brute.wins_normal(&pos) } else { brute.wins_misere(&pos) };
            prop_assert_eq!(answer.outcome == Outcome::N, wins);
            prop_assert_eq!(answer.winning.into_iter().collect::<HashSet<_>>(), brute.winning(&pos, play));
        }
        let value = grundy(&game, &pos, false, &Budget::unlimited()).unwrap();
        prop_assert_eq!(value, brute.grundy(&pos).into());
    }

    #[test]
    fn stalks_have_the_sign_of_their_lowest_edge(edges in prop::collection::vec(any::<bool>(), 0..9)) {
        let answer = partizan_outcome(&Stalk, &edges, Play::Normal, &Budget::unlimited()).unwrap();
        let expected = match edges.first() {
            None => Outcome::P,
            Some(true) => Outcome::L,
            Some(false) => Outcome::R,
        };
        prop_assert_eq!(answer.outcome, expected);
        // Misère play, from the definition: who cannot move wins.
        fn wins(edges: &[bool], left: bool) -> bool {
            let mut cuts = (0..edges.len()).filter(|&i| edges[i] == left).peekable();
            cuts.peek().is_none() || cuts.any(|i| !wins(&edges[..i], !left))
        }
        let misere = partizan_outcome(&Stalk, &edges, Play::Misere, &Budget::unlimited()).unwrap();
        prop_assert_eq!((misere.left_starts, misere.right_starts), (wins(&edges, true), wins(&edges, false)));
        let replies: Vec<Vec<bool>> =
            (0..edges.len()).filter(|&i| edges[i] && !wins(&edges[..i], false)).map(|i| edges[..i].to_vec()).collect();
        prop_assert_eq!(misere.left_winning, replies);
    }
}

/// One heap, up to three at a time; the theorem says who wins and names no reply, and is silent on heaps of 1000 and more.
#[derive(Clone)]
struct Silent;

impl Ruleset for Silent {
    type Position = u64;
    fn info(&self) -> Info {
        Takeaway.info()
    }
    fn parse(&self, text: &str) -> Result<u64> {
        text.parse().map_err(|_| Error::input("not a number"))
    }
    fn show(&self, pos: &u64) -> String {
        pos.to_string()
    }
}

impl Impartial for Silent {
    fn options(&self, pos: &u64) -> Result<Vec<u64>> {
        Ok((1..=3).filter(|k| k <= pos).map(|k| pos - k).collect())
    }
    fn known(&self, pos: &u64, play: Play) -> Option<Known<u64>> {
        let lost = pos % 4 == if play == Play::Normal { 0 } else { 1 };
        let outcome = if lost { Outcome::P } else { Outcome::N };
        (*pos < 1000).then(|| Known {
            outcome,
            grundy: None,
            winning: Vec::new(),
            all: lost,
        })
    }
}

impl Short for Silent {
    fn rank(&self, pos: &u64) -> Rank {
        vec![(*pos).into()]
    }
}

#[test]
fn a_theorem_without_replies_still_gives_every_winning_move() {
    let mut lost = 0;
    for play in [Play::Normal, Play::Misere] {
        for n in 0..1200u64 {
            let ask =
                |theorems| outcome(&Silent, &n, play, theorems, &Budget::unlimited()).unwrap();
            let (stated, searched) = (ask(true), ask(false));
            assert_eq!(
                (stated.outcome, &stated.winning, stated.all),
                (searched.outcome, &searched.winning, true),
                "{n}"
            );
            assert_eq!(
                stated.method,
                if n < 1000 {
                    Method::Theorem
                } else {
                    Method::Search
                }
            );
            assert_eq!(searched.method, Method::Search);
            lost += usize::from(stated.outcome == Outcome::P);
        }
    }
    assert_eq!(lost, 600);
}

/// A heap of a million, one or two at a time: as deep as it is large.
#[test]
fn a_deep_heap() {
    let pos = Heaps::of(&[1_000_000]);
    let answer = outcome_and_grundy(&Takeaway, &pos, false, &Budget::unlimited()).unwrap();
    assert_eq!(answer.grundy, Some(Nat::from(1u32)));
    assert_eq!(answer.winning, [Heaps::of(&[999_999])]);
    assert_eq!((answer.method, answer.nodes), (Method::Search, 1_000_001));
}

/// A chain of ten million nodes.
#[test]
fn a_long_chain() {
    #[derive(Clone)]
    struct Chain;
    impl Ruleset for Chain {
        type Position = u32;
        fn info(&self) -> Info {
            Takeaway.info()
        }
        fn parse(&self, text: &str) -> Result<u32> {
            text.parse().map_err(|_| Error::input("not a number"))
        }
        fn show(&self, pos: &u32) -> String {
            pos.to_string()
        }
    }
    impl Impartial for Chain {
        fn options(&self, pos: &u32) -> Result<Vec<u32>> {
            Ok(pos.checked_sub(1).into_iter().collect())
        }
    }
    impl Short for Chain {
        fn rank(&self, pos: &u32) -> Rank {
            vec![(*pos).into()]
        }
    }
    let length = 10_000_000;
    let budget = Budget::new(&Limits {
        bytes: Some(1_100_000_000),
        ..Limits::default()
    });
    assert_eq!(
        grundy(&Chain, &length, false, &budget).unwrap(),
        Nat::from(0u32)
    );
    let answer = outcome(&Chain, &1_000_000, Play::Misere, false, &budget).unwrap();
    assert_eq!(
        (answer.outcome, answer.winning),
        (Outcome::N, vec![999_999])
    );
    let loopy =
        bouton_solve::loopy_impartial_outcome(&Chain, &length, Play::Normal, &budget).unwrap();
    assert_eq!(
        (loopy.verdict, loopy.remoteness),
        (bouton_solve::Verdict::Lose, Some(length))
    );
    assert_eq!(budget.bytes(), 0);
}

#[test]
fn limits_stop_a_search_with_a_sentence() {
    let pos = Heaps::of(&[40, 40, 40]);
    let ask = |limits: Limits| {
        let e = outcome(&Takeaway, &pos, Play::Misere, false, &Budget::new(&limits)).unwrap_err();
        assert!(e.is_limit(), "{e}");
        e.to_string()
    };
    let nodes = ask(Limits {
        nodes: Some(1000),
        ..Limits::default()
    });
    assert!(
        nodes.starts_with(
            "unknown: exploring stopped at the limit of 1,000 positions (1,000 positions"
        ),
        "{nodes}"
    );
    let bytes = ask(Limits {
        bytes: Some(100_000),
        ..Limits::default()
    });
    assert!(bytes.contains("the limit of 100 kB of memory"), "{bytes}");
    let stop = Arc::new(AtomicBool::new(false));
    let flag = stop.clone();
    let seen = Arc::new(AtomicU64::new(0));
    let count = seen.clone();
    let progress = move |p: bouton_solve::Progress| {
        assert!(p.nodes > 0);
        count.fetch_add(1, Ordering::Relaxed);
        flag.store(true, Ordering::Relaxed);
    };
    // A search that would not end soon, stopped from the progress callback.
    let huge = Heaps::of(&[4000, 4000, 4000, 4000]);
    let budget = Budget::new(&Limits {
        stop: Some(stop),
        ..Limits::default()
    })
    .with_progress(Arc::new(progress));
    let e = outcome(&Takeaway, &huge, Play::Misere, false, &budget).unwrap_err();
    assert!(e.to_string().contains("stopped on request"), "{e}");
    assert_eq!(seen.load(Ordering::Relaxed), 1);
    assert_eq!(
        budget.bytes(),
        0,
        "what a stopped search held is given back"
    );
}

#[test]
fn play_that_repeats_is_refused_where_it_must_end() {
    let values = bouton_solve::Values::explore(&Ring { places: 6 }, [1], &Budget::unlimited());
    let e = values.err().expect("a ring repeats");
    assert!(e.is_input());
    assert!(
        e.to_string().starts_with("ring: play can come back to"),
        "{e}"
    );
    assert!(Graph::of(&[vec![0]]).order().is_err());
}
