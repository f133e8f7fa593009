//! Wrong files on cells, words and graphs, wrong positions, and the sentence that each one gets.

use bouton_rulefile::{Level, LoopyPartizanCellGame, RuleFile, builtins, read};
use bouton_rules::{Partizan, Player, Ruleset};

fn table(name: &str) -> Vec<(String, String)> {
    let path = format!("{}/../../testdata/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let rows = text
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty());
    rows.map(|line| {
        let (input, sentence) = line
            .split_once('\t')
            .unwrap_or_else(|| panic!("no tab: {line}"));
        (input.replace("\\n", "\n"), sentence.to_string())
    })
    .collect()
}

fn game(text: &str) -> LoopyPartizanCellGame {
    match read(text, "x.game") {
        Ok(RuleFile::Cells(rules)) => LoopyPartizanCellGame::new(rules.into()).unwrap(),
        Ok(_) => panic!("on heaps: {text}"),
        Err(e) => panic!("{e}"),
    }
}

#[test]
fn wrong_files_get_one_sentence_with_the_place() {
    let table = table("cell-rule-errors.tsv");
    assert!(table.len() > 70);
    let mut wrong = Vec::new();
    for (text, sentence) in &table {
        match read(text, "x.game") {
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
fn wrong_positions_get_one_sentence_with_the_place() {
    let clobber = game("game clobber\ncells . x o\nleft x o -> . x any\nright o x -> . o any");
    let sentence = |text: &str| clobber.parse(text).unwrap_err().to_string();
    assert_eq!(
        sentence("xo|x"),
        "board `xo|x` of clobber: row 2 has 1 cells, row 1 has 2; rows are separated by `|` and equally long"
    );
    assert_eq!(
        sentence("xo|xq"),
        "board `xo|xq` of clobber: row 2, place 2: `q` is not a letter of the game; write `.`, `x`, `o`"
    );
    assert_eq!(
        sentence(""),
        "board `` of clobber: it has no cells; write for example xoox"
    );
    let large = "board `1000x1000` of clobber: it is too large; a board has at most 1024 places";
    assert_eq!(sentence("1000x1000"), large);
    assert!(sentence("99999999999999999999x99999999999999999999").contains("it is too large"));
    assert!(sentence(&"x".repeat(5000)).contains("it is too large"));
    let words = game("game bits\nstring 0 1\nleft 1 ->\nright 0 ->");
    assert_eq!(
        words.parse("0120").unwrap_err().to_string(),
        "word `0120` of bits: place 3: `2` is not a letter of the game; write `0`, `1`"
    );
    let graph = game("game g\ngraph . L\nedges - r\nleft . - . -> L - L");
    let sentence = |text: &str| graph.parse(text).unwrap_err().to_string();
    assert_eq!(
        sentence("0-1,1-2q"),
        "graph `0-1,1-2q` of g: item 2, `1-2q`, has `q` behind it, which is no letter for it; write edges like 0-1 and vertices \
         like 2, with a letter behind (`.`, `L`, `-`, `r`)"
    );
    assert!(sentence("0-99999999").contains("has a vertex beyond 1023"));
    assert!(sentence("0-").contains("no letter for it"));
    let strip =
        game("game s\ncells . x\nleft . -> x\nwhere no x x right\nwhere at most 2 cells are x");
    assert_eq!(
        strip.parse("x.xx").unwrap_err().to_string(),
        "position `x.xx` of s: it does not exist; every position has at most 2 cells are x"
    );
    assert_eq!(
        strip.parse("xx").unwrap_err().to_string(),
        "position `xx` of s: it does not exist; no position has x x right"
    );
}

#[test]
fn long_boards_and_many_moves_are_answered_or_refused() {
    let slides = game("game s\ncells . x\nleft x .* . -> . .* x any");
    let row = slides.parse(&format!("x{}", ".".repeat(1023))).unwrap();
    assert_eq!(slides.moves(Player::Left, &row).unwrap().len(), 1023);
    assert_eq!(slides.split(&row).len(), 1);
    let grows = game("game g\nstring a\nleft a -> a a");
    let word = grows.parse(&"a".repeat(1024)).unwrap();
    assert_eq!(
        grows.moves(Player::Left, &word).unwrap_err().to_string(),
        "g: a move makes a word of more than 1024 letters; take a shorter word"
    );
    let many = game(
        "game m\ncells . x\nleft ? .* . -> x .* x any then ? .* ? -> x .* x king then ? .* ? -> x .* . king then ? .* ? -> x .* x king",
    );
    assert!(
        many.moves(Player::Left, &many.parse("32x32").unwrap())
            .unwrap_err()
            .is_limit()
    );
}

#[test]
fn mutated_files_and_positions_never_panic() {
    let mut random = fastrand::Rng::with_seed(3);
    let pieces = [
        "where", "then", "no", "->", "(", ")*", "[x", "]", "?", "*", "+", "|", "\n", ",", "#", "é",
        "king", " ", "x", "and",
    ];
    let files: Vec<&str> = builtins()
        .iter()
        .map(|(_, text)| *text)
        .filter(|text| matches!(read(text, "x.game"), Ok(RuleFile::Cells(_))))
        .collect();
    let (mut good, mut bad, mut played) = (0, 0, 0);
    for round in 0..8000 {
        let mut text: Vec<char> = files[round % files.len()].chars().collect();
        for _ in 0..random.usize(1..4) {
            let at = random.usize(..text.len());
            match random.u8(..4) {
                0 => text[at] = char::from(random.u8(32..127)),
                1 => drop(text.remove(at)),
                2 => text.truncate(at.max(1)),
                _ => drop(text.splice(at..at, random.choice(pieces).unwrap().chars())),
            }
            if text.is_empty() {
                text.push(' ');
            }
        }
        let text: String = text.into_iter().collect();
        match read(&text, "x.game") {
            Ok(RuleFile::Cells(rules)) => {
                good += 1;
                let letters: String = rules.letters().iter().collect();
                let level = rules.level();
                let game = LoopyPartizanCellGame::new(rules.into()).unwrap();
                let place = |random: &mut fastrand::Rng| {
                    random
                        .choice(letters.chars().chain("|_0-,".chars()).collect::<Vec<_>>())
                        .unwrap()
                };
                let mut position: String =
                    (0..random.usize(..9)).map(|_| place(&mut random)).collect();
                if level == Level::Cells && random.bool() {
                    position = "2x3".into();
                }
                if let Ok(pos) = game.parse(&position) {
                    let moves = game.moves(Player::Left, &pos).map_or(0, |m| m.len());
                    game.canon(pos.clone());
                    game.draw(&pos);
                    played += moves;
                }
            }
            Ok(_) => bad += 1,
            Err(e) => {
                assert!(e.to_string().starts_with("x.game:"), "{e}");
                bad += 1;
            }
        }
    }
    assert!(
        good > 500 && bad > 2000 && played > 500,
        "{good} {bad} {played}"
    );
}
