//! P-sets between two slopes: a position with two heaps is P iff the ratio of the larger to the smaller is below (or above) a
//! quadratic irrational. Tested exactly, in integers, on the whole box; never a proof.

use bouton_solve::boxed::WinTable;

/// "P iff larger² < p·larger·smaller + q·smaller²", that is larger/smaller < α with α² = p·α + q.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cone {
    /// Coefficient of α.
    pub p: u64,
    /// Constant.
    pub q: u64,
    /// True if P lies below the slope, false if above.
    pub below: bool,
    /// Is every position with equal heaps (≥ 1) P, or none.
    pub diagonal: bool,
    /// Is every position with an empty heap P, or none.
    pub axis: bool,
}

impl Cone {
    /// The statement, in the names of the two heaps.
    pub fn statement(&self, names: &[String]) -> String {
        let (a, b) = (&names[0], &names[1]);
        let slope = match (self.p, self.q) {
            (1, 1) => "the golden ratio (1 + sqrt 5)/2".to_string(),
            (p, q) => format!("({p} + sqrt {})/2", p * p + 4 * q),
        };
        let side = if self.below { "less" } else { "greater" };
        let or = |holds: bool| {
            if holds {
                "a P-position"
            } else {
                "no P-position"
            }
        };
        format!(
            "for {a}, {b} >= 1, {a} != {b}: the position is P iff the larger heap is {side} than {slope} times the smaller; \
             {a} = {b} >= 1 is {}, an empty heap is {}",
            or(self.diagonal),
            or(self.axis)
        )
    }
}

/// The simplest cone that the table fits, if its positions with both heaps ≥ 1 and unequal are split by one slope.
pub fn cone(table: &WinTable) -> Option<Cone> {
    let &[rows, columns] = table.layout().sizes() else {
        return None;
    };
    let is_p = |a, b| table.wins(&[a, b]).map(|wins| !wins);
    // The greatest and least ratio (larger, smaller) on each side; fractions compare by cross products.
    let less = |x: (u64, u64), y: (u64, u64)| {
        u128::from(x.0) * u128::from(y.1) < u128::from(y.0) * u128::from(x.1)
    };
    let (mut most, mut least) = ([(1u64, 1u64); 2], [(u64::MAX, 1u64); 2]);
    let (mut diagonal, mut axis) = (Vec::new(), Vec::new());
    for a in 0..rows {
        for b in 0..columns {
            let p = is_p(a, b)?;
            if a == 0 || b == 0 {
                axis.push(p);
            } else if a == b {
                diagonal.push(p);
            } else {
                let ratio = (a.max(b), a.min(b));
                let side = usize::from(p);
                if less(most[side], ratio) {
                    most[side] = ratio;
                }
                if less(ratio, least[side]) {
                    least[side] = ratio;
                }
            }
        }
    }
    let uniform = |v: &[bool]| v.first().copied().filter(|f| v.iter().all(|x| x == f));
    let (diagonal, axis) = (uniform(&diagonal)?, uniform(&axis)?);
    // N beyond P (below), or P beyond N.
    let (below, lo, hi) = if less(most[1], least[0]) {
        (true, most[1], least[0])
    } else if less(most[0], least[1]) {
        (false, most[0], least[1])
    } else {
        return None;
    };
    if hi.0 == u64::MAX || lo == (1, 1) {
        return None;
    }
    // α is between lo and hi iff lo² < p·lo + q and hi² > p·hi + q (in homogeneous form).
    let sign = |x: (u64, u64), p: u64, q: u64| {
        let (n, d) = (i128::from(x.0), i128::from(x.1));
        (n * n - i128::from(p) * n * d - i128::from(q) * d * d).signum()
    };
    (1..=20u64)
        .flat_map(|total| (0..total).map(move |p| (p, total - p)))
        .find(|&(p, q)| sign(lo, p, q) < 0 && sign(hi, p, q) > 0)
        .map(|(p, q)| Cone {
            p,
            q,
            below,
            diagonal,
            axis,
        })
}
