//! The studies that are programs, one file each. `build.rs` makes the list.

pub mod p260;
pub mod p306;
pub mod p310;
pub mod p325;
pub mod p344;
pub mod p366;
pub mod p391;
pub mod p400;
pub mod p409;
pub mod p459;
pub mod p509;
pub mod p550;
pub mod p560;
pub mod p629;
pub mod p649;
pub mod p665;
pub mod p787;
pub mod p798;
pub mod p806;
