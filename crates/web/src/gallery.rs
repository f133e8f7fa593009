//! All games, with a drawing of each, and a search.

use crate::board;
use crate::error::Failure;
use crate::layout::{encoded, page};
use bouton_engine::Workbench;
use maud::{Markup, html};
use std::sync::OnceLock;

/// A game as the list shows it.
struct Card {
    name: String,
    rules: String,
    start: String,
    picture: Option<String>,
    partizan: bool,
}

/// Characters of the longest drawing that the list shows.
const LARGEST: usize = 9_000;

fn cards() -> &'static [Card] {
    static CARDS: OnceLock<Vec<Card>> = OnceLock::new();
    CARDS.get_or_init(|| {
        let lines = Workbench::list().into_iter();
        let card = |line: bouton_engine::GameLine| {
            let bench = Workbench::named(&line.name).ok()?;
            if bench.other_kind().is_some() {
                return None;
            }
            let start = bench.info().examples.first()?.clone();
            let drawn = bench.scene(&start).ok();
            let has_shapes = |(scene, _): &(bouton_engine::Scene, _)| scene.shapes.len() > 1;
            let picture = drawn.filter(has_shapes).map(|(scene, places)| {
                board::picture(
                    &scene,
                    &places,
                    &[],
                    &format!("{} {start}", line.name),
                    false,
                )
            });
            Some(Card {
                partizan: bench.is_partizan(),
                name: line.name,
                rules: line.rules,
                start,
                picture: picture.filter(|p| p.len() <= LARGEST),
            })
        };
        lines.filter_map(card).collect()
    })
}

/// The games whose name or rules contain a word.
pub fn show(word: &str) -> Result<Markup, Failure> {
    let asked = word.trim().to_lowercase();
    let fits =
        |card: &&Card| card.name.contains(&asked) || card.rules.to_lowercase().contains(&asked);
    let found: Vec<&Card> = cards().iter().filter(fits).collect();
    Ok(page(
        "Games",
        html! {
            h1 { "Combinatorial games" }
            p { "Choose a game, play it, and see what every move is worth; or write " a href="/rules" { "your own rules" } " and get a theorem." }
            form.search method="get" action="/" role="search" {
                label for="q" { "Search" }
                input id="q" type="search" name="q" value=(word) placeholder="a name or a word of the rules";
                button { "Search" }
            }
            @if found.is_empty() {
                p { "No game has “" (word) "” in its name or rules. " a href="/" { "All games" } }
            }
            ul.cards {
                @for card in found {
                    li {
                        a href=(format!("/play?game={}", encoded(&card.name))) {
                            span.drawing {
                                @match &card.picture {
                                    Some(picture) => (board::raw(picture.clone())),
                                    None => code { (card.start) },
                                }
                            }
                            strong { (card.name) }
                        }
                        span.kind { (if card.partizan { "partizan" } else { "impartial" }) }
                        p { (card.rules) }
                    }
                }
            }
        },
    ))
}
