//! Node Kayles on graphs of at most 64 vertices: a position is the set of the vertices that are left, as a word.

use crate::common::periodic::mex;
use bouton_rules::PackedParts;
use bouton_rules::board::{Cell, Graph};

/// The vertices that are left of one graph.
pub struct PackedKayles {
    graph: Graph,
    /// The bit of a vertex, if it is there at the beginning.
    bits: Vec<Option<u32>>,
    /// The neighbours of each bit.
    at: Vec<u64>,
    /// Does reversing the bits leave the graph as it is?
    reversible: bool,
    /// Nimbers of paths.
    paths: Vec<u32>,
}

impl PackedKayles {
    /// The board of a position and of all that follow; `None` if too many vertices are left.
    pub fn new(pos: &Graph) -> Option<PackedKayles> {
        let mut count = 0;
        let bits: Vec<Option<u32>> = (0..pos.order())
            .map(|v| {
                let free = pos.colour(v) == Cell::Free;
                count += u32::from(free);
                free.then(|| count - 1)
            })
            .collect();
        if count > 64 {
            return None;
        }
        let mut at = vec![0u64; count as usize];
        for edge in pos.edges() {
            if let (Some(a), Some(b)) = (bits[edge.a as usize], bits[edge.b as usize])
                && a != b
            {
                at[a as usize] |= 1 << b;
                at[b as usize] |= 1 << a;
            }
        }
        let last = at.len().wrapping_sub(1);
        let reversible = (0..at.len()).all(|v| reversed(at[v], at.len()) == at[last - v]);
        Some(PackedKayles {
            graph: pos.clone(),
            bits,
            reversible,
            paths: path_values(at.len()),
            at,
        })
    }

    /// The part of `left` that hangs together with its lowest vertex.
    fn component(&self, left: u64) -> u64 {
        let mut part = left & left.wrapping_neg();
        let mut open = part;
        while open != 0 {
            let v = open.trailing_zeros();
            open &= open - 1;
            let new = self.at[v as usize] & left & !part;
            part |= new;
            open |= new;
        }
        part
    }

    /// The part with smaller numbers, if that is the same graph.
    fn lowered(&self, part: u64) -> u64 {
        for by in (1..=part.trailing_zeros()).rev() {
            let lower = part >> by;
            let same =
                |v: u32| (self.at[v as usize] & part) >> by == self.at[(v - by) as usize] & lower;
            if ones(part).all(same) {
                return lower;
            }
        }
        part
    }

    /// One of the sets of vertices with the same graph.
    fn representative(&self, part: u64) -> u64 {
        let lowered = self.lowered(part);
        match self.reversible {
            true => lowered.min(self.lowered(reversed(part, self.at.len()))),
            false => lowered,
        }
    }
}

fn ones(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let v = set.trailing_zeros();
            set &= set - 1;
            v
        })
    })
}

fn reversed(set: u64, len: usize) -> u64 {
    match len {
        0 => 0,
        len => set.reverse_bits() >> (64 - len),
    }
}

/// Nimbers of paths of 0, 1, … vertices, from the definition.
fn path_values(most: usize) -> Vec<u32> {
    let mut values: Vec<u32> = vec![0];
    for n in 1..=most {
        let option = |v: usize| values[v.saturating_sub(1)] ^ values[(n - v).saturating_sub(2)];
        let mut options: Vec<u32> = (0..n).map(option).collect();
        values.push(mex(&mut options));
    }
    values
}

impl PackedParts<Graph> for PackedKayles {
    fn pack(&self, pos: &Graph) -> Option<u64> {
        if pos.order() != self.bits.len() || pos.edges() != self.graph.edges() {
            return None;
        }
        let mut left = 0;
        for (v, bit) in self.bits.iter().enumerate() {
            match (pos.colour(v) == Cell::Free, bit) {
                (true, Some(bit)) => left |= 1 << bit,
                (true, None) => return None,
                (false, _) => {}
            }
        }
        Some(left)
    }

    fn parts(&self, pos: u64, parts: &mut Vec<u64>) {
        let mut left = pos;
        while left != 0 {
            let part = self.component(left);
            left &= !part;
            parts.push(self.representative(part));
        }
    }

    fn options(&self, part: u64, options: &mut Vec<u64>) {
        options.extend(ones(part).map(|v| part & !(1 << v) & !self.at[v as usize]));
    }

    fn nimber(&self, part: u64) -> Option<u64> {
        let degree = |v: u32| (self.at[v as usize] & part).count_ones();
        let (mut ends, mut edges) = (0, 0);
        for v in ones(part) {
            match degree(v) {
                0..=1 => ends += 1,
                2 => {}
                _ => return None,
            }
            edges += degree(v);
        }
        // Connected, no vertex with three neighbours: a path, or a cycle, which has no ends.
        let path = edges / 2 + 1 == part.count_ones() && ends > 0;
        path.then(|| self.paths[part.count_ones() as usize].into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::node_kayles::NodeKayles;
    use bouton_rules::Ruleset;

    #[test]
    fn representatives_are_the_same_graph() {
        let mut rng = fastrand::Rng::with_seed(8);
        let (mut cases, mut moved) = (0, 0);
        for (rows, cols) in [(3, 6), (2, 9), (1, 20), (4, 4)] {
            let mut text = Vec::new();
            for v in 0..rows * cols {
                text.extend((v % cols + 1 < cols).then(|| format!("{v}-{}", v + 1)));
                text.extend((v + cols < rows * cols).then(|| format!("{v}-{}", v + cols)));
            }
            let graph = NodeKayles::game().parse(&text.join(",")).unwrap();
            let board = PackedKayles::new(&graph).unwrap();
            let shape = |set: u64| graph.restrict(|v| set >> v & 1 == 1, |_| true).canonical();
            for _ in 0..60 {
                let left = rng.u64(..) & ((1 << (rows * cols)) - 1);
                let mut parts = Vec::new();
                board.parts(left, &mut parts);
                let mut rest = left;
                for part in parts {
                    let own = board.component(rest);
                    rest &= !own;
                    moved += usize::from(part != own);
                    let (mut own, mut part) = (shape(own), shape(part));
                    own = own.named(Default::default());
                    part = part.named(Default::default());
                    assert_eq!(own, part, "{rows}x{cols} {left:b}");
                    cases += 1;
                }
                assert_eq!(rest, 0);
            }
        }
        assert!(cases > 500 && moved > 200, "{cases} {moved}");
    }
}
