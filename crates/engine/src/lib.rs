//! The one place where game types are erased: questions in, plain data out
