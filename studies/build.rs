//! Lists the studies: every `src/study/p*.rs` is one, and so is every `questions/*.study`. A program that is not declared in
//! `src/study/mod.rs` makes the list fail to compile.

use std::{env, fs, path::Path};

fn main() {
    println!("cargo::rerun-if-changed=src/study");
    println!("cargo::rerun-if-changed=questions");
    let root = env::var("CARGO_MANIFEST_DIR").expect("set by Cargo");
    let root = Path::new(&root);
    let programs: String = names(&root.join("src/study"), "rs")
        .iter()
        .filter(|name| *name != "mod")
        .map(|name| format!("    &crate::study::{name}::STUDY,\n"))
        .collect();
    let questions: String = names(&root.join("questions"), "study")
        .iter()
        .map(|name| {
            let path = root.join("questions").join(format!("{name}.study"));
            format!(
                "    ({name:?}, include_str!({:?})),\n",
                path.display().to_string()
            )
        })
        .collect();
    let text = format!(
        "/// Every study that is a program, in the order of the files' names.\n\
         pub const PROGRAMS: &[&crate::Study] = &[\n{programs}];\n\n\
         /// Every study that is a question: the file's name and its text.\n\
         pub const QUESTIONS: &[(&str, &str)] = &[\n{questions}];\n"
    );
    let out = Path::new(&env::var("OUT_DIR").expect("set by Cargo")).join("list.rs");
    fs::write(out, text).expect("the generated file");
}

fn names(folder: &Path, ending: &str) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .map(|entry| entry.expect("an entry of the folder").path())
        .filter(|path| path.extension().is_some_and(|e| e == ending))
        .filter_map(|path| Some(path.file_stem()?.to_str()?.to_string()))
        .collect();
    names.sort();
    names
}
