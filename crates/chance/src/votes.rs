//! votes
