//! The studies that are programs, one file each. `build.rs` makes the list.

pub mod p310;
