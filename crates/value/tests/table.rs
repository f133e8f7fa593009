//! Every row of the value table, `group expression result`, evaluated and compared as text; and what is printed reads back.

mod common;

use bouton_value::Store;

/// Rows of a table: group, expression, result.
fn rows(name: &str) -> Vec<[String; 3]> {
    let path = format!("{}/../../testdata/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    text.lines()
        .filter(|l| !l.starts_with('#'))
        .map(|l| {
            let mut parts = l.split('\t').map(String::from);
            std::array::from_fn(|_| parts.next().unwrap_or_default())
        })
        .collect()
}

#[test]
fn every_row_of_the_table() {
    let mut store = Store::new();
    let mut wrong = vec![];
    let rows = rows("short-values.tsv");
    for [group, expression, expected] in &rows {
        let got = common::evaluate(&mut store, expression);
        let fits = if expected.starts_with("!!") {
            got.starts_with("!!")
        } else {
            &got == expected
        };
        if !fits {
            wrong.push(format!(
                "{group}: {expression}\n  expected {expected}\n  got      {got}"
            ));
        }
    }
    assert!(rows.len() > 3000, "{} rows", rows.len());
    assert!(
        wrong.is_empty(),
        "{} rows are wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn printed_values_read_back() {
    let mut store = Store::new();
    let mut count = 0;
    for [_, _, expected] in rows("short-values.tsv") {
        if !expected.contains('{') || expected.starts_with("!!") {
            continue;
        }
        let mut read = |text: &str| {
            let mut r = common::Reader {
                text: text.as_bytes(),
                at: 0,
                store: &mut store,
            };
            let g = r.game();
            if r.at == text.len() { g.ok() } else { None }
        };
        if let Some(g) = read(&expected) {
            let shown = store.show(g);
            let mut r = common::Reader {
                text: shown.as_bytes(),
                at: 0,
                store: &mut store,
            };
            assert_eq!(r.game(), Ok(g), "{shown}");
            count += 1;
        }
    }
    assert!(count > 500, "{count}");
}

#[test]
fn quantities_of_positions() {
    let mut store = Store::new();
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../testdata/partizan-quantities.tsv"
    );
    let text = std::fs::read_to_string(path).unwrap();
    let (mut count, mut wrong) = (0, vec![]);
    for line in text.lines().filter(|l| !l.starts_with('#')) {
        let parts: Vec<&str> = line.split('\t').collect();
        let mut reader = common::Reader {
            text: parts[0].as_bytes(),
            at: 0,
            store: &mut store,
        };
        let g = match reader.game() {
            Ok(g) if reader.at == parts[0].len() => g,
            _ => {
                wrong.push(format!("not read: {}", parts[0]));
                continue;
            }
        };
        count += 1;
        let got = [
            store.outcome(g).unwrap().letter().to_string(),
            store.mean(g).unwrap().to_string(),
            store.temperature(g).unwrap().to_string(),
            store.left_stop(g).to_string(),
            store.right_stop(g).to_string(),
        ];
        if got != parts[1..6] {
            wrong.push(format!("{line}\n  got {got:?}"));
        }
    }
    assert!(count > 200, "{count}");
    assert!(
        wrong.is_empty(),
        "{} of {count}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn other_notations() {
    use bouton_value::Notation::{Latex, Unicode};
    let mut store = Store::new();
    let rows = [
        ("3/2^^*2", "3/2↑↑*2", "\\frac{3}{2}{\\Uparrow}{\\ast}{2}"),
        ("-1/2v", "-1/2↓", "-\\frac{1}{2}{\\downarrow}"),
        ("+-1", "±1", "{\\pm}1"),
        ("1Tiny(2)", "1⧾(2)", "1{\\text{\\textsf{+}}}_{2}"),
        (
            "{2||1|0}",
            "{2||1|0}",
            "\\left\\{2 \\vert{}\\vert{} 1 \\vert{} 0\\right\\}",
        ),
        ("^<2>", "↑<2>", "{\\uparrow}^{2}"),
        ("v[3]*", "↓[3]*", "{\\downarrow}^{[3]}{\\ast}"),
    ];
    for (ascii, unicode, latex) in rows {
        let mut reader = common::Reader {
            text: ascii.as_bytes(),
            at: 0,
            store: &mut store,
        };
        let g = reader.game().unwrap();
        assert_eq!(store.show(g), ascii);
        assert_eq!(store.write(g, Unicode).unwrap(), unicode);
        assert_eq!(store.write(g, Latex).unwrap(), latex);
    }
}
