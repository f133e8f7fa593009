//! The pipeline for taking-and-breaking codes: the period of the Grundy values and the heaps that are P-positions, or under misère
//! play the misère quotient.

use crate::report::{AnalyzeReport, ClaimReport};
use bouton_core::{Budget, Code, Error, Limits, Play, Result, grouped};
use bouton_heap::{HeapGame, Moves, ProvedPeriod, RunOptions, RunReport, Watch, run};

/// Values shown.
const SHOWN: usize = 30;

/// Heap sizes listed one by one in a statement; more of them are counted.
const LISTED: usize = 200;

/// Values that are computed at most, and for how many seconds, unless a period is proved earlier.
const MOST_VALUES: usize = 1 << 26;
const MOST_SECONDS: f64 = 5.0;

/// The largest heap and order of a misère quotient that is looked for.
const QUOTIENT: bouton_misere::Limits = bouton_misere::Limits {
    heaps: 1_000,
    order: 1_024,
    trial: 1 << 17,
};

/// What can be said about all heaps of a code.
pub(crate) fn analyze(
    name: &str,
    game: &HeapGame,
    play: Play,
    budget: &Budget,
) -> Result<AnalyzeReport> {
    let (first_values, claims, remarks) = match play {
        Play::Normal => normal(game, budget)?,
        Play::Misere => misere(game, budget)?,
    };
    Ok(AnalyzeReport {
        game: name.to_string(),
        play: match play {
            Play::Normal => "normal",
            Play::Misere => "misere",
        },
        termination: format!("play ends: every heap that a move of {game} leaves is smaller"),
        first_values,
        claims,
        count: None,
        remarks,
    })
}

type Found = (String, Vec<ClaimReport>, Vec<String>);

fn normal(game: &HeapGame, budget: &Budget) -> Result<Found> {
    let left = budget.limits().seconds.map_or(MOST_SECONDS, |most| {
        (most - budget.seconds()).min(MOST_SECONDS)
    });
    let attempt = Budget::new(&Limits {
        seconds: Some(left),
        ..budget.limits().clone()
    });
    let options = RunOptions {
        to: MOST_VALUES,
        stop_at_period: true,
        ..RunOptions::default()
    };
    let found = run(game, &options, &mut Watch::new(&attempt))?;
    budget.check()?;
    let values = found.values.head(SHOWN);
    let values: Vec<String> = values.iter().map(u64::to_string).collect();
    let first = format!("G(0), G(1), … = {}, …", values.join(", "));
    let Some(period) = found.period.proved() else {
        let remark = format!(
            "no period is claimed: {}; `bouton heap` computes more",
            found.period.statement()
        );
        return Ok((first, Vec::new(), vec![remark]));
    };
    let certificate = bouton_heap::period_certificate(game, period, &found.values).ok();
    let bound = format!("n < {}", grouped(found.values.len() as u64));
    let method = format!(
        "{} values by {}; the period is proved by {}",
        grouped(period.computed as u64),
        found.engine,
        period.proof.name()
    );
    let claim = |kind, statement, certificate| ClaimReport {
        kind,
        statement,
        status: "proved".to_string(),
        bound: bound.clone(),
        method: method.clone(),
        certificate,
        mona: Err("MONA files are written of proved P-sets of games of tuples".to_string()),
    };
    let claims = vec![
        claim("period", period_statement(period, &found), certificate),
        claim("p-set", zeros(period, &found), None),
    ];
    Ok((first, claims, Vec::new()))
}

fn value(found: &RunReport, n: usize) -> Option<u64> {
    found.values.get(n)
}

/// The period as a formula, with the values of one period and the exceptions.
fn period_statement(p: &ProvedPeriod, found: &RunReport) -> String {
    let add = match p.saltus {
        0 => String::new(),
        saltus => format!(" + {saltus}"),
    };
    let mut text = format!(
        "G(n + {}) = G(n){add} for all n >= {}",
        grouped(p.length as u64),
        grouped(p.preperiod as u64)
    );
    if p.length <= LISTED {
        let values: Vec<String> = (p.preperiod..p.preperiod + p.length)
            .filter_map(|n| value(found, n))
            .map(|g| g.to_string())
            .collect();
        text.push_str(&format!(
            "; the values from n = {} on are {}",
            p.preperiod,
            values.join(", ")
        ));
    }
    let exceptions: Vec<usize> = (0..p.preperiod)
        .filter(|&n| {
            // What the period, followed backwards, would say of n.
            let steps = (p.preperiod - n).div_ceil(p.length);
            let later = value(found, n + steps * p.length);
            let added = p.saltus.saturating_mul(steps as u64);
            later.and_then(|g| g.checked_sub(added)) != value(found, n)
        })
        .collect();
    text.push_str(&match exceptions.len() {
        0 => ", without exceptions".to_string(),
        1..=LISTED => format!(", with the exceptions n = {}", list(&exceptions)),
        many => format!(
            ", with {} exceptions, the last n = {}",
            grouped(many as u64),
            grouped(p.preperiod as u64 - 1)
        ),
    });
    text
}

/// Which single heaps are P-positions: residues from the preperiod on, and the sizes before it.
fn zeros(p: &ProvedPeriod, found: &RunReport) -> String {
    let zero = |n: &usize| value(found, *n) == Some(0);
    // With a saltus, values grow: the zeros are all in the preperiod and the first period.
    let end = p.preperiod + if p.saltus > 0 { p.length } else { 0 };
    let before: Vec<usize> = (0..end).filter(zero).collect();
    let mut residues: Vec<usize> = match p.saltus {
        0 => (p.preperiod..p.preperiod + p.length).filter(zero).collect(),
        _ => Vec::new(),
    };
    residues.iter_mut().for_each(|n| *n %= p.length);
    residues.sort_unstable();
    // A size that its residue covers already is no exception.
    let small: Vec<usize> = before
        .into_iter()
        .filter(|n| p.saltus > 0 || !residues.contains(&(n % p.length)))
        .collect();
    let covered = (0..p.preperiod).filter(|n| residues.contains(&(n % p.length)));
    let missing: Vec<usize> = covered.filter(|n| !zero(n)).collect();
    let mut parts = Vec::new();
    if !residues.is_empty() {
        let mut part = format!("n mod {} is in {{{}}}", p.length, short_list(&residues));
        if !missing.is_empty() {
            part.push_str(&format!(" and n is not in {{{}}}", short_list(&missing)));
        }
        parts.push(part);
    }
    if !small.is_empty() {
        parts.push(format!("n is in {{{}}}", short_list(&small)));
    }
    match parts.is_empty() {
        true => "no single heap is a P-position".to_string(),
        false => format!(
            "a single heap of n is a P-position if and only if {}",
            parts.join(", or ")
        ),
    }
}

fn list(sizes: &[usize]) -> String {
    let texts: Vec<String> = sizes.iter().map(usize::to_string).collect();
    texts.join(", ")
}

fn short_list(sizes: &[usize]) -> String {
    match sizes.len() > LISTED {
        false => list(sizes),
        true => format!("{}, … ({} in all)", list(&sizes[..LISTED]), sizes.len()),
    }
}

fn misere(game: &HeapGame, budget: &Budget) -> Result<Found> {
    if let Moves::Turning(_) = game.moves() {
        return Err(Error::input(format!(
            "{game} turns coins, and under misère play two equal heaps need not cancel; give a code such as 0.77"
        )));
    }
    let solution = bouton_misere::quotient(game.clone(), &QUOTIENT, budget, None)?;
    if let Some(stopped) = solution.reason().filter(|e| e.code() != Code::Size) {
        return Err(stopped.clone());
    }
    let report = solution.report();
    let first = format!("values of heaps 1, 2, … in the quotient: {}, …", {
        let few: Vec<&str> = report.phi.iter().take(SHOWN).map(String::as_str).collect();
        few.join(", ")
    });
    let reach = match (report.complete, report.period) {
        (true, Some(p)) => format!(
            "of all positions; the values of heaps have period {} from n = {} on",
            p.length, p.preperiod
        ),
        (true, None) => "of all positions".to_string(),
        (false, _) => format!("of positions with heaps up to {}", report.heaps),
    };
    let claim = ClaimReport {
        kind: "misère quotient",
        statement: format!(
            "the misère quotient {reach}, has {} elements, of which {} are P-positions: {}; P = {{{}}}",
            report.order,
            report.p_size,
            report.relations.join(", "),
            report.p_portion.join(", ")
        ),
        // For heaps up to the bound the quotient is exact; for all heaps only where a period is proved.
        status: if report.complete {
            "proved"
        } else {
            "verified"
        }
        .to_string(),
        bound: format!("heaps up to {}", report.heaps),
        method: match &report.proof {
            Some(proof) => format!("the search of Plambeck and Siegel; for all heaps by {proof}"),
            None => "the search of Plambeck and Siegel, exact for positions with these heaps"
                .to_string(),
        },
        certificate: None,
        mona: Err("MONA files are written of proved P-sets of games of tuples".to_string()),
    };
    let remarks = report
        .reason
        .map(|why| format!("the search ended at {why}"));
    Ok((first, vec![claim], remarks.into_iter().collect()))
}
