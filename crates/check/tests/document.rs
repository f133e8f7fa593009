//! The examples of docs/certificates.md are certificates that hold.

use bouton_check::{Limits, check};

#[test]
fn the_documents_examples_hold() {
    let text = include_str!(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../docs/certificates.md"
    ));
    let blocks: Vec<&str> = text
        .split("```json\n")
        .skip(1)
        .map(|b| b.split("```").next().unwrap())
        .collect();
    let mut kinds = Vec::new();
    for block in blocks {
        let report = check(block, &Limits::default()).unwrap_or_else(|e| panic!("{e}\n{block}"));
        assert!(report.holds(), "{report}");
        kinds.push(report.kind);
    }
    assert_eq!(kinds, ["p-set", "grundy", "partizan-sets", "period"]);
}
