//! Renaming of variables; two variables that get one name must have equal values.

use crate::automaton::{Automaton, Var, sorted_vars};
use crate::diagram::Builder;
use crate::error::Error;
use crate::minimize::Raw;

impl Automaton {
    /// Each variable `old` of a pair `(old, new)` becomes `new`, all at once; the others keep their names. Where several
    /// variables get the same name, only the tuples stay in which their values are equal.
    ///
    /// # Errors
    /// A variable is renamed twice.
    ///
    /// ```
    /// use bouton_automata::{Formula, Limits, Numeration, Op, compile};
    /// let less = compile(&Formula::linear(&[(1, 0), (-1, 1)], Op::Lt, 0), &Numeration::Base(2), &Limits::default())?;
    /// let more = less.rename(&[(0, 1), (1, 0)])?;
    /// assert!(more.contains(&[5u32.into(), 3u32.into()]));
    /// assert!(less.rename(&[(1, 0)])?.is_empty()); // x < x
    /// # Ok::<(), bouton_automata::Error>(())
    /// ```
    pub fn rename(&self, pairs: &[(Var, Var)]) -> Result<Automaton, Error> {
        for (i, (old, _)) in pairs.iter().enumerate() {
            if pairs[..i].iter().any(|(o, _)| o == old) {
                return Err(Error::input(format!(
                    "variable {old} is renamed twice: give each variable one new name"
                )));
            }
        }
        let new: Vec<Var> = self
            .vars
            .iter()
            .map(|v| pairs.iter().find(|(o, _)| o == v).map_or(*v, |p| p.1))
            .collect();
        self.apply(&new)
    }

    /// The relation applied to variables, one for each track, in any order and with repetitions.
    pub(crate) fn apply(&self, new: &[Var]) -> Result<Automaton, Error> {
        let vars = sorted_vars(new)?;
        if vars == new {
            return Ok(Automaton {
                vars,
                ..self.clone()
            });
        }
        let tracks: Vec<u32> = new
            .iter()
            .map(|v| vars.binary_search(v).unwrap_or(0) as u32)
            .collect();
        let mut builder = Builder::new(self.sys.radix);
        let root = builder.rename(&self.diagram, &tracks);
        Ok(Raw {
            sys: self.sys.clone(),
            vars,
            diagram: builder.finish(root),
            classes: self.classes,
            start: 0,
            accept: self.accept.clone(),
            next: self.next.clone(),
        }
        .minimize())
    }
}
