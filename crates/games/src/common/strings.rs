//! Coins tied by strings to each other and to the ground: the board of Dots and Boxes, strings-and-coins and Nimstring.
//!
//! A coin is won by cutting its last string. A rectangle of boxes is the same board seen from the other side: a box is a
//! coin, a line that is not drawn is a string, and the lines at the border tie boxes to the ground. At most 128 strings,
//! so the strings that are left are one machine word of bits.

use bouton_rules::board::{Cell, Graph, Item, Letters, members};
use bouton_rules::heaps::shorten;
use bouton_rules::{Error, QuietBoard, Result};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

mod apart;
mod captures;
mod joints;
pub mod lines;
mod quiet;

pub use captures::Taking;

const LETTERS: Letters = Letters(&[(Cell::Free, ".")]);

/// Most strings of a board.
pub const MOST_STRINGS: usize = 128;

/// A board before the first move.
struct Host {
    /// Rows and columns of boxes; `None` for a graph.
    boxes: Option<(usize, usize)>,
    /// The ends of each string; 0 is the ground.
    ends: Vec<(u16, u16)>,
    /// The names of the vertices of a graph.
    names: Vec<String>,
    /// The strings at each vertex.
    at: Vec<u128>,
    /// Strings that can be exchanged for each other, having the same ends; only groups of two and more.
    alike: Vec<u128>,
    /// Symmetries of the rectangle but the identity, as images of the strings, eight at a time: `[byte][value]`.
    symmetries: Vec<Vec<[u128; 256]>>,
}

impl Host {
    /// The least of the sets that symmetries of the rectangle and exchanges of strings with the same ends make of one.
    fn least(&self, left: u128) -> u128 {
        let mut least = self.gathered(left);
        for symmetry in &self.symmetries {
            let image = symmetry.iter().enumerate().fold(0, |image, (i, of)| {
                image | of[(left >> (8 * i)) as usize & 255]
            });
            least = least.min(self.gathered(image));
        }
        least
    }

    /// Strings with the same ends moved to the first of them.
    fn gathered(&self, mut left: u128) -> u128 {
        for &group in &self.alike {
            let here = (left & group).count_ones();
            left &= !group;
            left |= bits(group)
                .take(here as usize)
                .map(|i| 1 << i)
                .sum::<u128>();
        }
        left
    }
}

/// A position: the strings that are left.
#[derive(Clone)]
pub struct Strings {
    host: Arc<Host>,
    left: u128,
}

impl Strings {
    /// The ends of the strings that are left.
    fn ends(&self) -> impl Iterator<Item = (u16, u16)> {
        bits(self.left).map(|i| self.host.ends[i])
    }

    /// The names of the ends of the strings that are left.
    fn names(&self) -> impl Iterator<Item = (&str, &str)> {
        let name = |v: u16| self.host.names.get(v as usize).map_or("", String::as_str);
        self.ends().map(move |(a, b)| (name(a), name(b)))
    }
}

impl PartialEq for Strings {
    fn eq(&self, other: &Strings) -> bool {
        match (self.host.boxes, other.host.boxes) {
            _ if Arc::ptr_eq(&self.host, &other.host) => self.left == other.left,
            // A graph is written by the strings that are left, so they are all that counts.
            (None, None) => self.names().eq(other.names()),
            (a, b) => a == b && self.left == other.left,
        }
    }
}

impl Eq for Strings {}

impl Hash for Strings {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self.host.boxes {
            Some(_) => state.write_u128(self.left),
            None => self.names().for_each(|ends| ends.hash(state)),
        }
    }
}

impl fmt::Debug for Strings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Strings({})", self.show())
    }
}

impl Strings {
    /// A rectangle of boxes without a line; an error if that is more than 128 strings, or nothing.
    pub fn boxes(rows: usize, cols: usize) -> Result<Strings> {
        let count = |r: usize, c: usize| {
            let across = r.checked_add(1)?.checked_mul(c)?;
            across.checked_add(c.checked_add(1)?.checked_mul(r)?)
        };
        if rows == 0 || cols == 0 || count(rows, cols).is_none_or(|n| n > MOST_STRINGS) {
            return Err(Error::input(format!(
                "{rows}x{cols} boxes: a board has at least one box and at most {MOST_STRINGS} lines, as 7x7 has 112"
            )));
        }
        Ok(Strings::whole(Host {
            symmetries: lines::symmetries(rows, cols),
            boxes: Some((rows, cols)),
            ends: lines::ends(rows, cols),
            names: Vec::new(),
            at: Vec::new(),
            alike: Vec::new(),
        }))
    }

    /// Reads a size of boxes `2x3`, a drawing of boxes such as `-.|!..|..` or a graph such as `0-1,1-2,2-0`, vertex 0 being the
    /// ground.
    ///
    /// ```
    /// use bouton_games::common::strings::Strings;
    /// let board = Strings::parse("1x2").unwrap();
    /// assert_eq!((board.strings(), board.show().as_str()), (7, "..|...|.."));
    /// assert_eq!(Strings::parse("0-1,0-1,1-2").unwrap().coins(), 2);
    /// ```
    pub fn parse(text: &str) -> Result<Strings> {
        let trimmed = text.trim();
        if trimmed == "none" || trimmed.contains(',') || is_edge(trimmed) {
            return Strings::of_graph(&Graph::parse(trimmed, LETTERS)?, text);
        }
        let size = trimmed.split_once('x').and_then(|(rows, cols)| {
            Some((rows.parse::<usize>().ok()?, cols.parse::<usize>().ok()?))
        });
        match size {
            Some((rows, cols)) => Strings::boxes(rows, cols),
            None => lines::parse(trimmed),
        }
    }

    fn of_graph(graph: &Graph, text: &str) -> Result<Strings> {
        if let Some(v) = graph.colours().iter().position(|&c| c != Cell::Free) {
            return Err(Error::input(format!(
                "strings `{}`: vertex {} has a colour; write strings like 0-1,1-2,2-0",
                shorten(text),
                graph.name(v)
            )));
        }
        // A coin without a string is taken already.
        let tied: Vec<bool> = graph.incidence().iter().map(|at| !at.is_empty()).collect();
        let graph = graph.restrict(|v| tied[v], |_| true);
        let edges = graph.edges();
        // The ground is there, even if no string is tied to it.
        let shift = u16::from(graph.order() > 0 && graph.name(0) != "0");
        let mut names: Vec<String> = (0..graph.order()).map(|v| graph.name(v).into()).collect();
        if shift == 1 {
            names.insert(0, "0".into());
        }
        let wrong = |what: String| {
            Error::input(format!(
                "strings `{}`: {what}; write strings like 0-1,1-2,2-0, where vertex 0 is the ground",
                shorten(text)
            ))
        };
        if edges.len() > MOST_STRINGS {
            return Err(wrong(format!(
                "{} strings, at most {MOST_STRINGS} are possible",
                edges.len()
            )));
        }
        if shift == 0 && edges.iter().any(|e| e.b == 0) {
            return Err(wrong("the string 0-0 ties the ground to itself".into()));
        }
        if let Some(e) = edges.iter().find(|e| e.colour != Cell::Free) {
            let (a, b) = (graph.name(e.a as usize), graph.name(e.b as usize));
            return Err(wrong(format!("the string {a}-{b} has a colour")));
        }
        Ok(Strings::whole(Host {
            boxes: None,
            // At most two vertices a string.
            ends: edges
                .iter()
                .map(|e| (e.a as u16 + shift, e.b as u16 + shift))
                .collect(),
            names,
            at: Vec::new(),
            alike: Vec::new(),
            symmetries: Vec::new(),
        }))
    }

    fn whole(mut host: Host) -> Strings {
        let order = host
            .ends
            .iter()
            .map(|e| e.1 as usize + 1)
            .max()
            .unwrap_or(1);
        host.at = vec![0; order];
        for (i, &(a, b)) in host.ends.iter().enumerate() {
            host.at[a as usize] |= 1 << i;
            host.at[b as usize] |= 1 << i;
        }
        for (i, ends) in host.ends.iter().enumerate() {
            let same = (0..host.ends.len()).filter(|&j| host.ends[j] == *ends);
            let group: u128 = same.map(|j| 1 << j).sum();
            if group.trailing_zeros() as usize == i && group.count_ones() > 1 {
                host.alike.push(group);
            }
        }
        let left = (0..host.ends.len()).map(|i| 1u128 << i).sum();
        Strings {
            host: Arc::new(host),
            left,
        }
    }

    /// The drawing of boxes, or the strings that are left; [`Strings::parse`] reads it back.
    pub fn show(&self) -> String {
        if let Some((rows, cols)) = self.host.boxes {
            return lines::show(rows, cols, |line| !self.has(line));
        }
        let items: Vec<String> = self.names().map(|(a, b)| format!("{a}-{b}")).collect();
        match items.is_empty() {
            true => "none".into(),
            false => items.join(","),
        }
    }

    /// Rows and columns, if the board is a rectangle of boxes.
    pub fn size(&self) -> Option<(usize, usize)> {
        self.host.boxes
    }

    /// Is this string still there?
    pub fn has(&self, string: usize) -> bool {
        self.left >> string & 1 == 1
    }

    /// How many strings are left.
    pub fn strings(&self) -> usize {
        self.left.count_ones() as usize
    }

    /// How many coins have a string left.
    pub fn coins(&self) -> usize {
        self.host.at[1..]
            .iter()
            .filter(|&&strings| strings & self.left != 0)
            .count()
    }

    /// The strings that are left, as set bits.
    pub fn set(&self) -> u128 {
        self.left
    }

    /// The same board with these strings only; others than those that are left are ignored.
    pub fn with(&self, strings: u128) -> Strings {
        Strings {
            host: self.host.clone(),
            left: strings & self.left,
        }
    }

    /// How many strings tie a vertex in a set of strings.
    fn degree(&self, vertex: u16, left: u128) -> u32 {
        (self.host.at[vertex as usize] & left).count_ones()
    }

    /// The set without one string, and the number of coins that this frees.
    pub fn cut(&self, left: u128, string: usize) -> (u128, u32) {
        let (a, b) = self.host.ends[string];
        let left = left & !(1 << string);
        let free = |v: u16| u32::from(v != 0 && self.host.at[v as usize] & left == 0);
        (left, free(a) + if a == b { 0 } else { free(b) })
    }

    /// A representative under the symmetries of the rectangle and the exchange of strings with the same ends.
    pub fn canon(&self) -> Strings {
        Strings {
            host: self.host.clone(),
            left: self.host.least(self.left),
        }
    }

    /// The quiet positions of this board, packed in words; `None` for a board of 128 strings.
    pub fn quiet_board(&self) -> Option<Box<dyn QuietBoard<Strings>>> {
        match self.host.ends.len() {
            0..=64 => Some(Box::new(quiet::Board::<u64>::new(self))),
            65..MOST_STRINGS => Some(Box::new(quiet::Board::<u128>::new(self))),
            _ => None,
        }
    }

    /// The sets of strings that hang together by coins.
    pub fn components(&self) -> Vec<u128> {
        let mut rest = self.left;
        let mut parts = Vec::new();
        while rest != 0 {
            let mut part = rest & rest.wrapping_neg();
            loop {
                let grown = bits(part).fold(part, |grown, i| {
                    let (a, b) = self.host.ends[i];
                    let at = |v: u16| if v == 0 { 0 } else { self.host.at[v as usize] };
                    grown | (at(a) | at(b)) & rest
                });
                if grown == part {
                    break;
                }
                part = grown;
            }
            rest &= !part;
            parts.push(part);
        }
        parts
    }

    /// Bytes on the heap that are this position's alone: none, the board is shared.
    pub fn owned_bytes(&self) -> usize {
        0
    }
}

/// The set bits in ascending order.
pub(crate) fn bits(set: u128) -> impl Iterator<Item = usize> {
    let low = members(set as u64).map(|i| i as usize);
    low.chain(members((set >> 64) as u64).map(|i| i as usize + 64))
}

/// `0-1` or `a-b`: one string between two names.
fn is_edge(text: &str) -> bool {
    Item::read(text).is_some_and(|item| item.b.is_some())
}
