//! The studies that are programs, one file each. `build.rs` makes the list.

pub mod p310;
pub mod p334;
pub mod p367;
pub mod p396;
pub mod p406;
pub mod p426;
pub mod p444;
pub mod p477;
pub mod p497;
pub mod p640;
pub mod p653;
pub mod p661;
pub mod p666;
pub mod p683;
pub mod p690;
pub mod p711;
pub mod p758;
