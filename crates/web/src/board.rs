//! A position drawn as an inline picture whose places can be clicked and focused.

use bouton_engine::{Cell, Move, Place, Scene, Shape};
use maud::{Markup, PreEscaped, html};
use std::fmt::Write;

/// Pixels of a cell.
const SCALE: f64 = 44.0;

/// The name of a place in the page: `c1-2` a cell, `v3` a vertex, `e0` an edge, `h2` a heap.
pub fn place_name(place: &Place) -> String {
    match place {
        Place::Cell(row, column) => format!("c{row}-{column}"),
        Place::Heap(i) => format!("h{i}"),
        Place::Vertex(i) => format!("v{i}"),
        Place::Edge(i) => format!("e{i}"),
    }
}

fn class(cell: Cell) -> &'static str {
    match cell {
        Cell::Left => "left",
        Cell::Right => "right",
        Cell::Free => "free",
        Cell::Block => "block",
    }
}

fn px(v: f64) -> String {
    let text = format!("{:.1}", v * SCALE);
    text.trim_end_matches(".0").to_string()
}

/// The picture. Places that a move touches first can be chosen. `title` is the position in words.
pub fn picture(
    scene: &Scene,
    places: &[Option<Place>],
    moves: &[Move],
    title: &str,
    alone: bool,
) -> String {
    let mut svg = String::new();
    let _ = write!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"board\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" role=\"{2}\" aria-label=\"{3}\">",
        px(scene.width),
        px(scene.height),
        if moves.is_empty() { "img" } else { "group" },
        escaped(title),
    );
    if alone {
        svg.push_str(STYLE);
    }
    for (shape, place) in scene.shapes.iter().zip(places) {
        let hand = match place {
            Some(place) if moves.iter().any(|m| m.cells.contains(place)) => {
                let name = place_name(place);
                format!(
                    " data-place=\"{name}\" tabindex=\"0\" role=\"button\" aria-label=\"{}\"",
                    label_of(place)
                )
            }
            _ => String::new(),
        };
        let _ = match shape {
            Shape::Cell { x, y, blocked } => write!(
                svg,
                "<rect x=\"{}\" y=\"{}\" width=\"{SCALE}\" height=\"{SCALE}\" class=\"cell{}\"{hand}/>",
                px(*x),
                px(*y),
                if *blocked { " blocked" } else { "" }
            ),
            Shape::Stone { x, y, cell } => write!(
                svg,
                "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" class=\"stone {}\"{hand}/>",
                px(*x),
                px(*y),
                px(0.36),
                class(*cell)
            ),
            Shape::Line {
                from,
                to,
                bend,
                cell,
            } => write!(
                svg,
                "<path d=\"{}\" class=\"edge {}\"{hand}/>",
                path(*from, *to, *bend),
                class(*cell)
            ),
            Shape::Label { x, y, text } => write!(
                svg,
                "<text x=\"{}\" y=\"{}\" dy=\"0.35em\">{}</text>",
                px(*x),
                px(*y),
                escaped(text)
            ),
        };
    }
    svg.push_str("</svg>");
    svg
}

/// The style of a picture that stands alone; on pages the style sheet has it.
const STYLE: &str = "<style>.cell{fill:#f7f2e4;stroke:#888}.blocked{fill:#444}.stone,.edge{stroke:#222}.stone.left{fill:#2a5fb0}.stone.right{fill:#c8372d}\
.stone.free{fill:#fff}.stone.block{fill:#444}.edge{fill:none;stroke-width:4}.edge.left{stroke:#2a5fb0}.edge.right{stroke:#c8372d}.edge.free{stroke:#2f8f4e}\
text{font:15px sans-serif;text-anchor:middle}</style>";

fn path(from: (f64, f64), to: (f64, f64), bend: f64) -> String {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let long = dx.hypot(dy);
    let start = format!("M{} {}", px(from.0), px(from.1));
    // A loop has no direction: a curve that leaves upwards and comes back.
    if long == 0.0 {
        let r = 0.8 + bend;
        return format!(
            "{start}C{} {} {} {} {} {}",
            px(from.0 - r),
            px(from.1 - r),
            px(from.0 + r),
            px(from.1 - r),
            px(to.0),
            px(to.1)
        );
    }
    let middle = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
    let (cx, cy) = (
        middle.0 - 2.0 * bend * dy / long,
        middle.1 + 2.0 * bend * dx / long,
    );
    format!("{start}Q{} {} {} {}", px(cx), px(cy), px(to.0), px(to.1))
}

fn label_of(place: &Place) -> String {
    match place {
        Place::Cell(row, column) => format!("row {}, column {}", row + 1, column + 1),
        Place::Heap(i) => format!("heap {}", i + 1),
        Place::Vertex(i) => format!("vertex {}", i + 1),
        Place::Edge(i) => format!("edge {}", i + 1),
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// A position of heaps as stacks; each can be chosen.
pub fn heaps(sizes: &[String], moves: &[Move]) -> Markup {
    html! {
        div.heaps role="group" aria-label="Heaps" {
            @for (i, size) in sizes.iter().enumerate() {
                @let place = Place::Heap(i);
                @let can = moves.iter().any(|m| m.cells.contains(&place));
                @let stones = size.parse::<usize>().unwrap_or(usize::MAX);
                span.heap data-place=[can.then(|| place_name(&place))] tabindex=[can.then_some("0")] role=[can.then_some("button")]
                    aria-label=(format!("heap of {size}")) {
                    @if stones <= 24 {
                        span.stones aria-hidden="true" { @for _ in 0..stones { i {} } }
                    }
                    b { (size) }
                }
            }
        }
    }
}

/// Text that is markup already.
pub fn raw(svg: String) -> Markup {
    PreEscaped(svg)
}
