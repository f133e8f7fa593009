//! Lists the rule files in `files/`, so that adding a file there is all it takes to ship it.

use std::{env, fs, path::Path};

fn main() {
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR");
    let files = Path::new(&root).join("files");
    println!("cargo::rerun-if-changed={}", files.display());
    let mut names: Vec<String> = fs::read_dir(&files)
        .expect("crates/rulefile/files is a folder")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter_map(|name| name.strip_suffix(".game").map(str::to_string))
        .collect();
    names.sort();
    let entries: String = names
        .iter()
        .map(|name| {
            let path = files.join(format!("{name}.game"));
            format!(
                "    ({name:?}, include_str!({:?})),\n",
                path.display().to_string()
            )
        })
        .collect();
    let code = format!("const BUILTINS: &[(&str, &str)] = &[\n{entries}];\n");
    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    fs::write(Path::new(&out).join("builtin.rs"), code).expect("OUT_DIR can be written");
}
