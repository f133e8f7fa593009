//! A taking-and-breaking code: its values as a strip of colours, its period with the proof, its misère quotient.

use crate::error::Failure;
use crate::layout::page;
use bouton_engine::{Budget, HeapQuestion, HeapReport, MisereQuestion, heap, misere};
use maud::{Markup, PreEscaped, html};
use std::fmt::Write;

/// Values that are computed and drawn at most.
const MOST: usize = 20_000;
const DRAWN: usize = 600;

/// The page of a code.
pub fn show(code: &str, to: usize, heaps: u32, budget: &Budget) -> Result<Markup, Failure> {
    let code = if code.trim().is_empty() {
        "0.77"
    } else {
        code.trim()
    };
    let to = to.clamp(1, MOST);
    let question = HeapQuestion {
        code: code.to_string(),
        to,
        ..HeapQuestion::default()
    };
    let report = heap(&question, budget);
    let quotient = match heaps {
        0 => None,
        heaps => Some(misere(
            &MisereQuestion {
                code: code.to_string(),
                heaps: heaps.min(60),
                ..MisereQuestion::default()
            },
            budget,
        )),
    };
    Ok(page(
        code,
        html! {
            h1 { "Codes" }
            form method="get" action="/code" {
                label for="code" { "Code or name" } input id="code" name="code" value=(code);
                label for="to" { "Heaps up to" } input id="to" name="to" type="number" min="1" max=(MOST) value=(to);
                label for="heaps" { "Misère quotient up to heap" } input id="heaps" name="heaps" type="number" min="0" max="60" value=(heaps);
                button { "Show" }
            }
            p { "Octal and hexadecimal codes such as " code { "0.77" } " and " code { "4!.0" } ", sets such as " code { "S{1,3,4}" } ", names such as " code { "kayles" } "." }
            @match &report {
                Err(e) => p.error role="alert" { (e) },
                Ok(r) => {
                    h2 { (r.game) }
                    p { (r.rules) }
                    (strip(r))
                    @match &r.period {
                        Some(p) => p { b.status { "proved" } " Period " (p.length) @if p.saltus > 0 { ", saltus " (p.saltus) } ", from n = " (p.preperiod) ". " span.small { (p.proof) } },
                        None => p { (r.status) },
                    }
                    details { summary { "Values" } p { code { (r.values.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")) } } }
                }
            }
            @match &quotient {
                None => {},
                Some(Err(e)) => p.error role="alert" { (e) },
                Some(Ok(q)) => { h2 { "Misère quotient" } p { (q.summary) } p.small { "Genera of the heaps 1, 2, …: " code { (q.genus.join(" ")) } } }
            }
        },
    ))
}

/// Values as cells of colour, a row for each period, or for each 50 heaps.
fn strip(r: &HeapReport) -> Markup {
    let width = r.period.as_ref().map_or(50, |p| p.length.clamp(8, 100));
    let values = &r.values[..r.values.len().min(DRAWN)];
    let from = r.period.as_ref().map_or(usize::MAX, |p| p.preperiod);
    let rows = values.len().div_ceil(width);
    let mut svg = format!(
        "<svg class=\"strip\" viewBox=\"0 0 {} {}\" width=\"{}\" role=\"img\" aria-label=\"Grundy values, {width} in a row\">",
        width * 12,
        rows * 12,
        (width * 12).min(900)
    );
    for (n, g) in values.iter().enumerate() {
        // Neighbouring values get colours that are far apart; what is not yet periodic is paler.
        let hue = g.wrapping_mul(137) % 360;
        let light = if *g == 0 { 98 } else { 45 + (g % 3) * 12 };
        let pale = if n < from && from != usize::MAX {
            0.45
        } else {
            1.0
        };
        let _ = write!(
            svg,
            "<rect x=\"{}\" y=\"{}\" width=\"11\" height=\"11\" fill=\"hsl({hue} 60% {light}%)\" fill-opacity=\"{pale}\"><title>G({n}) = {g}</title></rect>",
            n % width * 12,
            n / width * 12
        );
    }
    svg.push_str("</svg>");
    html! { div.picture { (PreEscaped(svg)) } }
}
