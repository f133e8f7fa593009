//! The positions that a question about components counts, listed: each is judged as a whole, by search, not by its parts.

use super::components::name;
use super::each::Each;
use super::question::{ComponentQuestion, ComponentReport};
use crate::game::heaps_text;
use crate::report::Entry;
use crate::workbench::Workbench;
use bouton_core::{Budget, Code, Error, Outcome, Play, Result, grouped};
use bouton_count::positions::{Order, Positions};
use num_traits::ToPrimitive;

/// Positions that are looked at.
const MOST_POSITIONS: usize = 1 << 17;

impl Workbench {
    /// The positions of heaps that the question asks for, the largest heaps first where the order does not count.
    pub(super) fn listed(
        &self,
        q: &ComponentQuestion,
        positions: &Positions,
        each: &Each,
        outcome: Option<Outcome>,
        budget: &Budget,
    ) -> Result<ComponentReport> {
        if each.names.len() != 1 || q.value.is_some() || q.sum.is_some() || q.winning_moves {
            return Err(Error::input(
                "--list lists positions of single heaps by who wins; leave out --value, --sum and --winning-moves",
            ));
        }
        let many = || {
            Error::new(
                Code::Size,
                format!(
                    "--list: more than {} positions are in the bounds; give smaller bounds",
                    grouped(MOST_POSITIONS as u64)
                ),
            )
        };
        let sizes: Vec<u64> = match each.is_empty() {
            true => Vec::new(),
            false => {
                let ranges = each.small(MOST_POSITIONS as u64).ok_or_else(many)?;
                let (low, high) = ranges[0];
                (low..=high).filter(|&n| each.holds(&[n])).collect()
            }
        };
        let components = positions.components.as_ref();
        let k = components.map(|k| k.to_usize().ok_or_else(many));
        let all = heaps(&sizes, k.transpose()?, positions, budget)?.ok_or_else(many)?;
        let texts: Vec<String> = all.iter().map(|p| heaps_text(p)).collect();
        let judged = self.game.entries(&texts, true, Play::Normal, budget)?;
        let mut wanted = Vec::new();
        for (text, entry) in texts.into_iter().zip(judged) {
            match (entry, outcome) {
                (Some(Entry::Outcome(o)), Some(w)) if o == w.letter() => wanted.push(text),
                (Some(Entry::Outcome(_)), _) => {}
                _ => return Err(self.no_sums()),
            }
        }
        Ok(ComponentReport {
            game: self.name.clone(),
            each: q.each.clone(),
            heaps: components.map(ToString::to_string),
            order: name(positions.order),
            total: q.total.clone(),
            win: Some(q.win.clone().unwrap_or_else(|| "second".to_string())),
            value: None,
            count: Some(wanted.len().to_string()),
            counts: None,
            sum: None,
            winning_moves: None,
            modulus: None,
            status: "computed for all components in the bounds".to_string(),
            statement: "every position in the bounds was searched as a whole".to_string(),
            distribution: None,
            steps: vec![format!("{} positions judged one by one", all.len())],
            positions: Some(wanted),
        })
    }
}

/// All positions of these heaps; `None` if they are too many.
fn heaps(
    sizes: &[u64],
    k: Option<usize>,
    positions: &Positions,
    budget: &Budget,
) -> Result<Option<Vec<Vec<u64>>>> {
    let ordered = matches!(positions.order, Order::Tuples | Order::Arrangements);
    let distinct = matches!(positions.order, Order::Sets | Order::Arrangements);
    let mut sizes = sizes.to_vec();
    if !ordered {
        sizes.reverse();
    }
    if k.is_none() && sizes.contains(&0) {
        // Any number of empty heaps would be no end of positions.
        sizes.retain(|&n| n > 0);
    }
    let mut found = Vec::new();
    // A list of heaps, by their places among the sizes, and what they add up to.
    let mut open: Vec<(Vec<usize>, u64)> = vec![(Vec::new(), 0)];
    while let Some((list, sum)) = open.pop() {
        budget.visit(1)?;
        let whole = k.is_none_or(|k| list.len() == k);
        if whole && positions.total.is_none_or(|n| n == sum) {
            found.push(list.iter().map(|&i| sizes[i]).collect());
        }
        if found.len() > MOST_POSITIONS || open.len() > MOST_POSITIONS {
            return Ok(None);
        }
        if k.is_some_and(|k| list.len() == k) {
            continue;
        }
        let from = match (ordered, list.last()) {
            (false, Some(&last)) => last + usize::from(distinct),
            _ => 0,
        };
        for i in (from..sizes.len()).rev() {
            let sum = sum.saturating_add(sizes[i]);
            let fits = positions.total.is_none_or(|n| sum <= n);
            if fits && !(ordered && distinct && list.contains(&i)) {
                open.push((list.iter().copied().chain([i]).collect(), sum));
            }
        }
    }
    Ok(Some(found))
}
