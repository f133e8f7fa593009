//! Compares column 1 with column 2 of a table: a regression test of values.

use crate::order;
use crate::{Calculator, Object};
use bouton_value::Notation;

/// What became of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The columns agree.
    Same,
    /// They do not.
    Different(Difference),
    /// A comment or an empty line.
    Skipped,
}

/// A row whose columns disagree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Column 1.
    pub expression: String,
    /// Column 2.
    pub expected: String,
    /// What column 1 gives.
    pub got: String,
}

impl Calculator {
    /// Checks a row of a table: two columns with a tab between, `#` for comments. Column 1 must have the value of column 2, or
    /// its text where it is no value; `!!` begins an expected error.
    ///
    /// ```
    /// use bouton_calc::{Calculator, Verdict};
    /// let mut c = Calculator::new();
    /// assert_eq!(c.check_row("{1|0} + {1|0}\t1"), Verdict::Same);
    /// assert_eq!(c.check_row("1 +\t!!an error"), Verdict::Same);
    /// assert!(matches!(c.check_row("^ + ^\t^3"), Verdict::Different(_)));
    /// ```
    pub fn check_row(&mut self, row: &str) -> Verdict {
        if row.trim().is_empty() || row.starts_with('#') {
            return Verdict::Skipped;
        }
        let mut columns = row.split('\t');
        let expression = columns.next().unwrap_or_default();
        let Some(expected) = columns.next() else {
            return Verdict::Different(Difference {
                expression: expression.into(),
                expected: "a second column behind a tab".into(),
                got: "one column".into(),
            });
        };
        // A line break in a column is written `\n`.
        let got = match self.evaluate(&expression.replace("\\n", "\n")) {
            Err(_) if expected.starts_with("!!") => return Verdict::Same,
            Err(e) => format!("error: {e}"),
            Ok(None) => "nothing".into(),
            Ok(Some(o)) => {
                let text = o
                    .show(&mut self.store, Notation::Ascii)
                    .unwrap_or_else(|e| e.to_string());
                // Tables may write a genus in its short form.
                let short = matches!(&o, Object::Genus(g) if g.1 == expected);
                if text == expected
                    || short
                    || (!expected.starts_with("!!") && self.has_value(&o, expected))
                {
                    return Verdict::Same;
                }
                text
            }
        };
        Verdict::Different(Difference {
            expression: expression.into(),
            expected: expected.into(),
            got,
        })
    }

    fn has_value(&mut self, o: &Object, expected: &str) -> bool {
        match self.evaluate(expected) {
            Ok(Some(e)) => order::compare(&mut self.store, crate::tree::Relation::Equal, o, &e)
                .unwrap_or(false),
            _ => false,
        }
    }
}
