//! Trial monoids: a quotient times free cyclic monoids for some heaps, its elements marked P or N by their least words,
//! and reduced to the quotient that these marks define (plambecksiegel2008).

use crate::bits;
use crate::frame::Frame;
use crate::limits::Watch;
use crate::quotient::{Generator, HashMap, NONE, Quotient};
use crate::rules::{Breaking, checked_runs};
use bouton_rules::{Error, Result};
use rustc_hash::FxHashMap;

/// A heap that gets a generator of its own, g, with `g^(index + period) = g^index`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Free {
    pub heap: u32,
    pub index: u32,
    pub period: u32,
}

/// A marked trial monoid. Elements are numbered by their least words.
pub(crate) struct Trial {
    gens: Vec<Generator>,
    parent: Vec<(u32, u32)>,
    phi: Vec<u32>,
    is_p: Vec<bool>,
}

/// What becomes of the heaps that are not free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ties {
    /// A heap whose value is a product of smaller generators stays that product, also where one of them is free.
    Kept,
    /// Every such heap keeps its old value in the quotient.
    Cut,
}

/// Elements as pairs: an element of the quotient and the exponents of the free heaps, in one number.
struct Product<'a> {
    order: usize,
    free: &'a [Free],
    stride: Vec<usize>,
    size: usize,
    /// Products with some elements of the quotient.
    rows: Vec<Vec<u32>>,
    /// For each heap the factors of its value.
    factors: Vec<Vec<Factor>>,
}

#[derive(Clone, Copy, Debug)]
enum Factor {
    /// A free heap, by its place.
    Free(usize),
    /// An element of the quotient, by its place in `rows`.
    Row(usize),
}

impl<'a> Product<'a> {
    fn new(frame: &Frame, free: &'a [Free], ties: Ties, top: u32) -> Product<'a> {
        let q = &frame.q;
        let mut stride = Vec::new();
        let mut size = q.order;
        for f in free {
            stride.push(size);
            size = size.saturating_mul((f.index + f.period) as usize);
        }
        let mut rows = Vec::new();
        let mut row_of: HashMap<u32, usize> = HashMap::default();
        let place = |heap: u32| free.iter().position(|f| f.heap == heap);
        let factors = (0..=top)
            .map(|heap| {
                if let Some(i) = place(heap) {
                    return vec![Factor::Free(i)];
                }
                let value = q.phi[heap as usize];
                let word = match ties {
                    Ties::Kept => q.word(value),
                    Ties::Cut => Vec::new(),
                };
                let mut factors: Vec<Factor> = word
                    .iter()
                    .filter_map(|&h| place(h))
                    .map(Factor::Free)
                    .collect();
                let rest = if factors.is_empty() {
                    value
                } else {
                    let kept = word.iter().filter(|&&h| place(h).is_none());
                    kept.fold(0, |x, &h| q.multiply(x, q.phi[h as usize]))
                };
                if rest != 0 {
                    factors.push(Factor::Row(*row_of.entry(rest).or_insert_with(|| {
                        rows.push(q.row(rest));
                        rows.len() - 1
                    })));
                }
                factors
            })
            .collect();
        Product {
            order: q.order,
            free,
            stride,
            size,
            rows,
            factors,
        }
    }

    /// The product of an element and a heap.
    fn times(&self, x: usize, heap: u32) -> usize {
        self.factors[heap as usize]
            .iter()
            .fold(x, |x, factor| match *factor {
                Factor::Row(row) => x - x % self.order + self.rows[row][x % self.order] as usize,
                Factor::Free(i) => {
                    let Free { index, period, .. } = self.free[i];
                    let exponent = x / self.stride[i] % (index + period) as usize;
                    let next = if exponent + 1 == (index + period) as usize {
                        index as usize
                    } else {
                        exponent + 1
                    };
                    x - exponent * self.stride[i] + next * self.stride[i]
                }
            })
    }
}

/// Builds the trial monoid on heaps 1 ..= `top` and marks it.
///
/// # Errors
/// A limit error if the monoid has more than `most` elements, or if the watch says so.
pub(crate) fn build<R: Breaking + ?Sized>(
    frame: &Frame,
    free: &[Free],
    ties: Ties,
    top: u32,
    rules: &R,
    most: usize,
    watch: &mut Watch,
) -> Result<Trial> {
    let product = Product::new(frame, free, ties, top);
    let size = product.size;
    // Not every pair is a product of heaps, so that more pairs than elements are allowed.
    if size > most.saturating_mul(8) {
        return Err(Error::limit(format!(
            "a trial monoid of up to {size} elements is needed, and the limit is {most}"
        )));
    }
    watch.fits(size * 4)?;
    let mut trial = enumerate(&product, top, most, watch)?;
    mark(&mut trial, rules, watch)?;
    Ok(trial)
}

fn enumerate(product: &Product<'_>, top: u32, most: usize, watch: &mut Watch) -> Result<Trial> {
    let mut number = vec![NONE; product.size];
    number[0] = 0;
    let mut pairs: Vec<usize> = vec![0];
    let mut parent = vec![(NONE, NONE)];
    let mut heaps: Vec<u32> = Vec::new();
    for heap in 1..=top {
        if number[product.times(0, heap)] != NONE {
            continue;
        }
        let g = heaps.len() as u32;
        heaps.push(heap);
        let mut source = 0..pairs.len() as u32;
        let mut kept: Vec<u32> = source.by_ref().collect();
        while !kept.is_empty() {
            let mut next = Vec::new();
            for &from in &kept {
                watch.tick()?;
                let pair = product.times(pairs[from as usize], heap);
                if number[pair] == NONE {
                    number[pair] = pairs.len() as u32;
                    next.push(number[pair]);
                    pairs.push(pair);
                    parent.push((from, g));
                    if pairs.len() > most {
                        return Err(Error::limit(format!(
                            "a trial monoid has more than {most} elements"
                        )));
                    }
                }
            }
            kept = next;
        }
    }
    watch.fits(pairs.len().saturating_mul(4 * (heaps.len() + 8)))?;
    let gens = heaps
        .into_iter()
        .map(|heap| Generator {
            heap,
            act: pairs
                .iter()
                .map(|&x| number[product.times(x, heap)])
                .collect(),
        })
        .collect();
    let phi = (0..=top)
        .map(|h| {
            if h == 0 {
                0
            } else {
                number[product.times(0, h)]
            }
        })
        .collect();
    let is_p = vec![false; pairs.len()];
    Ok(Trial {
        gens,
        parent,
        phi,
        is_p,
    })
}

/// Marks every element by the outcome of its least word: all options of that word are worth smaller elements.
fn mark<R: Breaking + ?Sized>(trial: &mut Trial, rules: &R, watch: &mut Watch) -> Result<()> {
    let n = trial.parent.len();
    let mut options: Vec<Vec<Vec<u32>>> = Vec::new();
    for g in &trial.gens {
        options.push(option_words(trial, rules, g.heap)?);
    }
    // For each element, each generator of its least word with the element without it, laid end to end.
    let mut start = vec![0u32; n + 1];
    let mut without: Vec<(u32, u32)> = Vec::new();
    for x in 1..n {
        watch.tick()?;
        let (parent, g) = trial.parent[x];
        start[x] = without.len() as u32;
        let act = &trial.gens[g as usize].act;
        for i in start[parent as usize]..start[parent as usize + 1] {
            let (letter, v) = without[i as usize];
            if letter != g {
                without.push((letter, act[v as usize]));
            }
        }
        without.push((g, parent));
        start[x + 1] = without.len() as u32;
        let wins = without[start[x] as usize..].iter().any(|&(letter, v)| {
            options[letter as usize].iter().any(|letters| {
                let t = letters
                    .iter()
                    .fold(v, |t, &l| trial.gens[l as usize].act[t as usize]);
                trial.is_p[t as usize]
            })
        });
        trial.is_p[x] = !wins;
    }
    Ok(())
}

/// The distinct options of a heap, each as the generators of its value's least word.
fn option_words<R: Breaking + ?Sized>(
    trial: &Trial,
    rules: &R,
    heap: u32,
) -> Result<Vec<Vec<u32>>> {
    let mut values: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
    for run in checked_runs(rules, heap)? {
        run.expand(&mut |parts| {
            let mut t = 0;
            for &part in parts {
                t = trial.multiply(t, trial.phi[part as usize]);
            }
            values.entry(t).or_insert_with(|| trial.letters(t));
        });
    }
    let mut words: Vec<(u32, Vec<u32>)> = values.into_iter().collect();
    words.sort_unstable();
    Ok(words.into_iter().map(|(_, letters)| letters).collect())
}

impl Trial {
    pub(crate) fn len(&self) -> usize {
        self.parent.len()
    }

    fn multiply(&self, x: u32, y: u32) -> u32 {
        self.letters(y)
            .into_iter()
            .fold(x, |x, g| self.gens[g as usize].act[x as usize])
    }

    fn letters(&self, x: u32) -> Vec<u32> {
        let mut letters = Vec::new();
        let mut at = x;
        while at != 0 {
            let (parent, g) = self.parent[at as usize];
            letters.push(g);
            at = parent;
        }
        letters
    }

    /// True if a word is marked as a P-position.
    pub(crate) fn marks_p(&self, word: &[u32]) -> bool {
        self.is_p[word
            .iter()
            .fold(0, |x, &heap| self.multiply(x, self.phi[heap as usize]))
            as usize]
    }

    /// The quotient that the marks define: elements that no company tells apart become one. Partition refinement: at
    /// most as many rounds as there are classes, each linear in elements times generators.
    pub(crate) fn reduce(&self, watch: &mut Watch) -> Result<Quotient> {
        let n = self.len();
        let mut class: Vec<u32> = self
            .is_p
            .iter()
            .map(|&p| u32::from(p != self.is_p[0]))
            .collect();
        let mut classes = class.iter().max().map_or(0, |&m| m as usize + 1);
        let mut unchanged = 0;
        let mut numbers: HashMap<u64, u32> = HashMap::default();
        while unchanged < self.gens.len() {
            for g in &self.gens {
                watch.look()?;
                numbers.clear();
                let refined: Vec<u32> = (0..n)
                    .map(|x| {
                        let key = u64::from(class[x]) << 32 | u64::from(class[g.act[x] as usize]);
                        let next = numbers.len() as u32;
                        *numbers.entry(key).or_insert(next)
                    })
                    .collect();
                class = refined;
                if numbers.len() == classes {
                    unchanged += 1;
                    if unchanged >= self.gens.len() {
                        break;
                    }
                } else {
                    classes = numbers.len();
                    unchanged = 0;
                }
            }
        }
        Ok(self.collapse(&class, classes))
    }

    /// The quotient by classes that are numbered by their least elements.
    fn collapse(&self, class: &[u32], classes: usize) -> Quotient {
        let mut least = vec![NONE; classes];
        for (x, &c) in class.iter().enumerate() {
            if least[c as usize] == NONE {
                least[c as usize] = x as u32;
            }
        }
        // A part of a least word is a least word, so that only generators that are least words themselves occur.
        let mut new_index = vec![NONE; self.gens.len()];
        let mut gens: Vec<Generator> = Vec::new();
        for (i, g) in self.gens.iter().enumerate() {
            let x = self.phi[g.heap as usize];
            if least[class[x as usize] as usize] == x {
                new_index[i] = gens.len() as u32;
                let act = least
                    .iter()
                    .map(|&x| class[g.act[x as usize] as usize])
                    .collect();
                gens.push(Generator { heap: g.heap, act });
            }
        }
        let parent = least
            .iter()
            .map(|&x| match self.parent[x as usize] {
                (NONE, _) => (NONE, NONE),
                (parent, g) => (class[parent as usize], new_index[g as usize]),
            })
            .collect();
        let mut p = bits::empty(classes);
        for (c, _) in least
            .iter()
            .enumerate()
            .filter(|&(_, &x)| self.is_p[x as usize])
        {
            bits::insert(&mut p, c);
        }
        let phi = self.phi.iter().map(|&x| class[x as usize]).collect();
        Quotient {
            order: classes,
            p,
            gens,
            parent,
            phi,
        }
    }
}
