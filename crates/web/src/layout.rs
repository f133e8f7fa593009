//! What every page has around it.

use maud::{DOCTYPE, Markup, html};

/// A whole page.
pub fn page(title: &str, body: Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) " · Bouton" }
                link rel="stylesheet" href="/style.css";
                link rel="icon" href="/icon.svg" type="image/svg+xml";
                script src="/bouton.js" type="module" {}
            }
            body {
                a.skip href="#content" { "To the content" }
                header {
                    a.home href="/" { "Bouton" }
                    nav aria-label="Main" {
                        a href="/" { "Games" }
                        a href="/rules" { "Your rules" }
                        a href="/code" { "Codes" }
                        a href="/calculator" { "Calculator" }
                    }
                }
                main id="content" { (body) }
            }
        }
    }
}

/// Text as a part of an address, percent-encoded.
pub fn encoded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
                out.push(char::from(byte));
            }
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}
