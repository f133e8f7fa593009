//! Automata that read tuples of numbers in a numeration system: logic, learning, counting
