//! The studies that are programs, one file each. `build.rs` makes the list.

// Brute force passes positions to a search by reference, and many of them are vectors.
#![allow(clippy::ptr_arg)]

pub mod p1000;
pub mod p334;
pub mod p344;
pub mod p366;
pub mod p367;
pub mod p391;
pub mod p396;
pub mod p400;
pub mod p406;
pub mod p426;
pub mod p444;
pub mod p459;
pub mod p477;
pub mod p481;
pub mod p497;
pub mod p566;
pub mod p644;
pub mod p653;
pub mod p661;
pub mod p664;
pub mod p666;
pub mod p690;
pub mod p711;
pub mod p758;
pub mod p761;
pub mod p770;
pub mod p787;
pub mod p798;
pub mod p806;
pub mod p825;
pub mod p847;
pub mod p848;
pub mod p855;
pub mod p870;
pub mod p895;
pub mod p900;
pub mod p922;
pub mod p923;
pub mod p933;
pub mod p939;
pub mod p948;
pub mod p949;
pub mod p950;
pub mod p953;
pub mod p963;
pub mod p976;
pub mod p986;
