//! Certificates, by the independent checker.

use crate::report::CheckReport;
use bouton_rules::{Error, Result};

/// Checks a certificate's text. Everything is derived from the rules that stand in it; nothing is searched.
pub fn check(text: &str) -> Result<CheckReport> {
    let limits = bouton_check::Limits::default();
    let report = bouton_check::check(text, &limits).map_err(|e| {
        if e.is_limit() {
            Error::limit(e.to_string())
        } else {
            Error::input(e.to_string())
        }
    })?;
    Ok(CheckReport {
        holds: report.holds(),
        statement: report.statement.clone(),
        obligations: report
            .obligations
            .iter()
            .map(|o| (o.what.clone(), o.ok, o.detail.clone()))
            .collect(),
    })
}
