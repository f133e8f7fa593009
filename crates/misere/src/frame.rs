//! A quotient with the tables that adding a heap needs: which values lose, and what the options of each heap are worth.

use crate::bits::{self, Bits};
use crate::limits::Watch;
use crate::quotient::{HashMap, NONE, Quotient};
use crate::rules::{Breaking, Run, checked_runs};
use crate::splits::Splits;
use bouton_rules::Result;

/// The options of one heap, as values.
#[derive(Clone, Debug)]
pub(crate) struct Images {
    /// The values of the options.
    pub values: Bits,
    /// The elements x for which no option of the heap beside x is a P-position: moving in the heap does not win.
    pub quiet: Bits,
}

/// A quotient in use.
pub(crate) struct Frame {
    pub q: Quotient,
    /// Distinct values of heaps with their rows of products.
    pub values: Vec<u32>,
    /// `rows[v * order + x]` is the product of x and value v.
    pub rows: Vec<u32>,
    /// For each element its row in `rows`, or NONE.
    row_of: Vec<u32>,
    /// For each heap its row in `rows`.
    row_of_heap: Vec<u32>,
    /// `losing[t * words ..]` is the set of x with tx a P-position.
    losing: Vec<u64>,
    /// Which element has a given set `losing`.
    by_losing: HashMap<Bits, u32>,
    pub images: Vec<Images>,
    images_index: HashMap<Bits, u32>,
    /// For an entry of `images`, the value of the heaps with these options; NONE if there is no such heap yet.
    pub value_of_images: Vec<u32>,
    /// For each heap that has moves, its entry of `images`; NONE for a heap without moves.
    pub images_of_heap: Vec<u32>,
    /// The values of the options of each element's least word.
    options: Vec<Vec<u32>>,
    stamp: Vec<bool>,
    splits: Splits,
}

impl Frame {
    /// Tables for `q` and its heaps 1 ..= `phi.len() - 1`.
    pub(crate) fn new<R: Breaking + ?Sized>(
        q: Quotient,
        rules: &R,
        watch: &mut Watch,
    ) -> Result<Frame> {
        let n = q.order;
        watch.fits(n * (n / 8 + 64))?;
        let mut frame = Frame {
            values: Vec::new(),
            rows: Vec::new(),
            row_of: vec![NONE; n],
            row_of_heap: Vec::with_capacity(q.phi.len()),
            losing: Vec::new(),
            by_losing: HashMap::default(),
            images: Vec::new(),
            images_index: HashMap::default(),
            value_of_images: Vec::new(),
            images_of_heap: vec![NONE],
            options: Vec::new(),
            stamp: vec![false; n],
            splits: Splits::new(),
            q,
        };
        frame.fill_losing();
        for heap in 0..frame.q.phi.len() {
            let row = frame.row_index(frame.q.phi[heap]);
            frame.row_of_heap.push(row);
            frame.splits.push(row);
        }
        for heap in 1..frame.q.phi.len() as u32 {
            watch.tick()?;
            let images = frame.images_of(rules, heap)?;
            let entry = images.map_or(NONE, |values| frame.intern(values));
            if entry != NONE {
                frame.value_of_images[entry as usize] = frame.q.phi[heap as usize];
            }
            frame.images_of_heap.push(entry);
        }
        frame.fill_options();
        Ok(frame)
    }

    fn fill_losing(&mut self) {
        let (n, w) = (self.q.order, bits::words(self.q.order));
        self.losing = vec![0; n * w];
        self.losing[..w].copy_from_slice(&self.q.p);
        for t in 1..n {
            let (parent, g) = self.q.parent[t];
            let act = &self.q.gens[g as usize].act;
            // tx = parent * (g x), and the parent comes before t.
            let (before, rest) = self.losing.split_at_mut(t * w);
            let from = &before[parent as usize * w..][..w];
            for (word, targets) in rest[..w].iter_mut().zip(act.chunks(64)) {
                let mut made = 0u64;
                for (bit, &y) in targets.iter().enumerate() {
                    made |= (from[y as usize / 64] >> (y % 64) & 1) << bit;
                }
                *word = made;
            }
        }
        for t in 0..n {
            self.by_losing
                .entry(Bits::from_slice(self.losing(t as u32)))
                .or_insert(t as u32);
        }
    }

    /// The set of x with tx a P-position.
    pub(crate) fn losing(&self, t: u32) -> &[u64] {
        let w = bits::words(self.q.order);
        &self.losing[t as usize * w..][..w]
    }

    /// The element with a given set of losing partners.
    pub(crate) fn element_with(&self, losing: &Bits) -> Option<u32> {
        self.by_losing.get(losing).copied()
    }

    /// The row of products of an element, made when first asked for.
    pub(crate) fn row_index(&mut self, x: u32) -> u32 {
        if self.row_of[x as usize] == NONE {
            self.row_of[x as usize] = self.values.len() as u32;
            self.values.push(x);
            let row = self.q.row(x);
            self.rows.extend(row);
        }
        self.row_of[x as usize]
    }

    pub(crate) fn row(&self, index: u32) -> &[u32] {
        &self.rows[index as usize * self.q.order..][..self.q.order]
    }

    /// The values of the options of `heap`, all of whose options have values; `None` if it has no moves.
    pub(crate) fn images_of<R: Breaking + ?Sized>(
        &mut self,
        rules: &R,
        heap: u32,
    ) -> Result<Option<Bits>> {
        let runs = checked_runs(rules, heap)?;
        let n = self.q.order;
        let (phi, rows, row_of_heap) = (&self.q.phi, &self.rows, &self.row_of_heap);
        let stamp = &mut self.stamp;
        let mut some = false;
        for run in &runs {
            match run {
                &Run::Pairs { total, unequal } => {
                    let last = if unequal {
                        total.saturating_sub(1) / 2
                    } else {
                        total / 2
                    } as usize;
                    let total = total as usize;
                    some |= last > 0;
                    let mut stamp_pair = |a: usize, b: usize| {
                        stamp[rows[a * n + self.values[b] as usize] as usize] = true
                    };
                    if last == 0
                        || self
                            .splits
                            .visit(total, last, self.values.len(), &mut stamp_pair)
                    {
                        continue;
                    }
                    for (&row, &other) in row_of_heap[1..=last]
                        .iter()
                        .zip(phi[total - last..total].iter().rev())
                    {
                        stamp[rows[row as usize * n + other as usize] as usize] = true;
                    }
                }
                other => other.expand(&mut |parts| {
                    let x = parts.iter().fold(0, |x, &part| {
                        rows[row_of_heap[part as usize] as usize * n + x as usize]
                    });
                    stamp[x as usize] = true;
                    some = true;
                }),
            }
        }
        let mut values = bits::empty(n);
        for (word, flags) in values.iter_mut().zip(stamp.chunks_mut(64)) {
            for (bit, flag) in flags.iter_mut().enumerate() {
                *word |= u64::from(*flag) << bit;
                *flag = false;
            }
        }
        Ok(some.then_some(values))
    }

    /// The entry of `images` for a set of option values.
    pub(crate) fn intern(&mut self, values: Bits) -> u32 {
        if let Some(&entry) = self.images_index.get(&values) {
            return entry;
        }
        let mut quiet = bits::full(self.q.order);
        for t in bits::ones(&values) {
            for (word, losing) in quiet.iter_mut().zip(self.losing(t as u32)) {
                *word &= !losing;
            }
        }
        let entry = self.images.len() as u32;
        self.images_index.insert(values.clone(), entry);
        self.images.push(Images { values, quiet });
        self.value_of_images.push(NONE);
        entry
    }

    /// Adds the next heap with its value.
    pub(crate) fn push_heap(&mut self, value: u32, images: u32) {
        self.q.phi.push(value);
        let row = self.row_index(value);
        self.row_of_heap.push(row);
        self.splits.push(row);
        self.images_of_heap.push(images);
        if images != NONE {
            self.value_of_images[images as usize] = value;
        }
    }

    pub(crate) fn heaps(&self) -> u32 {
        self.q.phi.len() as u32 - 1
    }

    /// The row of products of a heap.
    pub(crate) fn heap_row(&self, heap: u32) -> u32 {
        self.row_of_heap[heap as usize]
    }

    fn fill_options(&mut self) {
        let n = self.q.order;
        // For each element, each heap of its least word with the value of the word without that heap.
        let mut without: Vec<Vec<(u32, u32)>> = vec![Vec::new(); n];
        let mut mark = vec![NONE; n];
        self.options = vec![Vec::new(); n];
        for x in 1..n {
            let (parent, g) = self.q.parent[x];
            let act = &self.q.gens[g as usize].act;
            let mut list: Vec<(u32, u32)> = without[parent as usize]
                .iter()
                .filter(|&&(letter, _)| letter != g)
                .map(|&(letter, v)| (letter, act[v as usize]))
                .collect();
            list.push((g, parent));
            let mut options = Vec::new();
            for &(letter, v) in &list {
                let images = self.images_of_heap[self.q.gens[letter as usize].heap as usize];
                for t in bits::ones(&self.images[images as usize].values) {
                    let option = self.q.multiply(v, t as u32);
                    if mark[option as usize] != x as u32 {
                        mark[option as usize] = x as u32;
                        options.push(option);
                    }
                }
            }
            without[x] = list;
            self.options[x] = options;
        }
    }

    /// The value that the next heap must have if the quotient stays as it is: found from the outcomes of the heap beside
    /// the least word of every element. `None` if no element has those outcomes.
    pub(crate) fn candidate(&self, images: u32) -> Option<u32> {
        let quiet = &self.images[images as usize].quiet;
        let mut losing = bits::empty(self.q.order);
        for x in bits::ones(quiet) {
            // Options of the heap do not win beside x; it remains to look at the options of x. Those come before x.
            if !self.options[x]
                .iter()
                .any(|&t| bits::has(&losing, t as usize))
            {
                bits::insert(&mut losing, x);
            }
        }
        self.element_with(&losing)
    }
}
