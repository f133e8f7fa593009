//! Small positions of a rule file on letters, for readers to try and for tests to begin with.

use super::rules::{CellRules, Level};

/// The positions that the file names, or some that its moves begin in.
pub(crate) fn examples(rules: &CellRules) -> Vec<String> {
    if !rules.examples.is_empty() {
        return rules.examples.clone();
    }
    let firsts = |limit: usize| {
        let items = rules
            .moves
            .iter()
            .take(limit)
            .flat_map(|m| m.parts[0].items());
        items
            .map(|i| rules.letter(i.matches.trailing_zeros() as u8))
            .collect::<String>()
    };
    let mut all = match rules.level {
        Level::Words => vec![firsts(4), firsts(2)],
        Level::Cells => {
            let fresh_letter = rules.fresh().unwrap_or(0);
            let letter = rules.letter(fresh_letter).to_string();
            let fresh = [letter.repeat(3), letter.repeat(3)].join("|");
            let plays = rules.moves[0].parts[0]
                .items()
                .all(|i| i.matches >> fresh_letter & 1 == 1);
            if plays {
                vec![fresh, letter.repeat(5)]
            } else {
                vec![firsts(2), firsts(4)]
            }
        }
        Level::Vertices => vec!["0-1,1-2,2-3".into(), "0-1,1-2,2-0".into()],
        Level::Edges => {
            let edges = &rules.letters[rules.vertices..];
            let edge = |(i, l): (usize, &char)| match i {
                0 => "0-1".to_string(),
                i => format!("{i}-{}{l}", i + 1),
            };
            let all: Vec<String> = edges.iter().enumerate().map(edge).collect();
            vec![all.join(",")]
        }
    };
    all.dedup();
    all
}
