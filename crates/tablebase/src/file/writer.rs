//! Writing: sections, tables, and files that are there as a whole or not at all.

use super::section::{block_size, compress};
use super::{Header, MAGIC, Meta, Place, Summary, Title, VERSION};
use crate::Indexed;
use crate::code::HOLE;
use bouton_core::{Budget, Error, Result};
use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// An error of the file system, or of what a file says.
pub(crate) fn fault(what: impl Display, why: impl Display) -> Error {
    Error::input(format!("{what}: {why}"))
}

/// A file that is written under another name, flushed to the disk, and then takes its name: whoever looks sees the old file, the whole
/// new one, or none.
pub(crate) fn atomically(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<()> {
    let temporary = path.with_extension("tmp");
    let run = || {
        let mut file = BufWriter::with_capacity(1 << 18, File::create(&temporary)?);
        write(&mut file)?;
        let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.sync_all()?;
        fs::rename(&temporary, path)?;
        match path.parent() {
            Some(folder) if cfg!(unix) => File::open(folder)?.sync_all(),
            _ => Ok(()),
        }
    };
    run().map_err(|e| fault(path.display(), e))
}

/// Passes bytes on and keeps their checksum.
pub(crate) struct Checked<T> {
    inner: T,
    hasher: crc32fast::Hasher,
}

impl<T> Checked<T> {
    pub fn new(inner: T) -> Self {
        Checked {
            inner,
            hasher: crc32fast::Hasher::new(),
        }
    }

    /// The checksum so far, and what the bytes go to.
    pub fn parts(&mut self) -> (u32, &mut T) {
        (self.hasher.clone().finalize(), &mut self.inner)
    }
}

impl<T: Write> Write for Checked<T> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.inner.write(bytes)?;
        self.hasher.update(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl<T: Read> Read for Checked<T> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(bytes)?;
        self.hasher.update(&bytes[..count]);
        Ok(count)
    }
}

/// A block by its number: its bytes, and the counts of its positions.
type Packed = (usize, Result<Vec<u8>>, Summary);

/// Writes the section of a tier to a file of its own, with as many threads as the budget allows.
pub(crate) fn write_section<G: Indexed>(
    game: &G,
    title: &Title,
    tier: u32,
    values: &[u16],
    path: &Path,
    budget: &Budget,
) -> Result<()> {
    let blocks: Vec<&[u16]> = values.chunks(block_size()).collect();
    let codes = codes_of(values);
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<Packed>> = Mutex::new(Vec::new());
    let run = || {
        loop {
            let i = next.fetch_add(1, Relaxed);
            let Some(block) = blocks.get(i) else {
                return;
            };
            let mut summary = Summary::default();
            for (index, &value) in ((i * block_size()) as u64..).zip(block.iter()) {
                if value != HOLE {
                    summary.add(tier, index, value, game.weight(tier, index));
                }
            }
            let bytes = budget.check().and_then(|()| compress(block, &codes));
            if let Ok(mut done) = done.lock() {
                done.push((i, bytes, summary));
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..usize::from(budget.threads()).min(blocks.len()) {
            scope.spawn(run);
        }
        run();
    });
    let mut done = done.into_inner().unwrap_or_default();
    done.sort_by_key(|d| d.0);
    let mut summary = Summary::default();
    let mut compressed = Vec::with_capacity(done.len());
    for (_, bytes, part) in done {
        summary.join(&part);
        compressed.push(bytes?);
    }
    let meta = Meta {
        title: title.clone(),
        tier,
        numbers: values.len() as u64,
        block: block_size() as u64,
        codes,
        summary,
    };
    let mut head = framed(&meta)?;
    let from = head.len();
    for block in &compressed {
        head.extend((block.len() as u32).to_le_bytes());
        head.extend(crc32fast::hash(block).to_le_bytes());
    }
    let crc = crc32fast::hash(&head[from..]);
    head.extend(crc.to_le_bytes());
    atomically(path, |out| {
        out.write_all(&head)?;
        compressed.iter().try_for_each(|block| out.write_all(block))
    })
}

/// The values that occur, ascending; at least one.
fn codes_of(values: &[u16]) -> Vec<u16> {
    let mut seen = vec![false; 1 << 16];
    values.iter().for_each(|&v| seen[v as usize] = true);
    seen[HOLE as usize] = false;
    let mut codes: Vec<u16> = (0..HOLE).filter(|&v| seen[v as usize]).collect();
    if codes.is_empty() {
        codes.push(0);
    }
    codes
}

/// Length, JSON, checksum.
fn framed(what: &impl serde::Serialize) -> Result<Vec<u8>> {
    let json = serde_json::to_vec(what).map_err(|e| fault("the head of a table", e))?;
    let length = u32::try_from(json.len()).map_err(|e| fault("the head of a table", e))?;
    let mut out = length.to_le_bytes().to_vec();
    out.extend(json);
    out.extend(crc32fast::hash(&out).to_le_bytes());
    Ok(out)
}

/// Puts sections (and a list of positions) that stand in files of their own together to a table.
pub(crate) fn write_table(
    path: &Path,
    title: &Title,
    parts: &[std::path::PathBuf],
    summary: Summary,
    keys: Option<&Path>,
) -> Result<()> {
    let mut at = 0;
    let mut place = |path: &Path| -> Result<Place> {
        let bytes = fs::metadata(path)
            .map_err(|e| fault(path.display(), e))?
            .len();
        at += bytes;
        Ok(Place {
            at: at - bytes,
            bytes,
        })
    };
    let tiers = parts.iter().map(|p| place(p)).collect::<Result<_>>()?;
    let keys_place = keys.map(&mut place).transpose()?;
    let header = Header {
        title: title.clone(),
        tiers,
        keys: keys_place,
        summary,
    };
    let mut head = MAGIC.to_vec();
    head.extend(VERSION.to_le_bytes());
    let json = serde_json::to_vec(&header).map_err(|e| fault("the head of a table", e))?;
    head.extend((json.len() as u32).to_le_bytes());
    head.extend(json);
    head.extend(crc32fast::hash(&head).to_le_bytes());
    atomically(path, |out| {
        out.write_all(&head)?;
        for part in parts.iter().map(|p| p.as_path()).chain(keys) {
            io::copy(&mut File::open(part)?, out)?;
        }
        Ok(())
    })
}
