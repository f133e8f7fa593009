//! Products of turning games: coins on a grid; a move chooses a move of one game for the rows and a move of the other for the
//! columns, and turns every coin where a chosen row and a chosen column cross.
//!
//! The Tartan theorem (Winning Ways, ch. 14): a head in row r and column c, alone, is worth the nim product of the values of the
//! heads r and c in the two games.

use crate::Visitor;
use crate::common::{MOST_OPTIONS, check_count, info, with_theorem};
use crate::turning::Pattern;
use bouton_rules::heaps::shorten;
use bouton_rules::{Error, Impartial, Info, Known, Play, Rank, Result, Ruleset, Short};
use bouton_value::nimber;
use std::collections::BTreeSet;

/// Furthest row and column of a coin.
const FURTHEST: u64 = 1 << 10;

/// The ruleset: patterns of the rows and of the columns.
///
/// ```
/// use bouton_games::turning_product::TurningProduct;
/// use bouton_rules::{Impartial, Play, Ruleset};
/// // Turning Corners: two rows and two columns. The values are nim products.
/// let corners = TurningProduct::build("2*2").unwrap();
/// let head = corners.parse("3x3").unwrap();
/// assert_eq!(corners.known(&head, Play::Normal).unwrap().grundy, Some(3u32.into()));
/// ```
#[derive(Clone, Debug)]
pub struct TurningProduct {
    rows: Pattern,
    cols: Pattern,
}

/// The coins that show heads, by row and column.
pub type Heads = BTreeSet<(u64, u64)>;

impl TurningProduct {
    /// Reads two patterns of [`Pattern::parse`] joined by `*`.
    pub fn build(text: &str) -> Result<TurningProduct> {
        let (rows, cols) = text.split_once('*').ok_or_else(|| {
            Error::input(format!(
                "the parameter `{}` has no `*` between the pattern of the rows and that of the columns; write for example 2*2",
                shorten(text)
            ))
        })?;
        Ok(TurningProduct {
            rows: Pattern::parse(rows)?,
            cols: Pattern::parse(cols)?,
        })
    }
}

/// The values of heads 1 to `n` of one game; `None` if that takes too many sets of coins.
fn values(pattern: &Pattern, n: u64) -> Option<Vec<u64>> {
    let mut values: Vec<u64> = vec![0];
    for head in 1..=n {
        let sets = pattern.companions(head);
        if sets.len() as u64 > MOST_OPTIONS / n {
            return None;
        }
        let sum = |set: &Vec<u64>| set.iter().fold(0, |sum, &coin| sum ^ values[coin as usize]);
        let seen: BTreeSet<u64> = sets.iter().map(sum).collect();
        values.push((0..).find(|value| !seen.contains(value)).unwrap_or(0));
    }
    Some(values)
}

impl Ruleset for TurningProduct {
    type Position = Heads;

    fn info(&self) -> Info {
        let (rows, cols) = (self.rows.show(), self.cols.show());
        let rules = format!(
            "Coins on a grid. Choose rows as in turning:{rows} and columns as in turning:{cols}, and turn every coin where they cross; the \
             one in the last of these rows and columns goes from heads to tails."
        );
        with_theorem(
            info(
                &format!("turning-product:{rows}*{cols}"),
                &rules,
                "the coins that show heads, row x column, like 1x2,3x3",
                &["1x2,2x2", "2x3", "3x2,1x1"],
            ),
            "a head is worth the nim product of the values of its row and its column in the two games, and heads add (Tartan theorem)",
            "winningways",
        )
    }

    fn parse(&self, text: &str) -> Result<Heads> {
        let mut heads = Heads::new();
        let trimmed = text.trim();
        if trimmed.is_empty() || trimmed == "0" {
            return Ok(heads);
        }
        for (i, part) in trimmed.split(',').map(str::trim).enumerate() {
            let side = |text: &str| {
                let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
                text.parse::<u64>()
                    .ok()
                    .filter(|n| digits && (1..=FURTHEST).contains(n))
            };
            let place = part
                .split_once('x')
                .and_then(|(r, c)| Some((side(r)?, side(c)?)));
            let fresh = place.is_some_and(|place| heads.insert(place));
            if !fresh {
                return Err(Error::input(format!(
                    "coins `{}`: coin {}, `{}`, {}; write row x column, each from 1 to {FURTHEST}, like 1x2,3x3",
                    shorten(text),
                    i + 1,
                    shorten(part),
                    if place.is_some() {
                        "is there twice"
                    } else {
                        "is no place"
                    },
                )));
            }
        }
        Ok(heads)
    }

    fn show(&self, pos: &Heads) -> String {
        match pos.is_empty() {
            true => "0".into(),
            false => pos
                .iter()
                .map(|(r, c)| format!("{r}x{c}"))
                .collect::<Vec<_>>()
                .join(","),
        }
    }

    fn owned_bytes(&self, pos: &Heads) -> usize {
        32 * pos.len()
    }
}

impl Impartial for TurningProduct {
    fn options(&self, pos: &Heads) -> Result<Vec<Heads>> {
        let mut options = Vec::new();
        for &(row, col) in pos {
            let (rows, cols) = (self.rows.companions(row), self.cols.companions(col));
            check_count(
                "turning-product",
                options
                    .len()
                    .saturating_add(rows.len().saturating_mul(cols.len())),
            )?;
            for rows in &rows {
                for cols in &cols {
                    let mut next = pos.clone();
                    for &r in rows.iter().chain([&row]) {
                        for &c in cols.iter().chain([&col]) {
                            if !next.remove(&(r, c)) {
                                next.insert((r, c));
                            }
                        }
                    }
                    options.push(next);
                }
            }
        }
        Ok(options)
    }

    fn known(&self, pos: &Heads, play: Play) -> Option<Known<Heads>> {
        if play == Play::Misere || pos.len() > 64 {
            return None;
        }
        let far = |of: fn(&(u64, u64)) -> u64| pos.iter().map(of).max().unwrap_or(0);
        let (last_row, last_col) = (far(|p| p.0), far(|p| p.1));
        if last_row > 64 || last_col > 64 {
            return None;
        }
        let (rows, cols) = (values(&self.rows, last_row)?, values(&self.cols, last_col)?);
        let sum = |heads: &Heads| {
            let worth = |&(r, c): &(u64, u64)| nimber::product(rows[r as usize], cols[c as usize]);
            heads.iter().fold(0, |sum, place| sum ^ worth(place))
        };
        let total = sum(pos);
        let mut winning = match total {
            0 => Vec::new(),
            _ => self.options(pos).ok()?,
        };
        winning.retain(|to| sum(to) == 0);
        Some(Known::of_grundy(total.into(), winning, true))
    }
}

impl Short for TurningProduct {
    /// The heads from the last to the first: a move takes one off and puts in only earlier ones.
    fn rank(&self, pos: &Heads) -> Rank {
        pos.iter()
            .rev()
            .map(|&(r, c)| (r * 2 * FURTHEST + c).into())
            .collect()
    }
}

/// Shows the family.
pub fn visit(v: &mut impl Visitor) {
    v.family("turning-product", "2*1+C", TurningProduct::build);
}
