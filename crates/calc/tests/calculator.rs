//! The calculator on tables of values, and the laws that its notation keeps.

use bouton_calc::{Calculator, Object, Verdict, operations};
use bouton_value::{Comparison, Notation, Store, Value};

fn table(name: &str) -> Vec<String> {
    let path = format!("{}/../../testdata/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    text.lines()
        .filter(|l| !l.starts_with('#'))
        .map(String::from)
        .collect()
}

/// Checks rows `group, expression, result`; what is printed must also read back.
fn check(name: &str, least: usize) {
    let mut c = Calculator::new();
    let mut wrong: Vec<String> = vec![];
    let rows = table(name);
    for row in &rows {
        let (group, row) = row.split_once('\t').expect("a group");
        if let Verdict::Different(d) = c.check_row(row) {
            wrong.push(format!(
                "{group}: {}\n  expected {}\n  got      {}",
                d.expression, d.expected, d.got
            ));
        }
    }
    assert!(rows.len() >= least, "{} rows", rows.len());
    assert!(
        wrong.is_empty(),
        "{} rows are wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn short_values() {
    check("short-values.tsv", 3_000);
}

#[test]
fn nimbers() {
    check("nimber-rows.tsv", 20);
}

#[test]
fn loopy_values() {
    check("loopy-values.tsv", 600);
}

#[test]
fn misere_forms() {
    check("misere-forms.tsv", 360);
}

#[test]
fn faults_of_other_programs() {
    check("peer-faults.tsv", 50);
}

#[test]
fn misere_heaps() {
    check("misere-heaps.tsv", 100);
}

#[test]
fn ordinals() {
    check("ordinal-rows.tsv", 600);
}

#[test]
fn every_example_of_the_help() {
    let mut c = Calculator::new();
    let mut count = 0;
    let mut wrong: Vec<String> = vec![];
    let topics: Vec<_> = bouton_calc::topic_examples().collect();
    assert!(topics.len() > 10);
    for (expression, expected) in topics {
        let got = c.line(expression);
        if !matches!(&got, Ok(Some(got)) if got == expected) {
            wrong.push(format!("{expression}: expected {expected}, got {got:?}"));
        }
    }
    // Positions need a library of rulesets, which a calculator is given from outside.
    let positions = operations::CHAPTERS
        .iter()
        .find(|c| c.title == "Positions of games");
    let positions = positions.expect("the chapter").operations;
    for o in operations::all() {
        let (expression, expected) = o.example;
        match c.line(expression) {
            Err(_) if positions.iter().any(|p| p.name == o.name) => {}
            Ok(got) if got.as_deref() == Some(expected) => {}
            other => wrong.push(format!("{expression}: expected {expected}, got {other:?}")),
        }
        assert!(!o.help.is_empty() && o.help.len() < 160, "{}", o.name);
        let found = operations::find(&o.name.to_uppercase()).expect("found");
        let entries = operations::all().filter(|p| p.name == o.name && p.arity() == o.arity());
        assert!(
            found.name == o.name && entries.count() == 1,
            "{} has two entries",
            o.name
        );
        assert!(bouton_calc::help("").contains(o.name), "{}", o.name);
        count += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 80, "{count}");
}

#[test]
fn errors_name_the_place() {
    let mut count = 0;
    let mut wrong: Vec<String> = vec![];
    for row in table("calculator-errors.tsv") {
        let parts: Vec<&str> = row.split('\t').collect();
        let mut c = Calculator::new();
        match c.line(parts[0]) {
            Err(e)
                if e.message.contains(parts[2])
                    && e.column.to_string() == parts[1]
                    && !e.message.contains(['\n', '!']) => {}
            other => wrong.push(format!("{row}: {other:?}")),
        }
        count += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 40, "{count}");
}

/// The values born by the next day: every canonical game has antichains of options.
fn next_day(s: &mut Store, day: &[Value]) -> Vec<Value> {
    let mut sides: Vec<Vec<Value>> = vec![vec![]];
    for &a in day {
        for i in 0..sides.len() {
            let free =
                |s: &mut Store, b: Value| s.compare(a, b).expect("an order") == Comparison::Fuzzy;
            if sides[i].clone().into_iter().all(|b| free(s, b)) {
                let mut longer = sides[i].clone();
                longer.push(a);
                sides.push(longer);
            }
        }
    }
    let mut all = std::collections::HashSet::new();
    for l in &sides {
        for r in &sides {
            all.insert(s.game(l, r).expect("a game"));
        }
    }
    let mut all: Vec<Value> = all.into_iter().collect();
    all.sort_by_cached_key(|v| s.show(*v));
    all
}

fn reads_back(c: &mut Calculator, g: Value) {
    for notation in [Notation::Ascii, Notation::Unicode] {
        let text = c.store().write(g, notation).expect("a text");
        match c.evaluate(&text) {
            Ok(Some(Object::Game(h))) => assert_eq!(g, h, "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn printed_values_read_back() {
    let mut c = Calculator::new();
    let mut day = vec![Value::ZERO];
    for _ in 0..3 {
        day = next_day(c.store(), &day);
    }
    assert_eq!(day.len(), 1_474);
    for &g in &day {
        reads_back(&mut c, g);
    }
    // Random sums, heated and cooled, of those values.
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..2_000 {
        let mut pick = || day[random.usize(..day.len())];
        let (a, b, d) = (pick(), pick(), pick());
        let s = c.store();
        let sum = s.sum(&[a, b]).expect("a sum");
        let minus = s.neg(d).expect("a negative");
        let pair = s.game(&[sum, a], &[minus, b]).expect("a game");
        let tiny = s.tiny(pair).expect("a game");
        for g in [sum, pair, tiny] {
            reads_back(&mut c, g);
        }
    }
}

#[test]
fn printed_loopy_values_read_back() {
    let mut c = Calculator::new();
    let mut count = 0;
    for row in table("loopy-values.tsv") {
        let expression = row.split('\t').nth(1).expect("an expression");
        let Ok(Some(o @ Object::Loopy(_))) = c.evaluate(expression) else {
            continue;
        };
        // Sides that are no stoppers have no one form.
        if matches!(&o, Object::Loopy(g) if !g.is_stopper_sided()) {
            continue;
        }
        for notation in [Notation::Ascii, Notation::Unicode] {
            let text = o.show(c.store(), notation).expect("a text");
            let Ok(Some(Object::Loopy(again))) = c.evaluate(&text) else {
                panic!("{text}");
            };
            let Object::Loopy(first) = &o else { continue };
            assert_eq!(**first, *again, "{text}");
            count += 1;
        }
    }
    assert!(count > 200, "{count}");
}

#[test]
fn printed_misere_forms_read_back() {
    let mut c = Calculator::new();
    let mut count = 0;
    for row in table("misere-forms.tsv") {
        let expression = row.split('\t').nth(1).expect("an expression");
        if let Ok(Some(o @ Object::Misere(g))) = c.evaluate(expression) {
            let text = o.show(c.store(), Notation::Ascii).expect("a text");
            assert!(
                matches!(c.evaluate(&text), Ok(Some(Object::Misere(h))) if g == h),
                "{text}"
            );
            count += 1;
        }
    }
    assert!(count > 20, "{count}");
}

/// What peers get wrong: sizes, depth, and notation.
#[test]
fn exact_at_every_size() {
    let mut c = Calculator::new();
    let mut wrong: Vec<String> = vec![];
    for (expression, expected) in [
        ("{0|1/2**40} == 1/2**41", "true"),
        ("1 + 1/2**200 > 1", "true"),
        ("(1 + 1/2**200 - 1) * 2**200", "1"),
        ("2**62 + 2**62", "9223372036854775808"),
        ("9223372036854775807 + 1", "9223372036854775808"),
        ("{9223372036854775807|}", "9223372036854775808"),
        ("temperature({2**80|-2**80}) == 2**80", "true"),
        ("birthday(*60)", "60"),
        ("^2147483647 + ^2147483647", "^4294967294"),
        ("{1||0|-1000000}", "{1||0|-1000000}"),
        ("-(v2147483647 - ^)", "^2147483648"),
        ("*0", "0"),
        ("^0", "0"),
        ("-*", "*"),
        ("-^", "v"),
        ("+1", "1"),
        ("⇑ + ↑*", "^3*"),
        ("±1 + ⧾2 - ⧾2", "+-1"),
        ("1.5", "3/2"),
        // A power where ups make no sense, ups elsewhere.
        ("3^5", "3^5"),
        ("(1/2)^4", "1/16"),
        ("2^(-4)", "1/16"),
        ("5 * 3 ^ 2 / 4", "45/4"),
        ("3^2^2^2", "43046721"),
        ("-3^3/9", "-3"),
        ("1/2^3", "1/2^3"),
        ("2**3/4", "2"),
        ("{1^3|-1^}", "{1^3|-1^}"),
        ("omega^2*3 - omega*2/2", "ω^2×3-ω"),
        ("(ω^2+ω)/ω", "ω+1"),
        ("17/0", "inf"),
        ("-17/0 < omega", "true"),
        ("for n from 1 to 3 yield n^2 end", "[1,4,9]"),
        ("begin x := 3; y := x + 1; [x,y] end", "[3,4]"),
        ("begin n := 0; while n < 5 do n := n + 2 end; n end", "6"),
        (
            "if {1|-1} <> 0 and not 1 > 2 then \"hot\" else \"cold\" end",
            "hot",
        ),
        ("for x in [1,2] do x end", "Nothing"),
        ("2.{1|0}", "1"),
        ("tiny 1", "Tiny(1)"),
        ("1/-2", "-1/2"),
        ("^-3", "-3^"),
        ("-2**2", "-4"),
        ("2**-4", "1/16"),
        ("3*5", "3*5"),
        ("3 * 5", "15"),
        ("-1*2", "-1*2"),
        ("3+-1", "{4|2}"),
        ("{1|0} <| 1 + *", "true"),
        ("* || 0", "true"),
    ] {
        match c.line(expression) {
            Ok(got) if got.as_deref() == Some(expected) => {}
            other => wrong.push(format!("{expression}: expected {expected}, got {other:?}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_depth_overflows() {
    let n = 20_000;
    for (open, close) in [
        ("{", "}"),
        ("(", ")"),
        ("[", "]"),
        ("-(", ")"),
        ("+-", ""),
        ("'{", "|}'"),
        ("1Tiny ", ""),
        ("mean(", ")"),
    ] {
        let mut c = Calculator::new();
        let error = c.line(&open.repeat(n)).expect_err("it is not closed");
        assert!(!error.message.is_empty());
        // Closed, it is a value or an error, but no crash.
        let _ = c.line(&format!("{}1{}", open.repeat(n), close.repeat(n)));
    }
    let mut c = Calculator::new();
    let pairs = format!("{}0{}", "{0|".repeat(2_000), "}".repeat(2_000));
    assert!(c.line(&pairs).is_ok());
    let mut bars = String::from("{0");
    (1..200).for_each(|k| bars.push_str(&format!("{}0", "|".repeat(k))));
    assert!(c.line(&format!("{bars}}}")).is_ok());
    // Values that grow with every line meet a limit, not the end of memory.
    assert!(c.line("F := '{1|*}'").is_ok());
    assert!((0..200).map(|_| c.line("F := F + F")).any(|r| r.is_err()));
    assert!(c.line("L := [1,2]").is_ok());
    assert!((0..200).map(|_| c.line("L := [L,L]")).any(|r| r.is_err()));
}
