//! Parts by number, and what is known of the nimber of each.

use super::effort::Effort;
use bouton_rules::{Error, Result};
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;

/// No nimber, or no number of a record.
const NONE: u8 = u8::MAX;
const END: u32 = u32::MAX;

/// Nimbers are below this.
pub(super) const MOST: u8 = 128;

/// A part, and the last nimber that was asked for; earlier ones are in a list.
struct Part {
    key: u64,
    effort: Effort,
    earlier: u32,
    choices: u32,
    /// Nimbers below 32 that options are known to have.
    had: u32,
    size: u16,
    asked: u8,
    nimber: u8,
}

struct Earlier {
    effort: Effort,
    next: u32,
    asked: u8,
}

/// A place of the hash table: the number of a part and some bits of its hash.
#[derive(Clone, Copy)]
struct Place {
    hash: u32,
    part: u32,
}

const FREE: Place = Place {
    hash: 0,
    part: u32::MAX,
};

/// All parts that were met.
pub(super) struct Parts {
    parts: Vec<Part>,
    places: Vec<Place>,
    earlier: Vec<Earlier>,
    /// The keys are the numbers 0, 1, 2, …: each has the place of its number.
    in_order: bool,
}

impl Parts {
    pub fn new(in_order: bool) -> Self {
        Parts {
            parts: Vec::new(),
            places: vec![FREE; 1 << 6],
            earlier: Vec::new(),
            in_order,
        }
    }

    #[inline]
    pub fn hash(&self, key: u64) -> u64 {
        if self.in_order {
            return key << 32 | key & u64::from(u32::MAX);
        }
        // The hash of one word is a product, whose low bits are poor.
        let hash = FxBuildHasher.hash_one(key);
        (hash ^ hash >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    /// The number of a part that was met.
    #[inline]
    pub fn find(&self, key: u64, hash: u64) -> Option<u32> {
        let last = self.places.len() - 1;
        let mut at = (hash >> 32) as usize & last;
        loop {
            let place = self.places[at];
            if place.part == u32::MAX {
                return None;
            }
            if place.hash == hash as u32 && self.parts[place.part as usize].key == key {
                return Some(place.part);
            }
            at = (at + 1) & last;
        }
    }

    /// The numbers of parts that were met, `u32::MAX` for others. Reads from the tables do not wait for each other, as they
    /// would if the parts were looked for one by one.
    pub fn find_all(&self, keys: &[u64], hashes: &[u64], found: &mut Vec<u32>) {
        found.clear();
        if self.parts.is_empty() {
            found.resize(keys.len(), u32::MAX);
            return;
        }
        let last = self.places.len() - 1;
        let first = |&hash: &u64| self.places[(hash >> 32) as usize & last].part;
        found.extend(hashes.iter().map(first));
        for (part, key) in found.iter_mut().zip(keys) {
            let guess = (*part as usize).min(self.parts.len() - 1);
            let same = self.parts[guess].key == *key;
            // Another part in the first place, or none: marked, to be looked at below.
            *part = if same { guess as u32 } else { u32::MAX };
        }
        for (part, (key, &hash)) in found.iter_mut().zip(keys.iter().zip(hashes)) {
            if *part == u32::MAX {
                *part = self.find(*key, hash).unwrap_or(u32::MAX);
            }
        }
    }

    /// Numbers a part that was not met.
    pub fn add(&mut self, key: u64, hash: u64, size: u32, nimber: Option<u8>) -> Result<u32> {
        let part = u32::try_from(self.parts.len())
            .ok()
            .filter(|&part| part < u32::MAX)
            .ok_or_else(|| Error::limit("unknown: more than 2^32 parts were met"))?;
        if (self.parts.len() + 1) * 5 > self.places.len() * 4 {
            self.grow();
        }
        self.parts.push(Part {
            key,
            effort: Effort::NO,
            earlier: END,
            choices: END,
            had: 0,
            size: size.min(u16::MAX.into()) as u16,
            asked: NONE,
            nimber: nimber.unwrap_or(NONE),
        });
        let hash32 = hash as u32;
        put(&mut self.places, hash, Place { hash: hash32, part });
        Ok(part)
    }

    fn grow(&mut self) {
        let mut places = vec![FREE; 2 * self.places.len()];
        for (part, known) in self.parts.iter().enumerate() {
            let hash = self.hash(known.key);
            let place = Place {
                hash: hash as u32,
                part: part as u32,
            };
            put(&mut places, hash, place);
        }
        self.places = places;
    }

    #[inline]
    pub fn key(&self, part: u32) -> u64 {
        self.parts[part as usize].key
    }

    #[inline]
    pub fn size(&self, part: u32) -> u32 {
        self.parts[part as usize].size.into()
    }

    #[inline]
    pub fn nimber(&self, part: u32) -> Option<u8> {
        let nimber = self.parts[part as usize].nimber;
        (nimber != NONE).then_some(nimber)
    }

    /// Where the choices of a part are kept, if they are.
    #[inline]
    pub fn choices(&self, part: u32) -> Option<u32> {
        let choices = self.parts[part as usize].choices;
        (choices != END).then_some(choices)
    }

    pub fn set_choices(&mut self, part: u32, choices: Option<u32>) {
        self.parts[part as usize].choices = choices.unwrap_or(END);
    }

    /// Notes nimbers below 32 that options of a part have, so that the part has not.
    pub fn set_had(&mut self, part: u32, had: u32) {
        self.parts[part as usize].had |= had;
    }

    /// What is left to do for the question whether a part has a nimber.
    #[inline]
    pub fn effort(&self, part: u32, nimber: u8) -> Effort {
        let known = &self.parts[part as usize];
        if known.nimber != NONE {
            return match known.nimber == nimber {
                true => Effort::YES,
                false => Effort::NO,
            };
        }
        if nimber < 32 && known.had >> nimber & 1 == 1 {
            return Effort::NO;
        }
        if known.asked == nimber {
            return known.effort;
        }
        let mut next = known.earlier;
        while next != END {
            let earlier = &self.earlier[next as usize];
            if earlier.asked == nimber {
                return earlier.effort;
            }
            next = earlier.next;
        }
        Effort {
            no: 1,
            yes: first_guess(known.size.into()),
        }
    }

    pub fn set_effort(&mut self, part: u32, nimber: u8, effort: Effort) {
        let known = &mut self.parts[part as usize];
        if effort.yes == 0 {
            known.nimber = nimber;
        }
        if known.asked == nimber || known.asked == NONE {
            known.asked = nimber;
            known.effort = effort;
            return;
        }
        let mut next = known.earlier;
        while next != END {
            let earlier = &mut self.earlier[next as usize];
            if earlier.asked == nimber {
                earlier.effort = effort;
                return;
            }
            next = earlier.next;
        }
        let earlier = Earlier {
            effort: known.effort,
            next: known.earlier,
            asked: known.asked,
        };
        known.earlier = self.earlier.len() as u32;
        known.asked = nimber;
        known.effort = effort;
        self.earlier.push(earlier);
    }

    /// The least nimber that a part is not known not to have.
    pub fn least(&self, part: u32) -> u8 {
        let mut nimber = 0;
        while nimber < MOST && self.effort(part, nimber).no == 0 {
            nimber += 1;
        }
        nimber
    }

    /// Bytes that the tables take.
    pub fn bytes(&self) -> u64 {
        (self.parts.capacity() * size_of::<Part>()
            + self.places.capacity() * size_of::<Place>()
            + self.earlier.capacity() * size_of::<Earlier>()) as u64
    }
}

fn put(places: &mut [Place], hash: u64, place: Place) {
    let last = places.len() - 1;
    let mut at = (hash >> 32) as usize & last;
    while places[at].part != u32::MAX {
        at = (at + 1) & last;
    }
    places[at] = place;
}

/// The work to show that a part has a nimber, before anybody has looked: some of its options turn out to be known.
fn first_guess(size: u32) -> u32 {
    (size / 2).saturating_sub(10).max(1)
}
