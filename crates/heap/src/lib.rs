//! Taking-and-breaking games: codes, the sequence engine, periods
