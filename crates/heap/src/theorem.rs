//! Theorems that make a period of a prefix a period of the whole sequence, and how many values each of them asks for.
//!
//! **Lemma** (Guy and Smith for r = 2; guysmith1956). Let the moves take at most k counters from a heap and leave at most r >= 2
//! heaps. If n0 >= 1 and G(n + p) = G(n) for n0 <= n < r n0 + (r - 1) p + k, then for all n >= n0.
//! *Proof* by induction: let n >= r n0 + (r - 1) p + k, and let it hold below n. If a move from n + p takes j and leaves r heaps, they
//! have n + p - j >= r (n0 + p) counters together, so the largest, b, has n0 + p or more. Taking p counters from b is an option of
//! n, for b - p >= n0 >= 1 is a heap, with the same value, as G(b - p) = G(b). With fewer heaps b is larger still. If a move from n
//! leaves r heaps, the largest has at least n0, and adding p to it gives an option of n + p with the same value. So n and n + p
//! have options of the same values. With n0 = 0 the heap b - p may be empty, and the lemma is wrong: in 0.4, G(0) = G(1) = G(2) = 0,
//! but G(3) = 1. So n0 = 1 is put for n0 = 0. For r = 1, heap 0 counts as a heap of value 0 that may always be left.
//!
//! **Lemma for unequal heaps.** Let r = 2, and let some moves ask that the two heaps differ. If n0 >= 1 and G(n + p) = G(n) for n0 <= n <
//! 2 n0 + 2 p + k, then for all n >= n0.
//! *Proof*: as above, but when the larger heap b is made smaller, b - p may be equal to the other heap. Then the option of n + p was
//! (a, a + p), of value G(a) xor G(a + p) = 0, with 2 a = n - j >= 2 n0 + 2 p, so a - p >= n0 >= 1. Now (a - p, a + p) is an option of n by the
//! same move, its heaps differ, and its value is G(a - p) xor G(a + p) = 0 too. When the larger heap is made larger, it stays the
//! larger one, so the heaps differ.
//!
//! For a finite subtraction set the options of n depend on as many values below n as the greatest amount: a window that recurs
//! makes a period. Arithmetic periods of codes have a proof of their own, in `saltus`.

use crate::{HeapGame, Parts, saltus};
use serde::Serialize;

/// The theorem that makes a period of a prefix a period of the whole sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "theorem", rename_all = "kebab-case")]
pub enum Theorem {
    /// Finite codes: at most `taken` counters are taken, at most `heaps` heaps are left.
    GuySmith {
        /// k, the index of the last digit that is not zero.
        taken: usize,
        /// The most heaps that a move leaves, at least 1.
        heaps: usize,
        /// Two heaps must be unequal.
        unequal: bool,
    },
    /// Finite subtraction sets: as many equal values as the greatest amount.
    Window {
        /// The greatest amount.
        largest: usize,
    },
    /// All-but sets: the values at the last 2m heaps, m the greatest amount that may not be taken, seen from the greatest
    /// value so far, decide all further values.
    AllButWindow {
        /// The greatest amount outside.
        largest: usize,
    },
    /// Finite codes that leave up to three heaps, arithmetic periods: no option has the value of its heap, decided bit by bit
    /// for all sizes, and all smaller values are met again when heaps grow by `shift`.
    Carries {
        /// k, the index of the last digit that is not zero.
        taken: usize,
        /// The even multiple of the period by which options are moved along.
        shift: usize,
    },
}

impl Theorem {
    /// The theorem that covers a game, if one does.
    ///
    /// ```
    /// use bouton_heap::Theorem;
    /// let of = |text: &str| Theorem::of(&text.parse().unwrap());
    /// assert_eq!(of("0.77"), Some(Theorem::GuySmith { taken: 2, heaps: 2, unequal: false }));
    /// assert_eq!(of("S{1,3,4}"), Some(Theorem::Window { largest: 4 }));
    /// assert_eq!(of("subtract-a-square"), None);
    /// ```
    pub fn of(game: &HeapGame) -> Option<Theorem> {
        if let Some((set, all_but)) = game.subtraction() {
            let largest = set.last().map_or(0, |&a| a as usize);
            return Some(if all_but {
                Theorem::AllButWindow { largest }
            } else {
                Theorem::Window { largest }
            });
        }
        let code = game.as_code()?;
        let taken = usize::try_from(code.last()?).ok()?;
        let (mut heaps, mut unequal) = (1, false);
        for digit in code.before().iter().chain(code.after()) {
            heaps = heaps.max(digit.most()? as usize);
            for (r, parts) in digit.listed().filter(|(r, _)| *r >= 2) {
                match (parts, r) {
                    (Parts::Any, _) => {}
                    (Parts::Unequal | Parts::NotAllEqual, 2) => unequal = true,
                    _ => return None,
                }
            }
        }
        (heaps <= 2 || !unequal).then_some(Theorem::GuySmith {
            taken,
            heaps,
            unequal,
        })
    }

    /// How many values must be known to prove period p from n0, if they agree.
    pub fn needs(&self, p: usize, n0: usize) -> Option<usize> {
        match *self {
            Theorem::Window { largest } => n0.checked_add(p)?.checked_add(largest),
            Theorem::AllButWindow { largest } => n0.checked_add(p)?.checked_add(2 * largest + 1),
            Theorem::Carries { taken, shift } => saltus::needs(taken, p, n0, shift),
            Theorem::GuySmith {
                taken,
                heaps,
                unequal,
            } => {
                // Heap 0 is no heap: of r >= 2 heaps none may become empty.
                let n0 = if heaps == 1 { n0 } else { n0.max(1) };
                // A single heap that is taken whole is an option of n = k only: one more is needed where r = 1.
                let more = taken.checked_add(usize::from(heaps == 1))?;
                let all = n0.checked_add(p)?.checked_mul(heaps)?.checked_add(more)?;
                if unequal {
                    all.checked_add(p)
                } else {
                    Some(all)
                }
            }
        }
    }

    /// The theorem in a phrase, with the bound.
    pub fn name(&self) -> String {
        match self {
            Theorem::GuySmith {
                taken,
                heaps: 2,
                unequal: false,
            } => {
                format!("Guy and Smith: equal for n0 <= n < 2*n0 + p + {taken}")
            }
            Theorem::GuySmith {
                taken,
                unequal: true,
                ..
            } => {
                format!("Guy and Smith for unequal heaps: equal for n0 <= n < 2*n0 + 2*p + {taken}")
            }
            Theorem::GuySmith {
                taken, heaps: 1, ..
            } => {
                format!("window: equal for n0 <= n <= n0 + {taken}")
            }
            Theorem::GuySmith { taken, heaps, .. } => format!(
                "Guy and Smith for {heaps} heaps: equal for n0 <= n < {heaps}*n0 + {}*p + {taken}",
                heaps - 1
            ),
            Theorem::Window { largest } => {
                format!("subtraction set: {largest} equal values in a row decide all that follow")
            }
            Theorem::AllButWindow { largest } => format!(
                "all-but set: {} values in a row, relative to the greatest so far, decide all that follow",
                2 * largest
            ),
            Theorem::Carries { shift, .. } => format!(
                "carries: no option has the value of its heap (decided bit by bit for all sizes), all smaller values recur after {shift}"
            ),
        }
    }
}
