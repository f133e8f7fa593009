//! Thermographs as pictures: corner points, SVG, and lines of text for a terminal. Values grow to the left, as in the books.

use super::thermograph::{Thermograph, Trajectory};
use crate::dyadic::Dyadic;
use num_traits::ToPrimitive;
use std::cmp::Ordering;
use std::fmt::Write;

impl Trajectory {
    /// The corners (value, temperature) of the wall, from temperature -1 up to `top`.
    pub fn corners(&self, top: &Dyadic) -> Vec<(Dyadic, Dyadic)> {
        let bottom = Dyadic::from(-1);
        let mut heights: Vec<&Dyadic> = vec![&bottom];
        heights.extend(self.temperatures.iter().rev().filter(|t| *t < top));
        heights.push(top);
        heights
            .into_iter()
            .map(|t| (self.value(t), t.clone()))
            .collect()
    }
}

/// The least m with |x| < 2^m, near enough.
fn magnitude(x: &Dyadic) -> i64 {
    x.numerator().bits() as i64 - i64::from(x.exponent())
}

/// x / 2^scale, rounded. Only the picture is rounded; labels are exact.
fn rough(x: &Dyadic, scale: i64) -> f64 {
    let drop = x.numerator().bits().saturating_sub(60);
    let numerator = (x.numerator() >> drop).to_f64().unwrap_or(0.0);
    let exponent = drop as i64 - i64::from(x.exponent()) - scale;
    numerator * 2f64.powi(exponent.clamp(-2000, 900) as i32)
}

/// The scale of a picture: where values and temperatures lie on it.
pub(super) struct Frame {
    low: f64,
    high: f64,
    top: f64,
    bottom: f64,
    /// Values and temperatures are divided by 2 to these powers.
    value_scale: i64,
    heat_scale: i64,
    width: f64,
    height: f64,
}

impl Frame {
    pub(super) fn x(&self, value: &Dyadic) -> f64 {
        (self.high - rough(value, self.value_scale)) / (self.high - self.low) * self.width
    }

    pub(super) fn y(&self, t: &Dyadic) -> f64 {
        (self.top - rough(t, self.heat_scale)) / (self.top - self.bottom) * self.height
    }
}

impl Thermograph {
    /// Some way up the mast.
    pub(super) fn top(&self) -> Dyadic {
        let one = Dyadic::ONE;
        let t = self.temperature();
        let above = if t > one {
            &t + &Dyadic::new(t.floor(), 2).unwrap_or(Dyadic::ONE)
        } else {
            t
        };
        &above + &one
    }

    pub(super) fn frame(&self, width: f64, height: f64) -> Frame {
        let top = self.top();
        let corners: Vec<Dyadic> = [&self.left, &self.right]
            .into_iter()
            .flat_map(|w| w.corners(&top))
            .map(|c| c.0)
            .collect();
        let scale = |m: i64| (m - 60).max(0);
        let value_scale = scale(corners.iter().map(magnitude).max().unwrap_or(0));
        let heat_scale = scale(magnitude(&top));
        let values: Vec<f64> = corners.iter().map(|v| rough(v, value_scale)).collect();
        let low = values.iter().copied().fold(f64::INFINITY, f64::min);
        let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let margin = ((high - low) * 0.1).max(0.5);
        Frame {
            low: low - margin,
            high: high + margin,
            top: rough(&top, heat_scale),
            bottom: rough(&Dyadic::from(-1), heat_scale),
            value_scale,
            heat_scale,
            width,
            height,
        }
    }

    /// The thermograph as an SVG picture of 480 by 360 units, with exact labels at mean, temperature and stops.
    ///
    /// ```
    /// use bouton_value::Store;
    /// let mut s = Store::new();
    /// let (x, y) = (s.integer(5), s.integer(-3));
    /// let g = s.game(&[x], &[y])?;
    /// let svg = s.thermograph(g)?.svg();
    /// assert!(svg.starts_with("<svg") && svg.contains(">mean 1<") && svg.contains(">4<"));
    /// # Ok::<(), bouton_value::Error>(())
    /// ```
    pub fn svg(&self) -> String {
        let (left, top_margin) = (40.0, 30.0);
        let f = self.frame(400.0, 280.0);
        let top = self.top();
        let at = |v: &Dyadic, t: &Dyadic| (left + f.x(v), top_margin + f.y(t));
        let mut out = String::from(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 480 360\" font-family=\"sans-serif\" font-size=\"12\">\n",
        );
        let zero = at(self.mean(), &Dyadic::ZERO).1;
        let _ = writeln!(
            out,
            "<rect width=\"480\" height=\"360\" fill=\"white\"/>\n<line x1=\"{left}\" x2=\"440\" y1=\"{zero:.2}\" y2=\"{zero:.2}\" stroke=\"#bbb\"/>"
        );
        for (wall, colour) in [(&self.left, "#1f5fbf"), (&self.right, "#bf2f1f")] {
            let points: Vec<String> = wall
                .corners(&top)
                .iter()
                .map(|(v, t)| {
                    let (x, y) = at(v, t);
                    format!("{x:.2},{y:.2}")
                })
                .collect();
            let _ = writeln!(
                out,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
                points.join(" ")
            );
        }
        let (mast, tip) = at(self.mean(), &top);
        let _ = writeln!(
            out,
            "<path d=\"M{:.2},{:.2} L{mast:.2},{:.2} L{:.2},{:.2}\" fill=\"none\" stroke=\"#444\"/>",
            mast - 4.0,
            tip + 6.0,
            tip - 4.0,
            mast + 4.0,
            tip + 6.0
        );
        let mut label = |x: f64, y: f64, anchor: &str, text: &str| {
            let _ = writeln!(
                out,
                "<text x=\"{x:.2}\" y=\"{y:.2}\" text-anchor=\"{anchor}\">{text}</text>"
            );
        };
        label(
            mast,
            tip - 10.0,
            "middle",
            &format!("mean {}", short(self.mean())),
        );
        let t = self.temperature();
        let (x, y) = at(self.mean(), &t);
        if t.signum() > 0 {
            label(x + 8.0, y, "start", &short(&t));
        }
        for (wall, anchor, shift) in [(&self.left, "end", -6.0), (&self.right, "start", 6.0)] {
            let stop = wall.value(&Dyadic::ZERO);
            let (x, y) = at(&stop, &Dyadic::ZERO);
            label(x + shift, y + 14.0, anchor, &short(&stop));
        }
        out.push_str("</svg>\n");
        out
    }

    /// The thermograph in characters, `rows` lines of `columns`: `\` and `/` slanted walls, `|` vertical ones and the mast.
    pub fn text(&self, columns: usize, rows: usize) -> String {
        let (columns, rows) = (columns.clamp(10, 400), rows.clamp(5, 200));
        let f = self.frame((columns - 1) as f64, (rows - 1) as f64);
        let mut grid = vec![vec![' '; columns]; rows];
        let top = self.top();
        for wall in [&self.left, &self.right] {
            for pair in wall.corners(&top).windows(2) {
                let ((v0, t0), (v1, t1)) = (&pair[0], &pair[1]);
                // Values grow to the left, so a wall whose value falls with temperature leans to the right.
                let sign = match v0.cmp(v1) {
                    Ordering::Equal => '|',
                    Ordering::Greater => '/',
                    Ordering::Less => '\\',
                };
                let (x0, y0, x1, y1) = (f.x(v0), f.y(t0), f.x(v1), f.y(t1));
                let steps = ((x0 - x1).abs().max((y0 - y1).abs()).ceil() as usize).max(1);
                for i in 0..=steps {
                    let s = i as f64 / steps as f64;
                    let column = (x0 + (x1 - x0) * s)
                        .round()
                        .clamp(0.0, (columns - 1) as f64) as usize;
                    let row = (y0 + (y1 - y0) * s).round().clamp(0.0, (rows - 1) as f64) as usize;
                    grid[row][column] = sign;
                }
            }
        }
        let zero = f.y(&Dyadic::ZERO).round().clamp(0.0, (rows - 1) as f64) as usize;
        for c in &mut grid[zero] {
            if *c == ' ' {
                *c = '-';
            }
        }
        let lines: Vec<String> = grid
            .into_iter()
            .map(|r| r.into_iter().collect::<String>().trim_end().to_string())
            .collect();
        lines.join("\n") + "\n"
    }
}

/// An exact label, or its size where it is too long to print.
pub(super) fn short(x: &Dyadic) -> String {
    let text = x.to_string();
    if text.len() > 24 {
        format!(
            "about {}2^{}",
            if x.signum() < 0 { "-" } else { "" },
            magnitude(x) - 1
        )
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use crate::Store;

    #[test]
    fn a_switch_is_a_triangle_under_a_mast() {
        let mut s = Store::new();
        let (x, y) = (s.integer(2), s.integer(-2));
        let g = s.game(&[x], &[y]).unwrap();
        let t = s.thermograph(g).unwrap();
        let picture = t.text(33, 14);
        assert!(picture.lines().count() == 14, "{picture}");
        assert!(
            picture.contains('/') && picture.contains('\\') && picture.contains('|'),
            "{picture}"
        );
        // Mirror images, because the game is its own negative.
        for line in picture.lines().filter(|l| !l.contains('-')) {
            let padded = format!("{line:<33}");
            let mirrored: String = padded
                .chars()
                .rev()
                .map(|c| match c {
                    '/' => '\\',
                    '\\' => '/',
                    c => c,
                })
                .collect();
            let count = |s: &str| s.matches(['/', '\\', '|']).count();
            assert_eq!(count(&mirrored), count(&padded));
        }
        assert_eq!(t.svg().matches("<polyline").count(), 2);
    }

    #[test]
    fn huge_temperatures_are_drawn() {
        let mut s = Store::new();
        let x = s
            .number(&crate::Dyadic::new(num_bigint::BigInt::from(1) << 2000, 0).unwrap())
            .unwrap();
        let g = s.switch(x).unwrap();
        let t = s.thermograph(g).unwrap();
        assert!(!t.svg().contains("NaN"));
        assert_eq!(t.text(20, 10).lines().count(), 10);
    }
}
