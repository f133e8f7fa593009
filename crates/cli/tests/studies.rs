//! Studies of published problems as a user runs them; every question against its check values.

mod common;

use common::{fails, json, out};

#[test]
fn studies_are_listed_and_run() {
    let list = json(&["study"]);
    let rows = list["studies"].as_array().expect("a list");
    assert!(rows.len() >= 39);
    assert!(out(&["study"]).contains("Nim Square"));
    let report = json(&["study", "509"]);
    assert_eq!(report["id"], 509);
    for check in report["checks"].as_array().expect("checks") {
        assert_eq!(check["ok"], true, "{check}");
    }
    assert!(report["answer"].as_str().is_some_and(|a| !a.is_empty()));
    assert!(report["known_by"].is_string() && report["seconds"].is_number());
    assert!(out(&["study", "509"]).contains("known by"));
    fails(&["study", "2"], 2, &["no study", "bouton study"]);
}

#[test]
fn questions_find_their_check_values() {
    let list = json(&["study"]);
    let mut count = 0;
    for row in list["studies"].as_array().expect("a list") {
        if row["form"] != "question" {
            continue;
        }
        let report = json(&["study", &row["id"].to_string()]);
        for check in report["checks"].as_array().expect("checks") {
            assert_eq!(check["ok"], true, "{}: {check}", row["id"]);
            count += 1;
        }
    }
    assert!(count > 10);
}
