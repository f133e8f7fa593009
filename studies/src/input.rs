//! A question to a study: the name of a function, and its parameters by name.

use bouton_core::{Error, Result};
use num_bigint::BigUint;
use serde_json::{Map, Value};

/// The function that is asked for and its parameters, as in `{"fn": "count_P", "M": 29}`.
#[derive(Clone, Debug, PartialEq)]
pub struct Input(Map<String, Value>);

impl Input {
    /// Reads an object of JSON.
    ///
    /// # Errors
    /// The text is not an object whose `fn`, if there, is a text.
    ///
    /// ```
    /// use bouton_studies::Input;
    /// let input = Input::read(r#"{"fn": "outcome", "position": [1, 2, 3]}"#)?;
    /// assert_eq!(input.list("position")?, [1, 2, 3]);
    /// assert!(Input::read("[1]").is_err());
    /// # Ok::<(), bouton_studies::Error>(())
    /// ```
    pub fn read(text: &str) -> Result<Input> {
        let value: Value = serde_json::from_str(text)
            .map_err(|e| Error::input(format!("`{text}` is not an input: {e}")))?;
        Input::new(value)
    }

    /// Takes an object; without `fn` it asks for the function `target`.
    ///
    /// # Errors
    /// It is something else.
    pub fn new(value: Value) -> Result<Input> {
        match value {
            Value::Object(map) if map.get("fn").is_none_or(Value::is_string) => Ok(Input(map)),
            other => Err(Error::input(format!(
                "`{other}` is not an input; write for example {{\"fn\": \"count_P\", \"M\": 29}}"
            ))),
        }
    }

    /// The function that is asked for.
    pub fn function(&self) -> &str {
        let name = self.0.get("fn").and_then(Value::as_str);
        name.unwrap_or("target")
    }

    /// The parameters by name, `fn` among them.
    pub fn parameters(&self) -> &Map<String, Value> {
        &self.0
    }

    /// The same with one more parameter.
    pub fn with(&self, name: &str, value: Value) -> Input {
        let mut more = self.clone();
        more.0.insert(name.to_string(), value);
        more
    }

    /// A parameter as it is, if it was given.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name)
    }

    /// A parameter that must be there.
    ///
    /// # Errors
    /// It is not.
    pub fn need(&self, name: &str) -> Result<&Value> {
        self.get(name)
            .ok_or_else(|| Error::input(format!("`{self}` has no `{name}`")))
    }

    fn wrong(&self, name: &str, right: &str) -> Error {
        Error::input(format!("`{name}` in `{self}` is not {right}"))
    }

    /// A natural number below 2^64.
    ///
    /// # Errors
    /// It is missing or something else.
    pub fn u64(&self, name: &str) -> Result<u64> {
        self.need(name)?
            .as_u64()
            .ok_or_else(|| self.wrong(name, "a natural number below 2^64"))
    }

    /// A natural number that can be a size.
    ///
    /// # Errors
    /// It is missing or something else.
    pub fn usize(&self, name: &str) -> Result<usize> {
        usize::try_from(self.u64(name)?).map_err(|_| self.wrong(name, "a size"))
    }

    /// A natural number of any size; a text of digits is one too.
    ///
    /// # Errors
    /// It is missing or something else.
    pub fn nat(&self, name: &str) -> Result<BigUint> {
        match self.need(name)? {
            Value::Number(n) => n.to_string().parse().ok(),
            Value::String(s) => s.parse().ok(),
            _ => None,
        }
        .ok_or_else(|| self.wrong(name, "a natural number"))
    }

    /// The modulus, if one is given.
    ///
    /// # Errors
    /// It is not a number from 1 on.
    pub fn modulus(&self) -> Result<Option<u64>> {
        match self.get("mod") {
            None => Ok(None),
            Some(_) => match self.u64("mod")? {
                0 => Err(self.wrong("mod", "a number from 1 on")),
                m => Ok(Some(m)),
            },
        }
    }

    /// A list of natural numbers.
    ///
    /// # Errors
    /// It is missing or something else.
    pub fn list(&self, name: &str) -> Result<Vec<u64>> {
        self.need(name)?
            .as_array()
            .and_then(|items| items.iter().map(Value::as_u64).collect())
            .ok_or_else(|| self.wrong(name, "a list of natural numbers"))
    }

    /// A list with as many numbers as there are places.
    ///
    /// # Errors
    /// It is missing or something else.
    pub fn tuple<const N: usize>(&self, name: &str) -> Result<[u64; N]> {
        self.list(name)?
            .try_into()
            .map_err(|_| self.wrong(name, &format!("a list of {N} natural numbers")))
    }

    /// A list of lists of natural numbers.
    ///
    /// # Errors
    /// It is missing or something else.
    pub fn lists(&self, name: &str) -> Result<Vec<Vec<u64>>> {
        self.need(name)?
            .as_array()
            .and_then(|items| {
                items
                    .iter()
                    .map(|i| i.as_array()?.iter().map(Value::as_u64).collect())
                    .collect()
            })
            .ok_or_else(|| self.wrong(name, "a list of lists of natural numbers"))
    }

    /// The error of a study that does not know the function.
    pub fn unknown(&self) -> Error {
        Error::input(format!("the study has no function `{}`", self.function()))
    }
}

impl std::fmt::Display for Input {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match serde_json::to_string(&self.0) {
            Ok(text) => f.write_str(&text),
            Err(_) => Err(std::fmt::Error),
        }
    }
}
