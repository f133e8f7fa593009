//! Rewrites a printed value from ASCII to Unicode or LaTeX, sign by sign.

use bouton_value::Notation;

/// The same value in another notation: for forms that the value engine prints in ASCII only.
pub(crate) fn restyle(text: &str, notation: Notation) -> String {
    if notation == Notation::Ascii {
        return text.to_string();
    }
    let latex = notation == Notation::Latex;
    let chars: Vec<char> = text.chars().collect();
    let ahead = |i: usize| chars.get(i).copied().unwrap_or('\0');
    let mut out = String::new();
    let mut i = 0;
    while i < chars.len() {
        let c = chars[i];
        if c.is_ascii_alphabetic() {
            let end = (i..chars.len())
                .find(|&j| !chars[j].is_ascii_alphabetic())
                .unwrap_or(chars.len());
            let word: String = chars[i..end].iter().collect();
            i = end;
            match word.as_str() {
                _ if word.chars().all(|c| c == 'v') => {
                    let arrow = if latex { "{\\downarrow}" } else { "↓" };
                    i = arrows(&chars, i, arrow, word.len(), latex, &mut out);
                }
                "Tiny" | "Miny" if !latex => out.push(if word == "Tiny" { '⧾' } else { '⧿' }),
                _ if latex => out.push_str(&format!("\\mathbf{{{word}}}")),
                _ => out.push_str(&word),
            }
            continue;
        }
        i += 1;
        match c {
            '^' => {
                let mut count = 1;
                while ahead(i) == '^' {
                    count += 1;
                    i += 1;
                }
                let arrow = if latex { "{\\uparrow}" } else { "↑" };
                i = arrows(&chars, i, arrow, count, latex, &mut out);
            }
            '+' if ahead(i) == '-' => {
                i += 1;
                out.push_str(if latex { "{\\pm}" } else { "±" });
            }
            '*' if latex => {
                let end = (i..chars.len())
                    .find(|&j| !chars[j].is_ascii_digit())
                    .unwrap_or(chars.len());
                let n: String = chars[i..end].iter().collect();
                i = end;
                out.push_str("{\\ast}");
                if !n.is_empty() {
                    out.push_str(&format!("{{{n}}}"));
                }
            }
            '{' if latex => out.push_str("\\left\\{"),
            '}' if latex => out.push_str("\\right\\}"),
            '|' if latex => {
                let mut count = 1;
                while ahead(i) == '|' {
                    count += 1;
                    i += 1;
                }
                out.push_str(&format!(" {} ", "\\vert{}".repeat(count)));
            }
            '&' if latex => out.push_str("\\mathbin{\\&}"),
            _ => out.push(c),
        }
    }
    out
}

/// Writes arrows and what stands behind them; gives the place after it.
fn arrows(
    chars: &[char],
    mut i: usize,
    arrow: &str,
    count: usize,
    latex: bool,
    out: &mut String,
) -> usize {
    out.push_str(&arrow.repeat(count));
    let next = chars.get(i).copied().unwrap_or('\0');
    let close = match next {
        '<' => '>',
        '[' => ']',
        _ if latex && next.is_ascii_digit() => '\0',
        _ => return i,
    };
    let end = (i + 1..chars.len())
        .find(|&j| chars[j] == close || (close == '\0' && !chars[j].is_ascii_digit()))
        .unwrap_or(chars.len());
    let inside: String = chars[if close == '\0' { i } else { i + 1 }..end]
        .iter()
        .collect();
    if latex {
        let inside = inside.replace("on", "\\mathbf{on}");
        out.push_str(&match close {
            '>' => format!("^{{{inside}}}"),
            ']' => format!("^{{[{inside}]}}"),
            _ => format!("{{\\scriptstyle {inside}}}"),
        });
    } else {
        out.push_str(&format!("{next}{inside}{close}"));
    }
    i = if close == '\0' {
        end
    } else {
        (end + 1).min(chars.len())
    };
    i
}
