//! Maundy Cake: as Cutcake, but a piece is cut into any number of equal pieces by parallel cuts.

use crate::Visitor;
use crate::cutcake::{Cake, cuts_left, parse_cakes, show_cakes};
use bouton_rules::{Info, Partizan, Player, Rank, Result, Ruleset, Short};

/// The ruleset.
///
/// ```
/// use bouton_games::maundy_cake::{MaundyCake, value};
/// use bouton_rules::Ruleset;
/// let cake = MaundyCake.parse("3x4").unwrap();
/// assert_eq!(value(cake[0]), 1);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct MaundyCake;

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
pub fn value((rows, cols): Cake) -> i64 {
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

impl Ruleset for MaundyCake {
    type Position = Vec<Cake>;

    fn info(&self) -> Info {
        Info {
            name: "maundy-cake".into(),
            rules: "Cut a piece into any number of equal pieces: Left between columns, Right between rows.".into(),
            notation: "pieces rows x columns, like 3x4,1x2".into(),
            theorem: Some("A piece is an integer read off the sides divided by their smallest primes again and again.".into()),
            source: Some("winningways".into()),
            examples: ["2x3", "1x6", "4x2"].map(String::from).into(),
        }
    }

    fn parse(&self, text: &str) -> Result<Vec<Cake>> {
        parse_cakes(text)
    }

    fn show(&self, pos: &Vec<Cake>) -> String {
        show_cakes(pos)
    }

    fn split(&self, pos: &Vec<Cake>) -> Vec<Vec<Cake>> {
        pos.iter()
            .filter(|&&piece| piece != (1, 1))
            .map(|&piece| vec![piece])
            .collect()
    }

    fn join(&self, parts: &[Vec<Cake>]) -> Option<Vec<Cake>> {
        Some(parts.concat())
    }

    fn canon(&self, mut pos: Vec<Cake>) -> Vec<Cake> {
        pos.sort_unstable();
        pos
    }
}

impl Partizan for MaundyCake {
    fn moves(&self, who: Player, pos: &Vec<Cake>) -> Result<Vec<Vec<Cake>>> {
        let mut moves = Vec::new();
        for (i, &(rows, cols)) in pos.iter().enumerate() {
            let side = if who == Player::Left { cols } else { rows };
            for pieces in (2..=side).filter(|k| side.is_multiple_of(*k)) {
                let piece = if who == Player::Left {
                    (rows, side / pieces)
                } else {
                    (side / pieces, cols)
                };
                let mut next = pos.clone();
                next.splice(i..=i, std::iter::repeat_n(piece, pieces as usize));
                moves.push(next);
            }
        }
        Ok(moves)
    }

    fn canon_signed(&self, mut pos: Vec<Cake>) -> (Vec<Cake>, bool) {
        pos.sort_unstable();
        let mut other: Vec<Cake> = pos.iter().map(|&(rows, cols)| (cols, rows)).collect();
        other.sort_unstable();
        if other < pos {
            (other, true)
        } else {
            (pos, false)
        }
    }
}

impl Short for MaundyCake {
    fn rank(&self, pos: &Vec<Cake>) -> Rank {
        cuts_left(pos)
    }
}

/// Shows the game to a visitor.
pub fn visit(v: &mut impl Visitor) {
    v.partizan(MaundyCake);
}
