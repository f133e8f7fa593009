//! Builds a table in a directory, tier by tier, so that a stop at any moment loses little.
//!
//! A finished tier is a file of its own until all are done; the tier at work leaves its state between plies from time to time. The
//! same call goes on from there. What is written depends on the game alone, not on threads, memory or interruptions.

use crate::file::{
    Checked, FILE, Header, Section, Summary, Table, Title, atomically, fault, write_section,
    write_table,
};
use crate::solver::{BYTES, State, solve_tier};
use crate::{Indexed, Named};
use bouton_core::{Budget, Code, Error, Result, bytes_text, grouped};
use std::fs::{self, File};
use std::io::{BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What a build will take, before it starts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Tiers.
    pub tiers: u32,
    /// Numbers, holes included.
    pub numbers: u64,
    /// Bytes of memory for the largest tier and the tiers below it.
    pub memory: u64,
    /// The largest size that the file can have, in bytes; one in ten of it is usual.
    pub file: u64,
    /// Seconds, from the time that a sample of positions takes.
    pub seconds: f64,
}

/// Estimates a build from a sample of the largest tier. Cost: some milliseconds.
pub fn estimate<G: Indexed>(game: &G, budget: &Budget) -> Estimate {
    let tiers = game.tiers();
    let counts: Vec<u64> = (0..tiers).map(|t| game.count(t)).collect();
    let memory = |tier: u32| {
        let below = game
            .below(tier)
            .iter()
            .fold(0u64, |sum, &t| sum.saturating_add(counts[t as usize]));
        counts[tier as usize]
            .saturating_mul(BYTES)
            .saturating_add(below.saturating_mul(2))
    };
    let numbers = counts.iter().fold(0u64, |sum, &n| sum.saturating_add(n));
    let largest = (0..tiers).max_by_key(|&t| counts[t as usize]).unwrap_or(0);
    let count = counts.get(largest as usize).copied().unwrap_or(0);
    let (start, mut tried, mut out) = (Instant::now(), 0u64, Vec::new());
    let mut touched = 0;
    while tried < count.min(4096) && start.elapsed() < Duration::from_millis(50) {
        let pos = game.position(largest, tried * (count / count.min(4096)));
        out.clear();
        if game.end(&pos).is_none() {
            game.moves(&pos, &mut out);
            touched = out
                .iter()
                .fold(touched, |sum, next| sum ^ game.index(next).1);
        }
        tried += 1;
    }
    std::hint::black_box(touched);
    // Moves forwards, sources backwards, and the file.
    let each = 3.0 * start.elapsed().as_secs_f64() / tried.max(1) as f64;
    Estimate {
        tiers,
        numbers,
        memory: (0..tiers).map(memory).max().unwrap_or(0),
        file: numbers.saturating_mul(2),
        seconds: each * numbers as f64 / f64::from(budget.threads()),
    }
}

/// How a build goes on.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Time between two checkpoints within a tier.
    pub every: Duration,
}

impl Default for Options {
    /// A checkpoint every ten seconds.
    fn default() -> Self {
        Options {
            every: Duration::from_secs(10),
        }
    }
}

/// Builds the table of a game in a directory, or goes on with it, and returns its header. A table that is there already is left as it is.
///
/// Errors: the directory holds another table; another process builds in it; the largest tier does not fit into the memory of the
/// budget (with the figures); a limit of the budget, after which the same call goes on.
pub fn build<G: Named>(
    game: &G,
    folder: &Path,
    options: Options,
    budget: &Budget,
) -> Result<Header> {
    fs::create_dir_all(folder).map_err(|e| fault(folder.display(), e))?;
    let lock = folder.join("lock");
    let lock_file = File::create(&lock).map_err(|e| fault(lock.display(), e))?;
    if lock_file.try_lock().is_err() {
        return Err(Error::input(format!(
            "`{}`: another process builds a table there",
            folder.display()
        )));
    }
    let title = game.title();
    if folder.join(FILE).exists() {
        let table = Table::open(folder)?;
        same_title(folder, &table.header().title, &title)?;
        tidy_up(folder, game.tiers());
        return Ok(table.header().clone());
    }
    let needs = estimate(game, budget);
    if let Some(most) = budget.limits().bytes
        && needs.memory > most
    {
        return Err(Error::new(
            Code::Memory,
            format!(
                "the table of {} has {} numbers, and solving it needs {} of memory; the limit is {}",
                title.game,
                grouped(needs.numbers),
                bytes_text(needs.memory),
                bytes_text(most)
            ),
        ));
    }
    budget.phase("solving", Some(needs.numbers));
    let mut work = Build {
        game,
        folder,
        title,
        options,
        budget,
        solved: vec![None; game.tiers() as usize],
        summary: Summary::default(),
    };
    for tier in 0..game.tiers() {
        work.tier(tier)?;
    }
    let keys = match game.keys() {
        Some(bytes) => {
            let path = folder.join("keys.part");
            atomically(&path, |out| out.write_all(&bytes))?;
            Some(path)
        }
        None => None,
    };
    let parts: Vec<PathBuf> = (0..game.tiers()).map(|t| part(folder, t)).collect();
    write_table(
        &folder.join(FILE),
        &work.title,
        &parts,
        work.summary,
        keys.as_deref(),
    )?;
    tidy_up(folder, game.tiers());
    Ok(Table::open(folder)?.header().clone())
}

fn part(folder: &Path, tier: u32) -> PathBuf {
    folder.join(format!("tier-{tier:05}.part"))
}

/// Removes what a finished table has no use for.
fn tidy_up(folder: &Path, tiers: u32) {
    let names = ["keys.part", "ply.state", "lock"].map(|name| folder.join(name));
    for path in (0..tiers).map(|t| part(folder, t)).chain(names) {
        // A file that stays costs room and nothing else.
        let _ = fs::remove_file(path);
    }
}

fn same_title(folder: &Path, there: &Title, wanted: &Title) -> Result<()> {
    if there == wanted {
        return Ok(());
    }
    let text = |t: &Title| match t.position.is_empty() {
        true => format!("{} ({})", t.game, t.play),
        false => format!("{} {} ({})", t.game, t.position, t.play),
    };
    Err(Error::input(format!(
        "`{}` holds a table of {}, not of {}: give another directory",
        folder.display(),
        text(there),
        text(wanted)
    )))
}

struct Build<'a, G: Named> {
    game: &'a G,
    folder: &'a Path,
    title: Title,
    options: Options,
    budget: &'a Budget,
    solved: Vec<Option<Arc<[u16]>>>,
    summary: Summary,
}

impl<G: Named> Build<'_, G> {
    fn tier(&mut self, tier: u32) -> Result<()> {
        let path = part(self.folder, tier);
        if path.exists() {
            let (section, _) = self.read(tier)?;
            self.summary.join(&section.meta.summary);
            return self.budget.visit(self.game.count(tier));
        }
        let below = self.game.below(tier);
        self.make_room(tier, &below);
        for &t in &below {
            if self.solved[t as usize].is_none() {
                self.solved[t as usize] = Some(self.read(t)?.1.into());
            }
        }
        let from = self.checkpoint(tier)?;
        let mut last = Instant::now();
        let mut cost = Duration::ZERO;
        let values = solve_tier(self.game, tier, &self.solved, from, self.budget, |state| {
            // Writing takes at most a tenth of the time.
            if last.elapsed() >= self.options.every.max(10 * cost) {
                let start = Instant::now();
                self.write_checkpoint(tier, state)?;
                cost = start.elapsed();
                last = Instant::now();
            }
            Ok(())
        })?;
        write_section(self.game, &self.title, tier, &values, &path, self.budget)?;
        let (meta, ()) = (self.head(tier)?.meta, ());
        self.summary.join(&meta.summary);
        self.solved[tier as usize] = Some(values.into());
        Ok(())
    }

    /// Forgets tiers that are not needed now, where no later tier needs them or memory is short.
    fn make_room(&mut self, tier: u32, below: &[u32]) {
        let last_use = |t: u32| {
            (tier..self.game.tiers())
                .rev()
                .any(|later| self.game.below(later).contains(&t))
        };
        let kept: u64 = self
            .solved
            .iter()
            .flatten()
            .map(|v| 2 * v.len() as u64)
            .sum();
        let missing: u64 = below
            .iter()
            .filter(|&&t| self.solved[t as usize].is_none())
            .map(|&t| 2 * self.game.count(t))
            .sum();
        let total = kept + missing + BYTES * self.game.count(tier);
        let short = self.budget.limits().bytes.is_some_and(|most| total > most);
        let forget: Vec<u32> = (0..tier)
            .filter(|&t| {
                self.solved[t as usize].is_some() && !below.contains(&t) && (short || !last_use(t))
            })
            .collect();
        for t in forget {
            self.solved[t as usize] = None;
        }
    }

    fn head(&self, tier: u32) -> Result<Section> {
        let path = part(self.folder, tier);
        let context = |e: Error| e.at(path.display());
        let mut file = File::open(&path).map_err(|e| fault(path.display(), e))?;
        let size = file.metadata().map_err(|e| fault(path.display(), e))?.len();
        let section =
            Section::open(size, |at, bytes| read(&mut file, &path, at, bytes)).map_err(context)?;
        same_title(self.folder, &section.meta.title, &self.title)?;
        if section.meta.tier != tier || section.meta.numbers != self.game.count(tier) {
            return Err(Error::input(format!(
                "{}: it is the part of another table; remove it",
                path.display()
            )));
        }
        Ok(section)
    }

    /// A finished tier, every block checked; holes stand as the value before them.
    fn read(&self, tier: u32) -> Result<(Section, Vec<u16>)> {
        let path = part(self.folder, tier);
        let section = self.head(tier)?;
        let mut file = File::open(&path).map_err(|e| fault(path.display(), e))?;
        let mut values = Vec::with_capacity(section.meta.numbers as usize);
        for block in 0..section.blocks() {
            let part = section.block(block, |at, bytes| read(&mut file, &path, at, bytes));
            values.extend(part.map_err(|e| {
                Error::input(format!(
                    "{}: {e}; remove this file and build again",
                    path.display()
                ))
            })?);
        }
        Ok((section, values))
    }

    fn write_checkpoint(&self, tier: u32, state: &State) -> Result<()> {
        atomically(&self.folder.join("ply.state"), |out| {
            let mut out = Checked::new(out);
            let title = serde_json::to_vec(&(&self.title, tier, self.game.count(tier)))?;
            out.write_all(&(title.len() as u32).to_le_bytes())?;
            out.write_all(&title)?;
            state.write(&mut out)?;
            let (crc, out) = out.parts();
            out.write_all(&crc.to_le_bytes())
        })
    }

    /// The state that was left for this tier; one of another tier, or a damaged one, is no state.
    fn checkpoint(&self, tier: u32) -> Result<Option<State>> {
        let path = self.folder.join("ply.state");
        let Ok(file) = File::open(&path) else {
            return Ok(None);
        };
        let mut file = Checked::new(BufReader::with_capacity(1 << 18, file));
        let count = self.game.count(tier);
        let mut read = || -> std::io::Result<Option<State>> {
            let title = serde_json::to_vec(&(&self.title, tier, count))?;
            let mut length = [0; 4];
            file.read_exact(&mut length)?;
            if u32::from_le_bytes(length) as usize != title.len() {
                return Ok(None);
            }
            let mut said = vec![0; title.len()];
            file.read_exact(&mut said)?;
            if said != title {
                return Ok(None);
            }
            let state = State::read(count, &mut file)?;
            let (crc, inner) = file.parts();
            inner.read_exact(&mut length)?;
            Ok((u32::from_le_bytes(length) == crc).then_some(state))
        };
        Ok(read().unwrap_or(None))
    }
}

fn read(file: &mut File, path: &Path, at: u64, bytes: usize) -> Result<Vec<u8>> {
    let mut out = vec![0; bytes];
    file.seek(SeekFrom::Start(at))
        .and_then(|_| file.read_exact(&mut out))
        .map_err(|e| fault(path.display(), e))?;
    Ok(out)
}
