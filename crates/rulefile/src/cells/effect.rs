//! What a rule does to the numbers that weights are made of.
//!
//! For each letter there are five: how often it occurs, and the sums of its distances from the left, right, upper and lower side.

use super::rules::{CellRules, LetterSet, Level, Piece, Put, Rewrite, Rule, Step};
use super::shift;

/// Numbers that are followed for each letter: its count and four sums of distances.
pub(crate) const PER_LETTER: usize = 5;

/// Ways of matching one rule beyond which it is not analysed.
pub(crate) const MOST_WAYS: usize = 2_048;

/// What one way of matching a rule changes, seen from the first place of the match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Effect {
    /// The change with every repetition at its least.
    pub once: Vec<i64>,
    /// What one more round of each repetition adds.
    pub rounds: Vec<Vec<i64>>,
    /// Letters whose distances are not followed, because they change inside a repetition.
    pub lost: LetterSet,
}

/// A place where a letter gives way to another (or to nothing, or comes from nothing).
struct Slot {
    old: Vec<Option<u8>>,
    new: Option<u8>,
    /// Rows and columns from the first place, every repetition left out.
    at: (i64, i64),
    /// How far one round of each repetition before it moves it.
    shifts: Vec<(usize, (i64, i64))>,
    /// The repetition that it is in.
    run: Option<usize>,
}

/// Does every move of the rule leave as many places as it found?
pub(crate) fn keeps_length(level: Level, rule: &Rule) -> bool {
    level == Level::Cells
        || level == Level::Words
            && (is_aligned(&rule.parts[0]) || shift::keeps_length(&rule.parts[0]))
}

fn is_aligned(rewrite: &Rewrite) -> bool {
    rewrite.pieces.len() == rewrite.groups.len()
        && (0..rewrite.groups.len()).all(|i| match rewrite.pieces[i] {
            Piece::Copy(source) => source == i,
            Piece::Letter(_) => rewrite.groups[i].repeats.is_none(),
        })
}

/// Every way in which the rule can be matched, up to the number of rounds; `None` if there are too many.
pub(crate) fn effects(rules: &CellRules, rule: &Rule) -> Option<Vec<Effect>> {
    if let [part] = rule.parts.as_slice()
        && rules.level == Level::Words
        && !is_aligned(part)
        && shift::keeps_length(part)
    {
        return shift::effects(rules, part);
    }
    let mut ways: Vec<Vec<Step>> = vec![Vec::new()];
    for part in &rule.parts {
        let longer = |way: &Vec<Step>| {
            let steps = part.steps.iter();
            steps
                .map(|s| [way.as_slice(), &[*s]].concat())
                .collect::<Vec<_>>()
        };
        ways = ways.iter().flat_map(longer).collect();
        if ways.len() > MOST_WAYS {
            return None;
        }
    }
    let mut found = Vec::new();
    for way in ways {
        let (slots, runs) = slots(rules, rule, &way);
        let total = slots
            .iter()
            .try_fold(1usize, |n, s| n.checked_mul(s.old.len()))?;
        if found.len().saturating_add(total) > MOST_WAYS {
            return None;
        }
        for code in 0..total {
            found.push(effect(rules.letters.len(), &slots, &runs, code));
        }
    }
    Some(found)
}

/// The places that change, and for each repetition how often it is matched at least.
fn slots(rules: &CellRules, rule: &Rule, way: &[Step]) -> (Vec<Slot>, Vec<i64>) {
    let (mut slots, mut runs) = (Vec::new(), Vec::new());
    let (mut at, mut shifts) = ((0, 0), Vec::new());
    let mut last: Option<LetterSet> = None;
    for (part, step) in rule.parts.iter().zip(way) {
        let step = (i64::from(step.0), i64::from(step.1));
        let after = |items: usize| (step.0 * items as i64, step.1 * items as i64);
        let mut first = true;
        for (g, group) in part.groups.iter().enumerate() {
            let run = group.repeats.map(|least| {
                runs.push(least as i64);
                runs.len() - 1
            });
            for item in &group.items {
                if !first {
                    at = (at.0 + step.0, at.1 + step.1);
                }
                // The place where two parts meet holds what the earlier one left there.
                let matches = match last.take().filter(|_| first) {
                    Some(left) => item.matches & left,
                    None => item.matches,
                };
                first = false;
                let new = put(rules.level, part, g, item.put);
                if let Some(new) = new {
                    let old = rules.members(matches).into_iter().filter(|&o| {
                        let edge = |l: u8| l as usize >= rules.vertices;
                        new.is_none_or(|n| edge(n) == edge(o))
                    });
                    slots.push(Slot {
                        old: old.map(Some).collect(),
                        new,
                        at,
                        shifts: shifts.clone(),
                        run,
                    });
                }
                last = Some(new.flatten().map_or(matches, |n| 1 << n));
            }
            if let Some(run) = run {
                // The rounds at their least are taken out here and put back as rounds.
                let long = after(group.items.len());
                at = (at.0 - long.0, at.1 - long.1);
                shifts.push((run, long));
            }
        }
        let added = part
            .pieces
            .iter()
            .enumerate()
            .filter(|&(i, _)| !(is_aligned(part) && i < part.groups.len()));
        for (_, piece) in added {
            if let Piece::Letter(l) = piece {
                slots.push(Slot {
                    old: vec![None],
                    new: Some(*l),
                    at,
                    shifts: Vec::new(),
                    run: None,
                });
            }
        }
    }
    (slots, runs)
}

/// What becomes of an item: `None` if it stays, `Some(None)` if it goes.
fn put(level: Level, part: &Rewrite, group: usize, put: Put) -> Option<Option<u8>> {
    if level != Level::Words {
        return match put {
            Put::Keep => None,
            Put::Letter(l) => Some(Some(l)),
        };
    }
    if is_aligned(part) {
        return match part.pieces[group] {
            Piece::Copy(_) => None,
            Piece::Letter(l) => Some(Some(l)),
        };
    }
    let copied = part.pieces.contains(&Piece::Copy(group));
    (!copied).then_some(None)
}

/// The effect in which slot after slot takes its letter from the digits of `code`.
fn effect(letters: usize, slots: &[Slot], runs: &[i64], mut code: usize) -> Effect {
    let zero = vec![0i64; letters * PER_LETTER];
    let (mut once, mut rounds, mut lost) = (zero.clone(), vec![zero; runs.len()], 0);
    for slot in slots {
        let old = slot.old[code % slot.old.len()];
        code /= slot.old.len();
        if old == slot.new {
            continue;
        }
        for (letter, sign) in [(old, -1), (slot.new, 1)] {
            let Some(letter) = letter else { continue };
            let first = letter as usize * PER_LETTER;
            if let Some(run) = slot.run {
                rounds[run][first] += sign;
                lost |= 1 << letter;
                continue;
            }
            once[first] += sign;
            let far = |row: &mut Vec<i64>, (r, c): (i64, i64)| {
                for (side, d) in [c, -c, r, -r].into_iter().enumerate() {
                    row[first + 1 + side] += sign * d;
                }
            };
            far(&mut once, slot.at);
            for &(run, shift) in &slot.shifts {
                far(&mut rounds[run], shift);
            }
        }
    }
    for (round, &least) in rounds.iter().zip(runs) {
        for (sum, change) in once.iter_mut().zip(round) {
            *sum += least * change;
        }
    }
    Effect { once, rounds, lost }
}
