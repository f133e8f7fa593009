//! Verifies a table: every byte against its checksum, and the value of every position against those of its moves.
//!
//! The equations have one solution: a win or a loss rests on one that is nearer to the end, and in a set of positions that are said
//! to be drawn each player can stay where the other does not win. So a table that passes is right, whatever wrote it.

use crate::code::HOLE;
use crate::file::{Section, Summary, Table};
use crate::{Named, Value, Verdict};
use bouton_core::{Budget, Error, Player, Result};
use std::sync::Arc;

/// What was verified.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// Positions whose equation was checked, up to symmetry.
    pub positions: u64,
    /// Blocks whose checksum was checked.
    pub blocks: u64,
}

/// Verifies all positions, or `sample` of them drawn by `seed`; all checksums and counts in both cases. The error names the first fault.
pub fn verify<G: Named>(
    table: &Table,
    game: &G,
    sample: Option<u64>,
    seed: u64,
    budget: &Budget,
) -> Result<Verified> {
    let mut done = Verified::default();
    let header = table.header();
    if header.title != game.title() || header.tiers.len() != game.tiers() as usize {
        return Err(Error::input(format!(
            "the table is of {}, not of {}",
            header.title.game,
            game.title().game
        )));
    }
    let total = (0..game.tiers()).map(|t| game.count(t)).sum::<u64>();
    budget.phase("verifying", Some(sample.unwrap_or(total)));
    let mut tiers: Vec<Option<Vec<u16>>> = vec![None; game.tiers() as usize];
    let mut summary = Summary::default();
    for tier in 0..game.tiers() {
        let section = table.section(tier)?;
        if section.meta.numbers != game.count(tier) {
            return Err(Error::input(format!(
                "tier {tier} has {} numbers and should have {}",
                section.meta.numbers,
                game.count(tier)
            )));
        }
        summary.join(&section.meta.summary);
        done.blocks += section.blocks() as u64;
        if sample.is_some() {
            for block in 0..section.blocks() {
                budget.check()?;
                table.block(tier, block)?;
            }
            continue;
        }
        for t in game.below(tier).into_iter().chain([tier]) {
            if tiers[t as usize].is_none() {
                tiers[t as usize] = Some(all_of(table, t)?);
            }
        }
        done.positions += whole_tier(game, tier, &section, &tiers, budget)?;
        for t in 0..=tier {
            let later = (tier + 1..game.tiers()).any(|later| game.below(later).contains(&t));
            if !later {
                tiers[t as usize] = None;
            }
        }
    }
    if summary != header.summary {
        return Err(Error::input(
            "the counts in the header are not those of the tiers",
        ));
    }
    let mut random = fastrand::Rng::with_seed(seed);
    let (mut drawn, mut tried) = (0, 0u64);
    while let Some(wanted) = sample
        && drawn < wanted.min(total)
        && tried < 64 * wanted
    {
        tried += 1;
        let mut place = random.u64(..total);
        let mut tier = 0;
        while place >= game.count(tier) {
            place -= game.count(tier);
            tier += 1;
        }
        let pos = game.position(tier, place);
        if game.index(&pos) != (tier, place) {
            continue;
        }
        budget.visit(1)?;
        drawn += 1;
        equation(game, &pos, table.value(tier, place)?, |t, i| {
            table.value(t, i)
        })?;
    }
    done.positions += drawn;
    if let Some(keys) = game.keys()
        && table.keys()?.is_none_or(|listed| listed.bytes() != keys)
    {
        return Err(Error::input(
            "the list of positions is not that of the positions that can be reached",
        ));
    }
    Ok(done)
}

fn all_of(table: &Table, tier: u32) -> Result<Vec<u16>> {
    let mut values = Vec::new();
    for block in 0..table.blocks(tier)? {
        let block: Arc<Vec<u16>> = table.block(tier, block)?;
        values.extend_from_slice(&block);
    }
    Ok(values)
}

fn whole_tier<G: Named>(
    game: &G,
    tier: u32,
    section: &Section,
    tiers: &[Option<Vec<u16>>],
    budget: &Budget,
) -> Result<u64> {
    let mut held = budget.hold();
    held.set(2 * tiers.iter().flatten().map(|t| t.len() as u64).sum::<u64>())?;
    let value = |t: u32, i: u64| {
        let values = tiers.get(t as usize).and_then(Option::as_ref);
        let value = values.and_then(|v| v.get(i as usize)).copied();
        value.map(Value::from_bits).ok_or_else(|| {
            Error::input(format!(
                "a move leads from tier {tier} to number {i} of tier {t}"
            ))
        })
    };
    let mut summary = Summary::default();
    let mut positions = 0;
    for index in 0..game.count(tier) {
        if index.is_multiple_of(1024) {
            budget.visit(1024.min(game.count(tier) - index))?;
        }
        let pos = game.position(tier, index);
        if game.index(&pos) != (tier, index) {
            continue;
        }
        let said = value(tier, index)?;
        equation(game, &pos, said, value)?;
        positions += 1;
        summary.add(tier, index, said.bits(), game.weight(tier, index));
    }
    if summary != section.meta.summary {
        return Err(Error::input(format!(
            "the counts of tier {tier} are not those of its values"
        )));
    }
    Ok(positions)
}

/// The value that follows from the values of the moves must be the one that the table says.
fn equation<G: Named>(
    game: &G,
    pos: &G::Position,
    said: Value,
    value: impl Fn(u32, u64) -> Result<Value>,
) -> Result<()> {
    let mut options = Vec::new();
    let ended = game.end(pos);
    if ended.is_none() {
        game.moves(pos, &mut options);
    }
    let found = if let Some(end) = ended.or_else(|| options.is_empty().then(|| game.stuck(pos))) {
        Some((end.verdict(), 0))
    } else {
        let mut values = Vec::with_capacity(options.len());
        for option in &options {
            let (tier, index) = game.index(option);
            values.push(value(tier, index)?);
        }
        let far = |verdict| {
            values
                .iter()
                .filter(move |v| v.verdict() == verdict)
                .filter_map(|v| v.remoteness())
        };
        let all_win = values.iter().all(|v| v.verdict() == Verdict::Win);
        if let Some(nearest) = far(Verdict::Lose).min() {
            Some((Verdict::Win, nearest + 1))
        } else if all_win {
            far(Verdict::Win)
                .max()
                .map(|farthest| (Verdict::Lose, farthest + 1))
        } else if let Some(nearest) = far(Verdict::Tie).min() {
            Some((Verdict::Tie, nearest + 1))
        } else {
            Some((Verdict::Draw, 0))
        }
    };
    let found = found
        .and_then(|(verdict, far)| Value::new(verdict, far))
        .unwrap_or(Value::from_bits(HOLE));
    if found == said {
        return Ok(());
    }
    let text = |v: Value| match v.remoteness() {
        Some(n) => format!("{} in {n}", v.verdict().name()),
        None => v.verdict().name().to_string(),
    };
    Err(Error::input(format!(
        "the position {} is said to be a {}, and its moves make it a {}",
        game.show(pos, Player::Left),
        text(said),
        text(found)
    )))
}
