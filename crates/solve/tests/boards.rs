//! Values, outcomes and nimbers of boards against tables, against the definition, and against theorems.

use bouton_games::cutcake::{self, Cutcake};
use bouton_games::hackenbush::{Hackenbush, stalk, stalk_number};
use bouton_games::maundy_cake::{self, MaundyCake};
use bouton_games::{Visitor, find, visit_all};
use bouton_rules::{Impartial, ImpartialTwin, Partizan, Play, Player, Result, Ruleset, Short};
use bouton_solve::value::value_from_definition;
use bouton_solve::{Budget, GameValues, NimberSearch, SumSearch, grundy, partizan_outcome};
use bouton_value::{Dyadic, Store};

/// The rows of a table: cells separated by tabs, `#` begins a comment.
fn rows(name: &str) -> Vec<Vec<String>> {
    let path = format!("{}/../../testdata/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    let lines = text.lines().filter(|l| !l.starts_with("# "));
    lines
        .map(|l| l.split('\t').map(String::from).collect())
        .collect()
}

/// Asks one position of whatever game it is.
struct Ask<'a> {
    position: &'a str,
    expected: &'a [String],
    question: Question,
    answered: bool,
}

#[derive(Clone, Copy)]
enum Question {
    Value,
    Thermography,
    Outcome,
    Nimber,
}

impl Ask<'_> {
    fn partizan<G: Partizan + Short>(&mut self, game: G) {
        let name = game.info().name;
        let place = format!("{name} {}", self.position);
        let pos = game
            .parse(self.position)
            .unwrap_or_else(|e| panic!("{place}: {e}"));
        let budget = Budget::unlimited();
        let mut store = Store::new();
        match self.question {
            Question::Value => {
                let value = GameValues::new(game)
                    .value(&pos, &mut store, &budget)
                    .unwrap();
                assert_eq!(store.show(value), self.expected[0], "{place}");
            }
            Question::Thermography => {
                let value = GameValues::new(game.clone())
                    .value(&pos, &mut store, &budget)
                    .unwrap();
                let outcome = store.outcome(value).unwrap();
                let found = [
                    format!("{outcome:?}")[..1].to_string(),
                    store.mean(value).unwrap().to_string(),
                    store.temperature(value).unwrap().to_string(),
                    store.left_stop(value).to_string(),
                    store.right_stop(value).to_string(),
                ];
                assert_eq!(found[..], self.expected[..5], "{place}");
                let searched = SumSearch::new(game, 3).outcome(&pos, &budget).unwrap();
                assert_eq!(searched.letter(), found[0], "{place} by search over sums");
            }
            Question::Outcome => {
                let outcome = SumSearch::new(game, 12).outcome(&pos, &budget).unwrap();
                assert_eq!(outcome.letter(), self.expected[0], "{place}");
            }
            Question::Nimber => panic!("{name} is partizan"),
        }
        self.answered = true;
    }
}

impl Visitor for Ask<'_> {
    fn impartial<G: Impartial + Short>(&mut self, game: G) {
        if matches!(self.question, Question::Nimber) {
            let pos = game.parse(self.position).unwrap();
            let nimber = NimberSearch::new(game)
                .nimber(&pos, &Budget::unlimited())
                .unwrap();
            assert_eq!(nimber.to_string(), self.expected[0], "{}", self.position);
            self.answered = true;
        } else {
            self.partizan(game);
        }
    }
    fn family<G: Impartial + Short>(&mut self, _: &str, _: &str, _: fn(&str) -> Result<G>) {}
    fn partizan<G: Partizan + Short>(&mut self, game: G) {
        Ask::partizan(self, game);
    }
    fn loopy<G: Impartial>(&mut self, _: G) {}
    fn loopy_partizan<G: Partizan>(&mut self, _: G) {}
}

/// Asks every row; gives how many.
fn ask_all(table: &str, question: impl Fn(&str) -> Question) -> usize {
    let rows = rows(table);
    for row in &rows {
        let mut ask = Ask {
            position: &row[1],
            expected: &row[2..],
            question: question(&row[0]),
            answered: false,
        };
        find(&row[0], &mut ask).unwrap();
        assert!(ask.answered, "{row:?}");
    }
    rows.len()
}

#[test]
fn values_agree_with_the_table() {
    assert!(ask_all("board-values.tsv", |_| Question::Value) > 350);
}

#[test]
fn thermography_agrees_with_the_table() {
    assert!(ask_all("board-thermography.tsv", |_| Question::Thermography) > 150);
}

#[test]
fn outcomes_and_nimbers_agree_with_the_table() {
    let question = |game: &str| {
        if game == "cram" {
            Question::Nimber
        } else {
            Question::Outcome
        }
    };
    assert!(ask_all("board-outcomes.tsv", question) > 60);
}

/// Every engine on every example of every game, against the definition.
#[derive(Default)]
struct Engines {
    partizan: usize,
    impartial: usize,
}

impl Engines {
    fn check_partizan<G: Partizan + Short>(&mut self, game: &G) {
        let name = game.info().name;
        let budget = Budget::unlimited();
        for text in game.info().examples {
            let pos = game.parse(&text).unwrap();
            let mut store = Store::new();
            let slow = value_from_definition(game, &pos, &mut store).unwrap();
            let fast = GameValues::new(game.clone())
                .value(&pos, &mut store, &budget)
                .unwrap();
            assert_eq!(fast, slow, "{name} {text}");
            let whole = partizan_outcome(game, &pos, Play::Normal, &budget).unwrap();
            for small in [0, 3] {
                let mut search = SumSearch::new(game.clone(), small);
                assert_eq!(
                    search.outcome(&pos, &budget).unwrap(),
                    whole.outcome,
                    "{name} {text} {small}"
                );
                for (who, expected) in [
                    (Player::Left, &whole.left_winning),
                    (Player::Right, &whole.right_winning),
                ] {
                    let found = search.winning_moves(&pos, who, &budget).unwrap();
                    assert!(found.iter().all(|m| expected.contains(m)), "{name} {text}");
                    assert!(expected.iter().all(|m| found.contains(m)), "{name} {text}");
                }
            }
            self.partizan += 1;
        }
    }

    fn check_impartial<G: Impartial + Short>(&mut self, game: &G) {
        let budget = Budget::unlimited();
        for text in game.info().examples {
            let pos = game.parse(&text).unwrap();
            let slow = grundy(game, &pos, false, &budget).unwrap();
            let mut search = NimberSearch::new(game.clone());
            let wins = NimberSearch::new(game.clone()).wins(&pos, &budget).unwrap();
            let name = game.info().name;
            assert_eq!(
                search.nimber(&pos, &budget).unwrap().to_string(),
                slow.to_string(),
                "{name} {text}"
            );
            assert_eq!(wins, slow.bits() > 0, "{name} {text}");
            for option in game.options(&pos).unwrap() {
                let zero = grundy(game, &option, false, &budget).unwrap().bits() == 0;
                assert_eq!(
                    !NimberSearch::new(game.clone())
                        .wins(&option, &budget)
                        .unwrap(),
                    zero,
                    "{name} {text}"
                );
            }
            self.impartial += 1;
        }
    }
}

/// The games whose positions are boards, graphs and cakes.
const BOARDS: &[&str] = &[
    "amazons",
    "arc-kayles",
    "clobber",
    "clobber-kings",
    "clobber-knights",
    "clobber-rooks",
    "col",
    "col-grid",
    "cram",
    "domineering",
    "elephants-and-rhinos",
    "fission",
    "green-hackenbush",
    "hackenbush",
    "konane",
    "node-kayles",
    "nogo",
    "snort",
    "snort-grid",
    "toads-and-frogs",
    "toads-and-frogs-2",
    "toppling-dominoes",
];

impl Visitor for Engines {
    fn impartial<G: Impartial + Short>(&mut self, game: G) {
        if BOARDS.contains(&game.info().name.as_str()) {
            self.check_impartial(&game);
            self.check_partizan(&game);
        }
    }
    fn family<G: Impartial + Short>(&mut self, _: &str, _: &str, _: fn(&str) -> Result<G>) {}
    fn partizan<G: Partizan + Short>(&mut self, game: G) {
        if BOARDS.contains(&game.info().name.as_str()) {
            self.check_partizan(&game);
            self.check_impartial(&ImpartialTwin(game));
        }
    }
    fn loopy<G: Impartial>(&mut self, _: G) {}
    fn loopy_partizan<G: Partizan>(&mut self, _: G) {}
}

#[test]
fn every_engine_agrees_with_the_definition() {
    let mut engines = Engines::default();
    visit_all(&mut engines);
    assert!(engines.partizan > 80 && engines.impartial > 80);
}

#[test]
fn stalks_are_numbers() {
    let mut stalks = 0;
    for long in 1..=7u32 {
        for colours in 0..1u32 << long {
            let text: String = (0..long)
                .map(|i| if colours >> i & 1 == 0 { 'l' } else { 'r' })
                .collect();
            let pos = Hackenbush::game().parse(&text).unwrap();
            let mut store = Store::new();
            let value = GameValues::new(Hackenbush::game())
                .value(&pos, &mut store, &Budget::unlimited())
                .unwrap();
            let (numerator, exponent) = stalk_number(&stalk(&pos).unwrap()).unwrap();
            assert_eq!(
                store.as_number(value).unwrap(),
                Dyadic::new(numerator, exponent).unwrap(),
                "{text}"
            );
            stalks += 1;
        }
    }
    assert_eq!(stalks, 254);
    // A thousand edges are no trouble for the theorem.
    let long = Hackenbush::game()
        .parse(&format!("l{}", "r".repeat(1000)))
        .unwrap();
    let (numerator, exponent) = stalk_number(&stalk(&long).unwrap()).unwrap();
    assert_eq!((numerator, exponent), (1.into(), 1000));
}

#[test]
fn branches_of_equal_value_may_be_exchanged() {
    // The colon principle: what stands on an edge counts by its value alone.
    let budget = Budget::unlimited();
    let value = |text: &str, store: &mut Store| {
        let pos = Hackenbush::game().parse(text).unwrap();
        GameValues::new(Hackenbush::game())
            .value(&pos, store, &budget)
            .unwrap()
    };
    let branches = [
        "l",
        "r",
        "e",
        "lr",
        "(l;r)",
        "(e;e)",
        "(l;r;l)",
        "(lr;lr)",
        "(lr;r;lr)",
        "(ee;e)",
        "(lrl;rr)",
        "(ee;e;ee;ee;e)",
    ];
    let mut equal = 0;
    for (i, one) in branches.iter().enumerate() {
        for other in &branches[..i] {
            let mut store = Store::new();
            if value(one, &mut store) != value(other, &mut store) {
                continue;
            }
            for trunk in ["l", "r", "e", "lre"] {
                let (a, b) = (format!("{trunk}{one}"), format!("{trunk}{other}"));
                assert_eq!(value(&a, &mut store), value(&b, &mut store), "{a} and {b}");
                equal += 1;
            }
        }
    }
    assert!(equal >= 8, "{equal}");
}

#[test]
fn cakes_are_integers() {
    let budget = Budget::unlimited();
    let (mut store, mut maundy_store) = (Store::new(), Store::new());
    let (mut cakes, mut maundy) = (
        GameValues::new(Cutcake::game()),
        GameValues::new(MaundyCake::game()),
    );
    for rows in 1..=9 {
        for cols in 1..=9 {
            let value = cakes
                .value(&vec![(rows, cols)], &mut store, &budget)
                .unwrap();
            let expected = cutcake::value((rows, cols));
            assert_eq!(
                store.as_integer(value).unwrap(),
                expected.into(),
                "cutcake {rows}x{cols}"
            );
            let value = maundy
                .value(&vec![(rows, cols)], &mut maundy_store, &budget)
                .unwrap();
            let expected = maundy_cake::value((rows, cols));
            assert_eq!(
                maundy_store.as_integer(value).unwrap(),
                expected.into(),
                "maundy {rows}x{cols}"
            );
        }
    }
}

#[test]
fn col_is_nearly_a_number_and_copying_wins_snort() {
    use bouton_games::map_colouring::{GridColouring, Kind};
    let budget = Budget::unlimited();
    for size in ["1x4", "2x3", "3x3", "2x4", "3x4"] {
        let mut store = Store::new();
        let col = GridColouring { kind: Kind::Col };
        let pos = col.parse(size).unwrap();
        let value = GameValues::new(col)
            .value(&pos, &mut store, &budget)
            .unwrap();
        let parts = store.as_number_up_star(value).unwrap();
        assert!(parts.up == 0 && parts.nim <= 1, "Col on {size}");
    }
    // Two even sides: the second player copies through the centre with the colours exchanged.
    for size in ["2x2", "2x4", "4x4"] {
        let snort = GridColouring { kind: Kind::Snort };
        let pos = snort.parse(size).unwrap();
        let outcome = SumSearch::new(snort, 5).outcome(&pos, &budget).unwrap();
        assert_eq!(outcome.letter(), "P", "Snort on {size}");
    }
}

#[test]
fn limits_are_reported() {
    use bouton_games::domineering::Domineering;
    use bouton_solve::Limits;
    let budget = || {
        Budget::new(&Limits {
            nodes: Some(10),
            ..Limits::default()
        })
    };
    let pos = Domineering.parse("7x7").unwrap();
    let mut store = Store::new();
    let e = GameValues::new(Domineering)
        .value(&pos, &mut store, &budget())
        .unwrap_err();
    assert!(e.is_limit(), "{e}");
    let e = SumSearch::new(Domineering, 4)
        .wins(&pos, Player::Left, &budget())
        .unwrap_err();
    assert!(e.is_limit(), "{e}");
    let cram = bouton_games::cram::Cram;
    let e = NimberSearch::new(cram)
        .nimber(&cram.parse("4x5").unwrap(), &budget())
        .unwrap_err();
    assert!(e.is_limit(), "{e}");
    let mut store = Store::with_limit(1 << 16);
    let e = GameValues::new(Domineering)
        .value(&pos, &mut store, &Budget::unlimited())
        .unwrap_err();
    assert!(e.is_limit(), "{e}");
}
