//! Wrong rule files and the sentence that each one gets.

use bouton_rulefile::{HeapGame, load, parse_condition, parse_expression};

/// `testdata/rule-errors.tsv`: the file (`\n` for a new line), then the sentence.
fn table() -> Vec<(String, String)> {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../testdata/rule-errors.tsv"
    );
    let text = std::fs::read_to_string(path).unwrap();
    text.lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .map(|line| {
            let (file, sentence) = line
                .split_once('\t')
                .unwrap_or_else(|| panic!("no tab: {line}"));
            (file.replace("\\n", "\n"), sentence.to_string())
        })
        .collect()
}

#[test]
fn wrong_files_get_one_sentence_with_the_place() {
    let table = table();
    assert!(table.len() > 50);
    let mut wrong = Vec::new();
    for (text, sentence) in &table {
        match load(text, "x.game") {
            Ok(_) => wrong.push(format!("{text:?} loads")),
            Err(e) => {
                assert!(e.is_input());
                if e.to_string() != *sentence {
                    wrong.push(format!("{}\t{e}", text.replace('\n', "\\n")));
                }
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {}:\n{}",
        wrong.len(),
        table.len(),
        wrong.join("\n")
    );
}

#[test]
fn questions_get_a_sentence_with_the_column() {
    let names = ["a".to_string(), "total".to_string()];
    let condition = |text: &str| parse_condition(text, &names).unwrap_err().to_string();
    let expression = |text: &str| parse_expression(text, &names).unwrap_err().to_string();
    assert_eq!(
        condition(""),
        "``, column 1: expected a number, a variable or `(`, found the end of the line"
    );
    assert_eq!(
        condition("a < totl"),
        "`a < totl`, column 5: `totl` is not a variable; did you mean `total`?"
    );
    assert_eq!(
        condition("a + 1"),
        "`a + 1`, column 1: a number stands where a condition is needed; write a comparison such as `a >= 1`"
    );
    assert_eq!(
        condition("a = 1 b = 2"),
        "`a = 1 b = 2`, column 7: expected `,`, `and`, `or` or the end, found `b`"
    );
    assert_eq!(
        expression("a < 1"),
        "`a < 1`, column 3: expected an operator or the end, found `<`"
    );
    assert_eq!(
        expression("(a = 1) + 1"),
        "`(a = 1) + 1`, column 1: a condition stands where a number is needed; write for example `n - 1`"
    );
    let deep = format!("{}a{}", "(".repeat(5000), ")".repeat(5000));
    assert!(expression(&deep).ends_with("nested more than 100 deep; write a simpler expression"));
    let long = vec!["a"; 5000].join("*");
    assert!(
        expression(&long)
            .ends_with("more than 200 operations inside one another; write a simpler expression")
    );
    let minus = format!("{}a", "-".repeat(5000));
    assert!(expression(&minus).ends_with("nested more than 100 deep; write a simpler expression"));
    // Long sums and long conjunctions are flat, and fine.
    assert!(parse_expression(&vec!["a"; 5000].join("+"), &names).is_ok());
    assert!(parse_condition(&vec!["a > 1"; 5000].join(" or "), &names).is_ok());
}

#[test]
fn powers_are_constants_of_any_size() {
    let names = ["a".to_string()];
    let value = |text: &str| {
        parse_expression(text, &names)
            .unwrap()
            .value(&[num_bigint::BigInt::from(3)])
            .unwrap()
    };
    assert_eq!(value("7^17").to_string(), "232630513987207");
    assert_eq!(value("2**3**2"), value("512"));
    assert_eq!(value("-2^2"), value("0 - 4"));
    assert_eq!(value("10^1000").to_string().len(), 1001);
    assert_eq!(value("(a+1)^2"), value("16"));
    assert_eq!(
        value("7 / 2 + -7 / 2 + 7 mod -2 + -7 % 2"),
        value("3 - 4 + 1 + 1")
    );
    assert_eq!(
        value("xor(5, 3, 1) + gcd(12, 18, 4) + (5 xor a)"),
        value("7 + 2 + 6")
    );
}

#[test]
fn games_are_refused_by_kinds_they_do_not_have() {
    let new = |text: &str| {
        HeapGame::new(load(text, "x.game").unwrap().into())
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        new("game x\nheaps a b\nleft move a -= 1\nmove b -= 1"),
        "x is partizan (line 3 is a move of one player only); an impartial game has only `move` lines"
    );
    assert_eq!(
        new("game x\nheap n\nmove n -> n, n for k in 1..n"),
        "x may be played for ever: 1 -> 1 (line 3)"
    );
    // Play ends here, but no form shows it.
    assert_eq!(
        new("game x\nheaps a b\nmove a += 1 where a mod 2 = 0"),
        "x: no rank was found that every move lowers; the move in line 3, for example 0,0 -> 1,0, does not lower the total"
    );
}
