//! `bouton eval` and `bouton repl` as a user runs them: lines in, results out, pictures, exit status, limits.

use bouton_engine::{Calculator, Limits, Style};
use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn run_with(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_bouton"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("bouton starts");
    let mut stdin = child.stdin.take().expect("standard input");
    // A program that stops early closes its input; what it printed says why.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("bouton ends")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn out(args: &[&str]) -> String {
    let done = run_with(args, "");
    assert!(
        done.status.success(),
        "{args:?}: {}{}",
        text(&done.stdout),
        text(&done.stderr)
    );
    text(&done.stdout)
}

#[test]
fn a_line_out_for_each_line_in() {
    assert_eq!(
        out(&["eval", "{3||2|-1}.Mean", "^ + ^*", "-1"]),
        "2\n^^*\n-1\n"
    );
    let done = run_with(&["eval"], "G := {1|-1}\n\nG + G // twice\nmean(G\n");
    assert_eq!(
        text(&done.stdout),
        "+-1\n\n0\n!!column 1: the bracket that opens here is not closed; `)` is missing\n"
    );
    assert_eq!(done.status.code(), Some(2));
    assert_eq!(out(&["eval", "--unicode", "^ + +-1"]), "{1↑|-1↑}\n");
    assert_eq!(
        out(&["eval", "^ + *2", "--latex"]),
        "{\\uparrow}{\\ast}{2}\n"
    );
    assert_eq!(
        out(&["eval", "for n from 1 to 3 yield *(n) end"]),
        "[*,*2,*3]\n"
    );
}

#[test]
fn one_json_object() {
    let done = run_with(&["eval", "--json", "1/2 + 1/2", "1 +"], "");
    assert_eq!(done.status.code(), Some(2));
    let answer: serde_json::Value = serde_json::from_slice(&done.stdout).expect("JSON");
    assert_eq!(answer["results"][0]["value"], "1");
    assert_eq!(answer["results"][1]["value"], serde_json::Value::Null);
    assert!(
        answer["results"][1]["error"]
            .as_str()
            .is_some_and(|e| e.contains("column"))
    );
}

#[test]
fn errors_are_one_sentence_with_the_column() {
    for (line, column, word) in [
        ("{1,|0}", 4, "option is missing"),
        ("{3|2|1}", 5, "two runs"),
        ("{1|0}.Meen", 7, "did you mean Mean"),
        ("AtomicWeight({2|-1})", 1, "no atomic weight"),
        ("2**2**2**2**2**2", 1, ""),
    ] {
        let done = run_with(&["eval", line], "");
        let error = text(&done.stderr);
        assert!(
            matches!(done.status.code(), Some(2 | 3)),
            "{line}: {:?}",
            done.status
        );
        assert_eq!(error.trim_end().lines().count(), 1, "{line}: {error}");
        assert!(error.contains(word), "{line}: {error}");
        if !word.is_empty() {
            assert!(
                error.contains(&format!("column {column}:")),
                "{line}: {error}"
            );
        }
    }
}

#[test]
fn tables_are_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("table.tsv");
    std::fs::write(&path, "# right\n{1|0} + {1|0}\t1\n1 +\t!!an error\n").expect("a file");
    let name = path.display().to_string();
    assert_eq!(out(&["eval", "--check", &name]), "2 rows, all right\n");
    std::fs::write(&path, "^ + ^\t^^\n^ + *\t^\n").expect("a file");
    let done = run_with(&["eval", "--check", &name], "");
    assert_eq!(done.status.code(), Some(1));
    assert_eq!(
        text(&done.stdout),
        "^ + *\n  expected  ^\n  got       ^*\n2 rows, 1 of them different\n"
    );
}

#[test]
fn thermographs_as_files_and_on_the_terminal() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).display().to_string();
    out(&["eval", "{5|2||0|-4}", "--thermograph", &at("hot.svg")]);
    let svg = std::fs::read_to_string(at("hot.svg")).expect("a picture");
    assert!(svg.starts_with("<svg") && svg.matches("<polyline").count() == 2);
    out(&["eval", "--thermograph", &at("hot.png"), "{5|2||0|-4}"]);
    let png = std::fs::read(at("hot.png")).expect("a picture");
    assert!(png.starts_with(b"\x89PNG"));
    let picture = out(&["eval", "{5|-3}", "--thermograph", "-"]);
    assert!(picture.contains('/') && picture.contains('\\') && picture.contains('|'));
    let done = run_with(&["eval", "over", "--thermograph", "-"], "");
    assert_eq!(done.status.code(), Some(2));
    assert!(text(&done.stderr).contains("thermograph"));
    let done = run_with(&["eval", "1", "--thermograph", "hot.gif"], "");
    assert!(text(&done.stderr).contains(".svg or .png"));
}

#[test]
fn a_session_through_a_pipe() {
    let done = run_with(
        &["repl"],
        "G := {3||2|-1}\nG.Mean\nvariables\nhelp mean\nG.Meen\n1 + 1\ndraw G\nquit\n2 + 2\n",
    );
    assert!(done.status.success());
    let got = text(&done.stdout);
    for part in [
        "{3||2|-1}\n",
        "2\nG\n",
        "{3||2|-1}.Mean  =  2",
        "`Meen` is not known; did you mean Mean?",
        "////",
    ] {
        assert!(got.contains(part), "{part}: {got}");
    }
    assert!(!got.contains('4'), "the session ends at quit: {got}");
}

#[test]
fn limits_stop_a_line_and_the_next_goes_on() {
    let endless = "begin n := 0; while n >= 0 do n := n + 1 end end";
    let start = Instant::now();
    let done = run_with(&["eval", "--seconds", "1", endless], "");
    assert_eq!(done.status.code(), Some(3), "{}", text(&done.stderr));
    assert!(text(&done.stderr).contains("time limit"));
    assert!(start.elapsed() < Duration::from_secs(20));
    // A sum of hot games that would take long, in a session.
    let hot = "begin S := 0; for k from 0 to 40 do S := S + {(3*k+1) + *, {5*k+4|k} | (-2*k-1) + ^} end; S end";
    let lines = format!("{hot}\n1 + 1\n");
    let done = run_with(&["repl", "--seconds", "1"], &lines);
    let got = text(&done.stdout);
    assert!(
        got.trim_end().ends_with("\n2") || got.trim_end().ends_with("> 2"),
        "{got}"
    );
    let large = "(*100000000).LeftOptions.Count";
    let done = run_with(&["eval", "--memory", "30MB", large], "");
    assert_eq!(done.status.code(), Some(3), "{}", text(&done.stderr));
    assert!(
        text(&done.stderr).contains("memory"),
        "{}",
        text(&done.stderr)
    );
}

#[test]
fn no_input_ends_the_program() {
    for (open, close) in [
        ("{", "}"),
        ("(", ")"),
        ("[", "]"),
        ("begin ", " end"),
        ("-", ""),
    ] {
        let line = format!("{}1{}", open.repeat(20_000), close.repeat(20_000));
        for line in [open.repeat(20_000), line] {
            let done = run_with(&["eval", "--seconds", "20"], &line);
            assert!(done.status.code().is_some(), "a crash at {open}");
        }
    }
}

#[test]
fn positions_have_their_known_values() {
    let table = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../testdata/calculator-positions.tsv"
    );
    let rows = std::fs::read_to_string(table).expect("the table");
    let count = rows.lines().filter(|l| !l.starts_with('#')).count();
    assert!(count >= 100);
    let printed = out(&["eval", "--check", table]);
    assert_eq!(printed.trim(), format!("{count} rows, all right"));
}

#[test]
fn examples_of_the_help_on_positions() {
    let names = [
        "Position",
        "NimValueSequence",
        "GameValueSequence",
        "CheckPeriodicity",
        "EmptyGrid",
        "PathGraph",
        "CycleGraph",
    ];
    for name in names {
        let help = Calculator::help(name);
        let example = help.lines().last().and_then(|l| l.split_once("  =  "));
        let (expression, expected) = example.expect("an example");
        assert_eq!(out(&["eval", expression.trim()]).trim(), expected);
    }
}

#[test]
fn positions_print_as_they_are_read() {
    let moves = out(&["eval", "Position(\"domineering\", \"..|..\").LeftOptions"]);
    let moves = moves.trim().trim_matches(['{', '}']).replace("),", ")\n");
    assert_eq!(moves.lines().count(), 2);
    let done = run_with(&["eval"], &moves);
    assert_eq!(text(&done.stdout), format!("{moves}\n"));
    let line =
        "P := Position(\"domineering\", \"..|..\"); [P + 1, P.Temperature, P <> 0, 2 * P, {P|P}]";
    assert_eq!(out(&["eval", line]), "[{2|0},1,true,0,0]\n");
    // From what play can reach, and from the digits of the code.
    let forms =
        "[Position(\"0.77\", n).MisereCanonicalForm == MisereHeap(\"0.77\", n) for n from 0 to 9]";
    assert_eq!(out(&["eval", forms]).matches("true").count(), 10);
    for (line, part) in [
        (
            "Position(\"dominering\", \"..\")",
            "did you mean `domineering`",
        ),
        ("Position(\"domineering\", \"ab\")", "write `.`"),
        ("Position(\"nim\", 1/2)", "a heap"),
        ("NimValueSequence(\"clobber\", 3)", "sequence"),
        ("NimValueSequence(\"kayles\", -3)", "from 0"),
        ("Position(\"clobber\", \"xo\").Options", "LeftOptions"),
        ("Position(\"clobber\", \"xo\").Genus", "partizan"),
    ] {
        let done = run_with(&["eval", line], "");
        assert_eq!(done.status.code(), Some(2), "{line}");
        let said = text(&done.stderr);
        assert!(said.contains(part), "{line}: {said}");
    }
}

/// Lines behind `> ` are typed; what follows is the answer, up to the next empty line or prompt.
#[test]
fn the_first_ten_minutes() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/calculator.md");
    let text = std::fs::read_to_string(path).expect("the document");
    let mut c = Calculator::new(&Limits::default(), Style::Ascii);
    let mut lines = text.lines().peekable();
    let mut count = 0;
    let mut inside = false;
    while let Some(line) = lines.next() {
        if line.starts_with("```") {
            inside = !inside;
            continue;
        }
        let Some(typed) = line.strip_prefix("> ").filter(|_| inside) else {
            continue;
        };
        let mut answer = vec![];
        while let Some(next) = lines.next_if(|l| !l.starts_with("> ") && !l.starts_with("```")) {
            answer.push(next);
        }
        while answer.last().is_some_and(|l| l.is_empty()) {
            answer.pop();
        }
        let got = match typed.strip_prefix("help ") {
            Some(name) => Calculator::help(name),
            None => match c.answer(typed) {
                Ok(v) => v.unwrap_or_default(),
                Err((column, message)) => format!("{}^\n{message}", " ".repeat(column + 1)),
            },
        };
        assert_eq!(got, answer.join("\n"), "{typed}");
        count += 1;
    }
    assert!(count > 30, "{count}");
}
