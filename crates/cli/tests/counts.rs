//! `bouton count` as a user runs it.

mod common;

use common::{fails, json};
use num_bigint::BigUint;

#[test]
fn counts() {
    let count = |game, conditions| {
        let answer = json(&["count", game, "--where", conditions]);
        assert_eq!(answer["status"], "proved", "{answer}");
        answer["count"].as_str().expect("a string").to_string()
    };
    assert_eq!(distribunim(&BigUint::from(7u32)), "21");
    assert_eq!(count("distribunim", "a <= 7, b <= 7"), "21");
    assert_eq!(count("distribunim", "a <= 49, b <= 49"), "221");
    assert_eq!(
        count("distribunim", "a <= 7^17, b <= 7^17"),
        distribunim(&BigUint::from(7u32).pow(17))
    );
    // n, 2n and 3n have nim-sum 0 where n has no two adjacent one bits.
    let apart = (1..=1u32 << 20).filter(|n| n & (n >> 1) == 0).count();
    assert_eq!(
        count("nim3", "b = 2*a, c = 3*a, a >= 1, a <= 2^20"),
        apart.to_string()
    );
    // One pair for each k, counted by the larger number: floor((10^18 - 1) / phi^2) + 1.
    assert_eq!(count("wythoff", "a <= b, b < 10^18"), "381966011250105152");
    assert_eq!(
        count("distribunim", "a <= 10^1000, b <= 10^1000"),
        distribunim(&BigUint::from(10u32).pow(1000))
    );
    let search = json(&["count", "euclid", "--where", "1 <= a, a <= b, b <= 30"]);
    assert_eq!(
        (search["count"].as_str(), search["status"].as_str()),
        (Some("163"), Some("exact by search"))
    );
    let sum = json(&[
        "count",
        "nim3",
        "--where",
        "a <= 7, b <= 7, c <= 7",
        "--sum",
        "a + b + c",
        "--mod",
        "1000",
    ]);
    // Every number occurs equally often in each place: 64 positions, mean 3.5 a heap.
    assert_eq!(sum["sum"].as_str(), Some("672"));
    let heaps = json(&[
        "count",
        "nim",
        "--heaps",
        "3",
        "--where",
        "n1 <= 7, n2 <= 7, n3 <= 7",
    ]);
    assert_eq!(heaps["count"].as_str(), Some("64"));
}

/// P-positions of distribunim with heaps from 1 to n, by the theorem: with L binary digits in the smaller heap, the larger is one
/// less than a multiple of 2^L.
fn distribunim(n: &BigUint) -> String {
    let (mut pairs, mut equal) = (BigUint::ZERO, 0u32);
    for digits in 1..=n.bits() {
        let above = BigUint::from(1u32) << digits;
        if above <= n + 1u32 {
            equal += 1;
        }
        pairs += (&above >> 1u32) * ((n + 1u32) / &above);
    }
    (pairs * 2u32 - equal).to_string()
}

#[test]
fn counting_questions_that_cannot_be_answered() {
    fails(&["count", "nim3", "--where", "a <= 10"], 2, &["b", "bound"]);
    fails(
        &["count", "nim3", "--where", "a <= 10, x = 3"],
        2,
        &["column 10", "`x`", "a, b, c"],
    );
    fails(
        &["count", "nim3", "--where", "a <= 10, b <= 10", "--mod", "0"],
        2,
        &["--mod", "at least 1"],
    );
    fails(
        &["count", "euclid", "--where", "a <= 10"],
        2,
        &["b has no upper bound"],
    );
}
