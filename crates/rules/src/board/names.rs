//! Names of vertices: numbers or words, kept beside a graph whose vertices are numbered from 0 without gaps.
//!
//! Only what is written is a vertex. Searches work on graphs without names: they are numbered afresh wherever a part is brought to
//! its canonical form, while the positions that a user sees keep the names that the user gave.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Most vertices of a graph: a text with more is refused.
pub const MOST_VERTICES: usize = 1 << 20;

/// The names of the vertices of a graph, or none: then each is called by its number. Names that are the numbers anyway are equal
/// to none.
///
/// ```
/// use bouton_rules::board::{NameBook, Names};
/// let mut book = NameBook::default();
/// let (b, seven) = (book.vertex("b").unwrap(), book.vertex("7").unwrap());
/// let (names, number) = book.finish();
/// assert_eq!((number[seven], number[b]), (0, 1)); // numbers come before words
/// assert_eq!((names.of(0).as_ref(), names.of(1).as_ref()), ("7", "b"));
/// assert_eq!(Names::default().of(3).as_ref(), "3");
/// ```
#[derive(Clone, Default)]
pub struct Names(Option<Arc<List>>);

struct List {
    names: Vec<Arc<str>>,
    /// Is every name the number of its vertex?
    plain: bool,
}

impl List {
    fn new(names: Vec<Arc<str>>) -> List {
        let own = |(i, name): (usize, &Arc<str>)| name.parse() == Ok(i);
        List {
            plain: names.iter().enumerate().all(own),
            names,
        }
    }
}

impl Names {
    /// Names that are the numbers of the vertices, kept when others go: what a position has that was read without names.
    pub fn numbers(order: usize) -> Names {
        let names = (0..order).map(|v| v.to_string().into()).collect();
        Names(Some(Arc::new(List { names, plain: true })))
    }

    /// The name of a vertex.
    pub fn of(&self, vertex: usize) -> Cow<'_, str> {
        match self.0.as_ref().and_then(|list| list.names.get(vertex)) {
            Some(name) => Cow::Borrowed(name),
            None => Cow::Owned(vertex.to_string()),
        }
    }

    /// The names of some vertices, in the order given; none where there are none.
    pub fn only(&self, vertices: impl IntoIterator<Item = usize>) -> Names {
        let Some(list) = &self.0 else {
            return Names(None);
        };
        let kept = vertices.into_iter().map(|v| list.names[v].clone());
        Names(Some(Arc::new(List::new(kept.collect()))))
    }

    /// The names other than those that the vertices have as numbers.
    fn own(&self) -> Option<&[Arc<str>]> {
        let list = self.0.as_ref().filter(|list| !list.plain)?;
        Some(&list.names)
    }

    /// Bytes on the heap; names are shared, so only their list counts.
    pub fn owned_bytes(&self) -> usize {
        let list = self.0.as_ref();
        list.map_or(0, |list| list.names.capacity() * size_of::<Arc<str>>())
    }
}

impl PartialEq for Names {
    fn eq(&self, other: &Names) -> bool {
        self.own() == other.own()
    }
}

impl Eq for Names {}

impl Hash for Names {
    fn hash<H: Hasher>(&self, state: &mut H) {
        if let Some(names) = self.own() {
            names.hash(state);
        }
    }
}

impl PartialOrd for Names {
    fn partial_cmp(&self, other: &Names) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Names {
    fn cmp(&self, other: &Names) -> Ordering {
        self.own().cmp(&other.own())
    }
}

impl std::fmt::Debug for Names {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.own() {
            Some(names) => f.debug_list().entries(names).finish(),
            None => f.write_str("numbers"),
        }
    }
}

/// Collects the names of a text.
#[derive(Default)]
pub struct NameBook {
    places: HashMap<Arc<str>, usize>,
    names: Vec<Arc<str>>,
}

impl NameBook {
    /// The vertex of this name, in the order of first mention. `None` if there are too many.
    pub fn vertex(&mut self, name: &str) -> Option<usize> {
        let name = plain_number(name);
        if let Some(&place) = self.places.get(name) {
            return Some(place);
        }
        let place = self.names.len();
        if place == MOST_VERTICES {
            return None;
        }
        let name: Arc<str> = name.into();
        self.names.push(name.clone());
        self.places.insert(name, place);
        Some(place)
    }

    /// How many names there are.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// True if there is no name.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The names in their order, numbers by size before words by letters, and for each vertex in the order of first mention its
    /// number in that order.
    pub fn finish(self) -> (Names, Vec<usize>) {
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        let key = |i: &usize| {
            let name = &self.names[*i];
            let word = !name.starts_with(|c: char| c.is_ascii_digit());
            (word, if word { 0 } else { name.len() }, name.clone())
        };
        order.sort_by_cached_key(key);
        let mut number = vec![0; order.len()];
        for (new, &old) in order.iter().enumerate() {
            number[old] = new;
        }
        let names = order.iter().map(|&i| self.names[i].clone()).collect();
        (Names(Some(Arc::new(List::new(names)))), number)
    }
}

/// A number without leading zeros; a word as it is.
fn plain_number(name: &str) -> &str {
    match name.trim_start_matches('0') {
        _ if !name.starts_with('0') => name,
        "" => "0",
        rest => rest,
    }
}

/// A name at the beginning of a text, and the rest: digits, or a word of letters, digits, `_` and `'` that begins with a letter or
/// `_`.
///
/// ```
/// use bouton_rules::board::name_at_start;
/// assert_eq!(name_at_start("12L"), Some(("12", "L")));
/// assert_eq!(name_at_start("left2-x"), Some(("left2", "-x")));
/// assert_eq!(name_at_start("-x"), None);
/// ```
pub fn name_at_start(text: &str) -> Option<(&str, &str)> {
    let first = text.chars().next()?;
    let within = |c: char| match first.is_ascii_digit() {
        true => c.is_ascii_digit(),
        false => c.is_alphanumeric() || c == '_' || c == '\'',
    };
    let start = first.is_ascii_digit() || first.is_alphabetic() || first == '_';
    let end = text.find(|c| !within(c)).unwrap_or(text.len());
    start.then(|| text.split_at(end))
}

/// A vertex or an edge of a graph, as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item<'a> {
    /// The vertex, or the first end.
    pub a: &'a str,
    /// The other end of an edge.
    pub b: Option<&'a str>,
    /// The letter behind it.
    pub letter: Option<char>,
}

impl<'a> Item<'a> {
    /// Reads `2`, `2L`, `0-1R`, `left`, `left:L`, `a-b:R`, `a#`; `None` if the text is nothing of this kind.
    ///
    /// ```
    /// use bouton_rules::board::Item;
    /// let item = Item::read("left-7:R").unwrap();
    /// assert_eq!((item.a, item.b, item.letter), ("left", Some("7"), Some('R')));
    /// assert_eq!(Item::read("0-1R").unwrap().letter, Some('R'));
    /// assert_eq!(Item::read("0-1RR"), None);
    /// ```
    pub fn read(text: &'a str) -> Option<Item<'a>> {
        let (a, rest) = name_at_start(text.trim())?;
        let (b, rest) = match rest.trim_start().strip_prefix('-') {
            Some(rest) => {
                let (b, rest) = name_at_start(rest.trim_start())?;
                (Some(b), rest)
            }
            None => (None, rest),
        };
        let mut letters = rest.strip_prefix(':').unwrap_or(rest).chars();
        let letter = letters.next();
        let whole = letters.next().is_none() && (letter.is_some() || rest.is_empty());
        whole.then_some(Item { a, b, letter })
    }

    /// Writes a letter behind a name, so that it reads back.
    pub fn write_letter(text: &mut String, letter: char) {
        let word = |c: char| c.is_alphanumeric() || c == '_' || c == '\'';
        let start = text.rfind(|c| !word(c)).map_or(0, |i| i + 1);
        if word(letter) && !text[start..].starts_with(|c: char| c.is_ascii_digit()) {
            text.push(':');
        }
        text.push(letter);
    }
}
