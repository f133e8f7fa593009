//! The program's exit codes.

use std::process::Command;

fn run(name: &str, text: &str) -> (i32, String) {
    let path =
        std::env::temp_dir().join(format!("bouton-check-{}-{name}.json", std::process::id()));
    std::fs::write(&path, text).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_bouton-check"))
        .arg(&path)
        .output()
        .unwrap();
    std::fs::remove_file(&path).unwrap();
    let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    (output.status.code().unwrap(), text)
}

#[test]
fn exit_codes() {
    let document = include_str!(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../docs/certificates.md"
    ));
    let text = document
        .split("```json\n")
        .nth(1)
        .unwrap()
        .split("```")
        .next()
        .unwrap();
    let (code, out) = run("holds", text);
    assert_eq!(code, 0, "{out}");
    assert!(
        out.starts_with("proved: under the rules of `nim2`"),
        "{out}"
    );
    let (code, out) = run("refuted", &text.replace("[[1, 1]]", "[[1, 0]]"));
    assert_eq!(code, 1, "{out}");
    assert!(
        out.contains("FAILED every move lowers the rank") && out.contains("by the move of line 4"),
        "{out}"
    );
    let (code, out) = run("malformed", &text[1..]);
    assert_eq!(code, 2, "{out}");
    let (code, out) = run(
        "limit",
        &text.replace("k in 1..a", "k in 1..a where k mod 1000 = 1"),
    );
    assert_eq!(code, 3, "{out}");
    let none = Command::new(env!("CARGO_BIN_EXE_bouton-check"))
        .output()
        .unwrap();
    assert_eq!(none.status.code(), Some(2));
}
