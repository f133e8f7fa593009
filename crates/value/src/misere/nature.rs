//! How far a game behaves like a nim position in misère play: tame, tameable, restive, restless, half-tame.
//!
//! Let g+ and g- be the nim values in normal and in misère play. They are *tame* if they are those of a nim position (equal, or
//! 0 and 1), else *restive* if g+ < 2, *restless* if g- < 2. A game is
//!
//! - *tame* if its pair and those of all its followers are tame;
//! - *generally tame* if its pair is tame, and each option is generally tame or *reverts*: it has generally tame options with
//!   the g+ and with the g- of the game; the generally tame options alone must give the pair by the mex rule;
//! - *tameable* if the same holds with tameable options beside; without any such option, if g+ = 0;
//! - *restive* if its pair is restive and every option is tame; *generally restive* if options may revert, also to restive games;
//! - *restless* if its pair is restless and every option is generally tame;
//! - *half-tame* if it is not generally tame, but the sum with itself is, with the pair 0, 0.
//!
//! Source: conway1976 and winningways (tame, restive and restless games), the reverting options by Conway and Norton.

use super::store::{MisereGame, MisereStore};
use crate::error::Result;

/// The kinds of games by how they add to nim positions, the simplest first in each family.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Nature {
    Tame,
    GenerallyTame,
    Tameable,
    Restive,
    GenerallyRestive,
    Restless,
    Wild,
}

impl Nature {
    fn is_generally_tame(self) -> bool {
        matches!(self, Nature::Tame | Nature::GenerallyTame)
    }

    fn is_generally_restive(self) -> bool {
        matches!(self, Nature::Restive | Nature::GenerallyRestive)
    }

    fn is_tameable(self) -> bool {
        self.is_generally_tame() || self == Nature::Tameable
    }
}

/// What an option that is not tame itself must do so that it does not count.
#[derive(Clone, Copy, Default)]
struct Reverts {
    normal: bool,
    misere: bool,
}

impl Reverts {
    fn both(self) -> bool {
        self.normal && self.misere
    }
}

fn mex(values: &[u32]) -> u32 {
    (0..).find(|n| !values.contains(n)).unwrap_or(0)
}

impl MisereStore {
    /// The nature of a game.
    ///
    /// Cost: for each follower, its options' options.
    pub(crate) fn nature(&mut self, g: MisereGame) -> Result<Nature> {
        self.genus(g)?;
        for x in self.followers(g) {
            if !self.natures.contains_key(&x) {
                let nature = self.nature_from_options(x);
                self.natures.insert(x, nature);
            }
        }
        Ok(self.natures[&g])
    }

    fn pair(&self, g: MisereGame) -> (u32, u32) {
        let genus = &self.genera[&g];
        (genus.normal, genus.misere[0])
    }

    fn nature_from_options(&self, g: MisereGame) -> Nature {
        let (normal, misere) = self.pair(g);
        let tame_pair = normal == misere || normal + misere == 1;
        let of = |o: &MisereGame| self.natures[o];
        let all = |test: fn(Nature) -> bool| self.options(g).iter().all(|o| test(of(o)));
        if all(|n| n == Nature::Tame) {
            if tame_pair {
                return Nature::Tame;
            }
            if normal < 2 {
                return Nature::Restive;
            }
        }
        if all(Nature::is_generally_tame) {
            if tame_pair {
                return Nature::GenerallyTame;
            }
            if normal < 2 {
                return Nature::GenerallyRestive;
            }
            if misere < 2 {
                return Nature::Restless;
            }
        }
        match (tame_pair, normal < 2) {
            (true, _) => self.tame_by_reversion(g),
            (false, true) => self.restive_by_reversion(g),
            _ => Nature::Wild,
        }
    }

    fn tame_by_reversion(&self, g: MisereGame) -> Nature {
        let pair = self.pair(g);
        let (mut tame, mut tameable): (Vec<_>, Vec<_>) = (vec![], vec![]);
        let (mut is_tame, mut is_tameable) = (true, true);
        for o in self.options(g) {
            if self.natures[o].is_generally_tame() {
                tame.push(self.pair(*o));
                continue;
            }
            if self.natures[o] == Nature::Tameable {
                tameable.push(self.pair(*o));
            }
            let reverts = |test: fn(Nature) -> bool| {
                let mut r = Reverts::default();
                for p in self.options(*o).iter().filter(|p| test(self.natures[p])) {
                    r.normal |= self.pair(*p).0 == pair.0;
                    r.misere |= self.pair(*p).1 == pair.1;
                }
                r.both()
            };
            is_tame &= reverts(Nature::is_generally_tame);
            is_tameable &= self.natures[o] == Nature::Tameable || reverts(Nature::is_tameable);
        }
        let by_mex = |list: &[(u32, u32)]| {
            let normal: Vec<u32> = list.iter().map(|p| p.0).collect();
            let misere: Vec<u32> = list.iter().map(|p| p.1).collect();
            (mex(&normal), mex(&misere)) == pair
        };
        if is_tame && by_mex(&tame) {
            return Nature::GenerallyTame;
        }
        tame.extend(tameable);
        if is_tameable && (by_mex(&tame) || (tame.is_empty() && pair.0 == 0)) {
            return Nature::Tameable;
        }
        Nature::Wild
    }

    fn restive_by_reversion(&self, g: MisereGame) -> Nature {
        let (normal, misere) = self.pair(g);
        let mut tame: (Vec<u32>, Vec<u32>) = (vec![], vec![]);
        for o in self.options(g) {
            let (n, m) = self.pair(*o);
            if self.natures[o].is_generally_tame() {
                tame.0.push(n);
                tame.1.push(m);
                continue;
            }
            let mut r = Reverts::default();
            for p in self.options(*o) {
                let nature = self.natures[p];
                if nature.is_generally_tame() || nature.is_generally_restive() {
                    let (n, m) = self.pair(*p);
                    r.misere |= m == misere && (n < 2 || n | 1 == misere | 1);
                    r.normal |= n == normal && (m < 2 || m | 1 == misere | 1);
                }
            }
            if !r.both() {
                return Nature::Wild;
            }
        }
        if (mex(&tame.0), mex(&tame.1)) == (normal, misere) {
            Nature::GenerallyRestive
        } else {
            Nature::Wild
        }
    }

    /// Is the game tame: have it and all its followers the nim values of nim positions, in both kinds of play?
    pub fn is_tame(&mut self, g: MisereGame) -> Result<bool> {
        Ok(self.nature(g)? == Nature::Tame)
    }

    /// Is it tame up to options that revert?
    pub fn is_generally_tame(&mut self, g: MisereGame) -> Result<bool> {
        Ok(self.nature(g)?.is_generally_tame())
    }

    /// Does it determine the genus of its sums with tame games, as a nim position does?
    pub fn is_tameable(&mut self, g: MisereGame) -> Result<bool> {
        Ok(self.nature(g)?.is_tameable())
    }

    /// Is it restive: not tame, with g+ < 2 and tame options?
    pub fn is_restive(&mut self, g: MisereGame) -> Result<bool> {
        Ok(self.nature(g)? == Nature::Restive)
    }

    /// Is it restive up to options that revert?
    pub fn is_generally_restive(&mut self, g: MisereGame) -> Result<bool> {
        Ok(self.nature(g)?.is_generally_restive())
    }

    /// Is it restless: g+ >= 2 > g-, with options that are generally tame?
    pub fn is_restless(&mut self, g: MisereGame) -> Result<bool> {
        Ok(self.nature(g)? == Nature::Restless)
    }

    /// Is it half-tame: not generally tame, but G + G is, with nim value 0 in both kinds of play?
    pub fn is_half_tame(&mut self, g: MisereGame) -> Result<bool> {
        if self.is_generally_tame(g)? {
            return Ok(false);
        }
        let double = self.add(g, g)?;
        Ok(self.is_generally_tame(double)? && self.pair(double) == (0, 0))
    }

    /// The genus as text: the nim value alone for a nim heap, one term of the misère sequence where the nature of the game
    /// tells the rest (tame and restive games), and otherwise the sequence up to the pair that alternates.
    pub fn show_genus(&mut self, g: MisereGame) -> Result<String> {
        let genus = self.genus(g)?;
        if let Some(n) = self.as_heap(g) {
            return Ok(n.to_string());
        }
        let nature = self.nature(g)?;
        Ok(
            if nature.is_generally_tame() || nature.is_generally_restive() {
                genus.short()
            } else {
                genus.to_string()
            },
        )
    }
}
