//! Votes: agendas voted on by backward induction, and proposals to share coins that a majority must accept.

use crate::Rational;
use crate::rational::int;
use bouton_core::{Budget, Error, Result};

/// An agenda: a question put to the vote, or an outcome.
#[derive(Clone, Debug)]
pub enum Agenda {
    /// The matter is settled: an outcome by number.
    Settled(usize),
    /// A vote: what follows a yes, what follows a no.
    Vote(Box<Agenda>, Box<Agenda>),
}

/// The outcome if every voter foresees what will follow (farquharson1969): `utility[voter][outcome]`. A yes needs more votes than half
/// of the voters, or exactly half with `tie_is_yes`; whoever does not care votes yes.
///
/// # Errors
/// An outcome that a voter has no utility for, no voters, or a limit of `budget`.
///
/// ```
/// use bouton_chance::{rational::int, votes::{outcome, Agenda}};
/// // Three voters, cyclic preferences, bill 0 against bill 1, the winner against nothing (2).
/// let u = [[2, 1, 0], [0, 2, 1], [1, 0, 2]].map(|row| row.map(int).to_vec());
/// let last = |x| Box::new(Agenda::Vote(Box::new(Agenda::Settled(x)), Box::new(Agenda::Settled(2))));
/// let agenda = Agenda::Vote(last(0), last(1));
/// assert_eq!(outcome(&agenda, &u, false, &bouton_core::Budget::unlimited()).unwrap(), 1);
/// ```
pub fn outcome(
    agenda: &Agenda,
    utility: &[Vec<Rational>],
    tie_is_yes: bool,
    budget: &Budget,
) -> Result<usize> {
    if utility.is_empty() {
        return Err(Error::input("a vote needs at least one voter"));
    }
    // Post-order with a stack of its own: results of what is below are on `results`.
    let mut stack = vec![(agenda, false)];
    let mut results: Vec<usize> = Vec::new();
    while let Some((node, ready)) = stack.pop() {
        budget.visit(1)?;
        match node {
            Agenda::Settled(x) => {
                if let Some(v) = utility.iter().position(|u| *x >= u.len()) {
                    return Err(Error::input(format!(
                        "voter {v} has no utility for outcome {x}"
                    )));
                }
                results.push(*x);
            }
            Agenda::Vote(yes, no) if !ready => {
                stack.extend([(node, true), (no, false), (yes, false)]);
            }
            Agenda::Vote(..) => {
                let no = results.pop().unwrap_or(0);
                let yes = results.pop().unwrap_or(0);
                let votes = utility.iter().filter(|u| u[yes] >= u[no]).count();
                let wins = 2 * votes > utility.len() || tie_is_yes && 2 * votes == utility.len();
                results.push(if wins { yes } else { no });
            }
        }
    }
    Ok(results.pop().unwrap_or(0))
}

/// Coins shared by proposals: the most senior of those alive proposes, all vote, and a proposal that fails costs the proposer's life.
///
/// Somebody's happiness is the own coins and `thrill` for every death of another; death is worse than everything.
#[derive(Clone, Debug)]
pub struct Proposals {
    /// Identical coins to share.
    pub coins: u64,
    /// What a death is worth to those who live.
    pub thrill: Rational,
    /// True if half of the votes are enough, false if more than half are needed. The proposer votes too.
    pub half_is_enough: bool,
    /// True if somebody who does not care votes for the proposal.
    pub accepts_ties: bool,
}

/// What happens with some number of people, the most senior first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shares {
    /// How many of the most senior die.
    pub deaths: usize,
    /// The coins of each survivor, in order of seniority.
    pub coins: Vec<u64>,
}

impl Proposals {
    /// What happens with 1, 2, …, `most` people, by backward induction. The proposer buys the cheapest votes, among equally cheap ones the most
    /// junior's, and keeps the rest.
    ///
    /// # Errors
    /// A limit of `budget`; the work is `most²`.
    ///
    /// ```
    /// use bouton_chance::{rational::int, votes::Proposals};
    /// let p = Proposals { coins: 100, thrill: int(0), half_is_enough: true, accepts_ties: false };
    /// let all = p.solve(5, &bouton_core::Budget::unlimited()).unwrap();
    /// assert_eq!(all[4].coins, [98, 0, 1, 0, 1]);
    /// ```
    pub fn solve(&self, most: usize, budget: &Budget) -> Result<Vec<Shares>> {
        let mut out: Vec<Shares> = Vec::with_capacity(most);
        for n in 1..=most {
            budget.visit(n as u64)?;
            let next = out.last();
            let needed = if self.half_is_enough {
                n.div_ceil(2)
            } else {
                n / 2 + 1
            };
            // What the vote of everyone but the proposer costs; None if no number of coins buys it.
            let mut prices: Vec<(u64, usize)> = Vec::new();
            for i in 1..n {
                let price = next.and_then(|after| self.price(after, i - 1));
                if let Some(price) = price
                    && price <= self.coins
                {
                    prices.push((price, i));
                }
            }
            prices.sort_by_key(|&(price, i)| (price, std::cmp::Reverse(i)));
            let bought = &prices[..prices.len().min(needed - 1)];
            let total = bought.iter().try_fold(0u64, |s, (p, _)| s.checked_add(*p));
            let total = total.filter(|&t| t <= self.coins && bought.len() == needed - 1);
            out.push(match (total, next) {
                (Some(total), _) => {
                    let mut coins = vec![0; n];
                    coins[0] = self.coins - total;
                    bought.iter().for_each(|&(price, i)| coins[i] = price);
                    Shares { deaths: 0, coins }
                }
                (None, Some(after)) => Shares {
                    deaths: after.deaths + 1,
                    coins: after.coins.clone(),
                },
                (None, None) => Shares {
                    deaths: 0,
                    coins: vec![self.coins],
                },
            });
        }
        Ok(out)
    }

    /// The fewest coins for which person `i` of those who are left votes for a proposal, if it fails otherwise.
    fn price(&self, after: &Shares, i: usize) -> Option<u64> {
        if i < after.deaths {
            return Some(0);
        }
        let happy =
            int(after.coins[i - after.deaths]) + &self.thrill * int(after.deaths as u64 + 1);
        let least = if self.accepts_ties {
            happy.ceil()
        } else {
            happy.floor() + int(1)
        };
        if least < int(0) {
            return Some(0);
        }
        u64::try_from(least.to_integer()).ok()
    }
}
