//! What a rule on words does whose replacement is as long as its pattern, but moves letters: `. [xo]* x -> [xo]* x .`.
//!
//! Everything that is copied behind a letter more or less moves by a constant, whatever repetitions stand before it, so that the sums of
//! distances change by one number for each letter of a round.

use super::effect::{Effect, MOST_WAYS, PER_LETTER};
use super::rules::{CellRules, LetterSet, Piece, Rewrite};

/// A place that is copied elsewhere, goes or comes: which letters it may hold, and by how much each counts and moves.
struct Moved {
    letters: LetterSet,
    /// The repetition that it is in.
    run: Option<usize>,
    /// What is added to the letter's count.
    count: i64,
    /// What is added to its sum of distances from the left, at first and for each round of repetitions before it.
    distance: i64,
    before: Vec<(usize, i64)>,
}

/// True if the replacement has the pattern's length, and every repetition stays, in order.
pub(crate) fn keeps_length(rewrite: &Rewrite) -> bool {
    let fixed = rewrite.groups.iter().filter(|g| g.repeats.is_none());
    let before: usize = fixed.map(|g| g.items.len()).sum();
    let mut after = 0;
    let mut copied = Vec::new();
    for piece in &rewrite.pieces {
        match piece {
            Piece::Letter(_) => after += 1,
            Piece::Copy(g) => {
                if rewrite.groups[*g].repeats.is_none() {
                    after += rewrite.groups[*g].items.len();
                }
                copied.push(*g);
            }
        }
    }
    let repeated = (0..rewrite.groups.len()).filter(|&g| rewrite.groups[g].repeats.is_some());
    before == after
        && copied.windows(2).all(|w| w[0] < w[1])
        && repeated.into_iter().all(|g| copied.contains(&g))
}

/// Every way in which letters may be chosen; `None` if there are too many.
pub(crate) fn effects(rules: &CellRules, rewrite: &Rewrite) -> Option<Vec<Effect>> {
    let (moved, runs) = moved(rewrite);
    let choices: Vec<Vec<u8>> = moved
        .iter()
        .map(|m| rules.members(m.letters).into_iter().collect())
        .collect();
    let ways = choices
        .iter()
        .try_fold(1usize, |n, c| n.checked_mul(c.len()))?;
    if ways > MOST_WAYS {
        return None;
    }
    let zero = vec![0i64; rules.letters.len() * PER_LETTER];
    let mut all = Vec::new();
    for mut way in 0..ways {
        let (mut once, mut rounds) = (zero.clone(), vec![zero.clone(); runs.len()]);
        for (m, letters) in moved.iter().zip(&choices) {
            let at = letters[way % letters.len()] as usize * PER_LETTER;
            way /= letters.len();
            let far = |row: &mut Vec<i64>, d: i64| {
                row[at + 1] += d;
                row[at + 2] -= d;
            };
            let row = match m.run {
                Some(run) => &mut rounds[run],
                None => &mut once,
            };
            row[at] += m.count;
            far(row, m.distance);
            for &(run, d) in &m.before {
                far(&mut rounds[run], d);
            }
        }
        for (round, &least) in rounds.iter().zip(&runs) {
            for (sum, change) in once.iter_mut().zip(round) {
                *sum += least * change;
            }
        }
        all.push(Effect {
            once,
            rounds,
            lost: 0,
        });
    }
    Some(all)
}

/// The places that move, and for each repetition how often it is matched at least.
fn moved(rewrite: &Rewrite) -> (Vec<Moved>, Vec<i64>) {
    // Where each group begins, repetitions left out, and those before it.
    let (mut starts, mut at) = (Vec::new(), 0i64);
    let (mut runs, mut before): (Vec<i64>, Vec<(usize, i64)>) = (Vec::new(), Vec::new());
    for group in &rewrite.groups {
        let long = group.items.len() as i64;
        let run = group.repeats.map(|least| {
            runs.push(least as i64);
            runs.len() - 1
        });
        starts.push((at, before.clone(), run));
        match run {
            Some(run) => before.push((run, long)),
            None => at += long,
        }
    }
    let (mut moved, mut at) = (Vec::new(), 0i64);
    let mut before: Vec<(usize, i64)> = Vec::new();
    let mut stays = vec![false; rewrite.groups.len()];
    for piece in &rewrite.pieces {
        match piece {
            Piece::Letter(l) => {
                moved.push(Moved {
                    letters: 1 << l,
                    run: None,
                    count: 1,
                    distance: at,
                    before: before.clone(),
                });
                at += 1;
            }
            Piece::Copy(g) => {
                stays[*g] = true;
                let (start, _, run) = &starts[*g];
                let items = &rewrite.groups[*g].items;
                if at != *start {
                    moved.extend(items.iter().map(|item| Moved {
                        letters: item.matches,
                        run: *run,
                        count: 0,
                        distance: at - start,
                        before: Vec::new(),
                    }));
                }
                match run {
                    Some(run) => before.push((*run, items.len() as i64)),
                    None => at += items.len() as i64,
                }
            }
        }
    }
    for (g, group) in rewrite
        .groups
        .iter()
        .enumerate()
        .filter(|(g, _)| !stays[*g])
    {
        let (start, before, _) = &starts[g];
        for (i, item) in group.items.iter().enumerate() {
            moved.push(Moved {
                letters: item.matches,
                run: None,
                count: -1,
                distance: -(start + i as i64),
                before: before.iter().map(|&(run, d)| (run, -d)).collect(),
            });
        }
    }
    (moved, runs)
}
