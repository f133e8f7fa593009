//! Rulesets, one file each, with their theorems
pub mod amazons;
pub mod arc_kayles;
pub mod clobber;
pub mod cram;
pub mod cutcake;
pub mod domineering;
pub mod fission;
pub mod green_hackenbush;
pub mod hackenbush;
pub mod konane;
pub mod map_colouring;
pub mod maundy_cake;
pub mod node_kayles;
pub mod nogo;
pub mod toads_and_frogs;
pub mod toppling_dominoes;
