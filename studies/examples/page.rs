//! Prints the page about the studies: `cargo run -p bouton-studies --example page > docs/studies.md`.

fn main() {
    print!("{}", bouton_studies::page());
}
