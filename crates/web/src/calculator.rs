//! The calculator as a worksheet: lines in, results out.

use crate::error::Failure;
use crate::layout::page;
use bouton_engine::{Budget, Calculator, Style};
use maud::{Markup, PreEscaped, html};

/// Most lines of a worksheet.
const LINES: usize = 200;

const FIRST: &str = "G := {3||2|-1}\nG.Mean\nG.Temperature\n^ + ^*\n{1|-1} + {1|-1}\nPosition(\"domineering\", \"..|..\") + 1";

/// The worksheet with its results, and the thermograph of the last one.
pub fn show(lines: &str, budget: &Budget) -> Result<Markup, Failure> {
    let lines = if lines.trim().is_empty() {
        FIRST
    } else {
        lines
    }
    .replace("\r\n", "\n");
    let mut calculator = Calculator::new(budget.limits(), Style::Unicode);
    let mut results = Vec::new();
    for line in lines.lines().take(LINES) {
        results.push((line.to_string(), calculator.answer(line)));
        budget.check()?;
    }
    let thermograph = calculator.thermograph("x.svg").ok();
    let thermograph = thermograph.and_then(|svg| String::from_utf8(svg).ok());
    Ok(page(
        "Calculator",
        html! {
            h1 { "Calculator" }
            form method="post" action="/calculator" {
                label for="lines" { "A line each; variables keep their values" }
                textarea id="lines" name="lines" rows="8" cols="80" spellcheck="false" { (lines) }
                button { "Calculate" }
            }
            table.worksheet {
                thead { tr { th scope="col" { "Line" } th scope="col" { "Result" } } }
                tbody {
                    @for (line, result) in &results {
                        tr {
                            td { code { (line) } }
                            td.value {
                                @match result {
                                    Ok(Some(value)) => (value),
                                    Ok(None) => "",
                                    Err((column, message)) => span.error { "column " (column) ": " (message) },
                                }
                            }
                        }
                    }
                }
            }
            @if let Some(svg) = thermograph {
                h2 { "Thermograph of the last result" }
                div.picture role="img" aria-label="Thermograph" { (PreEscaped(svg)) }
            }
            details {
                summary { "Operations" }
                pre { (Calculator::help("")) }
            }
        },
    ))
}
