//! Win, lose, tie or draw, with remoteness and every move judged, where play may repeat.

use crate::expand::{PartizanNodes, Turn};
use crate::graph::Explored;
use crate::impartial::distinct;
use crate::retrograde::{Verdict, Verdicts, retrograde};
use bouton_core::Budget;
use bouton_rules::{Decided, Decision, Impartial, Partizan, Play, Player, Result};

/// One move, judged for the player who makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedMove<P> {
    /// The position after the move.
    pub to: P,
    /// What it leads to, for the player who makes it.
    pub verdict: Verdict,
    /// Moves to the end after this one; `None` for a draw.
    pub remoteness: Option<u32>,
}

/// What best play leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopyAnswer<P> {
    /// For the player to move.
    pub verdict: Verdict,
    /// Moves to the end; `None` for a draw.
    pub remoteness: Option<u32>,
    /// Every move.
    pub moves: Vec<JudgedMove<P>>,
    /// Nodes searched.
    pub nodes: u64,
}

impl<P> LoopyAnswer<P> {
    /// The moves that keep the verdict: every winning move, or every move that holds the draw or the tie.
    pub fn best(&self) -> impl Iterator<Item = &JudgedMove<P>> {
        self.moves.iter().filter(|m| m.verdict == self.verdict)
    }
}

/// Everything below some positions, solved; positions stay searchable. Made by [`solve_loopy`] and its kin.
pub struct Tablebase<'g, G: Partizan> {
    game: &'g G,
    all: Explored<Turn<G::Position>>,
    verdicts: Verdicts,
    one_mover: bool,
}

impl<'g, G: Partizan> Tablebase<'g, G> {
    fn solve(
        game: &'g G,
        seeds: Vec<Turn<G::Position>>,
        one_mover: bool,
        decided: impl Fn(Player, &G::Position) -> Option<Decision>,
        play: Play,
        budget: &Budget,
    ) -> Result<Self> {
        let seeds = seeds.into_iter().map(|(pos, who)| (game.canon(pos), who));
        let all = if one_mover {
            Explored::explore(seeds, false, &mut SameMover(game), budget)?
        } else {
            Explored::explore(
                seeds,
                false,
                &mut PartizanNodes {
                    game,
                    decided: &decided,
                },
                budget,
            )?
        };
        let mut held = budget.hold();
        held.set(all.bytes())?;
        let end = |id: u32| {
            let (pos, who) = all.node(id);
            decided(*who, pos)
        };
        let verdicts = retrograde(all.graph(), end, play, budget)?;
        Ok(Tablebase {
            game,
            all,
            verdicts,
            one_mover,
        })
    }

    /// Verdict and remoteness with `who` to move; `None` if the position was not reached.
    pub fn get(&self, pos: &G::Position, who: Player) -> Option<(Verdict, Option<u32>)> {
        let who = if self.one_mover { Player::Left } else { who };
        let id = self.all.find(&(self.game.canon(pos.clone()), who))?;
        Some((self.verdicts.verdict(id), self.verdicts.remoteness(id)))
    }

    /// Every node: canonical position, player to move, verdict, remoteness. In an impartial game the player is Left.
    pub fn nodes(&self) -> impl Iterator<Item = (&G::Position, Player, Verdict, Option<u32>)> {
        (0u32..).zip(self.all.nodes()).map(|(id, (pos, who))| {
            (
                pos,
                *who,
                self.verdicts.verdict(id),
                self.verdicts.remoteness(id),
            )
        })
    }

    /// How many nodes.
    pub fn len(&self) -> usize {
        self.all.nodes().len()
    }

    /// True if there is no node.
    pub fn is_empty(&self) -> bool {
        self.all.nodes().is_empty()
    }

    fn answer(
        &self,
        pos: &G::Position,
        who: Player,
        ended: bool,
    ) -> Result<LoopyAnswer<G::Position>> {
        let (verdict, remoteness) = self
            .get(pos, who)
            .expect("the position asked about was explored");
        let moves = if ended {
            Vec::new()
        } else {
            distinct(self.game.moves(who, pos)?)
        };
        let judge = |to: G::Position| {
            let (verdict, remoteness) = self
                .get(&to, who.other())
                .expect("an option of an explored position");
            JudgedMove {
                to,
                verdict: verdict.reversed(),
                remoteness,
            }
        };
        let moves = moves.into_iter().map(judge).collect();
        Ok(LoopyAnswer {
            verdict,
            remoteness,
            moves,
            nodes: self.len() as u64,
        })
    }
}

/// Nodes of an impartial game: the player to move makes no difference and is always written Left.
struct SameMover<'g, G>(&'g G);

impl<G: Partizan> crate::graph::Expand<Turn<G::Position>> for SameMover<'_, G> {
    fn expand(
        &mut self,
        (pos, who): &Turn<G::Position>,
        out: &mut crate::graph::Options<Turn<G::Position>>,
    ) -> Result<()> {
        for option in self.0.moves(*who, pos)? {
            out.push((self.0.canon(option), *who));
        }
        Ok(())
    }

    fn owned_bytes(&self, (pos, _): &Turn<G::Position>) -> usize {
        self.0.owned_bytes(pos)
    }
}

/// Where `pos` leads with `who` to move. Time and memory in proportion to the nodes and moves below it, no recursion and no
/// bound on the length of play. Errors: a limit of the budget, or one of the rules.
pub fn loopy_outcome<G: Partizan>(
    game: &G,
    pos: &G::Position,
    who: Player,
    play: Play,
    budget: &Budget,
) -> Result<LoopyAnswer<G::Position>> {
    let table = solve_loopy(game, with_options(game, pos, who)?, play, budget)?;
    table.answer(pos, who, false)
}

/// As [`loopy_outcome`], for an impartial game: one node a position.
///
/// ```
/// # use bouton_solve::doc::Ring;
/// use bouton_rules::Play;
/// use bouton_solve::{Budget, Verdict, loopy_impartial_outcome};
/// // One token; from each place of a ring of six one may go one or two places on, and place 0 is the end.
/// let answer = loopy_impartial_outcome(&Ring { places: 6 }, &1, Play::Normal, &Budget::unlimited()).unwrap();
/// assert_eq!((answer.verdict, answer.remoteness), (Verdict::Win, Some(3)));
/// assert_eq!(answer.moves.len(), 2);
/// ```
pub fn loopy_impartial_outcome<G: Impartial>(
    game: &G,
    pos: &G::Position,
    play: Play,
    budget: &Budget,
) -> Result<LoopyAnswer<G::Position>> {
    let seeds = with_options(game, pos, Player::Left)?
        .into_iter()
        .map(|(p, _)| p);
    let table = solve_loopy_impartial(game, seeds, play, budget)?;
    table.answer(pos, Player::Left, false)
}

/// As [`loopy_outcome`], for a game in which reaching a position may end play.
pub fn decided_outcome<G: Partizan + Decided>(
    game: &G,
    pos: &G::Position,
    who: Player,
    play: Play,
    budget: &Budget,
) -> Result<LoopyAnswer<G::Position>> {
    let ended = game.decided(who, pos).is_some();
    let seeds = if ended {
        vec![(pos.clone(), who)]
    } else {
        with_options(game, pos, who)?
    };
    solve_decided(game, seeds, play, budget)?.answer(pos, who, ended)
}

/// Solves everything below the given positions, each with the player to move.
pub fn solve_loopy<'g, G: Partizan>(
    game: &'g G,
    seeds: impl IntoIterator<Item = Turn<G::Position>>,
    play: Play,
    budget: &Budget,
) -> Result<Tablebase<'g, G>> {
    Tablebase::solve(
        game,
        seeds.into_iter().collect(),
        false,
        |_, _| None,
        play,
        budget,
    )
}

/// Solves everything below the given positions of an impartial game.
pub fn solve_loopy_impartial<'g, G: Impartial>(
    game: &'g G,
    seeds: impl IntoIterator<Item = G::Position>,
    play: Play,
    budget: &Budget,
) -> Result<Tablebase<'g, G>> {
    let seeds = seeds.into_iter().map(|pos| (pos, Player::Left)).collect();
    Tablebase::solve(game, seeds, true, |_, _| None, play, budget)
}

/// Solves everything below the given positions of a game in which reaching a position may end play.
pub fn solve_decided<'g, G: Partizan + Decided>(
    game: &'g G,
    seeds: impl IntoIterator<Item = Turn<G::Position>>,
    play: Play,
    budget: &Budget,
) -> Result<Tablebase<'g, G>> {
    let decided = |who: Player, pos: &G::Position| game.decided(who, pos);
    Tablebase::solve(
        game,
        seeds.into_iter().collect(),
        false,
        decided,
        play,
        budget,
    )
}

/// The position first, then its options as they are listed, which a canonical form need not lead to.
fn with_options<G: Partizan>(
    game: &G,
    pos: &G::Position,
    who: Player,
) -> Result<Vec<Turn<G::Position>>> {
    let moves = game.moves(who, pos)?;
    let moves = moves.into_iter().map(|o| (o, who.other()));
    Ok(std::iter::once((pos.clone(), who)).chain(moves).collect())
}
