//! Patterns and replacements: `T F . -> . F T`, `x .* o -> . .* x`, `1 ?* | ->`.

use super::chunks::Cursor;
use super::direction::{LIST, direction, names};
use super::guard::guards;
use super::letters::Letters;
use super::row::{Row, Sign, Written, row};
use super::rules::{Group, Item, Level, Piece, Put, Rewrite, Step};
use crate::lexer::Fault;
use crate::names::nearest;
use bouton_rules::heaps::shorten;

/// A pattern without a replacement, with its directions: what no position may contain.
pub(crate) fn forbidden(cursor: &mut Cursor<'_>, letters: &Letters<'_>) -> Result<Rewrite, Fault> {
    let row = row(cursor, letters)?;
    if row.places() == 0 {
        return Err(Fault::new(
            row.column,
            format!(
                "expected a pattern, found {}; write for example `where no {1} {1}  right`",
                cursor.found(),
                letters.letters[0]
            ),
        ));
    }
    let groups = unchanged(&row);
    let steps = steps(cursor, letters, &row)?;
    let mut rewrite = Rewrite {
        groups,
        edges: row.edges,
        pieces: Vec::new(),
        steps,
        guards: Vec::new(),
    };
    suits(&mut rewrite, &row, letters)?;
    Ok(rewrite)
}

/// The groups of a pattern, everything left as it is.
fn unchanged(row: &Row) -> Vec<Group> {
    let item = |sign: &Sign| Item {
        matches: sign.set,
        put: Put::Keep,
    };
    let group = |written: &Written| Group {
        items: written.signs.iter().map(item).collect(),
        repeats: written.repeats,
    };
    row.groups.iter().map(group).collect()
}

/// `PATTERN -> REPLACEMENT DIRECTIONS where GUARDS`.
pub(crate) fn rewrite(cursor: &mut Cursor<'_>, letters: &Letters<'_>) -> Result<Rewrite, Fault> {
    let pattern = row(cursor, letters)?;
    let example = example(letters);
    if pattern.places() == 0 {
        return Err(Fault::new(
            pattern.column,
            format!(
                "expected a pattern, found {}; write for example `{example}`",
                cursor.found()
            ),
        ));
    }
    if !cursor.take("->") {
        return Err(Fault::new(
            cursor.column(),
            format!(
                "expected another letter or `->`, found {}; write for example `{example}`",
                cursor.found()
            ),
        ));
    }
    let after = row(cursor, letters)?;
    if after.edges != (false, false) {
        return Err(Fault::new(
            after.column,
            "a `|` stands in the pattern only; leave it out behind `->`",
        ));
    }
    let mut rewrite = if letters.level == Level::Words {
        word(&pattern, &after)?
    } else {
        aligned(&pattern, &after, letters)?
    };
    rewrite.steps = steps(cursor, letters, &pattern)?;
    suits(&mut rewrite, &pattern, letters)?;
    if cursor.take("where") {
        rewrite.guards = guards(cursor, letters)?;
    }
    Ok(rewrite)
}

fn example(letters: &Letters<'_>) -> String {
    let l = letters.letters;
    let other = l.get(1).unwrap_or(&l[0]);
    match letters.level {
        Level::Words => format!("left {other} ->"),
        Level::Cells => format!("left {other} {} -> {} {other}  right", l[0], l[0]),
        Level::Vertices => format!("left {} -> {other}", l[0]),
        Level::Edges => format!(
            "left {0} {1} {0} -> {0} {2} {0}",
            l[0],
            l[letters.vertices],
            l[l.len() - 1]
        ),
    }
}

/// Pattern and replacement place by place.
fn aligned(pattern: &Row, after: &Row, letters: &Letters<'_>) -> Result<Rewrite, Fault> {
    if pattern.places() != after.places() {
        let n = |count: usize| {
            if count == 1 {
                "1 place".to_string()
            } else {
                format!("{count} places")
            }
        };
        return Err(Fault::new(
            after.column,
            format!(
                "the pattern has {} and the replacement {}; on cells and graphs they have as many, and what is removed becomes `{}`",
                n(pattern.places()),
                after.places(),
                letters.letters[0]
            ),
        ));
    }
    let mut groups = Vec::new();
    for (i, written) in pattern.groups.iter().enumerate() {
        let same =
            |g: &&Written| g.signs.len() == written.signs.len() && g.repeats == written.repeats;
        let Some(puts) = after.groups.get(i).filter(same) else {
            return Err(Fault::new(
                after.column,
                "the replacement repeats what the pattern repeats, in the same places, as in `x .* o -> . .* x`",
            ));
        };
        let mut made = Vec::new();
        for (before, after) in written.signs.iter().zip(&puts.signs) {
            let (matches, set) = (before.set, after.set);
            let put = if after.wild {
                if set != letters.all() && set != matches {
                    return Err(Fault::new(
                        after.column,
                        "a move leaves one letter at a place; write a letter, or `?` for what was there",
                    ));
                }
                Put::Keep
            } else if set == matches {
                Put::Keep
            } else {
                Put::Letter(set.trailing_zeros() as u8)
            };
            made.push(Item { matches, put });
        }
        groups.push(Group {
            items: made,
            repeats: written.repeats,
        });
    }
    Ok(Rewrite {
        groups,
        edges: pattern.edges,
        pieces: Vec::new(),
        steps: Vec::new(),
        guards: Vec::new(),
    })
}

/// A word's replacement: letters, and copies of what the pattern's wildcards and repetitions matched, in order.
fn word(pattern: &Row, after: &Row) -> Result<Rewrite, Fault> {
    let groups = unchanged(pattern);
    let open = |w: &Written| w.repeats.is_some() || w.signs.iter().any(|s| s.wild);
    let mut sources = (0..groups.len()).filter(|&i| open(&pattern.groups[i]));
    let mut pieces = Vec::new();
    for group in &after.groups {
        if !open(group) {
            pieces.push(Piece::Letter(group.signs[0].set.trailing_zeros() as u8));
            continue;
        }
        let same = |&i: &usize| {
            let source = &pattern.groups[i];
            let sets = source.signs.iter().zip(&group.signs);
            source.repeats == group.repeats
                && source.signs.len() == group.signs.len()
                && sets.into_iter().all(|(a, b)| a.set == b.set)
        };
        let Some(source) = sources.by_ref().find(same) else {
            return Err(Fault::new(
                group.signs[0].column,
                "this copies nothing: a `?`, a choice or a repetition behind `->` stands for the same one of the pattern, in order",
            ));
        };
        pieces.push(Piece::Copy(source));
    }
    Ok(Rewrite {
        groups,
        edges: pattern.edges,
        pieces,
        steps: Vec::new(),
        guards: Vec::new(),
    })
}

/// The directions behind a pattern.
fn steps(
    cursor: &mut Cursor<'_>,
    letters: &Letters<'_>,
    pattern: &Row,
) -> Result<Vec<Step>, Fault> {
    let mut steps: Vec<Step> = Vec::new();
    let start = cursor.column();
    while let Some(text) = cursor.peek() {
        if matches!(text, "where" | "then") {
            break;
        }
        if let Some(lines) = letters.lines.iter().find(|l| l.name == text) {
            steps.extend(lines.steps());
            cursor.at += 1;
            continue;
        }
        let Some(found) = direction(text) else {
            let near = match nearest(text, names()) {
                Some(near) => format!("did you mean `{near}`?"),
                None if letters.level == Level::Cells => format!("the directions are {LIST}"),
                None => "write `where`, `then` or nothing".to_string(),
            };
            return Err(Fault::new(
                cursor.column(),
                format!("`{}` is not a direction; {near}", shorten(text)),
            ));
        };
        if letters.level != Level::Cells {
            return Err(Fault::new(
                cursor.column(),
                format!("`{text}` is a direction, which only cells have; leave it out"),
            ));
        }
        steps.extend(
            found
                .iter()
                .filter(|s| !steps.contains(s))
                .copied()
                .collect::<Vec<_>>(),
        );
        cursor.at += 1;
    }
    if letters.level != Level::Cells && steps.is_empty() {
        return Ok(vec![(0, 1)]);
    }
    if steps.is_empty() {
        let repeats = pattern.groups.iter().any(|g| g.repeats.is_some());
        if pattern.places() > 1 || repeats || pattern.edges != (false, false) {
            return Err(Fault::new(
                start,
                format!(
                    "a pattern of more than one place needs a direction; the directions are {LIST}"
                ),
            ));
        }
        steps.push((0, 1));
    }
    Ok(steps)
}

/// On a graph there are no repetitions; with coloured edges, patterns go from vertices to edges and back, and a wildcard is
/// of the kind that is due, vertices at first.
fn suits(rewrite: &mut Rewrite, row: &Row, letters: &Letters<'_>) -> Result<(), Fault> {
    // Along a line there is one way on, as on cells.
    let on_lines = letters.level == Level::Vertices
        && rewrite
            .steps
            .iter()
            .all(|s| s.0.unsigned_abs() >= super::fixed::FIRST as u8);
    if letters.level.is_graph()
        && !on_lines
        && (!rewrite.is_fixed() || rewrite.edges != (false, false))
    {
        return Err(Fault::new(
            row.column,
            "patterns on graphs have no `*`, `+` or `|`; write the letters along a path",
        ));
    }
    if letters.level != Level::Edges {
        return Ok(());
    }
    let [vertices, edges] = letters.kinds();
    let mut last = None;
    let signs = row.groups.iter().flat_map(|g| &g.signs);
    let items = rewrite.groups.iter_mut().flat_map(|g| &mut g.items);
    for (item, column) in items.zip(signs.map(|s| s.column)) {
        let kind = match (item.matches & vertices != 0, item.matches & edges != 0) {
            (true, false) => 0,
            (false, true) => 1,
            _ => last.map_or(0, |l: usize| 1 - l),
        };
        item.matches &= [vertices, edges][kind];
        if last == Some(kind) {
            return Err(Fault::new(
                column,
                "on a graph with coloured edges a pattern goes from a vertex to an edge to a vertex; put the edge's letter between",
            ));
        }
        if let Put::Letter(l) = item.put
            && (1 << l) & [vertices, edges][kind] == 0
        {
            return Err(Fault::new(
                column,
                "a vertex gets a letter of vertices and an edge a letter of edges",
            ));
        }
        last = Some(kind);
    }
    Ok(())
}
