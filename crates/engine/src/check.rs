//! Certificates, by the independent checker.

use crate::report::CheckReport;
use bouton_core::{Budget, Code, Error, Result};

/// Checks a certificate's text, within the limits; positions are the states of its machines. Everything is derived from the rules that
/// stand in it; nothing is searched.
pub fn check(text: &str, budget: &Budget) -> Result<CheckReport> {
    let usual = bouton_check::Limits::default();
    let limits = bouton_check::Limits {
        states: budget.limits().nodes.unwrap_or(usual.states),
        seconds: budget.limits().seconds,
        bytes: budget.limits().bytes,
        stop: budget.limits().stop.clone(),
        ..usual
    };
    let report = bouton_check::check(text, &limits).map_err(|e| {
        let code = match (e.is_stopped(), e.is_limit()) {
            (true, _) => Code::Stopped,
            (_, true) => Code::Size,
            _ => Code::Input,
        };
        Error::new(code, e.to_string())
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
