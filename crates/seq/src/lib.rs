//! Sequences of integers: periods, arithmetic periods, bit patterns, recurrences
