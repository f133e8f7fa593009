//! The rule files that come with Bouton.

include!(concat!(env!("OUT_DIR"), "/builtin.rs"));

/// Name and text of every rule file that comes with Bouton, sorted by name.
///
/// ```
/// assert!(bouton_rulefile::builtins().iter().any(|(name, _)| *name == "wythoff"));
/// ```
pub fn builtins() -> &'static [(&'static str, &'static str)] {
    BUILTINS
}

/// The [`builtins`] that are played on heaps.
pub fn heap_builtins() -> Vec<(&'static str, &'static str)> {
    let heaps = |(_, text): &(&str, &str)| {
        !crate::cells::is_about_cells(text) && !crate::process::is_about_counters(text)
    };
    BUILTINS.iter().copied().filter(heaps).collect()
}

/// The text of the rule file called `name`.
///
/// ```
/// assert!(bouton_rulefile::builtin("nim").unwrap().starts_with("game  nim"));
/// assert_eq!(bouton_rulefile::builtin("chess"), None);
/// ```
pub fn builtin(name: &str) -> Option<&'static str> {
    BUILTINS
        .iter()
        .find(|(n, _)| *n == name)
        .map(|(_, text)| *text)
}
