//! Is a candidate the true quotient? Every P-position must have no P-option, and every other position that has moves must
//! have one (plambecksiegel2008).
//!
//! For the second half, words are built heap by heap. A word u fails in the company of a word of value z if no heap of
//! u offers a winning move there and uz is no P-position. The set of such z, and the value of u, are all that matters
//! about u: it is a *threat*. A word fails by itself if the identity is in its threat. A threat whose set is contained in
//! that of an earlier word with the same value adds nothing, and one whose set is empty leads nowhere; so the walk ends.

use crate::bits::{self, Bits};
use crate::frame::Frame;
use crate::limits::Watch;
use crate::quotient::{HashMap, NONE, Word};
use bouton_rules::Result;

/// A position whose outcome the candidate has wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    /// Its heaps, descending.
    pub word: Word,
    /// True if the position is a P-position after all.
    pub is_p: bool,
}

/// A way to extend words: a heap, its row of products, its images.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Letter {
    heap: u32,
    row: u32,
    images: u32,
}

struct Threat {
    value: u32,
    company: Bits,
    /// The threat that this one extends, by which heap.
    parent: u32,
    heap: u32,
    /// False once a later threat contains it.
    maximal: bool,
}

/// The maximal threats of all words, kept so that a new heap is checked by what it adds.
pub(crate) struct Threats {
    all: Vec<Threat>,
    by_value: Vec<Vec<u32>>,
    /// The companies in which the empty word is as great a threat as any word of value 1. Not the empty company: no move
    /// is left then, and the position is rightly an N-position.
    nothing: Bits,
    letters: Vec<Letter>,
    /// For a heap and a value x: the companies z in which xz is quiet for the heap, and x times the heap times z is no
    /// P-position.
    quiet: HashMap<(u32, u32), Bits>,
}

/// The least word that should be a P-position's value but has a P-option, if there is one.
fn p_failure(frame: &Frame) -> Option<Word> {
    let mut least: Option<Word> = None;
    for heap in 1..=frame.heaps() {
        let images = frame.images_of_heap[heap as usize];
        if images == NONE {
            continue;
        }
        let losing = frame.losing(frame.q.phi[heap as usize]);
        if let Some(x) = bits::first_outside(losing, &frame.images[images as usize].quiet) {
            let mut word = frame.q.word(x as u32);
            word.push(heap);
            word.sort_unstable_by(|a, b| b.cmp(a));
            if least.as_ref().is_none_or(|l| word < *l) {
                least = Some(word);
            }
        }
    }
    least
}

/// The least failing word of a candidate, or the threats of a true quotient.
pub(crate) fn verify(
    frame: &Frame,
    watch: &mut Watch,
) -> Result<std::result::Result<Threats, Failure>> {
    let p_failure = p_failure(frame);
    let mut threats = Threats::empty(frame);
    let mut list = vec![0u32];
    let letters = threats.letters_of(frame);
    for letter in letters {
        if let Some(word) = &p_failure
            && word[0] < letter.heap
        {
            break;
        }
        if threats.adds_nothing(frame, letter) {
            continue;
        }
        threats.letters.push(letter);
        let mut source = list.clone();
        while !source.is_empty() {
            let mut next = Vec::new();
            for &from in &source {
                watch.tick()?;
                let Some(made) = threats.extend(frame, from, letter, watch)? else {
                    continue;
                };
                if bits::has(&threats.all[made as usize].company, 0) {
                    let word = threats.word(made);
                    return Ok(Err(match p_failure {
                        Some(earlier) if earlier < word => Failure {
                            word: earlier,
                            is_p: false,
                        },
                        _ => Failure { word, is_p: true },
                    }));
                }
                next.push(made);
            }
            list.extend(&next);
            source = next;
        }
    }
    Ok(match p_failure {
        Some(word) => Err(Failure { word, is_p: false }),
        None => Ok(threats),
    })
}

impl Threats {
    /// The threats of a game without heaps.
    pub(crate) fn empty(frame: &Frame) -> Threats {
        let n = frame.q.order;
        let mut company = bits::full(n);
        company
            .iter_mut()
            .zip(&frame.q.p)
            .for_each(|(c, p)| *c &= !p);
        let mut nothing = company.clone();
        nothing[0] &= !1;
        let empty = Threat {
            value: 0,
            company,
            parent: NONE,
            heap: 0,
            maximal: true,
        };
        Threats {
            all: vec![empty],
            by_value: vec![Vec::new(); n],
            nothing,
            letters: Vec::new(),
            quiet: HashMap::default(),
        }
    }

    /// Heaps that matter: not those that repeat an earlier heap's value and are quiet in fewer places.
    fn letters_of(&self, frame: &Frame) -> Vec<Letter> {
        let mut letters: Vec<Letter> = Vec::new();
        let mut by_row: HashMap<u32, Vec<u32>> = HashMap::default();
        for heap in 1..=frame.heaps() {
            let images = frame.images_of_heap[heap as usize];
            if images == NONE {
                continue;
            }
            let row = frame.heap_row(heap);
            let quiet = &frame.images[images as usize].quiet;
            let earlier = by_row.entry(row).or_default();
            if !earlier
                .iter()
                .any(|&e| e == images || bits::subset(quiet, &frame.images[e as usize].quiet))
            {
                earlier.push(images);
                letters.push(Letter { heap, row, images });
            }
        }
        letters
    }

    /// Extends a threat by a heap; `None` if the outcome adds nothing.
    fn extend(
        &mut self,
        frame: &Frame,
        from: u32,
        letter: Letter,
        watch: &Watch,
    ) -> Result<Option<u32>> {
        let row = frame.row(letter.row);
        let value = row[self.all[from as usize].value as usize];
        let x = self.all[from as usize].value;
        let quiet = quiet_beside(&mut self.quiet, frame, letter, x, value);
        let old = &self.all[from as usize].company;
        let mut company = bits::empty(frame.q.order);
        let mut any = false;
        for (w, &mask) in quiet.iter().enumerate() {
            let mut left = mask;
            let mut made = 0;
            while left != 0 {
                let bit = left.trailing_zeros();
                left &= left - 1;
                let z = row[w * 64 + bit as usize] as usize;
                made |= (old[z / 64] >> (z % 64) & 1) << bit;
            }
            company[w] = made;
            any |= made != 0;
        }
        if !any || self.covers(value, &company) {
            return Ok(None);
        }
        let made = self.all.len() as u32;
        let Threats { all, by_value, .. } = self;
        by_value[value as usize].retain(|&t| {
            let keep = !bits::subset(&all[t as usize].company, &company);
            all[t as usize].maximal = keep;
            keep
        });
        by_value[value as usize].push(made);
        all.push(Threat {
            value,
            company,
            parent: from,
            heap: letter.heap,
            maximal: true,
        });
        watch.fits((all.len() + self.quiet.len()) * (frame.q.order / 8 + 64))?;
        Ok(Some(made))
    }

    /// True if an earlier word of the same value is a threat in all these companies.
    fn covers(&self, value: u32, company: &Bits) -> bool {
        (value == 0 && bits::subset(company, &self.nothing))
            || self.by_value[value as usize]
                .iter()
                .any(|&t| bits::subset(company, &self.all[t as usize].company))
    }

    /// True if an earlier word of the same value is a threat wherever the heap alone is one. Then that word may take the
    /// heap's place in every word.
    fn adds_nothing(&self, frame: &Frame, letter: Letter) -> bool {
        let value = frame.row(letter.row)[0];
        let mut alone = frame.images[letter.images as usize].quiet.clone();
        alone
            .iter_mut()
            .zip(frame.losing(value))
            .for_each(|(a, l)| *a &= !l);
        bits::is_empty(&alone) || self.covers(value, &alone)
    }

    fn word(&self, threat: u32) -> Word {
        let mut word = Vec::new();
        let mut at = threat;
        while at != 0 {
            word.push(self.all[at as usize].heap);
            at = self.all[at as usize].parent;
        }
        word.sort_unstable_by(|a, b| b.cmp(a));
        word
    }

    /// Tries the next heap with a value: true if the quotient remains the true one. After `false` the threats are spoilt.
    pub(crate) fn admit(
        &mut self,
        frame: &Frame,
        heap: u32,
        row: u32,
        images: u32,
        watch: &mut Watch,
    ) -> Result<bool> {
        let letter = Letter { heap, row, images };
        if self.adds_nothing(frame, letter) {
            return Ok(true);
        }
        self.letters.push(letter);
        let mut fresh: Vec<(u32, Letter)> = (0..self.all.len() as u32)
            .filter(|&t| self.all[t as usize].maximal)
            .map(|t| (t, letter))
            .collect();
        while let Some((from, letter)) = fresh.pop() {
            watch.tick()?;
            if !self.all[from as usize].maximal {
                continue;
            }
            if let Some(made) = self.extend(frame, from, letter, watch)? {
                if bits::has(&self.all[made as usize].company, 0) {
                    return Ok(false);
                }
                fresh.extend(self.letters.iter().map(|&l| (made, l)));
            }
        }
        Ok(true)
    }
}

/// The companies z for which xz is quiet for a heap and `value` times z is no P-position, where `value` is x times the
/// heap; remembered.
fn quiet_beside<'a>(
    memo: &'a mut HashMap<(u32, u32), Bits>,
    frame: &Frame,
    letter: Letter,
    x: u32,
    value: u32,
) -> &'a Bits {
    memo.entry((letter.heap, x)).or_insert_with(|| {
        let mut beside = bits::full(frame.q.order);
        let mut remove = |t: u32| {
            beside
                .iter_mut()
                .zip(frame.losing(t))
                .for_each(|(b, l)| *b &= !l)
        };
        remove(value);
        for t in bits::ones(&frame.images[letter.images as usize].values) {
            remove(frame.q.multiply(x, t as u32));
        }
        beside
    })
}
