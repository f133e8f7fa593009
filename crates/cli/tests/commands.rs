//! The program as a user runs it: what it prints, and its exit status.

use num_bigint::BigUint;
use std::io::Write;
use std::process::{Command, Output, Stdio};

fn run(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_bouton"))
        .args(args)
        .stdin(Stdio::null())
        .output()
        .expect("bouton starts")
}

fn out(args: &[&str]) -> String {
    let done = run(args);
    let text = String::from_utf8_lossy(&done.stdout).into_owned();
    assert!(
        done.status.success(),
        "{args:?}: {text}{}",
        String::from_utf8_lossy(&done.stderr)
    );
    text
}

fn json(args: &[&str]) -> serde_json::Value {
    let mut all = args.to_vec();
    all.push("--json");
    serde_json::from_str(&out(&all)).expect("one JSON object")
}

/// One sentence on standard error, and this exit status.
fn fails(args: &[&str], status: i32, words: &[&str]) {
    let done = run(args);
    let text = String::from_utf8_lossy(&done.stderr).into_owned();
    assert_eq!(done.status.code(), Some(status), "{args:?}: {text}");
    assert_eq!(text.trim_end().lines().count(), 1, "{args:?}: {text}");
    for word in words {
        assert!(text.contains(word), "{args:?}: `{word}` is not in: {text}");
    }
}

fn file(folder: &tempfile::TempDir, name: &str, text: &str) -> String {
    let path = folder.path().join(name);
    std::fs::write(&path, text).expect("a temporary file");
    path.display().to_string()
}

#[test]
fn the_first_command_of_the_readme_prints_a_proved_theorem_with_a_count() {
    let text = out(&["analyze", "distribunim"]);
    assert!(text.contains("[proved] p-set"), "{text}");
    assert!(
        text.contains("P-positions with a, b < 10^18: 58204790783465750469"),
        "{text}"
    );
}

#[test]
fn variants_sums_and_pictures() {
    let sum = json(&["solve", "clobber + nim", "xo + 1"]);
    assert_eq!(sum["outcome"], "P");
    let twin = json(&["solve", "impartial domineering", "2x3"]);
    assert_eq!(twin["grundy"], json(&["solve", "cram", "2x3"])["grundy"]);
    let both = json(&["solve", "nim + kayles", "3,4 + 7"]);
    assert_eq!(both["grundy"], "5");
    assert_eq!(both["winning_moves"][0], "1,3 + 7");
    let value = json(&["value", "dicotic domineering", "2x3"]);
    assert_eq!(value["value"], "^");
    let by_one = json(&["value", "clobber", "xoxo|oxox|xoxo"]);
    let by_two = json(&["value", "clobber", "xoxo|oxox|xoxo", "--threads", "2"]);
    assert_eq!(by_one, by_two);
    let huge = json(&["value", "nim", "99999999999"]);
    assert_eq!(huge["value"], "*99999999999");
    fails(
        &["value", "nim", "99999999999999999999999"],
        3,
        &["too large for a value"],
    );
    fails(
        &["solve", "nim + foo", "3 + 2"],
        2,
        &["foo", "did you mean"],
    );
    fails(
        &["solve", "nim + kayles", "3"],
        2,
        &["2 terms", "3,4,5 + 12"],
    );
    fails(
        &["solve", "northcott + nim", "1"],
        2,
        &["may go on for ever"],
    );

    let first = [
        "solve",
        "domineering",
        "4x5",
        "--to-move",
        "left",
        "--outcome",
    ];
    let brief = out(&first);
    assert!(brief.starts_with("outcome        win\n") && !brief.contains("winning moves"));
    assert!(out(&first[..5]).contains("winning moves"));

    let folder = tempfile::tempdir().expect("a temporary folder");
    let svg = folder.path().join("board.svg");
    let path = svg.display().to_string();
    let text = out(&["show", "clobber", "xo|.x", "--svg", &path]);
    assert!(
        text.contains("1 x o") && text.contains("Right moves to o.|.x"),
        "{text}"
    );
    assert!(std::fs::read_to_string(&svg).is_ok_and(|s| s.starts_with("<svg")));

    let table = out(&["table", "domineering", "1..3,1..3", "--csv"]);
    assert!(table.contains("2,3,\"{2|-1/2}\""), "{table}");
}

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
        "10784223938983273"
    );
    // 2^30 is the 32nd Fibonacci number's problem: no two adjacent one bits in n.
    assert_eq!(
        count("nim3", "b = 2*a, c = 3*a, a >= 1, a <= 2^30"),
        "2178309"
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

#[test]
fn solving_at_any_size() {
    let (big, other) = ("7".repeat(1000), "3".repeat(999));
    for game in ["wythoff", "nim"] {
        let answer = json(&["solve", game, &format!("{big},{other}")]);
        assert_eq!(answer["outcome"], "N");
        let reply = answer["winning_moves"][0]
            .as_str()
            .expect("a winning move")
            .to_string();
        assert_eq!(json(&["solve", game, &reply])["outcome"], "P");
    }
    // No theorem is compiled for these: it is proved on the spot.
    let answer = json(&["solve", "nim3", &format!("{big},{other},5")]);
    let reply = answer["winning_moves"][0]
        .as_str()
        .expect("a winning move")
        .to_string();
    assert_eq!(json(&["solve", "nim3", &reply])["outcome"], "P");
}

#[test]
fn misere_nim_ignores_empty_heaps() {
    let positions = [
        "()", "0,0", "1", "0,1,0", "1,1", "2", "2,2", "0,0,2,2", "1,2,3",
    ];
    for (position, outcome) in positions
        .into_iter()
        .zip(["N", "N", "P", "P", "N", "N", "P", "P", "P"])
    {
        assert_eq!(
            json(&["solve", "nim", position, "--misere"])["outcome"],
            outcome,
            "{position}"
        );
    }
}

#[test]
fn one_heap_of_a_million() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = file(
        &folder,
        "deep.game",
        "game deep\nheap n\nmove n -> n - k for k in 1..2\n",
    );
    for game in [path.as_str(), "S{1,2}"] {
        assert_eq!(json(&["solve", game, "1000000"])["grundy"], "1", "{game}");
    }
}

#[test]
fn bad_input_gets_one_sentence_and_status_2() {
    let folder = tempfile::tempdir().expect("a folder");
    let unknown = file(
        &folder,
        "unknown.game",
        "game x\nheap n\nmove n -> n - q for k in 1..n\n",
    );
    fails(&["info", &unknown], 2, &["unknown.game:3:", "`q`"]);
    let unbounded = file(
        &folder,
        "unbounded.game",
        "game x\nheap n\nmove n -> n - k\n",
    );
    fails(&["info", &unbounded], 2, &["unbounded.game:3:", "`k`"]);
    let endless = file(
        &folder,
        "endless.game",
        "game x\nheaps a b\nmove a -= 1, b += 1\nmove b -= 1, a += 1\n",
    );
    fails(
        &["analyze", &endless],
        2,
        &["for ever", "0,1 -> 1,0 -> 0,1"],
    );
    fails(
        &["info", "/nowhere/x.game"],
        2,
        &["/nowhere/x.game", "cannot be read"],
    );
    fails(&["solve", "wyhtoff", "1,2"], 2, &["wyhtoff", "wythoff"]);
    fails(&["solve", "wythoff", "1,2,3"], 2, &["1,2,3"]);
    fails(&["solve", "wythoff", "1,x"], 2, &["heap 2", "`x`"]);
    fails(
        &["table", "nim", "0..5,0..5"],
        2,
        &["1 coordinate", "2 ranges"],
    );
    fails(&["table", "nim", "5..0"], 2, &["5..0", "0..20"]);
    fails(&["analyze", "kayles"], 2, &["kayles"]);
}

#[test]
fn limits_give_status_3() {
    fails(
        &["table", "wythoff", "0..31622,0..31622", "--memory", "1G"],
        3,
        &["1000014129", "1.0 GiB"],
    );
    fails(
        &["solve", "stone-game", "200,300,400", "--nodes", "1000"],
        3,
        &["1,000 positions"],
    );
}

#[test]
fn loopy_rule_files_are_solved_with_remoteness() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = file(
        &folder,
        "seesaw.game",
        "game seesaw\nheaps a b\nwhere a + b <= 6\nmove a -= 1, b += 1\nmove b -= 1, a += 1\nmove a -= 2, b -= 1\n",
    );
    let answer = json(&["solve", &path, "3,3"]);
    assert!(
        ["win", "lose", "draw"].contains(&answer["outcome"].as_str().unwrap_or("")),
        "{answer}"
    );
}

#[test]
fn certificates_are_written_checked_and_refuted() {
    let folder = tempfile::tempdir().expect("a folder");
    for (game, options) in [
        ("lasker", None),
        ("nim3", Some("--misere")),
        ("wythoff", None),
    ] {
        let path = folder
            .path()
            .join(format!("{game}.json"))
            .display()
            .to_string();
        let mut args = vec!["analyze", game, "--certificate", &path];
        args.extend(options);
        out(&args);
        assert!(out(&["check", &path]).starts_with("the certificate holds"));
        let text = std::fs::read_to_string(&path).expect("the certificate");
        let accept = text.find("\"accept\":[").expect("a table") + 10;
        let flipped = match text[accept..].starts_with("true") {
            true => format!("{}false{}", &text[..accept], &text[accept + 4..]),
            false => format!("{}true{}", &text[..accept], &text[accept + 5..]),
        };
        let wrong = file(&folder, "wrong.json", &flipped);
        let done = run(&["check", &wrong]);
        assert!(
            matches!(done.status.code(), Some(1 | 2)),
            "{game}: {}",
            String::from_utf8_lossy(&done.stdout)
        );
    }
    fails(
        &["analyze", "subtract-a-square", "--certificate", "x.json"],
        2,
        &["no certificate"],
    );
    fails(&["check", &file(&folder, "no.json", "{}")], 2, &["no.json"]);
}

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
fn a_game_is_played_to_its_end() {
    let mut game = Command::new(env!("CARGO_BIN_EXE_bouton"))
        .args(["play", "nim", "1,2,2"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("bouton starts");
    // 2,2 wins; then copy.
    let moves = "5,5\n?\nhint\n2,2\n1,1\n1\n0\n0\n";
    game.stdin
        .take()
        .expect("a pipe")
        .write_all(moves.as_bytes())
        .expect("moves are read");
    let text =
        String::from_utf8_lossy(&game.wait_with_output().expect("an end").stdout).into_owned();
    assert!(text.contains("`5,5` is not a move"), "{text}");
    assert!(text.contains("2,2 wins"), "{text}");
}

#[test]
fn every_listed_game_has_examples_that_run() {
    let list = json(&["games"]);
    let games = list["games"].as_array().expect("a list");
    assert!(games.len() >= 30, "{}", games.len());
    for game in games {
        let name = game["name"].as_str().expect("a name");
        let info = json(&["info", name]);
        let examples = info["examples"].as_array().expect("a list");
        assert!(!examples.is_empty(), "{name}");
        let answer = json(&["solve", name, examples[0].as_str().expect("a position")]);
        assert!(answer["outcome"].is_string(), "{name}: {answer}");
    }
}

#[test]
fn points_and_decided_ends() {
    let boxes = json(&["solve", "dots-and-boxes", "2x3"]);
    assert_eq!(
        (&boxes["outcome"], &boxes["score"]),
        (&"lose".into(), &(-2).into())
    );
    let text = out(&["solve", "dots-and-boxes", "-|!!|."]);
    assert!(
        text.contains("score          1") && text.contains("best moves     -|!!|-"),
        "{text}"
    );
    assert_eq!(json(&["solve", "nimstring", "2x2"])["grundy"], "0");
    assert_eq!(json(&["solve", "hex", "4x4"])["outcome"], "N");
    let text = out(&["solve", "tic-tac-toe", "xo.|.x.|..o"]);
    assert!(text.contains("Left to move: win"), "{text}");
    assert_eq!(
        json(&["solve", "tic-tac-toe", "3x3", "--to-move", "left"])["outcome"],
        "draw"
    );
    assert_eq!(
        json(&["value", "backsliding-toads-and-frogs", "ft.t"])["value"],
        "on"
    );
    fails(&["value", "hex", "3x3"], 2, &["no game value"]);
    fails(
        &["solve", "dots-and-boxes", "-|!"],
        2,
        &["-|!", "odd number"],
    );
    fails(&["solve", "nimstring", "0-1,1-2"], 2, &["loony"]);
    fails(
        &["solve", "sliding-toads:3,2,1,0", "t.f"],
        2,
        &["sliding-toads", "3"],
    );
}

#[test]
fn a_game_of_points_is_played_to_its_end() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_bouton"))
        .args(["play", "dots-and-boxes", "-|!!|."])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("bouton starts");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(b"1\n").expect("one line");
    drop(input);
    let text = String::from_utf8(child.wait_with_output().expect("it ends").stdout).expect("text");
    assert!(
        text.contains("points    you 1, I 0") && text.contains("You win."),
        "{text}"
    );
}
