//! The lines of a rule file on cells, words or graphs.

use super::chunks::{Chunk, Cursor, chunks};
use super::fixed::{self, Fixed};
use super::guard::{counts_cells, guard};
use super::letters::{Letters, take_letters};
use super::pattern::{forbidden, rewrite};
use super::rules::{CellRules, Guard, Level, Rewrite, Rule, Zone};
use super::wins::{self, Goals};
use crate::lexer::{Fault, each_line};
use crate::names::nearest;
use bouton_rules::heaps::shorten;
use bouton_rules::{Error, Player, Result};

/// Lines above which a file is refused.
const MAX_LINES: usize = 2_000;

/// Patterns that one move may join by `then`.
const MOST_PARTS: usize = 6;

const STARTS: [&str; 17] = [
    "game", "rules", "cite", "cells", "string", "graph", "edges", "board", "lines", "where",
    "examples", "move", "left", "right", "draw", "stuck", "both",
];

/// Is this file about cells, words or a graph? The first line that says what the game is played on decides.
pub(crate) fn is_about_cells(text: &str) -> bool {
    let first = text
        .lines()
        .filter_map(|line| line.split_whitespace().next())
        .find(|word| matches!(*word, "cells" | "string" | "graph" | "heap" | "heaps"));
    matches!(first, Some("cells" | "string" | "graph"))
}

/// Reads a rule file as it is written; `file` is its name in errors. The weights are left open.
pub(crate) fn parse_cells(text: &str, file: &str) -> Result<CellRules> {
    let mut reader = Reader::default();
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let read = |line: &str, number| reader.line(line, number);
    let last = each_line(text, (file, "a rule file on boards"), MAX_LINES, read)?;
    let whole = |message: String| Error::input(format!("{file}:{last}:1: {message}"));
    let Some(name) = reader.name.take() else {
        return Err(whole(
            "the file has no name; begin with a line like `game clobber`".into(),
        ));
    };
    let Some(level) = reader.level else {
        return Err(whole(
            "the file names no letters; write for example `cells . x o`".into(),
        ));
    };
    if reader.moves.is_empty() {
        return Err(whole(format!(
            "the file has no moves; write for example `{}`",
            match level {
                Level::Cells => "left x o -> . x  any",
                Level::Words => "left 1 ->",
                Level::Vertices | Level::Edges => "left . -> L",
            }
        )));
    }
    Ok(CellRules {
        name,
        rules: reader.rules.unwrap_or_default(),
        cite: reader.cite,
        level,
        letters: reader.letters,
        vertices: reader.vertices,
        moves: reader.moves,
        forbidden: reader.forbidden,
        counts: reader.counts,
        examples: reader.examples,
        weights: None,
        goals: reader.goals,
        board: reader.board,
        text: text.to_string(),
    })
}

#[derive(Default)]
struct Reader {
    name: Option<String>,
    rules: Option<String>,
    cite: Option<String>,
    level: Option<Level>,
    letters: Vec<char>,
    vertices: usize,
    moves: Vec<Rule>,
    forbidden: Vec<(Rewrite, String)>,
    counts: Vec<(Guard, String)>,
    examples: Vec<String>,
    goals: Goals,
    board: Option<Fixed>,
}

impl Reader {
    fn line(&mut self, line: &str, number: usize) -> Result<(), Fault> {
        // Where `#` is a letter, `##` starts a comment; a line that begins with `#` is one in any case.
        let mark = if self.letters.contains(&'#') {
            "##"
        } else {
            "#"
        };
        let (all, end) = chunks(line, mark);
        let Some(first) = all.first().filter(|c| !c.text.starts_with('#')) else {
            return Ok(());
        };
        let mut cursor = Cursor {
            chunks: &all,
            at: 1,
            end,
        };
        let word = first.text.as_str();
        if self.name.is_none() && word != "game" && STARTS.contains(&word) {
            let message = format!(
                "`{word}` comes before the game's name; begin the file with a line like `game clobber`"
            );
            return Err(Fault::new(first.column, message));
        }
        match word {
            "game" => {
                once(self.name.is_some(), first)?;
                let name = sentence(&cursor, line, first, "the game's name", "game clobber")?;
                if !name
                    .chars()
                    .all(|c| c.is_alphanumeric() || c == '-' || c == '_')
                {
                    let message = format!(
                        "`{}` is not a game's name; use letters, digits and `-`, as in `game toads-and-frogs`",
                        shorten(&name)
                    );
                    return Err(Fault::new(cursor.column(), message));
                }
                self.name = Some(name);
            }
            "rules" => {
                once(self.rules.is_some(), first)?;
                self.rules = Some(sentence(
                    &cursor,
                    line,
                    first,
                    "the rules in a sentence",
                    "rules Left moves an x.",
                )?);
            }
            "cite" => {
                once(self.cite.is_some(), first)?;
                self.cite = Some(sentence(
                    &cursor,
                    line,
                    first,
                    "the source",
                    "cite Winning Ways, ch. 1",
                )?);
            }
            "cells" | "string" | "graph" => self.level_line(word, first, line)?,
            "edges" => self.edges_line(first, &mut cursor)?,
            "where" => {
                self.need_letters(first)?;
                self.where_line(&mut cursor)?;
            }
            "examples" => {
                self.need_letters(first)?;
                if cursor.peek().is_none() {
                    return Err(Fault::new(
                        end,
                        "`examples` is followed by positions, separated by blanks",
                    ));
                }
                self.examples
                    .extend(all[1..].iter().map(|c| c.text.clone()));
            }
            "board" | "lines" => {
                self.need_letters(first)?;
                if self.level != Some(Level::Vertices) || !self.moves.is_empty() {
                    let message = format!(
                        "`{word}` belongs to a fixed graph; it follows the line `graph`, before the moves"
                    );
                    return Err(Fault::new(first.column, message));
                }
                fixed::line(word, first, &mut cursor, &mut self.board)?;
            }
            "draw" | "stuck" | "both" => {
                self.need_letters(first)?;
                let mut made = std::mem::take(&mut self.goals);
                wins::line(word, None, &mut cursor, &self.scope(), &mut made)?;
                self.goals = made;
            }
            "left" | "right" if cursor.peek() == Some("wins") => {
                self.need_letters(first)?;
                cursor.at += 1;
                let who = if word == "left" {
                    Player::Left
                } else {
                    Player::Right
                };
                let mut made = std::mem::take(&mut self.goals);
                wins::line(word, Some(who), &mut cursor, &self.scope(), &mut made)?;
                self.goals = made;
            }
            "move" | "left" | "right" => {
                self.need_letters(first)?;
                self.move_line(word, number, &mut cursor)?;
            }
            "heap" | "heaps" => {
                let message = format!(
                    "`{word}` in a file about letters; a game is played on heaps or on a board"
                );
                return Err(Fault::new(first.column, message));
            }
            _ => {
                let near = match nearest(word, STARTS.into_iter()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!(
                        "a line starts with {} or {}",
                        STARTS[..STARTS.len() - 1].join(", "),
                        STARTS[STARTS.len() - 1]
                    ),
                };
                let message = format!("`{}` does not start a line; {near}", shorten(word));
                return Err(Fault::new(first.column, message));
            }
        }
        Ok(())
    }

    fn scope(&self) -> Letters<'_> {
        Letters {
            letters: &self.letters,
            vertices: self.vertices,
            level: self.level.unwrap_or(Level::Cells),
            lines: self.board.as_ref().map_or(&[], |b| &b.lines),
        }
    }

    fn need_letters(&self, first: &Chunk) -> Result<(), Fault> {
        if self.level.is_some() {
            return Ok(());
        }
        let message = format!(
            "`{}` comes before the letters are named; write a line like `cells . x o` above it",
            first.text
        );
        Err(Fault::new(first.column, message))
    }

    fn level_line(&mut self, word: &str, first: &Chunk, line: &str) -> Result<(), Fault> {
        if self.level.is_some() {
            return Err(Fault::new(
                first.column,
                "a second line that names letters; a file has one of `cells`, `string` and `graph`",
            ));
        }
        // Here a `#` between single characters is a letter.
        let (all, end) = chunks(line, "##");
        let mut cursor = Cursor {
            chunks: &all,
            at: 1,
            end,
        };
        take_letters(&mut self.letters, word, &mut cursor)?;
        self.vertices = self.letters.len();
        self.level = Some(match word {
            "cells" => Level::Cells,
            "string" => Level::Words,
            _ => Level::Vertices,
        });
        Ok(())
    }

    fn edges_line(&mut self, first: &Chunk, cursor: &mut Cursor<'_>) -> Result<(), Fault> {
        if self.level != Some(Level::Vertices) || !self.moves.is_empty() {
            return Err(Fault::new(
                first.column,
                "`edges` names the letters of a graph's edges; it follows the line `graph`, before the moves",
            ));
        }
        take_letters(&mut self.letters, "edges", cursor)?;
        self.level = Some(Level::Edges);
        Ok(())
    }

    fn where_line(&mut self, cursor: &mut Cursor<'_>) -> Result<(), Fault> {
        let start = cursor.at;
        let no = cursor.take("no");
        if no && !counts_cells(cursor) {
            let pattern = forbidden(cursor, &self.scope())?;
            if cursor.peek().is_some() {
                let message = format!(
                    "expected the end of the line, found {}; a line names one pattern",
                    cursor.found()
                );
                return Err(Fault::new(cursor.column(), message));
            }
            self.forbidden.push((pattern, written(cursor, start + 1)));
            return Ok(());
        }
        cursor.at = start;
        let column = cursor.column();
        let count = guard(cursor, &self.scope())?;
        if count.zone != Zone::Board {
            return Err(Fault::new(
                column,
                "a `where` line is about whole boards; write for example `where at most 3 cells are x`, or `where no x x  right` for a pattern that no position has",
            ));
        }
        if cursor.peek().is_some() {
            let message = format!(
                "expected the end of the line, found {}; write a line for each condition",
                cursor.found()
            );
            return Err(Fault::new(cursor.column(), message));
        }
        self.counts.push((count, written(cursor, start)));
        Ok(())
    }

    fn move_line(&mut self, word: &str, line: usize, cursor: &mut Cursor<'_>) -> Result<(), Fault> {
        let who = match word {
            "left" => Some(Player::Left),
            "right" => Some(Player::Right),
            _ => None,
        };
        if who.is_some() {
            cursor.take("move");
        }
        let start = cursor.at;
        let scope = self.scope();
        let mut parts = vec![rewrite(cursor, &scope)?];
        while cursor.peek() == Some("then") {
            let column = cursor.column();
            let single = |r: &Rewrite, last: bool| {
                let group = if last {
                    r.groups.last()
                } else {
                    r.groups.first()
                };
                group.is_some_and(|g| g.repeats.is_none())
            };
            if scope.level == Level::Words {
                return Err(Fault::new(
                    column,
                    "`then` is for cells and graphs; in a word write one longer pattern",
                ));
            }
            if parts.len() >= MOST_PARTS {
                let message = format!("more than {MOST_PARTS} patterns in one move");
                return Err(Fault::new(column, message));
            }
            if !parts.last().is_some_and(|r| single(r, true)) {
                return Err(Fault::new(
                    column,
                    "the pattern before `then` ends with a letter, not with a repetition",
                ));
            }
            cursor.at += 1;
            let column = cursor.column();
            let next = rewrite(cursor, &scope)?;
            if !single(&next, false) || next.edges.0 {
                return Err(Fault::new(
                    column,
                    "the pattern behind `then` begins with the letter at the last place of the pattern before",
                ));
            }
            parts.push(next);
        }
        if let Some(rest) = cursor.peek() {
            let message = format!(
                "expected `where`, `then` or the end of the line, found `{}`",
                shorten(rest)
            );
            return Err(Fault::new(cursor.column(), message));
        }
        let still = parts.iter().all(|r| match scope.level {
            Level::Words => r.copies_all(),
            _ => r.items().all(|i| !i.changes()),
        });
        if still {
            let message = "this move changes nothing; write what is there afterwards behind `->`";
            return Err(Fault::new(
                cursor.chunks.get(start).map_or(1, |c| c.column),
                message,
            ));
        }
        let text = written(cursor, start);
        self.moves.push(Rule {
            who,
            parts,
            line,
            text,
        });
        Ok(())
    }
}

/// The chunks from `start` on, as they are quoted in sentences.
fn written(cursor: &Cursor<'_>, start: usize) -> String {
    let text: Vec<&str> = cursor.chunks[start..]
        .iter()
        .map(|c| c.text.as_str())
        .collect();
    shorten(&text.join(" "))
}

fn once(seen: bool, first: &Chunk) -> Result<(), Fault> {
    if seen {
        return Err(Fault::new(
            first.column,
            format!("a second `{}` line; a file has one", first.text),
        ));
    }
    Ok(())
}

/// The rest of the line as it is written, without blanks around it and without a comment.
fn sentence(
    cursor: &Cursor<'_>,
    line: &str,
    first: &Chunk,
    what: &str,
    example: &str,
) -> Result<String, Fault> {
    if cursor.peek().is_none() {
        let message = format!("`{}` is followed by {what}, as in `{example}`", first.text);
        return Err(Fault::new(cursor.end, message));
    }
    let from = cursor.column() - 1;
    Ok(line.chars().take(cursor.end - 1).skip(from).collect())
}
