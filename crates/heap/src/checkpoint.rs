//! Checkpoints: a file of values that survives a kill at any moment.
//!
//! The file is a header line (`bouton-heap-values 1 GAME`) and blocks. A block is a head of 40 bytes (the word `BLOCK`, the
//! bytes of a value, the index of the first value, the number of values, a checksum of head and body) and the values, the
//! low byte first. Blocks are only ever appended, so what was saved is never written again; a block that a kill cut off fails
//! its checksum and is dropped when the file is opened. Full blocks begin at multiples of [`BLOCK`]; the last one may be
//! shorter, and is replaced when the sequence grows (in a copy that is then renamed, so that its values are never lost). So
//! the finished file does not depend on interruptions. The header is written to a temporary file that is then renamed.

use crate::Values;
use bouton_rules::{Error, Result, heaps::shorten};
use std::fs::{File, OpenOptions};
use std::io::{BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Values in a full block.
pub const BLOCK: usize = 1 << 16;

const WORD: &[u8; 8] = b"BLOCK\0\0\0";
const HEAD: usize = 40;

/// An open checkpoint.
#[derive(Debug)]
pub struct Checkpoint {
    path: PathBuf,
    file: File,
    /// Values in full blocks, and where the next block goes.
    saved: usize,
    end: u64,
    /// A shorter block stands at `end`.
    short_block: bool,
}

/// FNV-1a over eight bytes at a time: finds torn and damaged blocks, not forgeries.
fn checksum(parts: [&[u8]; 2]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    for part in parts {
        for chunk in part.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            hash = (hash ^ u64::from_le_bytes(word)).wrapping_mul(0x0000_0100_0000_01b3);
            hash ^= hash >> 32;
        }
    }
    hash
}

fn io_error(path: &Path, action: &str, error: &std::io::Error) -> Error {
    let text = format!("checkpoint `{}`: cannot {action}: {error}", path.display());
    if error.kind() == std::io::ErrorKind::NotFound {
        Error::input(text)
    } else {
        Error::limit(text)
    }
}

impl Checkpoint {
    /// Opens the checkpoint of a game, or makes a new one, and reads the values that it holds.
    ///
    /// # Errors
    /// If the file cannot be read or written, is no checkpoint, or is one of another game. Nothing is changed then.
    pub fn open(path: &Path, game: &str) -> Result<(Checkpoint, Values)> {
        let header = format!("bouton-heap-values 1 {game}\n");
        if !path.exists() {
            let new = temporary(path);
            let write = || -> std::io::Result<()> {
                let mut file = File::create(&new)?;
                file.write_all(header.as_bytes())?;
                file.sync_all()?;
                std::fs::rename(&new, path)
            };
            write().map_err(|e| io_error(path, "be made", &e))?;
        }
        let options = OpenOptions::new().read(true).write(true).open(path);
        let file = options.map_err(|e| io_error(path, "be opened", &e))?;
        let mut checkpoint = Checkpoint {
            path: path.to_path_buf(),
            file,
            saved: 0,
            end: header.len() as u64,
            short_block: false,
        };
        let values = checkpoint.read(&header)?;
        Ok((checkpoint, values))
    }

    /// The values of a finished or interrupted checkpoint of any game, with the game's name.
    pub fn read_game(path: &Path) -> Result<String> {
        let mut head = vec![0; 1 << 16];
        let read = File::open(path).and_then(|mut f| f.read(&mut head));
        let len = read.map_err(|e| io_error(path, "be read", &e))?;
        let line = head[..len]
            .split(|&b| b == b'\n')
            .next()
            .unwrap_or_default();
        let line = String::from_utf8_lossy(line);
        match line.strip_prefix("bouton-heap-values 1 ") {
            Some(game) => Ok(game.to_string()),
            None => Err(not_a_checkpoint(path, &line)),
        }
    }

    fn read(&mut self, header: &str) -> Result<Values> {
        let error = |e: &std::io::Error| io_error(&self.path, "be read", e);
        let mut input = BufReader::with_capacity(1 << 20, &self.file);
        let mut found = vec![0; header.len()];
        let len = read_full(&mut input, &mut found).map_err(|e| error(&e))?;
        if found[..len] != *header.as_bytes() {
            let line = String::from_utf8_lossy(&found[..len]);
            let line = line.lines().next().unwrap_or_default();
            return Err(match line.strip_prefix("bouton-heap-values 1 ") {
                Some(_) => Error::input(format!(
                    "checkpoint `{}`: it belongs to another game than this one ({}); name another file",
                    self.path.display(),
                    header
                        .trim_end()
                        .trim_start_matches("bouton-heap-values 1 ")
                )),
                None => not_a_checkpoint(&self.path, line),
            });
        }
        let mut values = Values::U8(Vec::new());
        let (mut end, mut saved) = (self.end, 0);
        loop {
            let mut head = [0u8; HEAD];
            if read_full(&mut input, &mut head).map_err(|e| error(&e))? < HEAD || head[..8] != *WORD
            {
                break;
            }
            let field = |i: usize| {
                u64::from_le_bytes(head[8 * i..8 * i + 8].try_into().unwrap_or_default())
            };
            let (width, first, count, sum) = (field(1), field(2), field(3), field(4));
            if !matches!(width, 1 | 2 | 4) || first != values.len() as u64 || count > BLOCK as u64 {
                break;
            }
            let mut body = vec![0; (width * count) as usize];
            if read_full(&mut input, &mut body).map_err(|e| error(&e))? < body.len()
                || checksum([&head[..32], &body]) != sum
            {
                break;
            }
            values.append(width as usize, &body);
            if count < BLOCK as u64 {
                self.short_block = true;
                break;
            }
            saved = values.len();
            end += (HEAD + body.len()) as u64;
        }
        self.end = end;
        self.saved = saved;
        Ok(values)
    }

    /// Saves the values that are not saved yet: all full blocks, and with `last` the rest as well.
    ///
    /// # Errors
    /// If the file cannot be written, for example because the disk is full. What was saved before stays as it is.
    pub fn save(&mut self, values: &Values, last: bool) -> Result<()> {
        let mut blocks = Vec::new();
        let mut from = self.saved;
        while values.len() >= from + BLOCK {
            blocks.extend(block(values, from, BLOCK));
            from += BLOCK;
        }
        let full = blocks.len() as u64;
        if last {
            blocks.extend(block(values, from, values.len() - from));
        }
        if blocks.is_empty() {
            return Ok(());
        }
        self.write(&blocks).map_err(|e| {
            let saved = self.saved;
            io_error(
                &self.path,
                &format!("be written (the first {saved} values are saved)"),
                &e,
            )
        })?;
        self.saved = from;
        self.end += full;
        self.short_block = last;
        Ok(())
    }

    /// Writes blocks behind the full ones.
    fn write(&mut self, blocks: &[u8]) -> std::io::Result<()> {
        if !self.short_block {
            self.file.seek(SeekFrom::Start(self.end))?;
            self.file.write_all(blocks)?;
            self.file.set_len(self.end + blocks.len() as u64)?;
            return self.file.sync_data();
        }
        let new = temporary(&self.path);
        let mut copy = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(true)
            .open(&new)?;
        self.file.seek(SeekFrom::Start(0))?;
        std::io::copy(&mut Read::by_ref(&mut self.file).take(self.end), &mut copy)?;
        copy.write_all(blocks)?;
        copy.sync_all()?;
        std::fs::rename(&new, &self.path)?;
        self.file = copy;
        Ok(())
    }
}

/// The checkpoint's name with `.new` behind it.
fn temporary(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".new");
    path.with_file_name(name)
}

fn block(values: &Values, from: usize, count: usize) -> Vec<u8> {
    let (width, body) = values.bytes(from, count);
    let mut block = Vec::with_capacity(HEAD + body.len());
    block.extend_from_slice(WORD);
    for field in [width, from, count] {
        block.extend_from_slice(&(field as u64).to_le_bytes());
    }
    let sum = checksum([&block, &body]);
    block.extend_from_slice(&sum.to_le_bytes());
    block.extend_from_slice(&body);
    block
}

fn not_a_checkpoint(path: &Path, line: &str) -> Error {
    Error::input(format!(
        "checkpoint `{}`: it begins with `{}` and is no checkpoint of heap values; name another file",
        path.display(),
        shorten(line)
    ))
}

/// Reads until the buffer is full or the file ends; returns how much was read.
fn read_full(input: &mut impl Read, buffer: &mut [u8]) -> std::io::Result<usize> {
    let mut len = 0;
    while len < buffer.len() {
        match input.read(&mut buffer[len..])? {
            0 => break,
            more => len += more,
        }
    }
    Ok(len)
}

impl Values {
    /// Bytes per value in a block, and the values there as bytes. The narrowest width that the block allows, so that a file
    /// does not depend on how wide later values are.
    fn bytes(&self, from: usize, count: usize) -> (usize, Vec<u8>) {
        if let Values::U8(v) = self {
            return (1, v[from..from + count].to_vec());
        }
        let part = || (from..from + count).filter_map(|n| self.get(n));
        match part().max().unwrap_or(0) {
            0..0x100 => (1, part().map(|v| v as u8).collect()),
            0x100..0x1_0000 => (2, part().flat_map(|v| (v as u16).to_le_bytes()).collect()),
            _ => (4, part().flat_map(|v| (v as u32).to_le_bytes()).collect()),
        }
    }

    /// Appends values from bytes, widening as needed.
    fn append(&mut self, width: usize, body: &[u8]) {
        if let (Values::U8(v), 1) = (&mut *self, width) {
            v.extend_from_slice(body);
            return;
        }
        let wide: Vec<u32> = body
            .chunks_exact(width)
            .map(|c| c.iter().rev().fold(0, |v, &b| v << 8 | u32::from(b)))
            .collect();
        if let (Values::U16(v), 1 | 2) = (&mut *self, width) {
            v.extend(wide.iter().map(|&w| w as u16));
            return;
        }
        let mut all = self.widened();
        all.extend(wide);
        *self = if width == 4 {
            Values::U32(all)
        } else {
            Values::narrowed(all)
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(len: usize, top: u32) -> Values {
        Values::narrowed(
            (0..len as u32)
                .map(|n| n.wrapping_mul(2_654_435_761) % top)
                .collect(),
        )
    }

    fn folder(name: &str) -> PathBuf {
        let dir =
            std::env::temp_dir().join(format!("bouton-checkpoint-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&dir).unwrap();
        dir
    }

    #[test]
    fn every_cut_file_gives_a_prefix_and_the_same_end() {
        let dir = folder("cut");
        let path = dir.join("values");
        let all = sample(2 * BLOCK + 777, 200);
        let (mut checkpoint, empty) = Checkpoint::open(&path, "0.77").unwrap();
        assert!(empty.is_empty());
        checkpoint.save(&all, true).unwrap();
        let whole = std::fs::read(&path).unwrap();
        let mut rng = fastrand::Rng::with_seed(4);
        for _ in 0..40 {
            // A kill leaves a part of the file, perhaps with rubbish in the last block.
            let len = rng.usize(30..whole.len());
            let mut cut = whole[..len].to_vec();
            if rng.bool() {
                *cut.last_mut().unwrap() ^= 1;
            }
            std::fs::write(&path, &cut).unwrap();
            let (mut checkpoint, values) = Checkpoint::open(&path, "0.77").unwrap();
            assert!(
                values.len() + BLOCK >= len.saturating_sub(200),
                "{} of {len}",
                values.len()
            );
            assert_eq!(values.head(values.len()), all.head(values.len()));
            // Grow in two steps.
            let half = Values::narrowed(all.widened()[..values.len().max(BLOCK + 99)].to_vec());
            checkpoint.save(&half, true).unwrap();
            let (mut checkpoint, values) = Checkpoint::open(&path, "0.77").unwrap();
            assert_eq!(values, half);
            checkpoint.save(&all, true).unwrap();
            assert!(std::fs::read(&path).unwrap() == whole);
        }
        std::fs::remove_dir_all(dir).unwrap();
    }

    #[test]
    fn wide_values_come_back() {
        let dir = folder("wide");
        for (top, len) in [(300, 1000), (70_000, BLOCK + 5)] {
            let path = dir.join(top.to_string());
            let values = sample(len, top);
            let (mut checkpoint, _) = Checkpoint::open(&path, "0.6").unwrap();
            checkpoint.save(&values, true).unwrap();
            assert_eq!(Checkpoint::open(&path, "0.6").unwrap().1, values);
        }
        std::fs::remove_dir_all(dir).unwrap();
    }

    #[test]
    fn errors_name_the_file_and_change_nothing() {
        let dir = folder("errors");
        let path = dir.join("values");
        Checkpoint::open(&path, "0.6").unwrap();
        let text = Checkpoint::open(&path, "0.77").unwrap_err().to_string();
        assert!(
            text.contains("belongs to another game than this one (0.77)"),
            "{text}"
        );
        assert_eq!(Checkpoint::read_game(&path).unwrap(), "0.6");
        std::fs::write(&path, "my shopping list\n").unwrap();
        let text = Checkpoint::open(&path, "0.77").unwrap_err().to_string();
        assert!(
            text.contains("begins with `my shopping li") && text.contains("name another file"),
            "{text}"
        );
        assert_eq!(
            std::fs::read_to_string(&path).unwrap(),
            "my shopping list\n"
        );
        let text = Checkpoint::open(&dir.join("no/such/file"), "0.77")
            .unwrap_err()
            .to_string();
        assert!(text.contains("cannot be made"), "{text}");
        let text = Checkpoint::open(&dir, "0.77").unwrap_err().to_string();
        assert!(text.contains("cannot be opened"), "{text}");
        std::fs::remove_dir_all(dir).unwrap();
    }
}
