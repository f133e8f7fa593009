//! Rules in, theorem out: an editor, first values, claims with their status, certificates and the separate checker.

use crate::error::Failure;
use crate::game::first_values;
use crate::layout::{encoded, page};
use bouton_engine::{AnalyzeReport, Budget, Play, Workbench, check, picture};
use maud::{Markup, PreEscaped, html};

/// What the editor shows first.
const FIRST: &str = "game  half
rules Take at least one stone and at most half of the heap.
heap  n
move  n -> n - k   for k in 1..n/2";

/// Games whose files are good examples.
const EXAMPLES: [&str; 6] = [
    "distribunim",
    "lasker",
    "wythoff",
    "clobber",
    "toads-and-frogs",
    "fibonacci-nim",
];

/// What the page is asked to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Only the editor.
    Nothing,
    /// A theorem.
    Theorem,
}

/// The text of a rule file, as the address or a form gives it.
pub fn or_first(rules: &str) -> &str {
    match rules.trim().is_empty() {
        true => FIRST,
        false => rules,
    }
}

/// Nothing if the text is a rule file, else the sentence that says what is wrong and where.
pub fn fault(rules: &str, budget: &Budget) -> Option<String> {
    Workbench::from_rules_within(rules, "rules", budget)
        .err()
        .map(|e| e.to_string())
}

/// The editor with what is known of its rules.
pub fn show(rules: &str, asked: Asked, budget: &Budget) -> Result<Markup, Failure> {
    let rules = or_first(rules).replace("\r\n", "\n");
    let bench = Workbench::from_rules_within(&rules, "rules", budget);
    let fault = bench.as_ref().err().map(|e| e.to_string());
    Ok(page(
        "Your rules",
        html! {
            h1 { "Your rules" }
            p { "A rule file says how positions are written and what a move does. "
                "Start from an example: "
                @for name in EXAMPLES {
                    @if let Some(file) = Workbench::named(name).ok().and_then(|b| b.info().rule_file) {
                        a href=(format!("/rules?rules={}", encoded(&file))) { (name) } " "
                    }
                }
            }
            form method="post" action="/rules" #editor {
                label for="rules" { "Rule file" }
                textarea id="rules" name="rules" rows="14" cols="80" spellcheck="false" aria-describedby="fault" { (rules) }
                p #fault .error role="status" { (fault.clone().unwrap_or_default()) }
                button name="do" value="theorem" { "Find and prove a theorem" }
                " "
                button name="do" value="look" { "Only first values" }
            }
            @if let Ok(bench) = &bench {
                p { a href=(format!("/play?rules={}", encoded(&rules))) { "Play " (bench.info().name) } }
                (values(bench, budget))
                @if asked == Asked::Theorem { (theorem(bench, &rules, budget)) }
            }
        },
    ))
}

/// First values as numbers and as a picture.
fn values(bench: &Workbench, budget: &Budget) -> Markup {
    let line = bench.table(&[(0, 30)], false, Play::Normal, budget);
    let square = bench.table(&[(0, 24), (0, 24)], true, Play::Normal, budget);
    html! {
        @if let Ok(table) = line {
            h2 { "First values" }
            p { "n = 0, 1, …, 30: " code { (first_values(&table.values)) } }
        } @else if let Ok(table) = square {
            h2 { "Lost positions" }
            @if let Ok(svg) = picture::svg(&table) {
                div.picture role="img" aria-label="Lost positions with coordinates up to 24" { (PreEscaped(svg)) }
            }
        }
    }
}

fn theorem(bench: &Workbench, rules: &str, budget: &Budget) -> Markup {
    match bench.analyze(Play::Normal, budget) {
        Err(e) => html! { p.error role="alert" { (e) } },
        Ok(report) => claims(&report, Some(rules)),
    }
}

/// Claims, the strongest first.
pub fn claims(report: &AnalyzeReport, rules: Option<&str>) -> Markup {
    html! {
        h2 { "What is known" }
        @for (i, claim) in report.claims.iter().enumerate() {
            article.claim.(status(&claim.status)) {
                p { b.status { (claim.status) } " " span.statement { (claim.statement) } }
                p.small { (claim.bound) } p.small { (claim.method) }
                @if let (Some(text), Some(_)) = (&claim.certificate, rules) {
                    details {
                        summary { "Certificate" }
                        p { a href=(format!("data:application/json;charset=utf-8,{}", encoded(text))) download="certificate.json" { "Download" } }
                        form method="post" action="/check" {
                            label for=(format!("certificate{i}")) { "The certificate, as text" }
                            textarea id=(format!("certificate{i}")) name="certificate" rows="6" cols="80" { (text) }
                            button { "Check it with the separate checker" }
                        }
                    }
                }
            }
        }
        @if report.claims.is_empty() { p { "No claim was found." } }
        @for remark in &report.remarks { p.small { (remark) } }
        @if let Some(count) = &report.count { p { (count) } }
        p.small { (report.termination) }
    }
}

fn status(text: &str) -> &'static str {
    match text.split_whitespace().next() {
        Some("proved") => "proved",
        Some("verified") => "verified",
        Some("refuted") => "refuted",
        _ => "conjectured",
    }
}

/// What the separate checker says of a certificate.
pub fn checked(certificate: &str, budget: &Budget) -> Result<Markup, Failure> {
    let report = check(certificate, budget)?;
    Ok(page(
        "Check",
        html! {
            h1 { (if report.holds { "The certificate holds" } else { "The certificate is refuted" }) }
            p { (report.statement) }
            ul {
                @for (what, ok, detail) in &report.obligations {
                    li { (if *ok { "▲ " } else { "▽ " }) (what) @if !detail.is_empty() { " (" (detail) ")" } }
                }
            }
            p.small { "The checker shares no code with the prover; `bouton check FILE` runs it on your machine." }
        },
    ))
}
