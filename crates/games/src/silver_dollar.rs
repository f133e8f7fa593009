//! The silver dollar game: slide coins to the left, or pocket the leftmost; the silver one wins.

use crate::Visitor;
use crate::common::{MOST_OPTIONS, info, too_many_options, with_theorem};
use crate::sliding_coins::{gaps, slides};
use bouton_rules::heaps::shorten;
use bouton_rules::{Error, Heaps, Impartial, Info, Known, Nat, Play, Rank, Result, Ruleset, Short};
use num_bigint::BigInt;
use num_traits::Zero;

/// Slide a coin to the left, or pocket the leftmost coin; who pockets the silver coin wins, and play ends.
#[derive(Clone, Debug)]
pub struct SilverDollar;

/// Squares of the coins, from the left, and which of them is silver. Without coins play is over.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Strip {
    coins: Heaps,
    silver: usize,
}

impl Strip {
    /// Play is over once the silver coin is pocketed, whatever coins are left.
    fn over() -> Strip {
        Strip {
            coins: Heaps::default(),
            silver: 0,
        }
    }

    fn slid(&self, i: usize, square: Nat) -> Strip {
        let mut next = self.clone();
        next.coins.0[i] = square;
        next
    }

    fn pocketed(&self) -> Strip {
        if self.silver == 0 {
            return Strip::over();
        }
        Strip {
            coins: Heaps(self.coins.0[1..].to_vec()),
            silver: self.silver - 1,
        }
    }

    /// Once the silver coin is the second, nobody wants to pocket the first: it can only slide to square 1.
    fn first_gap(&self) -> Nat {
        let first = &self.coins.0[0];
        if self.silver == 1 {
            first - 1u32
        } else {
            first.clone()
        }
    }

    fn is_lost(&self) -> bool {
        match (self.coins.0.is_empty(), self.silver) {
            (true, _) => true,
            (_, 0) => false,
            _ => slides(&self.coins.0, &self.first_gap()).0.is_zero(),
        }
    }
}

impl Ruleset for SilverDollar {
    type Position = Strip;

    fn info(&self) -> Info {
        let rules = "Coins on different squares of a strip, numbered from 1, one of them silver. Slide one coin to the left \
                     by one or more squares, not onto or past another, or pocket the leftmost coin. Who pockets the silver \
                     coin wins.";
        with_theorem(
            info(
                "silver-dollar",
                rules,
                "squares of the coins, the silver one marked, like 2,5$,7",
                &["2,5,7$", "3,6$", "1,3,5$,8"],
            ),
            "P iff the exclusive or of every second gap, counted from the right, is 0; the first coin's gap is its square, \
             one less if the second coin is silver; N if the first coin is silver",
            "Project Euler 344",
        )
    }

    fn parse(&self, text: &str) -> Result<Strip> {
        let wrong = |what: &str| {
            Error::input(format!(
                "position `{}`: {what}; write squares like 2,5$,7, or `over`",
                shorten(text)
            ))
        };
        if text.trim() == "over" {
            return Ok(Strip::over());
        }
        let silver: Vec<usize> = text
            .split(',')
            .enumerate()
            .filter(|(_, c)| c.trim_end().ends_with('$'))
            .map(|(i, _)| i)
            .collect();
        let [silver] = silver[..] else {
            return Err(wrong("there must be one silver coin, marked $"));
        };
        let coins = Heaps::parse(&text.replacen('$', "", 1))?;
        if coins.0.first().is_none_or(Zero::is_zero) {
            return Err(wrong("squares are numbered from 1"));
        }
        if coins.0.windows(2).any(|w| w[0] >= w[1]) {
            return Err(wrong("the squares are not in ascending order"));
        }
        Ok(Strip { coins, silver })
    }

    fn show(&self, pos: &Strip) -> String {
        if pos.coins.0.is_empty() {
            return "over".into();
        }
        let mark = |i| if i == pos.silver { "$" } else { "" };
        let coins = pos
            .coins
            .0
            .iter()
            .enumerate()
            .map(|(i, square)| format!("{square}{}", mark(i)));
        coins.collect::<Vec<_>>().join(",")
    }

    fn owned_bytes(&self, pos: &Strip) -> usize {
        pos.coins.owned_bytes()
    }
}

impl Impartial for SilverDollar {
    fn options(&self, pos: &Strip) -> Result<Vec<Strip>> {
        let coins = &pos.coins.0;
        if coins.is_empty() {
            return Ok(Vec::new());
        }
        let gaps = gaps(coins);
        if gaps.iter().sum::<Nat>() > MOST_OPTIONS.into() {
            return Err(too_many_options("silver-dollar"));
        }
        let mut options = vec![pos.pocketed()];
        for (i, gap) in gaps.iter().enumerate() {
            let squares = (1..=u64::try_from(gap).unwrap_or(0)).map(|k| &coins[i] - k);
            options.extend(squares.map(|square| pos.slid(i, square)));
        }
        Ok(options)
    }

    fn known(&self, pos: &Strip, play: Play) -> Option<Known<Strip>> {
        if play == Play::Misere {
            return None;
        }
        let mut winning = Vec::new();
        if !pos.is_lost() {
            let pocketed = pos.pocketed();
            if pocketed.is_lost() {
                winning.push(pocketed);
            }
            if pos.silver > 0 {
                let (_, moves) = slides(&pos.coins.0, &pos.first_gap());
                winning.extend(moves.into_iter().map(|(i, square)| pos.slid(i, square)));
            }
        }
        Some(Known::of_outcome(pos.is_lost(), winning, true))
    }
}

impl Short for SilverDollar {
    fn rank(&self, pos: &Strip) -> Rank {
        vec![BigInt::from(pos.coins.0.iter().sum::<Nat>())]
    }
}

/// Shows the game.
pub fn visit(v: &mut impl Visitor) {
    v.impartial(SilverDollar);
}
