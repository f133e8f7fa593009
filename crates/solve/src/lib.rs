//! Search: win/lose, Grundy values, retrograde analysis, tables
