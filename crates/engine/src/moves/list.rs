//! Moves in texts: heaps and other lists by what leaves and what comes, lines of letters by their places.

use super::{Change, Place, board};

/// The change between two texts.
pub(super) fn of_texts(from: &str, to: &str) -> Change {
    let (old, new) = (rows(from), rows(to));
    if is_drawn(from)
        && is_drawn(to)
        && let Some(change) = board::of_rows(&old, &new)
    {
        return change;
    }
    if is_drawn(from)
        && let Some(change) = shorter(&old, &new)
    {
        return change;
    }
    of_items(from, to)
}

/// True for a text of rows of letters, in which each character is a place.
fn is_drawn(text: &str) -> bool {
    let place = |c: char| c.is_ascii_alphabetic() || ".#|;!-_@".contains(c);
    !text.is_empty() && text.chars().all(place)
}

fn rows(text: &str) -> Vec<Vec<char>> {
    let rows = text.split(['|', ';']);
    rows.map(|row| row.chars().collect()).collect()
}

/// One row that loses letters at one end or in one place.
fn shorter(old: &[Vec<char>], new: &[Vec<char>]) -> Option<Change> {
    let ([old], [new]) = (old, new) else {
        return None;
    };
    let empty = new.as_slice() == ['(', ')'];
    let new: &[char] = if empty { &[] } else { new };
    if new.len() >= old.len() {
        return None;
    }
    let same = |(a, b): &(&char, &char)| a == b;
    let end = old
        .iter()
        .rev()
        .zip(new.iter().rev())
        .take_while(same)
        .count();
    let start = old.iter().zip(new).take_while(same).count();
    // What is left is the end of the line if it can be, else its start, else both ends.
    let lost = if end == new.len() {
        0..old.len() - new.len()
    } else if start + end >= new.len() {
        start..start + old.len() - new.len()
    } else {
        return None;
    };
    let (first, last) = (board::name(0, lost.start), board::name(0, lost.end - 1));
    let label = match lost.len() {
        1 => first,
        _ => format!("{first}-{last}"),
    };
    Some(Change {
        labels: vec![label],
        cells: lost.map(|c| Place::Cell(0, c)).collect(),
    })
}

/// The items of a list.
fn items(text: &str) -> Vec<&str> {
    let between: &[char] = if text.contains(" + ") {
        &['+']
    } else if text.contains([',', ';']) {
        &[',', ';']
    } else {
        &[' ']
    };
    let items = text.split(between).map(str::trim);
    items
        .filter(|item| !item.is_empty() && *item != "()")
        .collect()
}

/// Items that leave and items that come.
fn of_items(from: &str, to: &str) -> Change {
    let (old, new) = (items(from), items(to));
    // In a tuple the items keep their places; else what is equal in both stays, wherever it stands.
    let moved: Vec<usize> = match old.len() == new.len() {
        true => (0..old.len()).filter(|&i| old[i] != new[i]).collect(),
        false => Vec::new(),
    };
    let mut coming = new.clone();
    let mut leaving = Vec::new();
    for (i, item) in old.iter().enumerate() {
        match coming.iter().position(|other| other == item) {
            Some(at) => drop(coming.remove(at)),
            None => leaving.push(i),
        }
    }
    let tuple = !moved.is_empty() && moved.len() <= leaving.len().max(coming.len());
    if tuple {
        leaving = moved;
        coming = leaving.iter().map(|&i| new[i]).collect();
    }
    let texts: Vec<&str> = leaving.iter().map(|&i| old[i]).collect();
    let or_nothing = |texts: &[&str]| match texts {
        [] => "0".to_string(),
        _ => texts.join(","),
    };
    let label = format!("{} -> {}", or_nothing(&texts), or_nothing(&coming));
    let place = |i: &usize| (i + 1).to_string();
    let places: Vec<String> = leaving.iter().map(place).collect();
    let heap = if places.len() == 1 { "heap" } else { "heaps" };
    let longer = format!("{label} ({heap} {})", places.join(","));
    let labels = match leaving.is_empty() {
        true => vec![label],
        false => vec![label, longer],
    };
    Change {
        labels,
        cells: leaving.into_iter().map(Place::Heap).collect(),
    }
}
