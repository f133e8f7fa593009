//! The page about the studies, `docs/studies.md`, made from the studies themselves.

use crate::{Entry, studies};

/// The text of the page: for each study the rules, the question, the explanation, and the command lines of a question.
///
/// ```
/// assert!(bouton_studies::page().starts_with("# Studies"));
/// ```
pub fn page() -> String {
    let questions = studies().iter().filter(|e| matches!(e, Entry::Question(_)));
    let mut out = format!(
        "# Studies of published problems\n\n\
         {} problems; {} of them are questions: a rule file and command lines, no program. `bouton study 310` runs one: its check \
         values, its answer, how the answer is known, and the time. The numbers are those of the problems; their statements are retold \
         here.\n\n\
         This page is written by `cargo xtask studies --page` from the studies themselves.\n",
        studies().len(),
        questions.count(),
    );
    for entry in studies() {
        let problem = entry.problem();
        out.push_str(&format!("\n## {} {}\n\n", problem.id, problem.title));
        out.push_str(&wrap(&format!("*{}* {}", problem.rules, problem.asked)));
        out.push('\n');
        out.push_str(&wrap(entry.text()));
        if let Entry::Question(q) = entry {
            out.push('\n');
            for (function, line) in q.lines() {
                out.push_str(&format!("    {function}: {line}\n"));
            }
        }
    }
    out
}

/// Lines of at most 120 characters.
fn wrap(text: &str) -> String {
    let mut out = String::new();
    let mut line = 0;
    for word in text.split_whitespace() {
        let long = word.chars().count();
        if line > 0 && line + 1 + long > 120 {
            out.push('\n');
            line = 0;
        } else if line > 0 {
            out.push(' ');
            line += 1;
        }
        out.push_str(word);
        line += long;
    }
    out.push('\n');
    out
}
