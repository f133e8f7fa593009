//! Numbers and sizes as people read them.

/// `1234567` as `1,234,567`.
///
/// ```
/// assert_eq!(bouton_core::grouped(1_234_567), "1,234,567");
/// assert_eq!(bouton_core::grouped(12), "12");
/// ```
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(c);
    }
    out
}

/// Bytes in the largest unit of which there is at least one, in powers of 1,000.
///
/// ```
/// assert_eq!(bouton_core::bytes_text(1_540_000), "1.5 MB");
/// assert_eq!(bouton_core::bytes_text(u64::MAX), "18.4 EB");
/// ```
pub fn bytes_text(bytes: u64) -> String {
    let units = ["bytes", "kB", "MB", "GB", "TB", "PB", "EB"];
    let mut unit = 0;
    let mut scale = 1u64;
    while unit + 1 < units.len() && bytes / scale >= 1000 {
        scale *= 1000;
        unit += 1;
    }
    let tenths = (u128::from(bytes) * 10 + u128::from(scale) / 2) / u128::from(scale);
    if tenths.is_multiple_of(10) {
        format!("{} {}", tenths / 10, units[unit])
    } else {
        format!("{}.{} {}", tenths / 10, tenths % 10, units[unit])
    }
}
