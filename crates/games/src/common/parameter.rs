//! What stands behind the colon in `bounded-nim:3` and `subtraction:1,3,4`.

use bouton_rules::heaps::shorten;
use bouton_rules::{Error, Result};

/// One whole number from `least` to `most`.
///
/// ```
/// use bouton_games::common::parameter::number;
/// assert_eq!(number("3", 1, 100).unwrap(), 3);
/// assert_eq!(number("0", 1, 100).unwrap_err().to_string(), "the parameter `0` is not a number from 1 to 100");
/// ```
pub fn number(text: &str, least: u64, most: u64) -> Result<u64> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let number = text
        .parse()
        .ok()
        .filter(|n| digits && (least..=most).contains(n));
    let shown = shorten(text);
    number.ok_or_else(|| {
        Error::input(format!(
            "the parameter `{shown}` is not a number from {least} to {most}"
        ))
    })
}

/// A set of positive numbers, `1,3,4`, sorted, without repeats, perhaps in braces.
///
/// ```
/// use bouton_games::common::parameter::set;
/// assert_eq!(set("{4, 1,3,3}").unwrap(), [1, 3, 4]);
/// assert!(set("1,0").unwrap_err().to_string().starts_with("the parameter `1,0`: member 2, `0`, is not"));
/// ```
pub fn set(text: &str) -> Result<Vec<u64>> {
    let inner = text.trim();
    let inner = inner
        .strip_prefix('{')
        .and_then(|t| t.strip_suffix('}'))
        .unwrap_or(inner);
    let mut members = Vec::new();
    for (i, part) in inner.split(',').enumerate() {
        let part = part.trim();
        let digits = !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        let member = part.parse::<u64>().ok().filter(|&n| digits && n >= 1);
        members.push(member.ok_or_else(|| {
            Error::input(format!(
                "the parameter `{}`: member {}, `{}`, is not a number from 1 to {}; write a set like 1,3,4",
                shorten(text),
                i + 1,
                shorten(part),
                u64::MAX
            ))
        })?);
    }
    members.sort_unstable();
    members.dedup();
    Ok(members)
}

/// `1,3,4`
pub fn show_set(members: &[u64]) -> String {
    members
        .iter()
        .map(u64::to_string)
        .collect::<Vec<_>>()
        .join(",")
}
