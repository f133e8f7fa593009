//! The program as a user runs it: what it prints, and its exit status.

mod common;

use common::{fails, file, json, out, run};

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
    fails(&["analyze", "domineering"], 2, &["domineering"]);
    fails(
        &["solve", "clobber", "xo\nox"],
        2,
        &["row 1, column 3", "\\n"],
    );
    fails(
        &["solve", "cherries", "lr,lxr"],
        2,
        &["row 2, place 2", "`x`"],
    );
    fails(
        &["solve", "young-diagrams", "3,,2"],
        2,
        &["diagram 1", "``"],
    );
}

#[test]
fn limits_give_status_3() {
    fails(
        &["table", "wythoff", "0..31622,0..31622", "--memory", "1G"],
        3,
        &["1000014129", "1.1 GB"],
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
        ["N", "P", "D"].contains(&answer["outcome"].as_str().unwrap_or("")),
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
fn every_listed_game_has_examples_that_run() {
    let list = json(&["games"]);
    let games = list["games"].as_array().expect("a list");
    assert!(games.len() >= 30, "{}", games.len());
    let mut stopped = Vec::new();
    for game in games {
        let name = game["name"].as_str().expect("a name");
        let info = json(&["info", name]);
        let examples = info["examples"].as_array().expect("a list");
        assert!(!examples.is_empty(), "{name}");
        let example = examples[0].as_str().expect("a position");
        let done = run(&["solve", name, example, "--json", "--seconds", "5"]);
        // A board game that repeats may have millions of positions below its start.
        if done.status.code() == Some(3) {
            stopped.push(name);
            continue;
        }
        let answer: serde_json::Value = serde_json::from_slice(&done.stdout).expect(name);
        let said = ["outcome", "expectation", "solvable"].map(|field| !answer[field].is_null());
        assert!(said.contains(&true), "{name}: {answer}");
    }
    assert!(stopped.len() <= 4, "stopped at the limit: {stopped:?}");
}

#[test]
fn points_and_decided_ends() {
    let boxes = json(&["solve", "dots-and-boxes", "2x3"]);
    assert_eq!(
        (&boxes["outcome"], &boxes["score"]),
        (&"P".into(), &(-2).into())
    );
    let text = out(&["solve", "dots-and-boxes", "-|!!|."]);
    assert!(
        text.contains("score          1") && text.contains("best moves     -|!!|-"),
        "{text}"
    );
    assert_eq!(json(&["solve", "nimstring", "2x2"])["grundy"], "0");
    assert_eq!(json(&["solve", "hex", "4x4"])["outcome"], "N");
    let text = out(&["solve", "tic-tac-toe", "xo.|.x.|..o"]);
    assert!(text.contains("NHat: Left wins by starting"), "{text}");
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
