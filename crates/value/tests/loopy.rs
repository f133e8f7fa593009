//! Every row of the table of values with cycles, evaluated and compared as text; and laws of loopy values.

mod common;

use bouton_value::loopy::{Graph, LoopyValue};
use bouton_value::{Comparison, Store};
use common::{Reader, Res, e};

/// Reads values with cycles into a graph.
struct LoopyReader<'a> {
    reader: Reader<'a>,
    graph: Graph,
    labels: Vec<(String, usize)>,
}

impl LoopyReader<'_> {
    fn value(&mut self, node: usize) -> Res<LoopyValue> {
        e(LoopyValue::of(&self.graph, node))
    }

    fn include(&mut self, v: &LoopyValue) -> Res<usize> {
        if !v.is_stopper() {
            // A sided value takes part by a graph with both sides only where it stands alone.
            return Err("a sided value as an option".into());
        }
        let (g, root) = v.sides().0.graph();
        Ok(e(self.graph.include(g))? + root)
    }

    fn sum(&mut self, pass: usize) -> Res<usize> {
        let mut total = self.item(pass)?;
        loop {
            self.reader.spaces();
            let minus = match self.reader.peek() {
                b'+' if self.reader.text.get(self.reader.at + 1) != Some(&b'-') => false,
                b'-' => true,
                _ => return Ok(total),
            };
            self.reader.at += 1;
            let t = self.item(pass)?;
            let (a, b) = (self.value(total)?, self.value(t)?);
            let s = e(if minus { a.sub(&b) } else { a.add(&b) })?;
            total = self.include(&s)?;
        }
    }

    fn word(&mut self) -> Option<String> {
        self.reader.spaces();
        let start = self.reader.at;
        let w = self.reader.ident();
        if w.is_empty() || w.chars().all(|c| c == 'v') || w == "Tiny" || w == "Miny" {
            self.reader.at = start;
            return None;
        }
        Some(w)
    }

    fn item(&mut self, pass: usize) -> Res<usize> {
        self.reader.spaces();
        if self.reader.eat("^.Pow(on)") {
            return self.include(&LoopyValue::up_to_the_on());
        }
        if self.reader.eat("(") {
            let g = self.sum(pass)?;
            self.reader.need(")")?;
            return Ok(g);
        }
        if self.reader.peek() == b'{' {
            return self.braces(None);
        }
        if let Some(w) = self.word() {
            let named = match w.as_str() {
                "pass" => return Ok(pass),
                "on" => LoopyValue::on(),
                "off" => LoopyValue::off(),
                "over" => LoopyValue::over(),
                "under" => LoopyValue::under(),
                "upon" => LoopyValue::upon(),
                _ if self.reader.peek() == b'{' => return self.braces(Some(w)),
                _ => {
                    let found = self.labels.iter().rev().find(|l| l.0 == w);
                    return found.map(|l| l.1).ok_or_else(|| format!("no label {w}"));
                }
            };
            return self.include(&named);
        }
        let common::Answer::Game(g) = self.reader.packed()? else {
            return Err("a game".into());
        };
        e(self.graph.short(self.reader.store, g))
    }

    fn braces(&mut self, label: Option<String>) -> Res<usize> {
        self.reader.need("{")?;
        // Find the bars at this level first: options then know the node that `pass` leads back to.
        let (mut depth, mut end) = (1, self.reader.at);
        let mut bars: Vec<(usize, usize)> = vec![];
        while depth > 0 {
            match self.reader.text.get(end) {
                Some(b'{' | b'(' | b'[') => depth += 1,
                Some(b'}' | b')' | b']') => depth -= 1,
                Some(b'|') if depth == 1 => match bars.last_mut() {
                    Some(last) if last.0 + last.1 == end => last.1 += 1,
                    _ => bars.push((end, 1)),
                },
                Some(_) => {}
                None => return Err("unclosed".into()),
            }
            end += 1;
        }
        let root = e(self.graph.node())?;
        let labelled = label.is_some();
        if let Some(l) = label {
            self.labels.push((l, root));
        }
        self.fill(root, &bars, end - 1)?;
        if labelled {
            self.labels.pop();
        }
        self.reader.at = end;
        Ok(root)
    }

    /// Reads the pair between here and `end` into `node`.
    fn fill(&mut self, node: usize, bars: &[(usize, usize)], end: usize) -> Res<()> {
        let most = bars.iter().map(|b| b.1).max().ok_or("no bar")?;
        let i = bars.iter().position(|b| b.1 == most).unwrap_or(0);
        for (left, bars, stop) in [(true, &bars[..i], bars[i].0), (false, &bars[i + 1..], end)] {
            if bars.is_empty() {
                loop {
                    self.reader.spaces();
                    if self.reader.at >= stop {
                        break;
                    }
                    let o = self.sum(node)?;
                    self.graph.connect(node, left, o);
                    self.reader.eat(",");
                }
            } else {
                let inner = e(self.graph.node())?;
                self.fill(inner, bars, stop)?;
                self.graph.connect(node, left, inner);
            }
            self.reader.at = stop + most;
        }
        Ok(())
    }
}

fn read(store: &mut Store, text: &str) -> Res<LoopyValue> {
    let reader = Reader {
        text: text.as_bytes(),
        at: 0,
        store,
    };
    let mut r = LoopyReader {
        reader,
        graph: Graph::new(),
        labels: vec![],
    };
    let top = e(r.graph.node())?;
    let node = r.sum(top)?;
    if r.reader.at < text.len() {
        return Err(format!("unread: {}", &text[r.reader.at..]));
    }
    r.value(node)
}

/// (A) + (B), whose parts may be sided.
fn read_sum(store: &mut Store, text: &str) -> Res<LoopyValue> {
    match text.strip_prefix('(').and_then(|t| t.split_once(") + (")) {
        Some((a, b)) => {
            let a = read(store, a)?;
            let b = read(store, b.trim_end_matches(')'))?;
            e(a.add(&b))
        }
        None => read(store, text),
    }
}

fn evaluate(store: &mut Store, text: &str) -> Res<String> {
    if let Some(inner) = text.strip_prefix('[') {
        let parts: Res<Vec<String>> = inner
            .trim_end_matches(']')
            .split(",(")
            .enumerate()
            .map(|(i, p)| {
                evaluate(
                    store,
                    &if i == 0 {
                        p.to_string()
                    } else {
                        format!("({p}")
                    },
                )
            })
            .collect();
        return Ok(format!("[{}]", parts?.join(",")));
    }
    if let Some((a, b)) = text.split_once(") <= (") {
        let a = read(store, &a[1..])?;
        let b = read(store, b.trim_end_matches(')'))?;
        return Ok(e(b.ge(&a))?.to_string());
    }
    if let Some((g, method)) = text.rsplit_once(").")
        && let Some(g) = g.strip_prefix('(')
        && method.chars().all(char::is_alphabetic)
    {
        let g = read(store, g)?;
        return match method {
            "Degree" => {
                let d = e(g.degree())?;
                e(d.show(store))
            }
            "LeftStop" | "RightStop" => {
                let s = e(g.stop(store, method == "LeftStop"))?;
                e(s.show(store))
            }
            "IsStopper" => Ok(g.is_stopper().to_string()),
            "IsPlumtree" => Ok(g.is_plumtree().to_string()),
            "IsStopperSided" => Ok(g.is_stopper_sided().to_string()),
            "OutcomeClass" => {
                let o = e(g.outcomes())?;
                Ok(match o {
                    (Some(true), Some(true)) => "L",
                    (Some(false), Some(false)) => "R",
                    (Some(true), Some(false)) => "N",
                    (Some(false), Some(true)) => "P",
                    (None, Some(true)) => "PHat",
                    (Some(true), None) => "NHat",
                    _ => "D",
                }
                .into())
            }
            _ => Err(format!("no method {method}")),
        };
    }
    let g = read_sum(store, text)?;
    e(g.show(store))
}

#[test]
fn every_row_of_the_table() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../testdata/loopy-values.tsv"
    );
    let table = std::fs::read_to_string(path).unwrap();
    let mut store = Store::new();
    let mut wrong = vec![];
    let mut count = 0;
    for line in table.lines().filter(|l| !l.starts_with('#')) {
        let parts: Vec<&str> = line.split('\t').collect();
        let got = evaluate(&mut store, parts[1]);
        count += 1;
        let fits = match &got {
            Ok(t) => t == parts[2],
            Err(_) => parts[2].starts_with("!!"),
        };
        if !fits {
            wrong.push(format!(
                "{}: {}\n  expected {}\n  got      {:?}",
                parts[0], parts[1], parts[2], got
            ));
        }
    }
    assert!(count > 600, "{count}");
    assert!(
        wrong.is_empty(),
        "{} of {count} rows are wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn famous_sums() {
    let mut s = Store::new();
    let (on, off, over) = (LoopyValue::on(), LoopyValue::off(), LoopyValue::over());
    assert_eq!(on.add(&off).unwrap(), LoopyValue::dud());
    assert_eq!(
        over.sub(&over).unwrap().show(&mut s).unwrap(),
        "over & under"
    );
    assert_eq!(on.compare(&over).unwrap(), Comparison::Greater);
    assert_eq!(over.neg(), LoopyValue::under());
    assert_eq!(on.add(&on).unwrap(), on);
}

#[test]
fn powers() -> Result<(), Box<dyn std::error::Error>> {
    let mut s = Store::new();
    let up = s.ups(1)?;
    let two = s.integer(2);
    let tiny = s.tiny(two)?;
    let mut check =
        |g, x: &str, total: bool, expected: &str| -> Result<(), Box<dyn std::error::Error>> {
            let x = read(&mut s, x)?;
            let v = if total {
                LoopyValue::power_total(&mut s, g, &x)?
            } else {
                LoopyValue::power(&mut s, g, &x)?
            };
            assert_eq!(v.show(&mut s)?, expected);
            Ok(())
        };
    check(up, "on", false, "^<on>")?;
    check(up, "{5|pass}", false, "{0||0,pass|0,v[4]*}")?;
    check(up, "{1|pass}", true, "{^|*,pass}")?;
    check(up, "{5|pass}", true, "{^[5]|*,pass}")?;
    check(up, "on", true, "^[on]")?;
    check(tiny, "on", false, "{0||0|-2,pass}")?;
    check(tiny, "on", true, "{pass||0|-2}")?;
    // Exponents without cycles give what the store gives.
    for n in 1..6 {
        let x = s.integer(n);
        let x = LoopyValue::short(&mut s, x)?;
        let power = LoopyValue::power(&mut s, up, &x)?.to_short(&mut s)?;
        assert_eq!(power, Some(s.up_power(n as u64)?));
    }
    assert!(LoopyValue::power(&mut s, up, &LoopyValue::off()).is_err());
    Ok(())
}

#[test]
fn kinds_and_options() -> Result<(), Box<dyn std::error::Error>> {
    let mut s = Store::new();
    let over = LoopyValue::over();
    assert!(
        over.is_idempotent()? && over.is_infinitesimal(&mut s)? && over.is_pseudonumber(&mut s)?
    );
    assert!(
        !LoopyValue::upon().is_pseudonumber(&mut s)? && LoopyValue::upon().is_numberish(&mut s)?
    );
    assert!(!LoopyValue::on().is_numberish(&mut s)?);
    let names: Result<Vec<String>, _> = over
        .followers(&mut s)?
        .iter()
        .map(|v| v.show(&mut s))
        .collect();
    assert_eq!(names?, ["0", "over"]);
    let right: Result<Vec<String>, _> = over
        .options(&mut s, false)?
        .iter()
        .map(|v| v.show(&mut s))
        .collect();
    assert_eq!(right?, ["over"]);
    assert!(LoopyValue::dud().options(&mut s, true).is_err());
    Ok(())
}
