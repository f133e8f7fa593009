//! A sequence of Grundy values, stored as narrowly as they allow.

/// Grundy values G(0), G(1), …, one, two or four bytes each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// All below 2^8.
    U8(Vec<u8>),
    /// All below 2^16.
    U16(Vec<u16>),
    /// All below 2^32.
    U32(Vec<u32>),
}

impl Values {
    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Values::U8(v) => v.len(),
            Values::U16(v) => v.len(),
            Values::U32(v) => v.len(),
        }
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// G(n), if it has been computed.
    pub fn get(&self, n: usize) -> Option<u64> {
        match self {
            Values::U8(v) => v.get(n).map(|&g| g.into()),
            Values::U16(v) => v.get(n).map(|&g| g.into()),
            Values::U32(v) => v.get(n).map(|&g| g.into()),
        }
    }

    /// All values from `from` on.
    pub fn iter_from(&self, from: usize) -> impl Iterator<Item = u64> + '_ {
        (from..self.len()).filter_map(move |n| self.get(n))
    }

    /// The first `len` values (or all, if there are fewer).
    pub fn head(&self, len: usize) -> Vec<u64> {
        (0..len.min(self.len()))
            .filter_map(|n| self.get(n))
            .collect()
    }

    /// The greatest value, and where it is first; `None` if there are no values.
    ///
    /// ```
    /// use bouton_heap::Values;
    /// assert_eq!(Values::U8(vec![0, 2, 5, 1, 5]).max(), Some((5, 2)));
    /// ```
    pub fn max(&self) -> Option<(u64, usize)> {
        fn scan<T: Copy + Ord + Into<u64>>(values: &[T]) -> Option<(u64, usize)> {
            let max = values.iter().copied().reduce(|a, b| a.max(b))?;
            let at = values.iter().position(|&v| v == max)?;
            Some((max.into(), at))
        }
        match self {
            Values::U8(v) => scan(v),
            Values::U16(v) => scan(v),
            Values::U32(v) => scan(v),
        }
    }

    /// The narrowest form.
    pub fn narrowed(values: Vec<u32>) -> Values {
        match values.iter().copied().max().unwrap_or(0) {
            0..0x100 => Values::U8(values.iter().map(|&v| v as u8).collect()),
            0x100..0x1_0000 => Values::U16(values.iter().map(|&v| v as u16).collect()),
            _ => Values::U32(values),
        }
    }

    /// The values in four bytes each.
    pub fn widened(&self) -> Vec<u32> {
        match self {
            Values::U8(v) => v.iter().map(|&g| g.into()).collect(),
            Values::U16(v) => v.iter().map(|&g| g.into()).collect(),
            Values::U32(v) => v.clone(),
        }
    }
}

impl From<Vec<u8>> for Values {
    fn from(values: Vec<u8>) -> Values {
        Values::U8(values)
    }
}

impl From<Vec<u16>> for Values {
    fn from(values: Vec<u16>) -> Values {
        Values::U16(values)
    }
}
