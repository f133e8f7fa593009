//! Decision diagrams that map letters (tuples of track letters) to classes of letters that behave alike.
//!
//! A node tests one track; its children lead on for each letter of that track; leaves are classes. Nodes whose children are
//! equal are left out, equal nodes are one: so tracks that do not matter cost nothing, and an operation on two automata
//! meets only the combinations of classes that occur (the idea of MONA's shared diagrams, klarlund2002, once per
//! automaton). Recursion is as deep as there are tracks, of which there are at most 64.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// A node (even) or a leaf (odd) of a diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Ref(u32);

impl Ref {
    pub fn leaf(class: u32) -> Ref {
        Ref(class << 1 | 1)
    }

    pub fn class(self) -> Option<u32> {
        (self.0 & 1 == 1).then_some(self.0 >> 1)
    }

    fn node(self) -> usize {
        (self.0 >> 1) as usize
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Diagram {
    pub radix: usize,
    pub root: Ref,
    tracks: Vec<u32>,
    kids: Vec<Ref>,
}

impl Diagram {
    /// Every letter has class 0.
    pub fn constant(radix: usize) -> Diagram {
        Diagram {
            radix,
            root: Ref::leaf(0),
            tracks: Vec::new(),
            kids: Vec::new(),
        }
    }

    /// The track that a node tests; a leaf has none.
    pub fn track(&self, at: Ref) -> Option<u32> {
        at.class().is_none().then(|| self.tracks[at.node()])
    }

    pub fn node_count(&self) -> usize {
        self.tracks.len()
    }

    pub fn node_ref(node: usize) -> Ref {
        Ref((node as u32) << 1)
    }

    pub fn class_or_node(&self, at: Ref) -> Result<u32, usize> {
        at.class().ok_or(at.node())
    }

    pub fn kid(&self, at: Ref, letter: usize) -> Ref {
        self.kids[at.node() * self.radix + letter]
    }

    /// The class of a letter; tracks beyond the slice are 0.
    #[inline]
    pub fn class(&self, letter: &[u16]) -> u32 {
        let mut at = self.root;
        loop {
            match at.class() {
                Some(class) => return class,
                None => {
                    let node = at.node();
                    let digit = letter.get(self.tracks[node] as usize);
                    at = self.kids[node * self.radix + *digit.unwrap_or(&0) as usize];
                }
            }
        }
    }

    /// Does any node test the track?
    pub fn tests(&self, track: u32) -> bool {
        self.tracks.contains(&track)
    }

    /// Which classes some letter has (the diagram may hold nodes that the root does not reach).
    pub fn leaves(&self, classes: usize) -> Vec<bool> {
        let mut used = vec![false; classes];
        let mut seen = vec![false; self.tracks.len()];
        let mut stack = vec![self.root];
        while let Some(at) = stack.pop() {
            match at.class() {
                Some(class) => used[class as usize] = true,
                None if !seen[at.node()] => {
                    seen[at.node()] = true;
                    stack.extend((0..self.radix).map(|d| self.kid(at, d)));
                }
                None => {}
            }
        }
        used
    }

    /// The classes of the letters that agree with `given` on the tracks where it has a letter; each with its least letter,
    /// in lexicographic order.
    pub fn choices(&self, given: &[Option<u16>]) -> Vec<(u32, Vec<u16>)> {
        let mut list: Vec<(u32, Vec<u16>)> = Vec::new();
        let mut met = rustc_hash::FxHashSet::default();
        let base: Vec<u16> = given.iter().map(|g| g.unwrap_or(0)).collect();
        // Depth first, smaller letters first: the first visit of a node or leaf is by its least prefix.
        let mut stack = vec![(self.root, base)];
        while let Some((at, letter)) = stack.pop() {
            if !met.insert(at) {
                continue;
            }
            if let Some(class) = at.class() {
                list.push((class, letter));
                continue;
            }
            let track = self.tracks[at.node()] as usize;
            if let Some(digit) = given[track] {
                stack.push((self.kid(at, digit as usize), letter));
                continue;
            }
            for digit in (0..self.radix).rev() {
                let mut letter = letter.clone();
                letter[track] = digit as u16;
                stack.push((self.kid(at, digit), letter));
            }
        }
        list
    }

    /// How many letters over `tracks` tracks each class has, at most `u64::MAX`.
    pub fn sizes(&self, classes: usize, tracks: usize) -> Vec<u64> {
        let mut sizes = vec![0u64; classes];
        let power = |n: u32| (self.radix as u64).checked_pow(n).unwrap_or(u64::MAX);
        // Paths to each node, counted from the root; parents come after their children in the arrays.
        let mut paths = vec![0u64; self.tracks.len()];
        let level = |at: Ref| self.track(at).unwrap_or(tracks as u32);
        let mut arrive = |at: Ref, n: u64, paths: &mut Vec<u64>| {
            let slot = match at.class() {
                Some(class) => &mut sizes[class as usize],
                None => &mut paths[at.node()],
            };
            *slot = slot.saturating_add(n);
        };
        arrive(self.root, power(level(self.root)), &mut paths);
        for node in (0..self.tracks.len()).rev() {
            let n = paths[node];
            for &kid in &self.kids[node * self.radix..(node + 1) * self.radix] {
                let skipped = level(kid) - self.tracks[node] - 1;
                arrive(kid, n.saturating_mul(power(skipped)), &mut paths);
            }
        }
        sizes
    }
}

/// Builds diagrams; equal nodes are shared.
pub(crate) struct Builder {
    radix: usize,
    tracks: Vec<u32>,
    kids: Vec<Ref>,
    unique: FxHashMap<SmallVec<[Ref; 6]>, u32>,
}

impl Builder {
    pub fn new(radix: usize) -> Builder {
        Builder {
            radix,
            tracks: Vec::new(),
            kids: Vec::new(),
            unique: FxHashMap::default(),
        }
    }

    /// The node that tests `track` with these children.
    pub fn make(&mut self, track: u32, kids: &[Ref]) -> Ref {
        if kids.iter().all(|&k| k == kids[0]) {
            return kids[0];
        }
        let mut key: SmallVec<[Ref; 6]> = SmallVec::from_slice(kids);
        key.push(Ref(track));
        let next = self.tracks.len() as u32;
        let id = *self.unique.entry(key).or_insert(next);
        if id == next {
            self.tracks.push(track);
            self.kids.extend_from_slice(kids);
        }
        Ref(id << 1)
    }

    pub fn finish(self, root: Ref) -> Diagram {
        Diagram {
            radix: self.radix,
            root,
            tracks: self.tracks,
            kids: self.kids,
        }
    }

    fn track(&self, at: Ref) -> Option<u32> {
        at.class().is_none().then(|| self.tracks[at.node()])
    }

    fn follow(&self, at: Ref, track: u32, letter: usize) -> Ref {
        if self.track(at) == Some(track) {
            self.kids[at.node() * self.radix + letter]
        } else {
            at
        }
    }

    /// Copies a diagram: track i becomes `tracks[i]` (increasing), class c becomes `leaf(c)`.
    pub fn copy(
        &mut self,
        from: &Diagram,
        tracks: &[u32],
        leaf: &mut dyn FnMut(u32) -> u32,
    ) -> Ref {
        let mut memo = FxHashMap::default();
        self.copy_at(from, from.root, tracks, leaf, &mut memo)
    }

    fn copy_at(
        &mut self,
        from: &Diagram,
        at: Ref,
        tracks: &[u32],
        leaf: &mut dyn FnMut(u32) -> u32,
        memo: &mut FxHashMap<Ref, Ref>,
    ) -> Ref {
        if let Some(&done) = memo.get(&at) {
            return done;
        }
        let made = match at.class() {
            Some(class) => Ref::leaf(leaf(class)),
            None => {
                let kids: SmallVec<[Ref; 6]> = (0..self.radix)
                    .map(|d| self.copy_at(from, from.kid(at, d), tracks, leaf, memo))
                    .collect();
                self.make(tracks[from.tracks[at.node()] as usize], &kids)
            }
        };
        memo.insert(at, made);
        made
    }

    /// Copies a diagram in which some tracks have a known letter (`Err`) and the others new numbers (`Ok`), in any order.
    pub fn restrict(&mut self, from: &Diagram, tracks: &[Result<u32, u16>]) -> Ref {
        let mut memo = FxHashMap::default();
        self.restrict_at(from, from.root, tracks, &mut memo)
    }

    fn restrict_at(
        &mut self,
        from: &Diagram,
        at: Ref,
        tracks: &[Result<u32, u16>],
        memo: &mut FxHashMap<Ref, Ref>,
    ) -> Ref {
        if at.class().is_some() {
            return at;
        }
        if let Some(&done) = memo.get(&at) {
            return done;
        }
        let made = match tracks[from.tracks[at.node()] as usize] {
            Err(letter) => self.restrict_at(from, from.kid(at, letter as usize), tracks, memo),
            Ok(track) => {
                let kids: SmallVec<[Ref; 6]> = (0..self.radix)
                    .map(|d| self.restrict_at(from, from.kid(at, d), tracks, memo))
                    .collect();
                self.make(track, &kids)
            }
        };
        memo.insert(at, made);
        made
    }

    /// Combines two diagrams, whose tracks are renamed by increasing maps: `leaf(a, b)` is the class of a pair of classes.
    pub fn zip(
        &mut self,
        a: (&Diagram, &[u32]),
        b: (&Diagram, &[u32]),
        leaf: &mut dyn FnMut(u32, u32) -> u32,
    ) -> Ref {
        let mut memo = FxHashMap::default();
        self.zip_at(a, b, (a.0.root, b.0.root), leaf, &mut memo)
    }

    fn zip_at(
        &mut self,
        a: (&Diagram, &[u32]),
        b: (&Diagram, &[u32]),
        at: (Ref, Ref),
        leaf: &mut dyn FnMut(u32, u32) -> u32,
        memo: &mut FxHashMap<(Ref, Ref), Ref>,
    ) -> Ref {
        if let (Some(x), Some(y)) = (at.0.class(), at.1.class()) {
            return Ref::leaf(leaf(x, y));
        }
        if let Some(&done) = memo.get(&at) {
            return done;
        }
        let top = |(d, map): (&Diagram, &[u32]), r: Ref| d.track(r).map(|t| map[t as usize]);
        let (ta, tb) = (top(a, at.0), top(b, at.1));
        let track = ta.unwrap_or(u32::MAX).min(tb.unwrap_or(u32::MAX));
        let kids: SmallVec<[Ref; 6]> = (0..self.radix)
            .map(|d| {
                let x = if ta == Some(track) {
                    a.0.kid(at.0, d)
                } else {
                    at.0
                };
                let y = if tb == Some(track) {
                    b.0.kid(at.1, d)
                } else {
                    at.1
                };
                self.zip_at(a, b, (x, y), leaf, memo)
            })
            .collect();
        let made = self.make(track, &kids);
        memo.insert(at, made);
        made
    }

    /// Copies a diagram whose track i becomes `tracks[i]`, in any order and with repetitions.
    pub fn rename(&mut self, from: &Diagram, tracks: &[u32]) -> Ref {
        let mut memo = FxHashMap::default();
        self.rename_at(from, from.root, tracks, &mut memo)
    }

    fn rename_at(
        &mut self,
        from: &Diagram,
        at: Ref,
        tracks: &[u32],
        memo: &mut FxHashMap<Ref, Ref>,
    ) -> Ref {
        if at.class().is_some() {
            return at;
        }
        if let Some(&done) = memo.get(&at) {
            return done;
        }
        let kids: Vec<Ref> = (0..self.radix)
            .map(|d| self.rename_at(from, from.kid(at, d), tracks, memo))
            .collect();
        let made = self.case(
            tracks[from.tracks[at.node()] as usize],
            kids,
            &mut FxHashMap::default(),
        );
        memo.insert(at, made);
        made
    }

    /// The diagram that is `parts[d]` where `track` has the letter d; the parts may test any tracks.
    fn case(&mut self, track: u32, parts: Vec<Ref>, memo: &mut FxHashMap<Vec<Ref>, Ref>) -> Ref {
        if let Some(&done) = memo.get(&parts) {
            return done;
        }
        let top = parts
            .iter()
            .filter_map(|&p| self.track(p))
            .min()
            .unwrap_or(track);
        let kids: SmallVec<[Ref; 6]> = if top >= track {
            parts
                .iter()
                .enumerate()
                .map(|(d, &p)| self.follow(p, track, d))
                .collect()
        } else {
            (0..self.radix)
                .map(|d| {
                    let parts = parts.iter().map(|&p| self.follow(p, top, d)).collect();
                    self.case(track, parts, memo)
                })
                .collect()
        };
        let made = self.make(top.min(track), &kids);
        memo.insert(parts, made);
        made
    }

    /// The union of two diagrams whose leaves are sets; `join(a, b)` is the union of two sets.
    pub fn union(
        &mut self,
        a: Ref,
        b: Ref,
        join: &mut dyn FnMut(u32, u32) -> u32,
        memo: &mut FxHashMap<(Ref, Ref), Ref>,
    ) -> Ref {
        if a == b {
            return a;
        }
        if let (Some(x), Some(y)) = (a.class(), b.class()) {
            return Ref::leaf(join(x, y));
        }
        let key = if a.0 < b.0 { (a, b) } else { (b, a) };
        if let Some(&done) = memo.get(&key) {
            return done;
        }
        let (ta, tb) = (self.track(a), self.track(b));
        let track = ta.unwrap_or(u32::MAX).min(tb.unwrap_or(u32::MAX));
        let kids: SmallVec<[Ref; 6]> = (0..self.radix)
            .map(|d| {
                let (x, y) = (self.follow(a, track, d), self.follow(b, track, d));
                self.union(x, y, join, memo)
            })
            .collect();
        let made = self.make(track, &kids);
        memo.insert(key, made);
        made
    }
}
