//! Rule files on cells, words and graphs as games.

use super::bits::word;
use super::board::{Board, MOST_PLACES, Places, list};
use super::cache::{Known, Topologies};
use super::examples::examples;
use super::live::{is_letterwise, parts, word_parts};
use super::net;
use super::rules::{CellRules, Level, Rewrite, Step, VOID};
use super::symmetry::{Symmetries, Turn, backwards, least};
use super::topology::Topology;
use super::walk::{Moves, board_guard_holds, places};
use crate::kind::{Ending, Ends, Loops, Own, Players, Same, partizan};
use bouton_rules::board::Scene;
use bouton_rules::heaps::shorten;
use bouton_rules::{
    Error, Impartial, Info, Partizan, Player, Rank, Result, Ruleset, Short, lesser,
};
use std::marker::PhantomData;
use std::sync::Arc;

/// A game whose rules are a rule file on cells, words or graphs. The parameters are its kind: who has which moves, and
/// whether play must end.
#[derive(Clone, Debug)]
pub struct CellGame<P, E> {
    inner: Arc<Inner>,
    kind: PhantomData<(P, E)>,
}

/// An impartial game on cells of which every play ends.
///
/// ```
/// use bouton_rulefile::{ShortCellGame, RuleFile, read};
/// use bouton_rules::{Impartial, Ruleset};
/// let text = "game kayles-strip\ncells . 1\nmove 1 -> .\nmove 1 1 -> . .  right\n";
/// let RuleFile::Cells(rules) = read(text, "kayles-strip.game").unwrap() else { panic!() };
/// let game = ShortCellGame::new(rules.into()).unwrap();
/// let row = game.parse("1.11").unwrap();
/// let options: Vec<String> = game.options(&row).unwrap().iter().map(|p| game.show(p)).collect();
/// assert_eq!(options, ["..11", "1..1", "1.1.", "1..."]);
/// assert_eq!(game.split(&row).len(), 2);
/// ```
pub type ShortCellGame = CellGame<Same, Ends>;
/// A partizan game on cells of which every play ends.
pub type ShortPartizanCellGame = CellGame<Own, Ends>;
/// An impartial game on cells that may be played for ever.
pub type LoopyCellGame = CellGame<Same, Loops>;
/// A partizan game on cells that may be played for ever.
pub type LoopyPartizanCellGame = CellGame<Own, Loops>;

#[derive(Debug)]
struct Inner {
    rules: Arc<CellRules>,
    /// For each rule the steps of its first rewriting that give different moves.
    steps: Vec<Vec<Step>>,
    /// For each rule whether its first rewriting reads the same backwards.
    palindromes: Vec<bool>,
    symmetries: Symmetries,
    topologies: Topologies,
}

impl<P: Players, E: Ending> CellGame<P, E> {
    /// The game with these rules.
    ///
    /// # Errors
    /// If the rules are partizan and the kind is impartial, or the kind must end and no weights are known.
    pub fn new(rules: Arc<CellRules>) -> Result<Self> {
        if P::SAME
            && let Some(rule) = rules.moves.iter().find(|m| m.who.is_some())
        {
            return Err(partizan(&rules.name, rule.line));
        }
        if E::ENDS
            && let Some(why) = rules.endless()
        {
            return Err(Error::input(format!("{}: {why}", rules.name)));
        }
        let steps = rules.moves.iter().map(|m| different_steps(&m.parts));
        let (steps, palindromes) = steps.unzip();
        let symmetries = Symmetries::of(&rules);
        let inner = Inner {
            steps,
            palindromes,
            symmetries,
            topologies: Topologies::default(),
            rules,
        };
        Ok(CellGame {
            inner: Arc::new(inner),
            kind: PhantomData,
        })
    }

    /// The rules.
    pub fn rules(&self) -> &Arc<CellRules> {
        &self.inner.rules
    }

    pub(super) fn topology(&self, board: &Board) -> Known<'_> {
        let inner = &self.inner;
        let make = || Topology::of(&inner.rules, &inner.steps, board);
        inner.topologies.get(&board.shape, make)
    }

    /// Has the other player a move?
    fn others_move(&self, who: Option<Player>, board: &Board) -> Result<bool> {
        Ok(!self.listed(who.map(Player::other), board)?.is_empty())
    }

    /// The positions that one move of `who` (both players for `None`) leads to, a pass where the rules have it.
    pub(super) fn list(&self, who: Option<Player>, board: &Board) -> Result<Vec<Board>> {
        let mut results = self.listed(who, board)?;
        if results.is_empty() && self.rules().goals.passes() && self.others_move(who, board)? {
            results.push(board.clone());
        }
        Ok(results)
    }

    /// The positions that the rules' patterns lead to.
    fn listed(&self, who: Option<Player>, board: &Board) -> Result<Vec<Board>> {
        let rules = self.rules();
        let topology = self.topology(board);
        let mut results = Vec::new();
        for (i, rule) in rules.moves.iter().enumerate() {
            if rule.who.is_some() && who.is_some() && rule.who != who {
                continue;
            }
            let moves = Moves {
                rules,
                rule: i,
                topology: &topology,
                board,
                palindrome: self.inner.palindromes[i],
            };
            moves.add(&mut results).map_err(|e| e.at(&rules.name))?;
        }
        if !rules.forbidden.is_empty() || !rules.counts.is_empty() {
            results.retain(|to| self.missing(to).is_none());
        }
        Ok(results)
    }

    /// What is wrong with a position that may not exist.
    fn missing(&self, board: &Board) -> Option<String> {
        let rules = self.rules();
        let topology = self.topology(board);
        let count = rules
            .counts
            .iter()
            .find(|(g, _)| !board_guard_holds(g, &board.cells));
        if let Some((_, text)) = count {
            return Some(format!("every position has {text}"));
        }
        let occurs = |i: &usize| {
            let cells: &[u8] = &board.cells;
            !topology.each_forbidden(rules, *i, cells, &mut |_| false)
        };
        let found = (0..rules.forbidden.len()).find(occurs);
        let found = found.map(|i| &rules.forbidden[i]);
        found.map(|(_, text)| format!("no position has {text}"))
    }

    /// Sums of positions are positions, and can be written as one.
    fn sums(&self) -> bool {
        let rules = self.rules();
        !rules.is_global() && !rules.asks_for_edges()
    }

    fn least(&self, turns: &[Turn], board: &Board) -> Board {
        least(self.rules(), turns, board)
    }

    fn split_up(&self, board: &Board) -> Vec<Board> {
        let rules = self.rules();
        if rules.is_global() {
            return vec![board.clone()];
        }
        if rules.level == Level::Words {
            return word_parts(rules, board);
        }
        let ring = if rules.asks_for_edges() {
            rules.longest_step()
        } else {
            0
        };
        parts(rules, &self.topology(board), board, ring)
    }

    fn joined(&self, parts: &[Board]) -> Option<Board> {
        let rules = self.rules();
        if let [one] = parts {
            return Some(one.clone());
        }
        if !self.sums() {
            return None;
        }
        match rules.level {
            Level::Words => {
                let read = rules.read_letters();
                let barrier = (0..rules.letters.len() as u8).find(|l| read >> l & 1 == 0);
                let mut cells = Places::new();
                for (i, part) in parts.iter().enumerate() {
                    match barrier {
                        _ if is_letterwise(rules) => {}
                        Some(letter) if i > 0 => cells.push(letter),
                        Some(_) => {}
                        None => return None,
                    }
                    cells.extend_from_slice(&part.cells);
                }
                Some(Board::grid(1, cells.len(), cells))
            }
            Level::Cells => {
                let gap = rules.longest_step();
                let sides = parts.iter().map(Board::sides);
                let rows = sides.clone().map(|s| s.0).max().unwrap_or(0);
                let cols = sides.map(|s| s.1 + gap).sum::<usize>().saturating_sub(gap);
                let mut cells = Places::from_elem(VOID, rows * cols);
                let mut left = 0;
                for part in parts {
                    let (_, wide) = part.sides();
                    for (i, &letter) in part.cells.iter().enumerate() {
                        cells[i / wide * cols + left + i % wide] = letter;
                    }
                    left += wide + gap;
                }
                Some(Board::grid(rows, cols, cells))
            }
            _ => Some(net::union(rules, parts)),
        }
    }
}

/// The steps of a rule's first rewriting without those that give the same moves backwards, and whether it is a palindrome.
fn different_steps(parts: &[Rewrite]) -> (Vec<Step>, bool) {
    let steps = &parts[0].steps;
    let back = backwards(&parts[0]);
    let same = parts.len() == 1 && back.groups == parts[0].groups && back.edges == parts[0].edges;
    if !same
        || parts[0].groups.iter().map(|g| g.items.len()).sum::<usize>() == 1 && parts[0].is_fixed()
    {
        // One place is the same along every step.
        let single = parts.len() == 1 && parts[0].is_fixed() && parts[0].items().count() == 1;
        let asks = parts[0].edges != (false, false);
        return (
            if single && !asks {
                steps[..1].to_vec()
            } else {
                steps.clone()
            },
            false,
        );
    }
    let mut kept: Vec<Step> = Vec::new();
    for &(r, c) in steps {
        if !kept.contains(&(-r, -c)) {
            kept.push((r, c));
        }
    }
    (kept, true)
}

impl<P: Players, E: Ending> Ruleset for CellGame<P, E> {
    type Position = Board;

    fn info(&self) -> Info {
        let rules = self.rules();
        let letters = list(rules);
        let notation = match rules.level {
            Level::Cells => format!(
                "rows of {letters}, separated by `|` (`_`: not on the board), or a size like 2x3"
            ),
            Level::Words => format!("a word of {letters}; () is the empty one"),
            _ => format!(
                "edges like 0-1 and vertices like 2, separated by commas, with a letter behind ({letters})"
            ),
        };
        Info {
            name: rules.name.clone(),
            rules: rules.rules.clone(),
            notation,
            theorem: None,
            source: rules.cite.clone(),
            examples: examples(rules),
        }
    }

    fn parse(&self, text: &str) -> Result<Board> {
        let rules = self.rules();
        let board = Board::parse(rules, text)?;
        match self.missing(&board) {
            None => Ok(board),
            Some(why) => Err(Error::input(format!(
                "position `{}` of {}: it does not exist; {why}",
                shorten(text.trim()),
                rules.name
            ))),
        }
    }

    fn show(&self, pos: &Board) -> String {
        pos.show(self.rules())
    }

    fn split(&self, pos: &Board) -> Vec<Board> {
        self.split_up(pos)
    }

    fn join(&self, parts: &[Board]) -> Option<Board> {
        self.joined(parts)
    }

    fn size(&self, pos: &Board) -> usize {
        places(&pos.cells)
    }

    fn owned_bytes(&self, pos: &Board) -> usize {
        pos.owned_bytes()
    }

    fn word(&self, pos: &Board) -> Option<u64> {
        word(self.rules().letters.len(), pos)
    }

    /// The parts, each brought to its least image, in order; without parts that can be put together, the least image.
    fn canon(&self, pos: Board) -> Board {
        let same = &self.inner.symmetries.same;
        if !self.sums() {
            return self.least(same, &pos);
        }
        let mut parts: Vec<Board> = self
            .split_up(&pos)
            .iter()
            .map(|p| self.least(same, p))
            .collect();
        parts.sort_unstable();
        let sum = self.joined(&parts).filter(|b| b.cells.len() <= MOST_PLACES);
        sum.unwrap_or_else(|| self.least(same, &pos))
    }

    fn canon_part(&self, part: Board) -> Board {
        self.least(&self.inner.symmetries.same, &part)
    }

    fn draw(&self, pos: &Board) -> Scene {
        pos.draw(self.rules())
    }
}

impl<E: Ending> Impartial for CellGame<Same, E> {
    fn options(&self, pos: &Board) -> Result<Vec<Board>> {
        self.list(None, pos)
    }
}

impl<E: Ending> Partizan for CellGame<Own, E> {
    fn moves(&self, who: Player, pos: &Board) -> Result<Vec<Board>> {
        self.list(Some(who), pos)
    }

    fn canon_signed(&self, pos: Board) -> (Board, bool) {
        let symmetries = &self.inner.symmetries;
        let same = self.least(&symmetries.same, &pos);
        if symmetries.negative.is_empty() {
            return (same, false);
        }
        let other = self.least(&symmetries.negative, &pos);
        lesser(same, other)
    }
}

impl<P: Players> Short for CellGame<P, Ends> {
    fn rank(&self, pos: &Board) -> Rank {
        self.rules()
            .weights
            .as_ref()
            .map(|w| w.rank(pos))
            .unwrap_or_default()
    }
}
