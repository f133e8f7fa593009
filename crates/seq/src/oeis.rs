//! Look-up in the file `stripped` of the On-Line Encyclopedia of Integer Sequences, which the user supplies.
//!
//! Each line is `A000045 ,0,1,1,2,3,5,8,`; lines that start with `#` are comments. Nothing is downloaded.

use std::fs::File;
use std::io::{BufRead, BufReader, Error, ErrorKind, Read, Result};
use std::path::Path;

/// A sequence of the file that contains the terms in a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The number, such as `A000045`.
    pub number: String,
    /// How many terms of the entry come before the match.
    pub position: usize,
    /// How many terms were compared: those given that remain after `dropped`.
    pub matched: usize,
    /// How many leading terms were left off to find a match.
    pub dropped: usize,
}

/// Terms that a search needs at least.
pub const LEAST_TERMS: usize = 6;

/// The entries whose terms contain `terms` in a row, or `terms` without its first one or two (an index may start later),
/// or the terms up to where the entry ends if at least `LEAST_TERMS` and three quarters of them agree. At most `limit`,
/// those nearest the entry's start first. Reads the file once, line by line; no more than a line is kept in memory.
///
/// # Errors
/// If the file cannot be read, is compressed, or is not of the format; if fewer than 6 terms are given.
pub fn search(path: &Path, terms: &[u64], limit: usize) -> Result<Vec<Entry>> {
    let name = path.display();
    let wrong = |kind, text: String| Error::new(kind, format!("OEIS file `{name}`: {text}"));
    let file = File::open(path).map_err(|e| wrong(e.kind(), e.to_string()))?;
    let mut reader = BufReader::with_capacity(1 << 20, file);
    if reader.fill_buf()?.starts_with(&[0x1f, 0x8b]) {
        return Err(wrong(
            ErrorKind::InvalidData,
            "it is compressed; unpack it first, for example with gunzip".into(),
        ));
    }
    search_in(reader, terms, limit).map_err(|e| wrong(e.kind(), e.to_string()))
}

/// The same on an open file.
///
/// ```
/// let file = b"# comment\nA000045 ,0,1,1,2,3,5,8,13,21,34,\nA000027 ,1,2,3,4,5,6,7,8,9,\n";
/// let found = bouton_seq::oeis::search_in(&file[..], &[1, 2, 3, 5, 8, 13], 10).unwrap();
/// assert_eq!((found[0].number.as_str(), found[0].position), ("A000045", 2));
/// ```
pub fn search_in(reader: impl Read, terms: &[u64], limit: usize) -> Result<Vec<Entry>> {
    if terms.len() < LEAST_TERMS {
        return Err(Error::new(
            ErrorKind::InvalidInput,
            format!(
                "{} terms are too few to search for; give at least {LEAST_TERMS}",
                terms.len()
            ),
        ));
    }
    let needles: Vec<String> = (0..=2.min(terms.len() - LEAST_TERMS))
        .map(|dropped| {
            terms[dropped..]
                .iter()
                .fold(",".to_string(), |text, t| format!("{text}{t},"))
        })
        .collect();
    let mut found: Vec<Entry> = Vec::new();
    for (row, line) in BufReader::with_capacity(1 << 20, reader)
        .lines()
        .enumerate()
    {
        let line = line?;
        if line.starts_with('#') || line.is_empty() {
            continue;
        }
        let Some((number, list)) = line
            .split_once(' ')
            .filter(|(a, l)| a.starts_with('A') && l.starts_with(','))
        else {
            return Err(Error::new(
                ErrorKind::InvalidData,
                format!("line {} is not like `A000045 ,0,1,1,2,3,5,8,`", row + 1),
            ));
        };
        let hit = needles.iter().enumerate().find_map(|(dropped, needle)| {
            let (at, commas) = place(list, needle)?;
            Some((dropped, list[..at].matches(',').count(), commas))
        });
        if let Some((dropped, position, matched)) = hit {
            found.push(Entry {
                number: number.to_string(),
                position,
                matched,
                dropped,
            });
        }
    }
    found.sort_by_key(|e| (e.dropped, std::cmp::Reverse(e.matched), e.position));
    found.truncate(limit);
    Ok(found)
}

/// Where the list contains the needle, or ends with a long part of it: the byte, and the number of terms compared.
fn place(list: &str, needle: &str) -> Option<(usize, usize)> {
    let terms = |text: &str| text.matches(',').count() - 1;
    if let Some(at) = list.find(needle) {
        return Some((at, terms(needle)));
    }
    let all = terms(needle);
    let least = LEAST_TERMS.max(all.div_ceil(4) * 3);
    // Shorter and shorter beginnings of the needle, as ends of the list.
    let commas: Vec<usize> = needle.match_indices(',').map(|(i, _)| i).collect();
    (least..all).rev().find_map(|count| {
        let head = &needle[..=commas[count]];
        list.trim_end()
            .ends_with(head)
            .then(|| (list.trim_end().len() - head.len(), count))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "# OEIS\nA000045 ,0,1,1,2,3,5,8,13,21,34,55,\nA002186 ,0,1,2,3,1,4,3,2,1,4,2,6,4,1,2,7,\n\
        A000120 ,0,1,1,2,1,2,2,3,1,2,2,3,2,3,3,4,\n";

    fn numbers(terms: &[u64]) -> Vec<(String, usize, usize, usize)> {
        let found = search_in(FILE.as_bytes(), terms, 10).unwrap();
        found
            .into_iter()
            .map(|e| (e.number, e.position, e.matched, e.dropped))
            .collect()
    }

    #[test]
    fn finds_rows_and_their_ends() {
        let kayles = [0, 1, 2, 3, 1, 4, 3, 2];
        assert_eq!(numbers(&kayles), [("A002186".to_string(), 0, 8, 0)]);
        // A wrong first term, as of an empty heap.
        assert_eq!(
            numbers(&[9, 2, 3, 5, 8, 13, 21]),
            [("A000045".to_string(), 3, 6, 1)]
        );
        // Longer than the entry.
        let longer = [1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144];
        assert_eq!(numbers(&longer), [("A000045".to_string(), 1, 10, 0)]);
        // 13 is not 3: terms are compared whole.
        assert_eq!(numbers(&[3, 21, 34, 55, 0, 0, 0, 0]), []);
        assert_eq!(numbers(&[5, 8, 13, 21, 34, 56]), []);
    }

    #[test]
    fn errors_are_sentences() {
        let short = search_in(FILE.as_bytes(), &[1, 2], 10).unwrap_err();
        assert_eq!(
            short.to_string(),
            "2 terms are too few to search for; give at least 6"
        );
        let bad = search_in("A1 ,1,\nhello\n".as_bytes(), &[1; 6], 10).unwrap_err();
        assert_eq!(
            bad.to_string(),
            "line 2 is not like `A000045 ,0,1,1,2,3,5,8,`"
        );
        let absent = search(Path::new("no/such/file"), &[1; 6], 10).unwrap_err();
        assert!(absent.to_string().starts_with("OEIS file `no/such/file`: "));
    }
}
