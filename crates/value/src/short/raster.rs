//! Thermographs as pixels: the same picture as the SVG one, with labels in a small font of its own.

use super::picture::short;
use super::thermograph::Thermograph;
use crate::dyadic::Dyadic;

/// A picture: three bytes a pixel, red, green and blue, row by row from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Raster {
    /// Pixels across.
    pub width: usize,
    /// Pixels down.
    pub height: usize,
    /// Three bytes a pixel.
    pub pixels: Vec<u8>,
}

/// Letters of three columns and five rows; each digit of the octal number is a row.
const FONT: [(char, u16); 27] = [
    ('0', 0o75557),
    ('1', 0o26227),
    ('2', 0o71747),
    ('3', 0o71717),
    ('4', 0o55711),
    ('5', 0o74717),
    ('6', 0o74757),
    ('7', 0o71122),
    ('8', 0o75757),
    ('9', 0o75717),
    ('-', 0o00700),
    ('/', 0o11244),
    ('.', 0o00002),
    ('^', 0o25000),
    ('a', 0o03553),
    ('b', 0o44656),
    ('e', 0o02743),
    ('g', 0o03536),
    ('h', 0o44655),
    ('m', 0o07755),
    ('n', 0o06555),
    ('o', 0o02552),
    ('p', 0o06564),
    ('r', 0o05644),
    ('t', 0o27223),
    ('u', 0o05553),
    ('s', 0o03636),
];

/// Pixels a dot of the font.
const DOT: usize = 3;

impl Raster {
    fn new(width: usize, height: usize) -> Raster {
        Raster {
            width,
            height,
            pixels: vec![255; 3 * width * height],
        }
    }

    /// Mixes a colour into a pixel.
    fn ink(&mut self, x: usize, y: usize, colour: [u8; 3], strength: f64) {
        if x >= self.width || y >= self.height {
            return;
        }
        let at = 3 * (y * self.width + x);
        for (p, c) in self.pixels[at..at + 3].iter_mut().zip(colour) {
            let mixed = f64::from(*p) * (1.0 - strength) + f64::from(c) * strength;
            *p = mixed.round().clamp(0.0, 255.0) as u8;
        }
    }

    /// A line between two points, so many pixels wide.
    fn line(&mut self, a: (f64, f64), b: (f64, f64), wide: f64, colour: [u8; 3]) {
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        let length = (dx * dx + dy * dy).max(1e-9);
        let range = |p: f64, q: f64, most: usize| {
            let low = (p.min(q) - wide - 1.0).max(0.0) as usize;
            let high = (p.max(q) + wide + 1.0).clamp(0.0, most as f64) as usize;
            low..high
        };
        for y in range(a.1, b.1, self.height) {
            for x in range(a.0, b.0, self.width) {
                let (px, py) = (x as f64 + 0.5 - a.0, y as f64 + 0.5 - a.1);
                let along = ((px * dx + py * dy) / length).clamp(0.0, 1.0);
                let (ex, ey) = (px - along * dx, py - along * dy);
                let distance = (ex * ex + ey * ey).sqrt();
                let cover = (wide / 2.0 + 0.5 - distance).clamp(0.0, 1.0);
                if cover > 0.0 {
                    self.ink(x, y, colour, cover);
                }
            }
        }
    }

    /// A text whose left, middle or right end (0, 1, 2 halves of its width) stands at x, above y.
    fn text(&mut self, x: f64, y: f64, halves: usize, text: &str) {
        let wide = text.chars().count() * 4 * DOT;
        let start = x - (wide * halves) as f64 / 2.0;
        for (i, c) in text.chars().enumerate() {
            let Some((_, rows)) = FONT.iter().find(|f| f.0 == c) else {
                continue;
            };
            for bit in 0..15 {
                if rows >> (14 - bit) & 1 == 0 {
                    continue;
                }
                let (column, row) = (bit % 3, bit / 3);
                for dot in 0..DOT * DOT {
                    let px = start + (i * 4 * DOT + column * DOT + dot % DOT) as f64;
                    let py = y - ((5 - row) * DOT) as f64 + (dot / DOT) as f64;
                    if px >= 0.0 && py >= 0.0 {
                        self.ink(px as usize, py as usize, [0x22; 3], 1.0);
                    }
                }
            }
        }
    }
}

impl Thermograph {
    /// The thermograph as a picture of 960 by 720 pixels, with labels at mean, temperature and stops.
    ///
    /// ```
    /// use bouton_value::Store;
    /// let mut s = Store::new();
    /// let (x, y) = (s.integer(5), s.integer(-3));
    /// let g = s.game(&[x], &[y])?;
    /// let r = s.thermograph(g)?.raster();
    /// assert_eq!(r.pixels.len(), 3 * 960 * 720);
    /// # Ok::<(), bouton_value::Error>(())
    /// ```
    pub fn raster(&self) -> Raster {
        let (left, above) = (80.0, 60.0);
        let f = self.frame(800.0, 560.0);
        let top = self.top();
        let at = |v: &Dyadic, t: &Dyadic| (left + f.x(v), above + f.y(t));
        let mut r = Raster::new(960, 720);
        let zero = at(self.mean(), &Dyadic::ZERO).1;
        r.line((left, zero), (880.0, zero), 2.0, [0xbb; 3]);
        for (wall, colour) in [
            (&self.left, [0x1f, 0x5f, 0xbf]),
            (&self.right, [0xbf, 0x2f, 0x1f]),
        ] {
            let points: Vec<(f64, f64)> =
                wall.corners(&top).iter().map(|(v, t)| at(v, t)).collect();
            for pair in points.windows(2) {
                r.line(pair[0], pair[1], 4.0, colour);
            }
        }
        let (mast, tip) = at(self.mean(), &top);
        for side in [-8.0, 8.0] {
            r.line((mast + side, tip + 12.0), (mast, tip - 8.0), 2.0, [0x44; 3]);
        }
        r.text(mast, tip - 20.0, 1, &format!("mean {}", short(self.mean())));
        let t = self.temperature();
        if t.signum() > 0 {
            let (x, y) = at(self.mean(), &t);
            r.text(x + 16.0, y, 0, &short(&t));
        }
        for (wall, halves, shift) in [(&self.left, 2, -12.0), (&self.right, 0, 12.0)] {
            let stop = wall.value(&Dyadic::ZERO);
            let (x, y) = at(&stop, &Dyadic::ZERO);
            r.text(x + shift, y + 28.0, halves, &short(&stop));
        }
        r
    }
}

#[cfg(test)]
mod tests {
    use crate::Store;

    #[test]
    fn walls_mast_and_labels_have_their_colours() {
        let mut s = Store::new();
        let (x, y) = (s.integer(5), s.integer(-3));
        let g = s.game(&[x], &[y]).unwrap();
        let r = s.thermograph(g).unwrap().raster();
        let count = |c: [u8; 3]| r.pixels.chunks(3).filter(|p| **p == c).count();
        let (left, right) = (count([0x1f, 0x5f, 0xbf]), count([0xbf, 0x2f, 0x1f]));
        assert!(left > 500 && right > 500, "{left} {right}");
        assert!(count([0x22; 3]) > 300, "labels");
        assert!(count([255; 3]) > r.pixels.len() / 4, "a white ground");
    }

    #[test]
    fn games_of_every_size_are_drawn() {
        let mut s = Store::new();
        let big = crate::Dyadic::new(num_bigint::BigInt::from(1) << 3000, 0).unwrap();
        let x = s.number(&big).unwrap();
        for g in [s.switch(x).unwrap(), s.integer(0), s.nimber(3).unwrap(), x] {
            let r = s.thermograph(g).unwrap().raster();
            assert!(r.pixels.iter().any(|&p| p != 255));
        }
    }
}
