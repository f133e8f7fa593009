//! Rule files of chance and of games for one: the shipped ones against published values, all against formulas and plain searches.

use bouton_chance::process::{Node, Owner, Process, Step};
use bouton_chance::rational::{int, ratio, text};
use bouton_chance::{Rational, solitaire};
use bouton_core::Budget;
use bouton_rulefile::{
    CellSolo, CounterSolo, Counters, LinearGoal, Outcome, ProcessRules, RuleFile, Solo, Turn,
    builtin, builtins, read,
};
use std::cell::RefCell;
use std::collections::HashSet;

fn process(text: &str) -> ProcessRules {
    match read(text, "x.game") {
        Ok(RuleFile::Process(rules)) => rules,
        Ok(_) => panic!("not on counters: {text}"),
        Err(e) => panic!("{e}"),
    }
}

fn shipped(name: &str) -> ProcessRules {
    process(builtin(name).unwrap())
}

fn cells(name: &str) -> CellSolo {
    match read(builtin(name).unwrap(), name) {
        Ok(RuleFile::Solo(rules)) => rules,
        _ => panic!("{name} is no game for one on cells"),
    }
}

/// The expectation, and the names of the best actions.
fn solve(rules: &ProcessRules, start: &str) -> bouton_core::Result<(Rational, Vec<String>)> {
    let steps = |all: Vec<Outcome>| -> Vec<Step<Counters>> {
        let step = |o: Outcome| Step::new(o.to, o.weight).with_gain(o.gain);
        all.into_iter().map(step).collect()
    };
    let start = rules.parse(start)?;
    let labels = RefCell::new(Vec::new());
    let budget = Budget::unlimited();
    let explored = Process::explore(
        1,
        start.clone(),
        |at| {
            let (owner, acts) = match rules.turn(at)? {
                Turn::End(pays) => return Ok(Node::End(vec![pays])),
                Turn::Chance(all) => return Ok(Node::Chance(steps(all))),
                Turn::Left(acts) => (Owner::Max, acts),
                Turn::Right(acts) => (Owner::Min, acts),
            };
            if *at == start {
                let names = acts.iter().map(|a| a.label.clone());
                *labels.borrow_mut() = names.collect();
            }
            let actions = acts.into_iter().map(|a| steps(a.outcomes)).collect();
            Ok(Node::Choice(owner, actions))
        },
        &budget,
    )?;
    let names = explored.states.iter().map(|s| rules.show(s)).collect();
    let (value, best) = explored.process.with_names(names).expect(0, &budget)?;
    let labels = labels.into_inner();
    let best = best.iter().filter_map(|&i| labels.get(i).cloned());
    Ok((value[0].clone(), best.collect()))
}

fn value(rules: &ProcessRules, start: &str) -> Rational {
    solve(rules, start)
        .unwrap_or_else(|e| panic!("{start}: {e}"))
        .0
}

/// A fair gambler with a coins reaches n with probability a / n.
#[test]
fn gamblers_ruin() {
    let rules = shipped("gamblers-ruin");
    let mut tried = 0;
    for n in 1..=9 {
        for a in 0..=n {
            assert_eq!(value(&rules, &format!("{a},{n}")), ratio(a, n));
            tried += 1;
        }
    }
    assert_eq!(tried, 54);
    assert_eq!(value(&rules, "30000,100000"), ratio(3, 10));
    // With chances 18/38 and 20/38: (1 - r^a) / (1 - r^n) where r = 20/18; and the duration of the fair game is a(n - a).
    let unfair = process(
        "game roulette\ncounters a n\nwhere a <= n\nrandom a += 1 weight 18/38, a -= 1 weight 20/38\nend where a = 0\nend where a = n pays 1\n",
    );
    let power = |e: i32| ratio(20, 18).pow(e);
    assert_eq!(
        value(&unfair, "3,7"),
        (int(1) - power(3)) / (int(1) - power(7))
    );
    let duration = process(
        "game duration\ncounters a n\nrandom a += 1 weight 1 gain 1, a -= 1 weight 1 gain 1\nend where a = 0 or a = n\n",
    );
    assert_eq!(value(&duration, "3,10"), int(21));
}

/// Conway's leading numbers: the odds that B comes before A are (AA - AB) : (BB - BA).
#[test]
fn penneys_game() {
    let leading = |a: i64, b: i64| -> i64 {
        (1..=3)
            .filter(|&k| a & ((1 << k) - 1) == b >> (3 - k))
            .map(|k| 1 << (k - 1))
            .sum()
    };
    let rules = shipped("penney");
    let mut tried = 0;
    for p in 0..8 {
        for q in (0..8).filter(|&q| q != p) {
            let (mine, other) = (leading(q, q) - leading(q, p), leading(p, p) - leading(p, q));
            let answer = value(&rules, &format!("{p},{q},0,0"));
            assert_eq!(answer, ratio(mine, mine + other), "{p} {q}");
            tried += 1;
        }
    }
    assert_eq!(tried, 56);
    // Gardner's table: THH beats HHH with 7 : 1 and HHT with 3 : 1, HHT beats HTH with 2 : 1.
    let odds = ["3,7,0,0", "3,6,0,0", "6,5,0,0"].map(|s| text(&value(&rules, s)));
    assert_eq!(odds, ["7/8", "3/4", "2/3"]);
}

#[test]
fn craps_dice_race_and_piglet() {
    assert_eq!(text(&value(&shipped("craps"), "0,0")), "244/495");
    assert_eq!(text(&value(&shipped("dice-race"), "0,0")), "30/61");
    // Neller and Presser's solution of Piglet with two points.
    let piglet = shipped("piglet");
    let published = [
        ("0,0,0,0,2", "4/7"),
        ("0,0,1,0,2", "5/7"),
        ("0,1,0,0,2", "2/5"),
        ("0,1,1,0,2", "3/5"),
        ("1,0,0,0,2", "4/5"),
        ("1,1,0,0,2", "2/3"),
    ];
    for (start, answer) in published {
        assert_eq!(text(&value(&piglet, start)), answer, "{start}");
    }
    let (_, best) = solve(&piglet, "0,0,1,0,2").unwrap();
    assert_eq!(best, ["toss"]);
}

/// Right's choice makes the expectation small, Left's large, and loops name what they choose.
#[test]
fn choices() {
    let text = "game pick\ncounters a t\nchoose left a += k, t -> 1 for k in 1..3 where t = 0 as take\nchoose right a -= k, t -> 2 for k in 0..2 where t = 1\nend where t = 2 pays a*a/2\n";
    let rules = process(text);
    let (value, best) = solve(&rules, "5,0").unwrap();
    assert_eq!((value, best), (int(18), vec!["take k=3".to_string()]));
    let (value, best) = solve(&rules, "1,1").unwrap();
    // Two cannot be taken from one.
    assert_eq!((value, best), (int(0), vec!["0,2".to_string()]));
}

#[test]
fn faults_are_one_sentence_with_the_place() {
    let head = "game x\ncounters a b\n";
    let parse: &[(&str, &str)] = &[
        ("random a += 1\n", "x.game:3:1: the file has no `end` line"),
        (
            "random c += 1\nend where a = 0\n",
            "x.game:3:8: `c` is not a counter",
        ),
        (
            "random a += 1, a -= 1\nend where a = 0\n",
            "x.game:3:16: the counter `a` is changed twice",
        ),
        (
            "random a += 1 weight 1, a -= 1\nend where a = 0\n",
            "x.game:3:25: each of several things",
        ),
        (
            "choose up a += 1\nend where a = 0\n",
            "x.game:3:8: `choose` is followed by",
        ),
        ("move a += 1\n", "needs a goal"),
        (
            "move a += 1\ngoal a = 3\nend where b = 1\n",
            "has no `end` lines",
        ),
        (
            "move a += 1\nrandom a += 1\n",
            "x.game:4:1: `move` is for the one player",
        ),
        ("goal a = 3\n", "the file has no moves"),
        (
            "end where q = 0\n",
            "`q` is not a variable; the variables are a, b",
        ),
        ("rnadom a += 1\n", "did you mean `random`?"),
        (
            "random a += k for k in 1..6, k in 1..2\nend where a = 9\n",
            "declared twice",
        ),
        ("end a = 0\n", "x.game:3:5: expected `where` or `pays`"),
        ("random stay weight\nend where a = 0\n", "x.game:3:19"),
        (
            "examples 1\nrandom a += 1\nend where a = 0\n",
            "the line `examples`",
        ),
    ];
    for (body, words) in parse {
        let e = read(&format!("{head}{body}"), "x.game")
            .unwrap_err()
            .to_string();
        assert!(e.starts_with("x.game:"), "{e}");
        assert!(e.contains(words), "{body}{e}");
    }
    let play: &[(&str, &str, &str)] = &[
        (
            "random a += 1 weight 1/2, stay weight 1/3\nend where a = 1\n",
            "0,0",
            "x.game:3: in position 0,0: the weights sum to 5/6",
        ),
        (
            "random a += 1 weight -1, stay weight 2\nend where a = 1\n",
            "0,0",
            "x.game:3: in position 0,0: the weight -1 is negative",
        ),
        (
            "random a += 1 weight 0\nend where a = 1\n",
            "0,0",
            "nothing can happen",
        ),
        (
            "random a -= 1\nend where a = 9\n",
            "1,0",
            "x.game:3: in position 0,0: something may happen that leads to no position",
        ),
        (
            "random a += 1\nchoose left b += 1\nend where a = 1\n",
            "0,0",
            "both chance and Left act",
        ),
        (
            "random a -> 1 - a\nend where b = 1\n",
            "0,0",
            "recurrent class {0,0, 1,0}",
        ),
        (
            "choose left stay gain 1\nchoose left b += 1\nend where b = 1\n",
            "0,0",
            "unbounded",
        ),
        (
            "random a += 1 gain 1/b\nend where a = 1\n",
            "0,0",
            "x.game:3: in position 0,0: a number has no value",
        ),
        (
            "random a -> a*a*a*a\nend where a = 1\n",
            "9,0",
            "grows beyond 2^63",
        ),
        (
            "random a += 1\nend where a = 1\n",
            "0",
            "is not a position of x",
        ),
        (
            "random a += 1\nend where a = 1\n",
            "0,-1",
            "`-1` is not a number of 0 or more",
        ),
        (
            "where a <= 3\nrandom a += 1\nend where a = 3\n",
            "9,0",
            "does not let it exist",
        ),
    ];
    for (body, start, words) in play {
        let e = solve(&process(&format!("{head}{body}")), start)
            .unwrap_err()
            .to_string();
        assert!(e.contains(words), "{body}{e}");
    }
}

/// Every text that is made from a shipped file by a few changes is read or refused in one sentence, and then played.
#[test]
fn changed_files_do_not_panic() {
    let mut random = fastrand::Rng::with_seed(7);
    let files: Vec<&str> = builtins()
        .iter()
        .map(|(_, text)| *text)
        .filter(|text| {
            matches!(
                read(text, "x"),
                Ok(RuleFile::Process(_) | RuleFile::Solo(_))
            )
        })
        .collect();
    let pieces = [
        "weight",
        "gain",
        "1/0",
        "for k in 1..9",
        "as",
        "-> ",
        "*",
        "10^18",
        "\n",
        "goal",
        "stay",
        ",",
        "choose left",
    ];
    let (mut good, mut bad) = (0, 0);
    for round in 0..3000 {
        let mut text: Vec<char> = files[round % files.len()].chars().collect();
        for _ in 0..random.usize(1..4) {
            let at = random.usize(..text.len());
            match random.u8(..3) {
                0 => text[at] = char::from(random.u8(32..127)),
                1 => drop(text.remove(at)),
                _ => drop(text.splice(at..at, random.choice(pieces).unwrap().chars())),
            }
        }
        let text: String = text.into_iter().collect();
        match read(&text, "x.game") {
            Ok(RuleFile::Process(rules)) => {
                good += 1;
                let numbers = (0..rules.counters().len()).map(|_| random.u8(..4).to_string());
                let start = numbers.collect::<Vec<_>>().join(",");
                if let Ok(at) = rules.parse(&start) {
                    let _ = rules.turn(&at);
                }
            }
            Ok(_) => good += 1,
            Err(e) => {
                assert!(e.to_string().starts_with("x.game:"), "{e}");
                bad += 1;
            }
        }
    }
    assert!(good > 300 && bad > 300, "{good} {bad}");
}

/// Jugs of 8, 5 and 3 litres: share eight litres equally in seven pourings.
#[test]
fn a_game_for_one_on_counters() {
    let text = "game jugs\ncounters a b c\nwhere a <= 8, b <= 5, c <= 3\ngoal a = 4, b = 4\n\
        move a -= min(a, 5 - b), b += min(a, 5 - b)\nmove a -= min(a, 3 - c), c += min(a, 3 - c)\n\
        move b -= min(b, 8 - a), a += min(b, 8 - a)\nmove b -= min(b, 3 - c), c += min(b, 3 - c)\n\
        move c -= min(c, 8 - a), a += min(c, 8 - a)\nmove c -= min(c, 5 - b), b += min(c, 5 - b)\n";
    let jugs = CounterSolo(process(text).into());
    assert_eq!(search(&jugs, "8,0,0"), (Some(7), 16));
    assert!(jugs.linear(&vec![8, 0, 0]).is_none());
    // Every move changes a + b by 3 or -3.
    let text = "game threes\ncounters a b\nwhere a + b <= 30\ngoal a = 0 and b = 0 or a = 1 and b = 1\nmove a += 1, b += 2\nmove b -= 3\nmove a -= 3\n";
    let threes = CounterSolo(process(text).into());
    assert_eq!(search(&threes, "1,0").0, None);
    assert_eq!(proved(&threes, "1,0"), Some(2));
}

fn search<S: Solo>(game: &S, start: &str) -> (Option<usize>, usize) {
    let start = game.parse(start).unwrap();
    let budget = Budget::unlimited();
    let found = solitaire::solve(
        start,
        |at, out| game.moves(at, out),
        |at| game.is_goal(at).unwrap(),
        true,
        &budget,
    )
    .unwrap();
    (found.path.map(|p| p.len() - 1), found.reachable)
}

/// The number of goals, if each is proved to be out of reach.
fn proved<S: Solo>(game: &S, start: &str) -> Option<usize> {
    let linear = game.linear(&game.parse(start).unwrap())?;
    let tokens = solitaire::TokenGame::new(linear.places.len(), linear.moves).unwrap();
    for goal in &linear.goals {
        let goal = match goal {
            LinearGoal::Exactly(at) => solitaire::Goal::Exactly(at.clone()),
            LinearGoal::AtLeast(at) => solitaire::Goal::AtLeast(at.clone()),
        };
        let proof = tokens
            .impossible(&linear.start, &goal, &Budget::unlimited())
            .unwrap()?;
        assert!(proof.holds(&tokens, &linear.start, &goal));
    }
    Some(linear.goals.len())
}

/// Crosses of pegs: five jumps solve the Latin cross; what is proved to be out of reach is never reached by search.
#[test]
fn peg_solitaire() {
    let pegs = cells("peg-solitaire");
    let latin = "__...__|__.o.__|..ooo..|...o...|...o...|__...__|__...__";
    assert_eq!(search(&pegs, latin).0, Some(5));
    let (mut solved, mut refuted, mut open) = (0, 0, 0);
    let mut random = fastrand::Rng::with_seed(14);
    let shapes = [
        "_.._|....|....|_.._",
        "_..._|.....|..x..|.....",
        "__.__|__.__|.....|__.__|__.__",
    ];
    let mut seen = HashSet::new();
    for round in 0..120 {
        let fill = |c| match c {
            '.' | 'x' if random.bool() => 'o',
            '_' | '|' => c,
            _ => '.',
        };
        let board: String = shapes[round % shapes.len()].chars().map(fill).collect();
        if !seen.insert(board.clone()) {
            continue;
        }
        let (found, reachable) = search(&pegs, &board);
        // A second search, depth first and without the library.
        let mut stack = vec![pegs.parse(&board).unwrap()];
        let mut all = HashSet::from([stack[0].clone()]);
        while let Some(at) = stack.pop() {
            let mut next = Vec::new();
            pegs.moves(&at, &mut next).unwrap();
            stack.extend(next.into_iter().filter(|to| all.insert(to.clone())));
        }
        assert_eq!(all.len(), reachable);
        assert_eq!(
            all.iter().any(|at| pegs.is_goal(at).unwrap()),
            found.is_some()
        );
        match (found, proved(&pegs, &board)) {
            (Some(_), proof) => {
                assert_eq!(proof, None, "{board}");
                solved += 1;
            }
            (None, Some(_)) => refuted += 1,
            (None, None) => open += 1,
        }
    }
    assert!(
        solved > 5 && refuted > 20 && solved + refuted + open > 80,
        "{solved} {refuted} {open}"
    );
}

/// The rule files of the page on chance answer what it says.
#[test]
fn the_page_is_right() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/beyond.md");
    let page = std::fs::read_to_string(page).unwrap();
    let mut files: Vec<(String, String)> = Vec::new();
    let (mut text, mut said, mut checked) = (String::new(), None, 0);
    for line in page.lines() {
        let Some(line) = line.strip_prefix("    ") else {
            if let Some(rest) = text.strip_prefix("game") {
                let name = format!("{}.game", rest.lines().next().unwrap().trim());
                files.push((name, text.clone()));
            }
            text.clear();
            said = None;
            continue;
        };
        if let Some(command) = line.strip_prefix("$ bouton solve ") {
            let mut words = command.split_whitespace();
            let (name, start) = (
                words.next().unwrap(),
                words.next().unwrap().trim_matches('\''),
            );
            let known = files
                .iter()
                .find(|(n, _)| n == name)
                .map(|(_, t)| t.as_str());
            let text = known
                .or_else(|| builtin(name))
                .unwrap_or_else(|| panic!("{name}"));
            said = Some(match read(text, name).unwrap() {
                RuleFile::Process(rules) if !rules.has_goal() => match solve(&rules, start) {
                    Ok((value, best)) => vec![
                        format!("expectation    {value}"),
                        format!("best moves     {}", best.join("  ")),
                    ],
                    Err(e) => vec![
                        format!("error: {e}"),
                        format!("error: {}: {e}", rules.name()),
                    ],
                },
                RuleFile::Process(rules) => solo(&CounterSolo(rules.into()), start),
                RuleFile::Solo(rules) => solo(&rules, start),
                _ => panic!("{command}"),
            });
        } else if let Some(said) = &said {
            let known = [
                "expectation",
                "best moves",
                "error",
                "solvable",
                "reachable",
            ];
            if known.iter().any(|k| line.starts_with(k)) {
                assert!(said.iter().any(|s| s.starts_with(line)), "{line}: {said:?}");
                checked += 1;
            }
        } else if !line.starts_with("$ ") {
            text.push_str(line);
            text.push('\n');
        }
    }
    assert!(checked >= 16, "{checked}");
}

fn solo<S: Solo>(game: &S, start: &str) -> Vec<String> {
    let (moves, reachable) = search(game, start);
    let solvable = moves.map_or("no".to_string(), |n| format!("yes, in {n} moves"));
    vec![
        format!("solvable       {solvable}"),
        format!("reachable      {reachable} positions"),
    ]
}

/// Random files whose positions only go up, against the expectation from its definition.
#[test]
fn random_files_equal_the_definition() {
    const LAST: usize = 7;
    let mut random = fastrand::Rng::with_seed(3);
    let (mut files, mut choices) = (0, 0);
    for _ in 0..400 {
        let mut text = format!("game x\ncounters a\nwhere a <= {}\n", LAST + 3);
        let mut values = vec![Rational::from_integer(0.into()); LAST + 4];
        for (a, value) in values.iter_mut().enumerate().skip(LAST) {
            let pays = random.i64(-5..6);
            text += &format!("end where a = {a} pays {pays}/3\n");
            *value = ratio(pays, 3);
        }
        for a in (0..LAST).rev() {
            // Each action: steps of 1 to 3 with weights and gains.
            let mut act = || {
                let count = random.usize(1..4);
                let all =
                    (0..count).map(|_| (random.usize(1..4), random.i64(1..5), random.i64(-2..3)));
                all.collect::<Vec<_>>()
            };
            let all: Vec<_> = (0..3).map(|_| act()).collect();
            let expected = |act: &Vec<(usize, i64, i64)>| {
                let total: i64 = act.iter().map(|o| o.1).sum();
                let each = act
                    .iter()
                    .map(|&(step, w, gain)| (&values[a + step] + int(gain)) * ratio(w, total));
                each.fold(int(0), |sum, x| sum + x)
            };
            let write = |act: &Vec<(usize, i64, i64)>, parts: bool| {
                let total: i64 = act.iter().map(|o| o.1).sum();
                let over = if parts {
                    format!("/{total}")
                } else {
                    String::new()
                };
                let one = |&(step, w, gain): &(usize, i64, i64)| {
                    format!("a += {step} weight {w}{over} gain {gain}")
                };
                act.iter().map(one).collect::<Vec<_>>().join(", ")
            };
            let of: Vec<Rational> = all.iter().map(expected).collect();
            let parts = a % 2 == 0;
            let (word, value) = match random.u8(..3) {
                0 => ("random", of[0].clone()),
                1 => ("choose left", of.iter().max().unwrap().clone()),
                _ => ("choose right", of.iter().min().unwrap().clone()),
            };
            let lines = if word == "random" { 1 } else { 3 };
            choices += lines / 3;
            for act in &all[..lines] {
                text += &format!("{word} {} where a = {a}\n", write(act, parts));
            }
            values[a] = value;
        }
        let rules = process(&text);
        for (a, expected) in values.iter().enumerate() {
            assert_eq!(&value(&rules, &a.to_string()), expected, "{text}{a}");
        }
        files += 1;
    }
    assert!(files == 400 && choices > 500, "{files} {choices}");
}
