//! Rulesets, one file each, with their theorems
