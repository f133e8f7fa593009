//! The fields of a certificate file; docs/certificates.md says what they mean.

use crate::table::Table;
use crate::{Error, Result};
use serde::Deserialize;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Kind {
    PSet,
    PartizanSets,
    Grundy,
    Period,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Play {
    Normal,
    Misere,
}

/// What coordinate 0 is, where heaps are made coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Empty {
    /// A heap that is gone; an empty heap, if there is one, is no different.
    Gone,
    /// A heap that is gone; coordinates are one more than their heaps.
    Counts,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Method {
    Window,
    GuySmith,
    Carries,
}

/// The winning replies that one move line gives.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Replies {
    /// Which move line of the rules, from 0.
    #[serde(rename = "move")]
    pub line: usize,
    pub set: Table,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Certificate {
    pub format: String,
    pub version: u32,
    pub kind: Kind,
    pub game: String,
    pub rules: String,
    pub play: Play,
    /// How many heaps of a game of single heaps make one position.
    pub heaps: Option<usize>,
    pub empty: Option<Empty>,
    pub numeration: Option<String>,
    pub rank: Option<Vec<Vec<u64>>>,
    pub set: Option<Table>,
    pub strategy: Option<Vec<Replies>>,
    pub left: Option<Table>,
    pub right: Option<Table>,
    pub graph: Option<Table>,
    pub values: Option<Vec<u64>>,
    pub length: Option<u64>,
    pub preperiod: Option<u64>,
    pub saltus: Option<u64>,
    pub method: Option<Method>,
    /// Free text, not read.
    #[serde(rename = "comment")]
    pub _comment: Option<String>,
}

impl Certificate {
    pub fn read(json: &str) -> Result<Self> {
        let c: Certificate = serde_json::from_str(json)
            .map_err(|e| Error::malformed(format!("this is not a certificate: {e}")))?;
        if c.format != "bouton-certificate" || c.version != 1 {
            return Err(Error::malformed(format!(
                "the format is `{}` version {}, but this checker reads `bouton-certificate` version 1",
                c.format, c.version
            )));
        }
        let sets = [
            ("set", c.set.is_some()),
            ("left", c.left.is_some()),
            ("right", c.right.is_some()),
            ("graph", c.graph.is_some()),
        ];
        let period = [
            ("values", c.values.is_some()),
            ("length", c.length.is_some()),
            ("preperiod", c.preperiod.is_some()),
            ("saltus", c.saltus.is_some()),
            ("method", c.method.is_some()),
        ];
        let general = [
            ("numeration", c.numeration.is_some()),
            ("rank", c.rank.is_some()),
            ("strategy", c.strategy.is_some()),
            ("heaps", c.heaps.is_some()),
            ("empty", c.empty.is_some()),
        ];
        let (kind, wanted, allowed): (_, &[&str], &[&str]) = match c.kind {
            Kind::PSet => (
                "p-set",
                &["numeration", "rank", "set"],
                &["strategy", "heaps", "empty"],
            ),
            Kind::PartizanSets => (
                "partizan-sets",
                &["numeration", "rank", "left", "right"],
                &["heaps", "empty"],
            ),
            Kind::Grundy => ("grundy", &["numeration", "rank", "graph"], &[]),
            Kind::Period => (
                "period",
                &["values", "length", "preperiod", "saltus", "method"],
                &[],
            ),
        };
        for (field, given) in sets.into_iter().chain(period).chain(general) {
            if given && !wanted.contains(&field) && !allowed.contains(&field) {
                return Err(Error::malformed(format!(
                    "a certificate of kind `{kind}` has no field `{field}`"
                )));
            }
            if !given && wanted.contains(&field) {
                return Err(Error::malformed(format!(
                    "a certificate of kind `{kind}` needs the field `{field}`"
                )));
            }
        }
        if c.heaps.is_some() != c.empty.is_some() {
            return Err(Error::malformed(
                "the fields `heaps` and `empty` go together: how many heaps make a position, and what an empty heap is",
            ));
        }
        Ok(c)
    }
}

/// The value of a field that `Certificate::read` has seen.
pub(crate) fn field<T>(value: Option<T>, name: &str) -> Result<T> {
    value.ok_or_else(|| Error::malformed(format!("the field `{name}` is missing")))
}
