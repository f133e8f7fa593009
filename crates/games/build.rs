//! Lists the rulesets: every file of `src` but `lib.rs` is one, and gets its line in the function that visits them all.
//! A file that is not declared as a module in `lib.rs` makes that function fail to compile.

use std::{env, fs, path::Path};

fn main() {
    println!("cargo::rerun-if-changed=src");
    let source = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("set by Cargo")).join("src");
    let mut names: Vec<String> = fs::read_dir(source)
        .expect("the folder of sources")
        .map(|entry| entry.expect("an entry of the folder").path())
        .filter(|path| path.extension().is_some_and(|e| e == "rs"))
        .filter_map(|path| Some(path.file_stem()?.to_str()?.to_string()))
        .filter(|name| name != "lib")
        .collect();
    names.sort();
    let lines: String = names
        .iter()
        .map(|name| format!("    crate::{name}::visit(visitor);\n"))
        .collect();
    let text = format!(
        "/// Shows every ruleset to the visitor, in the order of the files' names.\n\
         pub fn visit_all(visitor: &mut impl Visitor) {{\n{lines}}}\n"
    );
    let out = Path::new(&env::var("OUT_DIR").expect("set by Cargo")).join("visit_all.rs");
    fs::write(out, text).expect("the generated file");
}
