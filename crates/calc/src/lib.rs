//! The calculator: lines such as `G := {1|-1}; mean(G) + *2` in the notation of the field, evaluated in a store of values.
//!
//! The reader ([`Calculator::evaluate`]) takes values (`3/2^^*2`, `{2||1|0}`, `+-1`, `Tiny(2)`, `a{0||a|*}`), sums and products,
//! comparisons, lists, variables, and the operations of one table, [`operations`], as functions, as methods and between their
//! operands. Everything that it prints reads back to the same value. No input overflows the machine's stack: the reader and
//! the evaluation are loops.
//!
//! ```
//! use bouton_calc::Calculator;
//! let mut c = Calculator::new();
//! assert_eq!(c.line("G := {3||2|-1}").unwrap().unwrap(), "{3||2|-1}");
//! assert_eq!(c.line("[G.Mean, temperature(G), G - G]").unwrap().unwrap(), "[2,1,0]");
//! assert_eq!(c.line("{1,|0}").unwrap_err().column, 4);
//! ```

mod arithmetic;
mod check;
mod cycles;
mod error;
mod evaluate;
mod explicit;
mod forms;
mod heaps;
mod help;
mod library;
mod literal;
mod misere;
mod numbers;
mod object;
pub mod operations;
mod order;
mod parse;
mod restyle;
mod scan;
mod scripts;
mod stores;
mod tree;

pub use check::{Difference, Verdict};
pub use error::{Error, Result};
pub use explicit::Explicit;
pub use help::{completions, help, topic_examples};
pub use library::{Library, Position, Rules};
pub use object::{Items, Object};
pub use operations::Operation;
pub use stores::Stores;

use bouton_value::{Notation, Thermograph, Watch};
use std::collections::HashMap;
use std::rc::Rc;

/// A store of values and the variables of a session.
pub struct Calculator {
    store: Stores,
    variables: HashMap<String, Object>,
    last: Option<Object>,
    notation: Notation,
}

impl Default for Calculator {
    fn default() -> Calculator {
        Calculator::new()
    }
}

impl Calculator {
    /// A calculator without variables that prints in ASCII.
    pub fn new() -> Calculator {
        Calculator::with_limit(1 << 32)
    }

    /// A calculator whose store stops with an error at that many bytes.
    pub fn with_limit(bytes: usize) -> Calculator {
        Calculator {
            store: Stores::with_limit(bytes),
            variables: HashMap::new(),
            last: None,
            notation: Notation::Ascii,
        }
    }

    /// Gives it rulesets to open by name.
    pub fn set_library(&mut self, library: Rc<dyn Library>) {
        self.store.library = Some(library);
    }

    /// Chooses the notation in which results are printed.
    pub fn set_notation(&mut self, notation: Notation) {
        self.notation = notation;
    }

    /// Lets a watch stop evaluations with an error; the session goes on.
    pub fn watch(&mut self, watch: &Watch) {
        self.store.set_watch(watch);
    }

    /// The store that holds the values.
    pub fn store(&mut self) -> &mut Stores {
        &mut self.store
    }

    /// The names of the variables, in order.
    pub fn variables(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.variables.keys().map(String::as_str).collect();
        names.sort_unstable();
        names
    }

    /// Evaluates the statements of a line, which semicolons separate, and gives the last result; none for an empty line or a
    /// comment behind `//`.
    ///
    /// Errors name the column. Cost: linear in the line, plus what the operations cost.
    pub fn evaluate(&mut self, line: &str) -> Result<Option<Object>> {
        let mut last = None;
        for tree in parse::parse(line)? {
            let o = evaluate::evaluate(&mut self.store, &mut self.variables, &tree)?;
            if let Some(name) = &tree.variable {
                self.variables.insert(name.clone(), o.clone());
            }
            last = Some(o);
        }
        self.last.clone_from(&last);
        Ok(last)
    }

    /// The thermograph of the last result, if it is a short game or a thermograph.
    pub fn last_thermograph(&mut self) -> Result<Thermograph> {
        let fail = |e: bouton_value::Error| error::Fault::from(e).at(1);
        let last = self.last.clone();
        let last = last
            .map(|o| library::valued(&mut self.store, o))
            .transpose();
        let g = match &last.map_err(|e| e.at(1))? {
            Some(Object::Thermograph(t)) => return Ok((**t).clone()),
            Some(Object::Game(g)) => *g,
            Some(Object::Explicit(e)) => e.clone().value(&mut self.store).map_err(|e| e.at(1))?,
            o => {
                let kind = o.as_ref().map_or("nothing", Object::kind);
                return Err(Error::at(
                    1,
                    format!("a thermograph is that of a short game, not of {kind}"),
                ));
            }
        };
        self.store.thermograph(g).map_err(fail)
    }

    /// The text of a result in the chosen notation.
    pub fn show(&mut self, o: &Object) -> Result<String> {
        o.show(&mut self.store, self.notation)
            .map_err(|e| error::Fault::from(e).at(1))
    }

    /// Evaluates a line and prints its result.
    pub fn line(&mut self, line: &str) -> Result<Option<String>> {
        match self.evaluate(line)? {
            Some(o) => self.show(&o).map(Some),
            None => Ok(None),
        }
    }
}
