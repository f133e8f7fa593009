//! Letters and sets of letters as a file writes them: `x`, `?`, `[xo]`, `[^xo]`.

use super::chunks::Cursor;
use super::rules::{LetterSet, Level, MOST_LETTERS};
use crate::lexer::Fault;
use bouton_rules::heaps::shorten;

/// The letters of a game while its file is read.
#[derive(Clone, Copy)]
pub(crate) struct Letters<'a> {
    pub letters: &'a [char],
    pub vertices: usize,
    pub level: Level,
    /// Named lines of a fixed board.
    pub lines: &'a [super::fixed::Lines],
}

impl Letters<'_> {
    pub fn all(&self) -> LetterSet {
        (1 << self.letters.len()) - 1
    }

    /// The letters for an error sentence: `` `.`, `x`, `o` ``.
    pub fn list(&self) -> String {
        let each: Vec<String> = self.letters.iter().map(|l| format!("`{l}`")).collect();
        each.join(", ")
    }

    fn find(&self, letter: char, column: usize) -> Result<u8, Fault> {
        let at = self.letters.iter().position(|&l| l == letter);
        at.map(|at| at as u8).ok_or_else(|| {
            Fault::new(
                column,
                format!(
                    "`{letter}` is not a letter of this game; its letters are {}",
                    self.list()
                ),
            )
        })
    }

    /// The letters of vertices and those of edges.
    pub fn kinds(&self) -> [LetterSet; 2] {
        let vertices = (1 << self.vertices) - 1;
        [vertices, self.all() & !vertices]
    }
}

/// A letter, `?`, `[xo]` or `[^xo]` as a set.
pub(crate) fn letter_set(
    text: &str,
    column: usize,
    letters: &Letters<'_>,
) -> Result<LetterSet, Fault> {
    let chars: Vec<char> = text.chars().collect();
    match chars[..] {
        ['?'] => Ok(letters.all()),
        [letter] => letters.find(letter, column).map(|l| 1 << l),
        ['[', ref inner @ .., ']'] => {
            let (negated, inner) = match inner {
                ['^', rest @ ..] => (true, rest),
                _ => (false, inner),
            };
            let skip = 1 + usize::from(negated);
            let mut set = 0;
            for (i, &letter) in inner.iter().enumerate() {
                set |= 1 << letters.find(letter, column + skip + i)?;
            }
            let set = if negated { letters.all() & !set } else { set };
            if set == 0 {
                return Err(Fault::new(
                    column,
                    format!(
                        "`{text}` stands for no letter; write for example `[{}]`",
                        letters.letters[0]
                    ),
                ));
            }
            Ok(set)
        }
        _ => Err(Fault::new(
            column,
            format!(
                "`{}` is not a letter; letters are separated by blanks, `?` is any letter, `[{}]` one of several",
                shorten(text),
                letters.letters.iter().take(3).collect::<String>()
            ),
        )),
    }
}

/// Characters that cannot be letters, because patterns and positions use them.
const SIGNS: &str = "|()[]*+?^_,";

/// Adds the letters of the line that begins with `word` to those that a game has already.
pub(crate) fn take_letters(
    letters: &mut Vec<char>,
    word: &str,
    cursor: &mut Cursor<'_>,
) -> Result<(), Fault> {
    let before = letters.len();
    while let Some(chunk) = cursor.next() {
        let mut chars = chunk.text.chars();
        let (Some(letter), None) = (chars.next(), chars.next()) else {
            return Err(Fault::new(
                chunk.column,
                format!(
                    "`{}` is not a letter; letters are single characters, separated by blanks",
                    shorten(&chunk.text)
                ),
            ));
        };
        let single = cursor.peek().is_none_or(|t| t.chars().count() == 1);
        if letter == '#' && (letters.contains(&'#') || !single) {
            break;
        }
        let fault = |message: String| Err(Fault::new(chunk.column, message));
        if SIGNS.contains(letter) {
            return fault(format!(
                "`{letter}` cannot be a letter; patterns and positions use {SIGNS}"
            ));
        }
        if letters.contains(&letter) {
            return fault(format!("the letter `{letter}` is named twice"));
        }
        if letters.len() >= MOST_LETTERS {
            return fault(format!(
                "more than {MOST_LETTERS} letters; a game has at most that many"
            ));
        }
        letters.push(letter);
    }
    if letters.len() == before {
        let message =
            format!("`{word}` is followed by letters, the empty one first, as in `{word} . x o`");
        return Err(Fault::new(cursor.end, message));
    }
    Ok(())
}
