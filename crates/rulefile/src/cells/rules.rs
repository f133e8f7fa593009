//! What a rule file about cells, words or graphs says, as plain data.
//!
//! A rule is one or more patterns with replacements. A pattern is a row of groups; a group is a row of items that is matched
//! once or repeatedly; an item matches one place that holds one of a set of letters, and says what is put there.

use bouton_rules::{Error, Player, Result, WordGroup, WordGuard, WordPiece, WordRule, WordRules};
use std::collections::BTreeSet;

/// Letters of a game, by number: bit `i` is the letter number `i`.
pub type LetterSet = u64;

/// Most letters of a game.
pub(crate) const MOST_LETTERS: usize = 40;

/// The number of the place that is not on the board, written `_`: no pattern matches it and no guard counts it.
pub(crate) const VOID: u8 = 63;

/// A step from one place to the next: rows down, columns to the right.
pub(crate) type Step = (i8, i8);

/// What kind of board a game is played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Level {
    /// A rectangle of cells; patterns lie along directions and have as many places as their replacements.
    Cells,
    /// A word; a replacement may be shorter or longer than its pattern.
    Words,
    /// A graph with coloured vertices; patterns lie along edges.
    Vertices,
    /// A graph with coloured vertices and edges; patterns alternate between them.
    Edges,
}

impl Level {
    pub(crate) fn is_graph(self) -> bool {
        matches!(self, Level::Vertices | Level::Edges)
    }
}

/// What a move leaves at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Put {
    /// The letter that was there.
    Keep,
    /// This letter.
    Letter(u8),
}

/// One place of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Item {
    pub matches: LetterSet,
    pub put: Put,
}

impl Item {
    pub fn changes(&self) -> bool {
        match self.put {
            Put::Keep => false,
            Put::Letter(l) => self.matches != 1 << l,
        }
    }
}

/// Items in a row, matched once, or any number of times from `least` on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Group {
    pub items: Vec<Item>,
    pub repeats: Option<usize>,
}

/// A piece of a word's replacement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Piece {
    Letter(u8),
    /// What the group with this number matched.
    Copy(usize),
}

/// Which places a guard counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Zone {
    /// Beside the matched places, orthogonally; along edges on a graph, from vertex to vertex, and the ends of an edge; the letters
    /// before and after in a word.
    Beside,
    /// On a graph with letters on edges: the edges at a vertex, and those that meet an edge.
    EdgesBeside,
    /// Beside them diagonally.
    Diagonal,
    /// Both.
    Around,
    /// Every place of the board.
    Board,
}

/// Between `least` and `most` places of a zone hold one of the letters.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Guard {
    pub zone: Zone,
    pub letters: LetterSet,
    pub least: usize,
    pub most: usize,
}

/// A pattern and what becomes of it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Rewrite {
    pub groups: Vec<Group>,
    /// The board ends before the first place, behind the last.
    pub edges: (bool, bool),
    /// The replacement of a word; elsewhere each item says what is put.
    pub pieces: Vec<Piece>,
    pub steps: Vec<Step>,
    pub guards: Vec<Guard>,
}

impl Rewrite {
    pub fn items(&self) -> impl Iterator<Item = &Item> {
        self.groups.iter().flat_map(|g| &g.items)
    }

    /// Is the replacement of a word letter by letter what the pattern matched?
    pub fn copies_all(&self) -> bool {
        let same = |(i, (piece, group)): (usize, (&Piece, &Group))| match piece {
            Piece::Copy(source) => *source == i,
            Piece::Letter(l) => group.repeats.is_none() && group.items[0].matches == 1 << l,
        };
        let mut pairs = self.pieces.iter().zip(&self.groups).enumerate();
        self.pieces.len() == self.groups.len() && pairs.all(same)
    }

    /// Does every match have the same number of places?
    pub fn is_fixed(&self) -> bool {
        self.groups.iter().all(|g| g.repeats.is_none())
    }
}

/// One line of moves: one rewriting, or several, each of which starts at the last place of the one before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rule {
    /// Whose move it is; both players' for `None`.
    pub who: Option<Player>,
    pub parts: Vec<Rewrite>,
    pub line: usize,
    /// The pattern as it was written, for explanations.
    pub text: String,
}

/// A rule file on cells, words or graphs. Made by [`crate::read`].
#[derive(Clone, Debug)]
pub struct CellRules {
    pub(crate) name: String,
    pub(crate) rules: String,
    pub(crate) cite: Option<String>,
    pub(crate) level: Level,
    /// The letters, the empty one first; on a graph with coloured edges the vertices' letters, then the edges'.
    pub(crate) letters: Vec<char>,
    /// How many of the letters stand on vertices (all of them, but for coloured edges).
    pub(crate) vertices: usize,
    pub(crate) moves: Vec<Rule>,
    /// Patterns that no position may contain, and how they are written.
    pub(crate) forbidden: Vec<(Rewrite, String)>,
    /// Counts over the whole board that every position has, and how they are written.
    pub(crate) counts: Vec<(Guard, String)>,
    pub(crate) examples: Vec<String>,
    pub(crate) weights: Option<super::rank::Weights>,
    /// What ends play, beside having no move.
    pub(crate) goals: super::wins::Goals,
    /// The graph that every position has, if it is always the same.
    pub(crate) board: Option<super::fixed::Fixed>,
    pub(crate) text: String,
}

impl CellRules {
    /// The game's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The rules in words; may be empty.
    pub fn rules(&self) -> &str {
        &self.rules
    }

    /// The file as it was read.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Where it is played.
    pub fn level(&self) -> Level {
        self.level
    }

    /// The letters, the empty one first.
    pub fn letters(&self) -> &[char] {
        &self.letters
    }

    /// True if the players have different moves.
    pub fn is_partizan(&self) -> bool {
        self.has_goals() || self.moves.iter().any(|m| m.who.is_some())
    }

    /// True if play ends by a rule, or being stuck does not lose.
    pub fn has_goals(&self) -> bool {
        !self.goals.are_none()
    }

    /// True if weights were found that every move lowers: play ends.
    pub fn ends(&self) -> bool {
        self.weights.is_some()
    }

    /// Why play is not known to end; `None` if it is.
    pub fn endless(&self) -> Option<String> {
        if self.ends() {
            return None;
        }
        let rule = super::rank::first_open(self)?;
        Some(format!(
            "no weights of letters and places were found that every move lowers, for example `{}` in line {}",
            rule.text, rule.line
        ))
    }

    /// What the ranges of a table count: columns, or rows and columns of a board; each letter of a word; the vertices of a path.
    pub fn axes(&self, ranges: usize) -> Vec<String> {
        match self.level {
            Level::Words => self.letters.iter().map(char::to_string).collect(),
            Level::Cells if ranges == 1 => vec!["columns".into()],
            Level::Cells => vec!["rows".into(), "columns".into()],
            Level::Vertices | Level::Edges => vec!["vertices".into()],
        }
    }

    /// The position that a table has at some numbers of its [`CellRules::axes`]: a board of one letter, a word with each letter
    /// so often, one after the other, a path.
    ///
    /// # Errors
    /// If it is too large to be a position.
    pub fn sized(&self, sizes: &[u64]) -> Result<String> {
        let most = super::board::MOST_PLACES as u64;
        if sizes.iter().any(|&n| n > most) {
            return Err(Error::input(format!(
                "a position of {} has at most {most} places; give smaller ranges",
                self.name
            )));
        }
        Ok(match (self.level, sizes) {
            (Level::Words, _) => {
                let runs = self.letters.iter().zip(sizes);
                runs.map(|(l, &n)| l.to_string().repeat(n as usize))
                    .collect()
            }
            (Level::Cells, [cols]) => format!("1x{cols}"),
            (Level::Cells, _) => {
                let sides: Vec<String> = sizes.iter().map(u64::to_string).collect();
                sides.join("x")
            }
            (_, [0]) => "none".to_string(),
            (_, [1]) => "0".to_string(),
            (_, _) => {
                let last = sizes.first().copied().unwrap_or(0).saturating_sub(1);
                let edges: Vec<String> = (0..last).map(|i| format!("{i}-{}", i + 1)).collect();
                edges.join(",")
            }
        })
    }

    /// The rules as plain data, for a game on words that ends and asks about nothing but neighbours.
    pub fn words(&self) -> Option<WordRules> {
        let local = self.level == Level::Words && self.ends();
        if !local || self.is_global() || !self.forbidden.is_empty() {
            return None;
        }
        let rule = |m: &Rule| {
            let part = &m.parts[0];
            let group = |g: &Group| WordGroup {
                sets: g.items.iter().map(|i| i.matches).collect(),
                repeats: g.repeats,
            };
            let piece = |p: &Piece| match *p {
                Piece::Letter(l) => WordPiece::Letter(l),
                Piece::Copy(g) => WordPiece::Copy(g),
            };
            let guard = |g: &Guard| WordGuard {
                letters: g.letters,
                least: g.least,
                most: g.most,
            };
            WordRule {
                who: m.who,
                groups: part.groups.iter().map(group).collect(),
                at_start: part.edges.0,
                at_end: part.edges.1,
                pieces: part.pieces.iter().map(piece).collect(),
                guards: part.guards.iter().map(guard).collect(),
            }
        };
        Some(WordRules {
            letters: self.letters.clone(),
            moves: self.moves.iter().map(rule).collect(),
        })
    }

    pub(crate) fn number(&self, letter: char) -> Option<u8> {
        let at = self.letters.iter().position(|&l| l == letter)?;
        Some(at as u8)
    }

    pub(crate) fn letter(&self, number: u8) -> char {
        self.letters.get(number as usize).copied().unwrap_or('_')
    }

    /// The letters of a set.
    pub(crate) fn members(&self, set: LetterSet) -> BTreeSet<u8> {
        (0..self.letters.len() as u8)
            .filter(|l| set >> l & 1 == 1)
            .collect()
    }

    /// Every rewriting of every rule, and the forbidden patterns.
    pub(crate) fn rewrites(&self) -> impl Iterator<Item = &Rewrite> {
        self.moves
            .iter()
            .flat_map(|m| &m.parts)
            .chain(self.forbidden.iter().map(|(r, _)| r))
            .chain(self.goals.patterns())
    }

    /// Does a pattern ask where the board ends?
    pub(crate) fn asks_for_edges(&self) -> bool {
        self.rewrites().any(|r| r.edges.0 || r.edges.1)
    }

    /// Does anything ask about the whole board?
    pub(crate) fn is_global(&self) -> bool {
        let mut guards = self.rewrites().flat_map(|r| &r.guards);
        let whole = self.has_goals() || self.board.is_some();
        whole || !self.counts.is_empty() || guards.any(|g| g.zone == Zone::Board)
    }

    /// The longest step of a pattern.
    pub(crate) fn longest_step(&self) -> usize {
        let steps = self.rewrites().flat_map(|r| &r.steps);
        let long = steps.map(|(r, c)| r.unsigned_abs().max(c.unsigned_abs()));
        long.max().unwrap_or(1).into()
    }

    /// Letters that some pattern or guard reads.
    pub(crate) fn read_letters(&self) -> LetterSet {
        let mut read = 0;
        for rewrite in self.rewrites() {
            for item in rewrite.items() {
                read |= item.matches;
            }
            for guard in &rewrite.guards {
                read |= guard.letters;
            }
        }
        self.counts.iter().fold(read, |r, (g, _)| r | g.letters)
    }

    /// The letter of a board that is given by its size: the first on which a player can move. `None` where play cannot begin on a
    /// board of one letter.
    pub(crate) fn fresh(&self) -> Option<u8> {
        let plays = |l: &u8| {
            self.moves
                .iter()
                .any(|m| m.parts[0].items().all(|i| i.matches >> l & 1 == 1))
        };
        (0..self.vertices as u8).find(plays)
    }
}
