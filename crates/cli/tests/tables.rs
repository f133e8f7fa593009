//! `bouton table` and `bouton survey` as a user runs them.

mod common;

use common::{fails, file, json, out};

#[test]
fn coins_that_move_up_to_a_bound_have_values() {
    let folder = tempfile::tempdir().expect("a folder");
    let text =
        "game coins\nheap n\nwhere n >= 1, n <= 10\nmove n -> 2*n\nmove n -> 3*n\nmove n -> 5*n\n";
    let game = &file(&folder, "coins.game", text);
    assert!(out(&["solve", game, "2,2,2,4,5,5"]).contains("grundy         3\n"));
    let sum = format!("{game} + nim");
    assert!(out(&["solve", &sum, "2,4 + 3"]).starts_with("outcome        P"));
    assert!(out(&["table", game, "0..10"]).contains(" 0  0  2  1  1  1  0  0  0  0  0"));
    fails(&["analyze", game], 2, &["heaps grow, to a bound"]);
}

#[test]
fn tables_and_surveys_as_parquet() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let is_parquet = |name: &str| {
        let bytes = std::fs::read(path(name)).expect("a file");
        assert!(
            bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"),
            "{name}"
        );
        bytes
    };
    out(&[
        "table",
        "wythoff",
        "0..9,0..9",
        "--parquet",
        &path("w.parquet"),
    ]);
    is_parquet("w.parquet");
    out(&[
        "table",
        "wythoff",
        "0..9,0..9",
        "--outcomes",
        "--parquet",
        &path("o.parquet"),
    ]);
    is_parquet("o.parquet");
    // Two shards are the whole, in another order; a survey goes on from the rows that it has.
    out(&["survey", "0.ab", "--to", "300", "--out", &path("s.parquet")]);
    let whole = is_parquet("s.parquet");
    let rows = path("s.parquet.rows.csv");
    let text = std::fs::read_to_string(&rows).expect("rows");
    let half: String = text.lines().take(20).map(|l| format!("{l}\n")).collect();
    std::fs::write(&rows, half + "0.3").expect("rows");
    out(&["survey", "0.ab", "--to", "300", "--out", &path("s.parquet")]);
    assert!(is_parquet("s.parquet") == whole);
    let mut parts = Vec::new();
    for shard in ["1/2", "2/2"] {
        let part = out(&["survey", "0.ab", "--to", "300", "--shard", shard]);
        let threads = [
            "survey",
            "0.ab",
            "--to",
            "300",
            "--shard",
            shard,
            "--threads",
            "3",
        ];
        assert_eq!(out(&threads), part);
        parts.extend(part.lines().skip(1).map(str::to_string));
    }
    let mut all: Vec<String> = text.lines().skip(1).map(str::to_string).collect();
    all.sort();
    parts.sort();
    assert_eq!(parts, all);
}

#[test]
fn rows_of_tables() {
    let text = out(&["table", "wythoff", "0..2,0..60", "--rows"]);
    assert!(
        text.contains("repeats every 3 columns with 3 added, from column 0 on")
            && text.contains("not proved"),
        "{text}"
    );
    assert_eq!(
        json(&["table", "wythoff", "0..2,0..60", "--rows"])[1]["length"],
        3
    );
    fails(
        &["table", "nim", "0..20", "--rows"],
        2,
        &["two coordinates"],
    );
}

#[test]
fn tables_as_text_csv_and_pictures() {
    let text = out(&["table", "wythoff", "0..3,0..3"]);
    assert!(text.contains("1 | 1 2 0 4"), "{text}");
    let csv = out(&["table", "lasker", "0..4", "--csv"]);
    assert_eq!(csv, "n,grundy\n0,0\n1,1\n2,2\n3,4\n4,3\n");
    let drawn = out(&["table", "wythoff", "0..7,0..7", "--draw"]);
    assert!(
        drawn.contains("0 #.......\n1 ..#.....\n2 .#......\n3 .....#.."),
        "{drawn}"
    );
    let folder = tempfile::tempdir().expect("a folder");
    let (svg, png) = (folder.path().join("w.svg"), folder.path().join("w.png"));
    let (svg, png) = (svg.display().to_string(), png.display().to_string());
    out(&[
        "table",
        "wythoff",
        "0..30,0..30",
        "--svg",
        &svg,
        "--png",
        &png,
    ]);
    assert!(
        std::fs::read_to_string(svg)
            .expect("the picture")
            .starts_with("<svg")
    );
    assert!(
        std::fs::read(png)
            .expect("the picture")
            .starts_with(b"\x89PNG")
    );
}

#[test]
fn what_a_theorem_knows_needs_no_search() {
    // A search would turn any of the coins below: 2^20 positions, and as many moves.
    let ruler = out(&["table", "ruler", "0..20", "--csv"]);
    assert!(
        ruler.ends_with("16,16\n17,1\n18,2\n19,1\n20,4\n"),
        "{ruler}"
    );
    let any = out(&["table", "turning:1+", "1..12,1..12", "--csv"]);
    assert!(any.contains("\n12,11,3072\n"), "{any}");
    // A position that is not there, one that the theorem has, and one that is left to search.
    let bite = out(&["table", "chomp", "0..4,0..4", "--outcomes", "--csv"]);
    assert!(
        bite.contains("1,2,\n") && bite.contains("3,2,P\n") && bite.contains("3,3,N\n"),
        "{bite}"
    );
    // A code by its sequence, and the same by its moves alone.
    let code = out(&["table", "0.77", "0..60", "--csv"]);
    assert_eq!(code, out(&["table", "impartial 0.77", "0..60", "--csv"]));
}

#[test]
fn tables_of_nothing() {
    let last = u64::MAX.to_string();
    let (all, one) = (format!("0..{last}"), format!("{last}..{last}"));
    fails(
        &["table", "geography", "0..9"],
        2,
        &["no position of the table", "0!,0-1,1-a"],
    );
    fails(
        &["table", "mem", "0..9"],
        2,
        &["2 numbers are wanted, not 1", "10,0"],
    );
    fails(&["table", "nim", &all], 2, &["smaller ranges"]);
    fails(&["table", "nim", &one], 3, &["filled from 0", "2^62"]);
}

#[test]
fn long_values_are_listed() {
    let text = out(&["table", "domineering", "3..3,4..6"]);
    assert!(text.starts_with("rows down"), "{text}");
    // Wider than a column can be.
    let text = out(&["table", "snort-stones", "1..18"]);
    let longest = text.lines().map(str::len).max();
    assert!(
        longest > Some(1 << 16) && text.starts_with("1  *\n"),
        "{longest:?}"
    );
}
