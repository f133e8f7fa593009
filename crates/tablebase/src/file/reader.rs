//! Reading a table: the header at once, sections and blocks when they are asked for.

use super::{FILE, Header, Keys, MAGIC, Place, Section, VERSION, fault};
use crate::Value;
use bouton_core::{Error, Result};
use std::collections::HashMap;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Blocks that are kept in memory, 32 kB each.
const KEPT: usize = 256;

/// Blocks by tier and number.
type Blocks = HashMap<(u32, usize), Arc<Vec<u16>>>;

/// A table that is open for questions. Threads may share it.
pub struct Table {
    path: PathBuf,
    file: Mutex<File>,
    size: u64,
    header: Header,
    /// The first byte after the header.
    start: u64,
    sections: Mutex<HashMap<u32, Arc<Section>>>,
    blocks: Mutex<Blocks>,
    keys: Mutex<Option<Arc<Keys>>>,
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Table {
    /// Opens the table of a directory, and checks its header.
    pub fn open(folder: &Path) -> Result<Table> {
        let path = folder.join(FILE);
        let at = |e: Error| e.at(path.display());
        let mut file = File::open(&path).map_err(|e| match e.kind() {
            std::io::ErrorKind::NotFound => Error::input(format!(
                "`{}` holds no table: there is no {FILE}; make one with `bouton tablebase build GAME --out {}`",
                folder.display(),
                folder.display()
            )),
            _ => fault(path.display(), e),
        })?;
        let size = file.metadata().map_err(|e| fault(path.display(), e))?.len();
        let mut head = [0; 16];
        let short = |_| Error::input("it is too short to be a table").at(path.display());
        file.read_exact(&mut head).map_err(short)?;
        if &head[..8] != MAGIC {
            return Err(at(Error::input("this is not a table: it begins otherwise")));
        }
        let word = |i: usize| u32::from_le_bytes([head[i], head[i + 1], head[i + 2], head[i + 3]]);
        if word(8) != VERSION {
            return Err(at(Error::input(format!(
                "it is of version {}, and this program reads version {VERSION}; build it again",
                word(8)
            ))));
        }
        let length = u64::from(word(12));
        let damaged = || at(Error::input("the header is damaged; build the table again"));
        if length + 20 > size {
            return Err(damaged());
        }
        let mut json = vec![0; length as usize + 4];
        file.read_exact(&mut json).map_err(short)?;
        let crc = json.split_off(length as usize);
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(&head);
        hasher.update(&json);
        if crc != hasher.finalize().to_le_bytes() {
            return Err(damaged());
        }
        let header: Header = serde_json::from_slice(&json).map_err(|_| damaged())?;
        let start = length + 20;
        let mut end = start;
        for place in header.tiers.iter().chain(&header.keys) {
            if place.at != end - start {
                return Err(damaged());
            }
            end = end.saturating_add(place.bytes);
        }
        if end != size {
            return Err(at(Error::input(format!(
                "it has {size} bytes and should have {end}; build it again"
            ))));
        }
        Ok(Table {
            path,
            file: Mutex::new(file),
            size,
            header,
            start,
            sections: Mutex::default(),
            blocks: Mutex::default(),
            keys: Mutex::default(),
        })
    }

    /// What stands at its start.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Bytes of the file.
    pub fn bytes(&self) -> u64 {
        self.size
    }

    /// How many numbers a tier has.
    pub fn numbers(&self, tier: u32) -> Result<u64> {
        Ok(self.section(tier)?.meta.numbers)
    }

    /// The value of a number. Cost: a block of 16,384 numbers is read and unpacked, about 0.1 ms, unless it is among the last 256.
    pub fn value(&self, tier: u32, index: u64) -> Result<Value> {
        let section = self.section(tier)?;
        let block = (index / section.meta.block) as usize;
        let values = self.block(tier, block)?;
        let value = values.get((index % section.meta.block) as usize);
        value.map(|&v| Value::from_bits(v)).ok_or_else(|| {
            Error::input(format!(
                "number {index} is not in tier {tier}, which has {}",
                section.meta.numbers
            ))
            .at(self.path.display())
        })
    }

    /// The values of a block of a tier.
    pub fn block(&self, tier: u32, block: usize) -> Result<Arc<Vec<u16>>> {
        if let Some(values) = locked(&self.blocks).get(&(tier, block)) {
            return Ok(values.clone());
        }
        let place = self.place(tier)?;
        let section = self.section(tier)?;
        let values = section.block(block, |at, bytes| self.read(place, at, bytes));
        let values = Arc::new(values.map_err(|e| self.damaged(tier, &e))?);
        let mut kept = locked(&self.blocks);
        if kept.len() >= KEPT {
            kept.clear();
        }
        kept.insert((tier, block), values.clone());
        Ok(values)
    }

    /// Blocks of a tier.
    pub fn blocks(&self, tier: u32) -> Result<usize> {
        Ok(self.section(tier)?.blocks())
    }

    /// The list of positions, where the table has one.
    pub fn keys(&self) -> Result<Option<Arc<Keys>>> {
        let Some(place) = self.header.keys else {
            return Ok(None);
        };
        let mut kept = locked(&self.keys);
        if kept.is_none() {
            let bytes = self.read(place, 0, place.bytes as usize)?;
            let keys = Keys::from_bytes(bytes);
            *kept = Some(Arc::new(keys.map_err(|e| e.at(self.path.display()))?));
        }
        Ok(kept.clone())
    }

    fn place(&self, tier: u32) -> Result<Place> {
        let place = self.header.tiers.get(tier as usize).copied();
        place.ok_or_else(|| Error::input(format!("{}: it has no tier {tier}", self.path.display())))
    }

    pub(crate) fn section(&self, tier: u32) -> Result<Arc<Section>> {
        if let Some(section) = locked(&self.sections).get(&tier) {
            return Ok(section.clone());
        }
        let place = self.place(tier)?;
        let section = Section::open(place.bytes, |at, bytes| self.read(place, at, bytes));
        let section = Arc::new(section.map_err(|e| self.damaged(tier, &e))?);
        if section.meta.tier != tier || section.meta.title != self.header.title {
            return Err(self.damaged(tier, &Error::input("the section is of another table")));
        }
        locked(&self.sections).insert(tier, section.clone());
        Ok(section)
    }

    fn damaged(&self, tier: u32, e: &Error) -> Error {
        Error::input(format!(
            "{}: tier {tier}: {e}; the rest can be read, or build the table again",
            self.path.display()
        ))
    }

    fn read(&self, place: Place, at: u64, bytes: usize) -> Result<Vec<u8>> {
        if at.saturating_add(bytes as u64) > place.bytes {
            return Err(Error::input("a length is damaged"));
        }
        let mut file = locked(&self.file);
        let mut out = vec![0; bytes];
        file.seek(SeekFrom::Start(self.start + place.at + at))
            .and_then(|_| file.read_exact(&mut out))
            .map_err(|e| fault(self.path.display(), e))?;
        Ok(out)
    }
}
