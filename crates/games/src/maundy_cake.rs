//! Maundy Cake: as Cutcake, but a piece is cut into any number of equal pieces by parallel cuts.

use crate::Visitor;
use crate::common::pieces::{Piece, PieceRule, Pieces, area};
use crate::common::{info, with_theorem};
use bouton_rules::{Info, Player};
use num_bigint::BigInt;

/// The ruleset.
///
/// ```
/// use bouton_games::maundy_cake::{MaundyCake, value};
/// use bouton_rules::Ruleset;
/// let cake = MaundyCake::game().parse("3x4").unwrap();
/// assert_eq!(value(cake[0]), 1);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct MaundyCake;

impl MaundyCake {
    /// The game on any number of pieces.
    pub fn game() -> Pieces {
        Pieces(&MaundyCake)
    }
}

/// The numbers `n, n/p, n/(pq), …, 1` with the smallest prime divided out first.
fn chain(mut n: u32) -> Vec<u32> {
    let mut primes = Vec::new();
    let mut p = 2;
    while p * p <= n {
        while n.is_multiple_of(p) {
            primes.push(p);
            n /= p;
        }
        p += 1;
    }
    if n > 1 {
        primes.push(n);
    }
    let mut chain = vec![1];
    for p in primes.into_iter().rev() {
        chain.push(chain[chain.len() - 1] * p);
    }
    chain.reverse();
    chain
}

/// The integer that a piece is worth: write the chains of both sides, dividing by the smallest prime each time; the player
/// whose chain is longer has as many free cuts as the numbers in it from where the other chain has ended sum to.
pub fn value((rows, cols): Piece) -> i64 {
    let (r, c) = (chain(rows), chain(cols));
    let rest = |long: &[u32], short: &[u32]| {
        long[short.len()..]
            .iter()
            .map(|&n| i64::from(n))
            .sum::<i64>()
    };
    if c.len() >= r.len() {
        rest(&c, &r)
    } else {
        -rest(&r, &c)
    }
}

impl PieceRule for MaundyCake {
    fn info(&self) -> Info {
        with_theorem(
            info(
                "maundy-cake",
                "Cut a piece into any number of equal pieces: Left between columns, Right between rows.",
                "pieces rows x columns, like 3x4,1x2",
                &["2x3", "1x6", "4x2"],
            ),
            "A piece is an integer read off the sides divided by their smallest primes again and again.",
            "winningways",
        )
    }

    fn moves(&self, who: Player, (rows, cols): Piece) -> Vec<Vec<Piece>> {
        let side = if who == Player::Left { cols } else { rows };
        (2..=side)
            .filter(|count| side.is_multiple_of(*count))
            .map(|count| {
                let piece = match who {
                    Player::Left => (rows, side / count),
                    Player::Right => (side / count, cols),
                };
                vec![piece; count as usize]
            })
            .collect()
    }

    /// Squares less pieces.
    fn rank(&self, piece: Piece) -> BigInt {
        area(piece) - 1
    }
}

/// Shows the game to a visitor.
pub fn visit(v: &mut impl Visitor) {
    v.partizan(MaundyCake::game());
}
