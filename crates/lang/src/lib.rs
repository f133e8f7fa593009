//! Rule files and the calculator's expressions, with errors that point at the place
