//! Surveys: every code of a family with its period, proved or not, one plain row each; in shards for many machines.

use crate::period::PeriodStatus;
use crate::{Code, Growing, HeapGame, Octal, Values, Watch, period_status, representative};
use bouton_rules::{Error, Result};
use serde::Serialize;

/// What a survey says about one code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SurveyRow {
    /// The code.
    pub code: String,
    /// The least code, by theorem, with the same values up to a shift.
    pub representative: String,
    /// Heap n of the code is heap n - shift of the representative.
    pub shift: usize,
    /// `periodic` (proved) or `open`.
    pub status: &'static str,
    /// The period, if proved.
    pub period: Option<usize>,
    /// n0, if proved.
    pub preperiod: Option<usize>,
    /// n0 - 1, if proved and not purely periodic.
    pub last_exception: Option<usize>,
    /// The greatest value among those computed (of the whole sequence, if a period is proved).
    pub max: u64,
    /// The first heap that has it.
    pub max_first_at: usize,
    /// How many values were computed.
    pub computed: usize,
    /// The split with the fewest rare heaps: its type, its mask, their number. For codes that break heaps.
    pub sparse: Option<(&'static str, u32, usize)>,
    /// The first values.
    pub first_values: Vec<u64>,
}

impl SurveyRow {
    /// The names of the columns of [`SurveyRow::csv`].
    pub const COLUMNS: &'static str = "code,representative,shift,status,period,preperiod,last_exception,max,max_first_at,\
         computed,sparse_type,sparse_mask,n_rare,first_values";

    /// The row as comma-separated values.
    pub fn csv(&self) -> String {
        let number = |x: Option<usize>| x.map_or(String::new(), |x| x.to_string());
        let sparse = self.sparse.map_or(",,".to_string(), |(kind, mask, rare)| {
            format!("{kind},{mask:x},{rare}")
        });
        let first: Vec<String> = self.first_values.iter().map(u64::to_string).collect();
        [
            self.code.clone(),
            self.representative.clone(),
            self.shift.to_string(),
            self.status.to_string(),
            number(self.period),
            number(self.preperiod),
            number(self.last_exception),
            self.max.to_string(),
            self.max_first_at.to_string(),
            self.computed.to_string(),
            sparse,
            first.join(" "),
        ]
        .join(",")
    }
}

/// All codes `0.d1…dk` and `4.d1…dk` with octal digits, except the one without moves: 2 * 8^k - 1 of them.
///
/// ```
/// assert_eq!(bouton_heap::octal_family(3).unwrap().len(), 1023);
/// ```
///
/// # Errors
/// For more than six digits.
pub fn octal_family(digits: u32) -> Result<Vec<Code>> {
    if !(1..=6).contains(&digits) {
        return Err(Error::input(format!(
            "{digits} digits: a family of octal codes has 1 to 6 digits behind the point"
        )));
    }
    let mut codes = Vec::new();
    for number in 0..2 * 8usize.pow(digits) {
        let start = number >> (3 * digits) << 2;
        let after = (0..digits)
            .rev()
            .map(|i| number >> (3 * i) & 7)
            .fold(String::new(), |text, d| text + &d.to_string());
        let code: Code = format!("{start}.{after}").parse()?;
        if number > 0 {
            codes.push(code);
        }
    }
    Ok(codes)
}

/// The codes of shard i of n (i from 1): every n-th code.
///
/// # Errors
/// If not 1 <= i <= n.
pub fn shard(codes: Vec<Code>, i: usize, n: usize) -> Result<Vec<Code>> {
    if i < 1 || i > n {
        return Err(Error::input(format!(
            "shard {i}/{n}: write i/n with i from 1 to n, such as 1/4"
        )));
    }
    Ok(codes.into_iter().skip(i - 1).step_by(n).collect())
}

/// Computes one row from at most `to` values; fewer where a period is proved earlier. `None` if `watch` stopped it.
///
/// # Errors
/// As [`crate::grundy_values`].
///
/// ```
/// use bouton_heap::{Watch, survey_row};
/// let row = survey_row(&"0.77".parse().unwrap(), 2400, &mut Watch::default()).unwrap().unwrap();
/// assert_eq!((row.status, row.period, row.preperiod), ("periodic", Some(12), Some(71)));
/// ```
pub fn survey_row(code: &Code, to: usize, watch: &mut Watch) -> Result<Option<SurveyRow>> {
    let game = HeapGame::code(code.clone());
    let mut growing = Growing::new(game.clone(), Values::U8(Vec::new()))?;
    let mut period = PeriodStatus::NoPeriod { computed: 0 };
    let mut len = 64;
    while growing.len() < to && period.proved().is_none() {
        len = (len + len / 2).min(to);
        growing.extend(len, watch)?;
        if growing.len() < len {
            return Ok(None);
        }
        period = growing.with_values(|values| period_status(&game, values));
    }
    let breaks = Octal::of(code).is_some_and(|o| !o.breaks.is_empty());
    let sequence = growing.finish(to)?;
    let proved = period.proved().copied();
    let same = representative(code)?;
    let max = sequence.values.max().unwrap_or((0, 0));
    let sparse = sequence
        .sparse
        .filter(|_| breaks)
        .map(|s| (s.split.kind(), s.split.mask, s.rare));
    Ok(Some(SurveyRow {
        code: code.to_string(),
        representative: same.code.to_string(),
        shift: same.shift,
        status: if proved.is_some() { "periodic" } else { "open" },
        period: proved.map(|p| p.length),
        preperiod: proved.map(|p| p.preperiod),
        last_exception: proved.and_then(|p| p.last_exception),
        max: max.0,
        max_first_at: max.1,
        computed: sequence.values.len(),
        sparse,
        first_values: sequence.values.head(40),
    }))
}

/// Computes the rows of all codes that `wanted` asks for (to resume, leave out those that are there), calling `row` with
/// each as it is done. Returns false if `watch` stopped the work.
///
/// # Errors
/// As [`survey_row`], and those of `row`.
pub fn survey(
    codes: &[Code],
    to: usize,
    wanted: &dyn Fn(&Code) -> bool,
    watch: &mut Watch,
    row: &mut dyn FnMut(SurveyRow) -> Result<()>,
) -> Result<bool> {
    for code in codes.iter().filter(|c| wanted(c)) {
        match survey_row(code, to, watch)? {
            Some(done) => row(done)?,
            None => return Ok(false),
        }
    }
    Ok(true)
}
