//! Limits stop a search and are told; bad rules and heaps out of reach are named.

use bouton_core::{Budget, Code};
use bouton_heap::HeapGame;
use bouton_misere::{Breaking, Genera, Limits, Parts, Status, quotient};
use bouton_rules::Heaps;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

fn under(limits: Limits, budget: &Budget) -> bouton_misere::Solution<HeapGame> {
    quotient("0.07".parse::<HeapGame>().unwrap(), &limits, budget, None).unwrap()
}

fn dawson(limits: Limits) -> bouton_misere::Solution<HeapGame> {
    quotient(
        "0.07".parse::<HeapGame>().unwrap(),
        &limits,
        &Budget::unlimited(),
        None,
    )
    .unwrap()
}

#[test]
fn each_limit_leaves_the_smaller_quotient() {
    let partial = [
        Limits {
            order: 100,
            ..Limits::default()
        },
        Limits {
            trial: 150,
            ..Limits::default()
        },
    ];
    for limits in partial {
        let solution = dawson(limits.clone());
        assert_eq!(solution.status(), Status::Partial, "{limits:?}");
        assert!(
            solution.reason().unwrap().to_string().contains("limit"),
            "{:?}",
            solution.reason()
        );
        let step = *solution.steps().last().unwrap();
        assert_eq!(
            (solution.order(), solution.p_size()),
            (step.order, step.p_size)
        );
        // What is left is exact: the same search to that heap gives the same.
        let again = dawson(Limits {
            heaps: solution.heaps(),
            ..Limits::default()
        });
        assert_eq!(again.status(), Status::Stable);
        assert_eq!(again.steps(), solution.steps());
    }
}

#[test]
fn a_stop_and_the_clock_are_obeyed() {
    let stop = Arc::new(AtomicBool::new(true));
    let most = |limits: bouton_core::Limits| under(Limits::default(), &Budget::new(&limits));
    let none = bouton_core::Limits::default;
    let stopped = most(bouton_core::Limits {
        stop: Some(stop),
        ..none()
    });
    assert_eq!(stopped.reason().unwrap().code(), Code::Stopped);
    let late = most(bouton_core::Limits {
        seconds: Some(0.0),
        ..none()
    });
    assert_eq!(late.reason().unwrap().code(), Code::Seconds);
    assert!(late.heaps() < 33);
    let small = most(bouton_core::Limits {
        bytes: Some(100_000),
        ..none()
    });
    assert_eq!(small.reason().unwrap().code(), Code::Memory);
    let few = most(bouton_core::Limits {
        nodes: Some(1_000),
        ..none()
    });
    assert_eq!(few.reason().unwrap().code(), Code::Positions);
}

#[test]
fn progress_is_told() {
    let mut told = Vec::new();
    let limits = Limits {
        heaps: 27,
        ..Limits::default()
    };
    quotient(
        "0.07".parse::<HeapGame>().unwrap(),
        &limits,
        &Budget::unlimited(),
        Some(&mut |p| told.push(p)),
    )
    .unwrap();
    assert!(
        told.iter()
            .any(|p| p.heap == 25 && p.order == 24 && p.candidate >= 144),
        "{told:?}"
    );
    assert!(told.windows(2).all(|w| w[0].heap <= w[1].heap));
}

#[test]
fn heaps_out_of_reach_are_named() {
    let solution = dawson(Limits {
        heaps: 20,
        ..Limits::default()
    });
    let e = solution.is_p_position(&Heaps::of(&[3, 21])).unwrap_err();
    assert!(e.is_limit());
    assert_eq!(
        e.to_string(),
        "the quotient of 0.07 is known up to heap 20, and heap 21 is beyond it"
    );
    assert!(solution.winning_moves(&Heaps::of(&[21])).is_err());
}

#[test]
fn heaps_that_grow_are_named() {
    struct Growing;
    impl Breaking for Growing {
        fn name(&self) -> String {
            "growing".into()
        }
        fn options(&self, heap: u32) -> Vec<Parts> {
            vec![Parts::from_slice(&[heap])]
        }
    }
    let Err(e) = quotient(Growing, &Limits::default(), &Budget::unlimited(), None) else {
        panic!("accepted")
    };
    assert!(e.is_input());
    assert!(
        e.to_string()
            .contains("heap 1 leaves a heap that is empty or not smaller"),
        "{e}"
    );
    assert!(Genera::new(Growing, 10).genus(&[1]).unwrap_err().is_input());
}

#[test]
fn a_genus_can_need_too_many_games() {
    let e = Genera::new("0.77".parse::<HeapGame>().unwrap(), 5)
        .genus(&[20])
        .unwrap_err();
    assert!(e.is_limit());
}

/// A program once showed the candidate of order 848 for Dawson's Kayles at heap 30; its reduction has order 360.
#[test]
fn candidates_are_never_shown() {
    assert_eq!(
        dawson(Limits {
            heaps: 30,
            ..Limits::default()
        })
        .order(),
        360
    );
}

#[test]
fn reports_are_plain_data() {
    let report = dawson(Limits {
        heaps: 14,
        ..Limits::default()
    })
    .report();
    let json: serde_json::Value = serde_json::to_value(&report).unwrap();
    assert_eq!(json["order"], 24);
    assert_eq!(json["p_size"], 5);
    assert_eq!(json["complete"], false);
    assert_eq!(json["status"], "stable");
    assert!(
        json["presentation"]
            .as_str()
            .unwrap()
            .starts_with("gens=a=heap2,b=heap4")
    );
    assert_eq!(json["generators"][0]["letter"], "a");
}
