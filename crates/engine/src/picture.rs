//! Pictures of tables with two coordinates: terminal text, SVG, PNG. P-positions are dark; Grundy values go from dark to light.

use crate::report::{Entry, TableReport};
use bouton_rules::{Error, Result};

/// The most cells along a side of a picture.
const LONGEST: u64 = 20_000;

/// Rows and columns, and the greatest Grundy value.
struct Shape {
    rows: usize,
    columns: usize,
    greatest: u32,
}

fn shape(t: &TableReport) -> Result<Shape> {
    let &[(lo, hi), (lo2, hi2)] = t.ranges.as_slice() else {
        return Err(Error::input(format!(
            "a picture needs two coordinates; the table of {} has {}",
            t.game,
            t.ranges.len()
        )));
    };
    let (rows, columns) = (hi - lo + 1, hi2 - lo2 + 1);
    if rows > LONGEST || columns > LONGEST {
        return Err(Error::input(format!(
            "a picture has at most {LONGEST} cells along a side; this table has {rows} x {columns}"
        )));
    }
    let grundy = |e: &Option<Entry>| match e {
        Some(Entry::Grundy(g)) => *g,
        _ => 0,
    };
    let greatest = t.values.iter().map(grundy).max().unwrap_or(0);
    Ok(Shape {
        rows: rows as usize,
        columns: columns as usize,
        greatest,
    })
}

/// Ink for an entry: red, green, blue.
fn colour(e: &Option<Entry>, greatest: u32) -> [u8; 3] {
    match e {
        None => [0xe4, 0xe4, 0xe4],
        Some(Entry::Outcome("P")) | Some(Entry::Grundy(0)) => [0x16, 0x2a, 0x4e],
        Some(Entry::Outcome("L")) => [0x2f, 0x6f, 0xd0],
        Some(Entry::Outcome("R")) => [0xd0, 0x4a, 0x3a],
        Some(Entry::Outcome(_) | Entry::Value(_)) => [0xf6, 0xf2, 0xe8],
        Some(Entry::Grundy(g)) => {
            // From teal to pale yellow as the value grows.
            let x = f64::from(*g) / f64::from(greatest.max(1));
            let mix = |a: f64, b: f64| (a + (b - a) * x).round() as u8;
            [mix(40.0, 252.0), mix(120.0, 240.0), mix(140.0, 190.0)]
        }
    }
}

/// One character a position: `#` for P, `.` for N, `L`, `R`, blank where no position is; the first coordinate runs down.
pub fn text(t: &TableReport) -> Result<String> {
    let s = shape(t)?;
    let (lo, lo2) = (t.ranges[0].0, t.ranges[1].0);
    let side = (lo + s.rows as u64).to_string().len();
    let mut out = format!(
        "{} down from {lo}, {} across from {lo2}; # is a P-position\n",
        t.axes[0], t.axes[1]
    );
    for (i, row) in t.values.chunks(s.columns).enumerate() {
        let line: String = row
            .iter()
            .map(|e| match e {
                None => ' ',
                Some(Entry::Outcome("P")) | Some(Entry::Grundy(0)) => '#',
                Some(Entry::Outcome("L")) => 'L',
                Some(Entry::Outcome("R")) => 'R',
                Some(_) => '.',
            })
            .collect();
        out.push_str(&format!("{:>side$} {line}\n", lo + i as u64));
    }
    Ok(out)
}

/// The table as an SVG document, one square of 10 units a position, axes labelled every ten.
pub fn svg(t: &TableReport) -> Result<String> {
    let s = shape(t)?;
    let (margin, unit) = (34, 10);
    let (width, height) = (margin + unit * s.columns + 8, margin + unit * s.rows + 8);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"sans-serif\" font-size=\"9\">\n<title>{} of {}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
        t.entries,
        escape(&t.game)
    );
    for (i, row) in t.values.chunks(s.columns).enumerate() {
        // Equal neighbours become one rectangle.
        let mut j = 0;
        while j < row.len() {
            let ink = colour(&row[j], s.greatest);
            let run = row[j..]
                .iter()
                .take_while(|e| colour(e, s.greatest) == ink)
                .count();
            out.push_str(&format!(
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{unit}\" fill=\"#{:02x}{:02x}{:02x}\"/>\n",
                margin + unit * j,
                margin + unit * i,
                unit * run,
                ink[0],
                ink[1],
                ink[2]
            ));
            j += run;
        }
    }
    for i in (0..s.rows).step_by(10) {
        let (y, label) = (margin + unit * i + 8, t.ranges[0].0 + i as u64);
        out.push_str(&format!(
            "<text x=\"{}\" y=\"{y}\" text-anchor=\"end\">{label}</text>\n",
            margin - 4
        ));
    }
    for j in (0..s.columns).step_by(10) {
        let (x, label) = (margin + unit * j + 5, t.ranges[1].0 + j as u64);
        out.push_str(&format!(
            "<text x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{label}</text>\n",
            margin - 5
        ));
    }
    out.push_str(&format!(
        "<text x=\"8\" y=\"{}\" font-style=\"italic\">{}</text>\n<text x=\"{}\" y=\"12\" font-style=\"italic\">{}</text>\n</svg>\n",
        margin + 20,
        escape(&t.axes[0]),
        margin + 14,
        escape(&t.axes[1])
    ));
    Ok(out)
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// The table as a PNG picture, one square a position, as large as fits about 1,200 pixels.
pub fn png(t: &TableReport) -> Result<Vec<u8>> {
    let s = shape(t)?;
    let unit = (1200 / s.rows.max(s.columns)).clamp(1, 24);
    let (width, height) = (s.columns * unit, s.rows * unit);
    let mut pixels = Vec::with_capacity(3 * width * height);
    for row in t.values.chunks(s.columns) {
        let mut line = Vec::with_capacity(3 * width);
        for e in row {
            let ink = colour(e, s.greatest);
            (0..unit).for_each(|_| line.extend_from_slice(&ink));
        }
        (0..unit).for_each(|_| pixels.extend_from_slice(&line));
    }
    encode(width, height, &pixels)
}

/// Pixels of three bytes as a PNG file.
pub(crate) fn encode(width: usize, height: usize, pixels: &[u8]) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut write = || -> std::result::Result<(), png::EncodingError> {
        let mut encoder = png::Encoder::new(&mut bytes, width as u32, height as u32);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.write_header()?.write_image_data(pixels)
    };
    write().map_err(|e| Error::limit(format!("the picture could not be encoded: {e}")))?;
    Ok(bytes)
}
