//! Every command on hard, huge and hopeless input of every kind of game, under each limit: an answer, or status 3 and one sentence that
//! says what was done; in time, and in little memory.
//!
//! `BOUTON_SLACK=10` gives a loaded machine ten times the time.

mod common;

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Rule files that the command lines below name.
const FILES: [(&str, &str); 9] = [
    (
        "loop.game",
        "game loop\nheap n\nmove n -> n - 1 for k in 1..10^15 where 7 | k*k\n",
    ),
    (
        "prover.game",
        "game prover\nheaps a b\nmove a -= k for k in 1..4\nmove a -= k, b -= 2*k for k in 1..min(a, b)\n",
    ),
    (
        "partizan.game",
        "game partizan\nheaps a b c d\nleft move a -= k, b -= k for k in 1..min(a, b)\nright move c -= k, d -= k for k in 1..min(c, d)\nmove a -= 1, c -= 1\n",
    ),
    (
        "endless.game",
        "game endless\nheaps a b c\nwhere a + b + c <= 600\nmove a -= 1, b += 1\nmove b -= 1, c += 1\nmove c -= 1, a += 1\nmove a -= 2\n",
    ),
    (
        "board.game",
        "game board\ncells . x o\nleft x o -> . x any\nright o x -> . o any\n",
    ),
    (
        "wander.game",
        "game wander\ncells . x o\nmove x . -> . x any\nmove o . -> . o any\nmove x o -> . x any\n",
    ),
    (
        "line.game",
        "game line\ncells . x o\nleft . -> x\nright . -> o\nleft wins x x x right\n",
    ),
    ("values.txt", "{1|{0|*}} + 3*{10|{5|-7}} + {{4|2}|{1|-9}}\n"),
    ("moves.txt", "1,2\n"),
];

/// Command lines; `#N` is a large board or heap list made by [`expanded`].
const COMMANDS: &[&str] = &[
    // Codes and heaps.
    "solve 0.6 18446744073709551615",
    "solve 0.77 18446744073709551615",
    "solve 0.77 40,50,60,70 --misere",
    "solve subtraction:1,18446744073709551615 18446744073709551615",
    "solve loop.game 1000000",
    "solve prover.game 1000000,2000000",
    "solve partizan.game 60,60,60,60",
    "solve endless.game 200,200,200",
    "solve moore:2 #ones",
    "solve chomp 30,30,30,30,30,29",
    "solve grundys-game 18446744073709551615",
    "table 0.6 0..100000000",
    "table loop.game 0..5",
    "table prover.game 0..3000,0..3000",
    "table partizan.game 0..60,0..60,0..60,0..60",
    "table endless.game 0..60,0..60,0..60 --outcomes",
    "value partizan.game 60,60,60,60",
    "heap 0.6 --to 1000000000",
    "heap 0.454 --to 1000000000",
    "misere 0.4107",
    "survey 0.abc --to 100000",
    "analyze prover.game",
    "analyze partizan.game",
    "analyze 0.6",
    "count wythoff --where #huge",
    "count prover.game --where 'a<=100000,b<=100000'",
    "count nim --heaps 10^12 --each n<10^9",
    // Boards.
    "solve domineering 40x40 --outcome",
    "solve domineering 12x12",
    "value domineering 9x9",
    "table domineering 1..9,1..9",
    "solve nogo 1x1000",
    "solve nogo 12x12 --outcome",
    "solve clobber #stones",
    "solve clobber 10x10",
    "value clobber 8x8",
    "solve snort-grid #cells",
    "solve snort #path",
    "solve amazons 10x10",
    "solve konane 12x12",
    "solve cram 11x13 --misere",
    "solve node-kayles #path",
    "solve board.game xoxoxo|oxoxox|xoxoxo|oxoxox|xoxoxo|oxoxox",
    "value board.game xoxoxo|oxoxox|xoxoxo|oxoxox|xoxoxo|oxoxox",
    "solve 'clobber + domineering' '8x8 + 9x9'",
    "solve 'impartial clobber' 8x8",
    "show domineering 200x200",
    // Ends by a rule, points, repetition.
    "solve tic-tac-toe 40x40",
    "solve hex 11x11",
    "solve line.game ............",
    "solve dots-and-boxes 7x7",
    "solve wander.game x.o.x.|.o.x.o|x.o.x.|.o.x.o",
    "solve fox-and-geese 12x12",
    "play hex 9x9 --second",
    "play domineering 20x20 --second",
    "play dots-and-boxes 7x7 --second",
    "play endless.game 200,200,200 --second",
    "tablebase build quixo:4 --out tables",
    "pursuit #graph",
    "eval --file values.txt",
    "eval Heat({5|2||0|-4},3)",
];

/// The command line in words.
fn expanded(line: &str, limit: &[&str]) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut quoted = false;
    for piece in line.split(' ') {
        let text = piece.trim_matches('\'');
        match (quoted, words.last_mut()) {
            (true, Some(last)) => last.push_str(&format!(" {text}")),
            _ => words.push(text.to_string()),
        }
        quoted ^= piece.matches('\'').count() % 2 == 1;
    }
    let path = |n: usize| {
        (0..n)
            .map(|i| format!("{i}-{}", i + 1))
            .collect::<Vec<_>>()
            .join(",")
    };
    for word in &mut words {
        match word.as_str() {
            "#ones" => *word = vec!["1"; 1_000].join(","),
            "#huge" => *word = "a <= 10^100000, b <= 10^100000".to_string(),
            "#stones" => *word = vec!["xo".repeat(20) + "|" + &"ox".repeat(20); 20].join("|"),
            "#cells" => *word = vec![".".repeat(400); 250].join("|"),
            "#path" => *word = path(3_000),
            "#graph" => *word = path(60),
            _ => {}
        }
    }
    // The options of `eval` stand before its expressions.
    words.splice(1..1, limit.iter().map(|word| word.to_string()));
    words
}

/// The most memory that a process has had, in bytes; `None` where the system does not say.
fn peak(child: &Child) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status.lines().find(|l| l.starts_with("VmHWM:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes << 10)
}

/// What the program has by itself, with what the allocator may keep.
const OWN_MEMORY: u64 = 48 << 20;

/// One sentence; `tablebase` says before how much there is to do.
fn ends_well(text: &str) -> bool {
    let lines: Vec<&str> = text.trim_end().lines().collect();
    let said = lines.len() <= 2
        && lines[..lines.len().max(1) - 1]
            .iter()
            .all(|l| l.contains("positions up to symmetry"));
    said && text.len() < 1_000 && lines.last().is_some_and(|line| line.starts_with("error: "))
}

/// What is wrong with a command under a limit.
fn fault(line: &str, limit: &'static [&'static str], folder: &Path, slack: f64) -> Option<String> {
    let start = Instant::now();
    let files = ["out", "err"].map(|name| {
        let path = folder.join(format!("{name}-{:?}", std::thread::current().id()));
        (std::fs::File::create(&path).expect("a file"), path)
    });
    let [(out, _), (err, said)] = files;
    let mut child = Command::new(env!("CARGO_BIN_EXE_bouton"))
        .args(expanded(line, limit))
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(out)
        .stderr(err)
        .spawn()
        .expect("bouton starts");
    let mut most = 0;
    let allowed = Duration::from_secs_f64(1.0 + slack);
    let status = loop {
        most = most.max(peak(&child).unwrap_or(0));
        if let Some(status) = child.try_wait().expect("a status") {
            break status;
        }
        if start.elapsed() > allowed {
            child.kill().expect("a process of ours");
            child.wait().expect("its end");
            return Some(format!("{line} {limit:?}: still at work after {allowed:?}"));
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    let text = std::fs::read_to_string(said).unwrap_or_default();
    let shown: String = text.chars().take(300).collect();
    let at = format!("{line} {limit:?}");
    match status.code() {
        Some(0) => {}
        Some(3) if ends_well(&text) => {}
        code => return Some(format!("{at}: status {code:?}: {shown}")),
    }
    let memory = most > OWN_MEMORY && limit[0] == "--memory";
    memory.then(|| format!("{at}: {} MB: {shown}", most >> 20))
}

#[test]
fn every_command_keeps_every_limit() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in FILES {
        std::fs::write(folder.path().join(name), text).expect("a file");
    }
    let slack = std::env::var("BOUTON_SLACK")
        .ok()
        .and_then(|s| s.parse().ok());
    let slack: f64 = slack.unwrap_or(4.0);
    let only = std::env::var("BOUTON_ONLY").unwrap_or_default();
    let limits: [&[&str]; 3] = [
        &["--nodes", "1", "--seconds", "0.3"],
        &["--seconds", "0.01"],
        &["--memory", "1M", "--seconds", "1"],
    ];
    let cases: Vec<(&str, &'static [&'static str])> = COMMANDS
        .iter()
        .filter(|line| line.contains(&only))
        .flat_map(|line| limits.map(|limit| (*line, limit)))
        .collect();
    assert!(cases.len() > 150 || !only.is_empty(), "{}", cases.len());
    let faults: Vec<String> = std::thread::scope(|scope| {
        let share = |first: usize| {
            let (cases, folder) = (&cases, folder.path());
            scope.spawn(move || {
                let share = cases.iter().skip(first).step_by(2);
                let faults = share.filter_map(|(line, limit)| fault(line, limit, folder, slack));
                faults.collect::<Vec<String>>()
            })
        };
        let threads = [share(0), share(1)];
        threads
            .into_iter()
            .flat_map(|t| t.join().expect("a thread"))
            .collect()
    });
    assert!(
        faults.is_empty(),
        "{} of {}:\n{}",
        faults.len(),
        cases.len(),
        faults.join("\n")
    );
}
