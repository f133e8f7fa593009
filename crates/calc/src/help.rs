//! Help and completion, from the table of operations.

use crate::operations::{self, CHAPTERS, Operation};

/// What is known about a name, or the list of all operations for an empty one.
///
/// ```
/// let text = bouton_calc::help("mean");
/// assert!(text.starts_with("Mean(G)"));
/// assert!(text.contains("{3||2|-1}.Mean  =  2"));
/// ```
pub fn help(name: &str) -> String {
    let name = name.trim();
    if name.is_empty() {
        return overview();
    }
    if let Some((_, text)) = TOPICS.iter().find(|t| t.0 == name) {
        return text.to_string();
    }
    let Some(found) = operations::find(name) else {
        return operations::unknown(name);
    };
    let entries: Vec<String> = operations::all()
        .filter(|o| o.name == found.name)
        .map(entry)
        .collect();
    entries.join("\n")
}

fn entry(o: &Operation) -> String {
    let mut forms = vec![o.form()];
    if let [first, rest @ ..] = o.parameters {
        forms.push(match rest {
            [] => format!("{first}.{}", o.name),
            _ => format!("{first}.{}({})", o.name, rest.join(", ")),
        });
        if let [second] = rest {
            forms.push(format!("{first} {} {second}", o.name));
        }
    }
    format!(
        "{}\n  {}\n  {}  =  {}",
        forms.join("   or   "),
        o.help,
        o.example.0,
        o.example.1
    )
}

/// The example of each topic: an expression, and what it gives.
pub fn topic_examples() -> impl Iterator<Item = (&'static str, &'static str)> {
    TOPICS
        .iter()
        .filter_map(|t| t.1.lines().last()?.trim().split_once("  =  "))
}

/// Notation and words that are no operations.
const TOPICS: &[(&str, &str)] = &[
    (
        "on",
        "on = {on|}: Left may pass for ever\n  on + off  =  dud",
    ),
    ("off", "off = {|off}, the negative of on\n  off + 5  =  off"),
    (
        "over",
        "over = {0|over}: positive and smaller than every positive number\n  over - over  =  over & under",
    ),
    (
        "under",
        "under = {under|0}, the negative of over\n  under < 0  =  true",
    ),
    (
        "dud",
        "dud = {dud|dud} = on & off: play never ends\n  dud + 3  =  dud",
    ),
    ("upon", "upon = {upon|*}, written ^[on]\n  upon  =  ^[on]"),
    (
        "pass",
        "pass stands in braces and leads back to them\n  {0|pass}  =  over",
    ),
    (
        "omega",
        "omega is the first infinite number; powers of it are added, multiplied and divided\n  (omega + 1)^2  =  ω^2+ω×2+1",
    ),
    (
        "inf",
        "inf is what a positive number divided by zero gives: greater than every number, and no summand\n  Max(1/0, 5)  =  inf",
    ),
    (
        "for",
        "for x in L do … end repeats statements; with yield instead of do it gives the list of their values\n  for n from 1 to 3 yield n^2 end  =  [1,4,9]",
    ),
    (
        "while",
        "while CONDITION do … end repeats statements\n  begin n := 1; while n < 9 do n := 2*(n) end; n end  =  16",
    ),
    (
        "if",
        "if CONDITION then … elseif CONDITION then … else … end chooses\n  if * <> 0 then 1 else 2 end  =  1",
    ),
    (
        "begin",
        "begin … end holds statements with semicolons between them, and has the value of the last\n  begin x := 2; x + x end  =  4",
    ),
];

fn overview() -> String {
    let mut out = String::from(
        "Values      3/2  *2  ^  ^^*  v3  {1|-1}  {2||1|0}  +-1  Tiny(2)  on  over  a{0||a|*}\n\
         Signs       G + H   G - H   3 * G   G : H   2**40   G <= H   G <> H   S & T\n\
         Variables   G := {3|1}, then G.Mean, mean(G), A NortonProduct B\n\
         Scripts     for x in L yield … end   if … then … else … end   begin … end\n\
         help NAME   tells about one operation, with an example\n",
    );
    for c in CHAPTERS {
        out.push_str(&format!("\n{}\n", c.title));
        let mut line = String::from(" ");
        let first =
            |o: &&Operation| operations::find(o.name).is_some_and(|f| f.arity() == o.arity());
        for o in c.operations.iter().filter(first) {
            if line.len() + o.name.len() > 96 {
                out.push_str(&line);
                out.push('\n');
                line = String::from(" ");
            }
            line.push(' ');
            line.push_str(o.name);
        }
        out.push_str(&line);
        out.push('\n');
    }
    out.truncate(out.trim_end().len());
    out
}

/// The words that may complete the start of a word: operations in their usual spelling, constants, and nothing else.
pub fn completions(start: &str) -> Vec<&'static str> {
    let wanted = start.to_lowercase();
    let constants = TOPICS
        .iter()
        .map(|t| t.0)
        .chain(["Left", "Right", "true", "false"]);
    let mut found: Vec<&'static str> = operations::all()
        .map(|o| o.name)
        .chain(constants)
        .filter(|n| n.to_lowercase().starts_with(&wanted))
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}
