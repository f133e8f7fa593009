//! From a table to a theorem: conjecture, proof, certificate, count
