//! How much memory the whole process holds.

/// Bytes of the process that are in memory now; `None` where the system does not say (only Linux does, by `/proc`).
///
/// Cost: one small read of a file that is no file, some microseconds.
///
/// ```
/// if let Some(bytes) = bouton_core::resident_bytes() {
///     assert!(bytes > 0);
/// }
/// ```
pub fn resident_bytes() -> Option<u64> {
    const PAGE: u64 = 4096;
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = text.split_ascii_whitespace().nth(1)?.parse().ok()?;
    Some(pages.saturating_mul(PAGE))
}
