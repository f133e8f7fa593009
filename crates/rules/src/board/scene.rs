//! A picture of a position as plain shapes, written as SVG or as lines of text.

use super::{Cell, Graph, Grid, Letters};
use std::fmt::Write;

/// One shape; the unit is the side of a cell, x to the right, y down.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A square cell with its top left corner.
    Cell {
        /// Left edge.
        x: f64,
        /// Top edge.
        y: f64,
        /// True for a cell out of play.
        blocked: bool,
    },
    /// A stone or vertex with its centre.
    Stone {
        /// Centre.
        x: f64,
        /// Centre.
        y: f64,
        /// Whose: `Left`, `Right`; `Free` for nobody's; `Block` for the ground.
        cell: Cell,
    },
    /// A line; `bend` moves its middle sideways, so that parallel edges are told apart.
    Line {
        /// Start.
        from: (f64, f64),
        /// End.
        to: (f64, f64),
        /// Distance of the middle from the straight line.
        bend: f64,
        /// Whose edge; `Free` for both's.
        cell: Cell,
    },
    /// A text with its middle.
    Label {
        /// Middle.
        x: f64,
        /// Middle.
        y: f64,
        /// The text.
        text: String,
    },
}

/// A picture of a position.
///
/// ```
/// use bouton_rules::board::{Grid, Letters, Scene};
/// let board = Grid::parse("x.|#o", Letters::ALL).unwrap();
/// let scene = Scene::of_grid(&board, Letters::ALL);
/// assert_eq!(scene.to_text(), "  a b\n1 x .\n2 # o\n");
/// assert!(scene.to_svg().starts_with("<svg"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// Width in cells.
    pub width: f64,
    /// Height in cells.
    pub height: f64,
    /// The shapes, back to front.
    pub shapes: Vec<Shape>,
    text: String,
}

impl Scene {
    /// A picture that is only a line of text.
    pub fn of_text(text: impl Into<String>) -> Scene {
        let text = text.into();
        let width = (text.chars().count() as f64 * 0.3).max(1.0);
        let label = Shape::Label {
            x: width / 2.0,
            y: 0.5,
            text: text.clone(),
        };
        Scene {
            width,
            height: 1.0,
            shapes: vec![label],
            text: text + "\n",
        }
    }

    /// A picture of given shapes, `width` by `height` cells; `text` is the same in characters, every line ended.
    pub fn of_shapes(width: f64, height: f64, shapes: Vec<Shape>, text: String) -> Scene {
        Scene {
            width,
            height,
            shapes,
            text,
        }
    }

    /// A board with its cells and stones; columns are lettered, rows numbered from the top.
    pub fn of_grid(grid: &Grid, letters: Letters) -> Scene {
        Scene::of_cells(grid.rows(), grid.cols(), |r, c| {
            let cell = grid.get(r, c);
            (letters.write(cell), cell)
        })
    }

    /// A board from the letter and the kind of each cell, by row and column. A free cell shows its letter unless that is `.`;
    /// a cell with the letter `_` is left out.
    pub fn of_cells(rows: usize, cols: usize, at: impl Fn(usize, usize) -> (char, Cell)) -> Scene {
        let mut shapes = Vec::new();
        let side = rows.to_string().len();
        let mut text = " ".repeat(side);
        for c in 0..cols {
            let _ = write!(text, " {}", column_name(c));
            shapes.push(Shape::Label {
                x: c as f64 + 1.5,
                y: 0.5,
                text: column_name(c),
            });
        }
        text.push('\n');
        for r in 0..rows {
            let _ = write!(text, "{:>side$}", r + 1);
            shapes.push(Shape::Label {
                x: 0.5,
                y: r as f64 + 1.5,
                text: (r + 1).to_string(),
            });
            for c in 0..cols {
                let (letter, cell) = at(r, c);
                let width = column_name(c).len();
                let _ = write!(text, " {letter:>width$}");
                if letter == '_' {
                    continue;
                }
                let (x, y) = (c as f64 + 1.0, r as f64 + 1.0);
                shapes.push(Shape::Cell {
                    x,
                    y,
                    blocked: cell == Cell::Block,
                });
                let (x, y) = (x + 0.5, y + 0.5);
                match cell {
                    Cell::Left | Cell::Right => shapes.push(Shape::Stone { x, y, cell }),
                    Cell::Free if letter != '.' => shapes.push(Shape::Label {
                        x,
                        y,
                        text: letter.to_string(),
                    }),
                    _ => {}
                }
            }
            text.push('\n');
        }
        Scene {
            width: cols as f64 + 1.5,
            height: rows as f64 + 1.5,
            shapes,
            text,
        }
    }

    /// A graph, its vertices on a circle in the order of their numbers; `text` is its written form.
    pub fn of_graph(graph: &Graph, text: String) -> Scene {
        let n = graph.order();
        let radius = (n as f64 * 0.25).max(1.0);
        let middle = radius + 1.0;
        let place = |v: usize| {
            let angle = std::f64::consts::TAU * v as f64 / n as f64;
            (middle + radius * angle.sin(), middle - radius * angle.cos())
        };
        let mut shapes = Vec::new();
        let mut last = None;
        let mut bend = 0.0;
        for edge in graph.edges() {
            bend = if last == Some((edge.a, edge.b)) {
                bend + 0.3
            } else {
                0.0
            };
            last = Some((edge.a, edge.b));
            let (from, to) = (place(edge.a as usize), place(edge.b as usize));
            shapes.push(Shape::Line {
                from,
                to,
                bend,
                cell: edge.colour,
            });
        }
        for v in 0..n {
            let (x, y) = place(v);
            shapes.push(Shape::Stone {
                x,
                y,
                cell: graph.colour(v),
            });
            shapes.push(Shape::Label {
                x,
                y,
                text: graph.name(v).into_owned(),
            });
        }
        Scene {
            width: 2.0 * middle,
            height: 2.0 * middle,
            shapes,
            text: text + "\n",
        }
    }

    /// The picture in characters, one line each, ended by a newline.
    pub fn to_text(&self) -> String {
        self.text.clone()
    }

    /// The picture as an SVG document, 40 pixels a cell.
    pub fn to_svg(&self) -> String {
        const SCALE: f64 = 40.0;
        let px = |v: f64| format!("{:.1}", v * SCALE);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\">\n",
            px(self.width),
            px(self.height)
        );
        let colour = |cell: Cell| match cell {
            Cell::Left => "#2a5fb0",
            Cell::Right => "#c8372d",
            Cell::Free => "#ffffff",
            Cell::Block => "#444444",
        };
        for shape in &self.shapes {
            let _ = match shape {
                Shape::Cell { x, y, blocked } => writeln!(
                    svg,
                    "<rect x=\"{}\" y=\"{}\" width=\"{SCALE}\" height=\"{SCALE}\" fill=\"{}\" stroke=\"#888888\"/>",
                    px(*x),
                    px(*y),
                    if *blocked { "#444444" } else { "#f7f2e4" }
                ),
                Shape::Stone { x, y, cell } => writeln!(
                    svg,
                    "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\" stroke=\"#222222\"/>",
                    px(*x),
                    px(*y),
                    px(0.36),
                    colour(*cell)
                ),
                Shape::Line {
                    from,
                    to,
                    bend,
                    cell,
                } => {
                    let (mx, my) = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
                    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
                    let long = (dx * dx + dy * dy).sqrt();
                    // A loop has no direction: it is drawn as a curve that leaves upwards and comes back.
                    let path = if long == 0.0 {
                        let (x, y, r) = (from.0, from.1, 0.8 + bend);
                        format!(
                            "C {} {} {} {} {} {}",
                            px(x - r),
                            px(y - r),
                            px(x + r),
                            px(y - r),
                            px(x),
                            px(y)
                        )
                    } else {
                        let (cx, cy) = (mx - 2.0 * bend * dy / long, my + 2.0 * bend * dx / long);
                        format!("Q {} {} {} {}", px(cx), px(cy), px(to.0), px(to.1))
                    };
                    let stroke = if *cell == Cell::Free {
                        "#2f8f4e"
                    } else {
                        colour(*cell)
                    };
                    writeln!(
                        svg,
                        "<path d=\"M {} {} {path}\" fill=\"none\" stroke=\"{stroke}\" stroke-width=\"3\"/>",
                        px(from.0),
                        px(from.1)
                    )
                }
                Shape::Label { x, y, text } => {
                    let text = text
                        .replace('&', "&amp;")
                        .replace('<', "&lt;")
                        .replace('>', "&gt;");
                    writeln!(
                        svg,
                        "<text x=\"{}\" y=\"{}\" font-size=\"14\" font-family=\"sans-serif\" text-anchor=\"middle\" \
                         dy=\"0.35em\" stroke=\"#ffffff\" stroke-width=\"3\" paint-order=\"stroke\">{text}</text>",
                        px(*x),
                        px(*y)
                    )
                }
            };
        }
        svg + "</svg>\n"
    }
}

/// `a`, `b`, …, `z`, `aa`, `ab`, …
fn column_name(mut col: usize) -> String {
    let mut name = Vec::new();
    loop {
        name.push(b'a' + (col % 26) as u8);
        if col < 26 {
            break;
        }
        col = col / 26 - 1;
    }
    name.reverse();
    name.into_iter().map(char::from).collect()
}
