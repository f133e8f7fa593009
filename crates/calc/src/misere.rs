//! Misère forms: `*[…]` as a list of options, and in the short form in which they are printed, such as `*[2#0]`.

use crate::error::Fault;
use crate::object::Object;
use bouton_value::misere::{MisereGame, MisereStore};
use num_traits::ToPrimitive;

const FORM: &str =
    "a misère form is a list of options, as in *[[2],0], or what is printed, as in *[2#0]";

/// Is the text between `*[` and `]` the short form? Single heaps, lists with commas and nested lists are not.
pub(crate) fn is_short_form(text: &str) -> bool {
    let signs = text
        .chars()
        .all(|c| c.is_ascii_digit() || "#()[]-".contains(c));
    // A minus outside inner brackets subtracts: `*[3-1]`.
    let mut depth = 0_i32;
    for c in text.chars() {
        depth += i32::from(c == '[') - i32::from(c == ']');
        if c == '-' && depth == 0 {
            return false;
        }
    }
    let numeral = text
        .strip_prefix('(')
        .and_then(|t| t.strip_suffix(')'))
        .unwrap_or(text);
    let is_heap = numeral.chars().all(|c| c.is_ascii_digit())
        && (numeral.len() < 2 || numeral.len() < text.len());
    signs && !text.is_empty() && !text.starts_with('[') && !is_heap
}

/// Reads the short form: a digit is a heap, `#` makes an only option, `[…]` holds steps, `(…)` options; among the steps a digit
/// adds a heap and `-` before it takes one away.
pub(crate) fn read(store: &mut MisereStore, text: &str) -> Result<MisereGame, Fault> {
    let chars: Vec<char> = text.chars().collect();
    let mut groups: Vec<Vec<MisereGame>> = vec![vec![]];
    let (mut steps, mut minus) = (false, false);
    let mut i = 0;
    while let Some(&c) = chars.get(i) {
        i += 1;
        if c == '-' && steps && !minus {
            minus = true;
            continue;
        }
        // Digits in parentheses are a large heap, unless they go down like the options of a set.
        let numeral: String = chars[i..]
            .iter()
            .take_while(|c| c.is_ascii_digit())
            .collect();
        let is_set = numeral.len() < 2 || numeral.as_bytes().windows(2).all(|w| w[0] > w[1]);
        let large = c == '(' && chars.get(i + numeral.len()) == Some(&')') && (steps || !is_set);
        let heap = if large {
            i += numeral.len() + 1;
            numeral.parse().ok()
        } else {
            c.to_digit(10)
        };
        let Some(group) = groups.last_mut() else {
            return Err(FORM.into());
        };
        match (c, heap) {
            (_, Some(n)) => {
                let h = store.heap(n)?;
                match (steps, group.last_mut()) {
                    (true, Some(last)) if minus => {
                        minus = false;
                        *last = store.minus(*last, h)?.ok_or_else(|| {
                            Fault::from(format!(
                                "no misère form added to *[{n}] gives the one before -{n}"
                            ))
                        })?;
                    }
                    (true, Some(last)) => *last = store.add(*last, h)?,
                    (true, None) => return Err(FORM.into()),
                    (false, _) => group.push(h),
                }
            }
            _ if minus => return Err(FORM.into()),
            ('#', _) => match group.last_mut() {
                Some(last) => *last = store.game(&[*last])?,
                None => return Err(FORM.into()),
            },
            ('[', _) if !steps && !group.is_empty() => steps = true,
            (']', _) if steps => steps = false,
            ('(', _) if !steps => groups.push(vec![]),
            (')', _) if !steps && groups.len() > 1 => {
                let options = groups.pop().unwrap_or_default();
                let g = store.game(&options)?;
                if let Some(outer) = groups.last_mut() {
                    outer.push(g);
                }
            }
            _ => return Err(FORM.into()),
        }
    }
    match (groups.as_slice(), steps) {
        ([group], false) => match group.as_slice() {
            [one] => Ok(*one),
            many => Ok(store.game(many)?),
        },
        _ => Err(FORM.into()),
    }
}

/// `*[a,b]`: the game with these options; `*[a]` is a itself.
pub(crate) fn of_list(store: &mut crate::Stores, items: &[Object]) -> Result<MisereGame, Fault> {
    let mut options = vec![];
    for o in items {
        options.push(match o {
            Object::Misere(g) => *g,
            // Lists nest only so deep.
            Object::List(l) => {
                let mut inner = vec![];
                for o in l.items() {
                    inner.push(of_list(store, std::slice::from_ref(o))?);
                }
                store.misere.game(&inner)?
            }
            _ => {
                let n = o.as_rational(store).filter(|x| x.is_integer());
                match n.and_then(|n| n.to_integer().to_u32()) {
                    Some(n) => store.misere.heap(n)?,
                    None => return Err(FORM.into()),
                }
            }
        });
    }
    match options.as_slice() {
        [one] => Ok(*one),
        many => Ok(store.misere.game(many)?),
    }
}
