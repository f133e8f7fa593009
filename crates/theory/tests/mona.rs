//! Exported claims are found valid by MONA, and sets with one wrong state invalid.

mod common;

use bouton_rules::Play;
use bouton_theory::{Kind, mona, mona_mutants};
use common::Subject;
use std::process::Command;

fn verdict(text: &str) -> String {
    let path = std::env::temp_dir().join(format!("bouton-{}.mona", std::process::id()));
    std::fs::write(&path, text).unwrap();
    let out = Command::new("mona").arg("-q").arg(&path).output().unwrap();
    std::fs::remove_file(&path).unwrap();
    String::from_utf8_lossy(&out.stdout).to_string()
}

#[test]
fn mona_agrees_with_every_exported_claim() {
    if Command::new("mona").output().is_err() {
        assert!(std::env::var("CI").is_err(), "mona is not installed");
        println!("skipped: mona is not installed");
        return;
    }
    let (mut valid, mut invalid) = (0, 0);
    for entry in std::fs::read_dir("../../testdata/papers").unwrap() {
        let path = entry.unwrap().path();
        let subject = Subject::new(&std::fs::read_to_string(&path).unwrap()).unwrap();
        let Some(analysis) = subject.try_analyze(Play::Normal) else {
            continue;
        };
        let Some(claim) = analysis.claims.iter().find(|c| c.kind == Kind::PSet) else {
            continue;
        };
        let Ok(text) = mona(&subject.rules, Play::Normal, claim) else {
            continue;
        };
        let said = verdict(&text);
        assert!(
            said.contains("Formula is valid"),
            "{}: {said}",
            path.display()
        );
        valid += 1;
        for wrong in mona_mutants(&subject.rules, Play::Normal, claim)
            .unwrap()
            .iter()
            .take(3)
        {
            let said = verdict(wrong);
            assert!(
                !said.contains("Formula is valid") && said.contains("counter"),
                "{}: {said}",
                path.display()
            );
            invalid += 1;
        }
    }
    println!("{valid} valid, {invalid} invalid");
    assert!(valid >= 10 && invalid >= 10);
}
