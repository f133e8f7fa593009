//! A place in a line's tokens, with the names that may be used there.

use crate::lexer::{Fault, Token};
use crate::names::Scope;

/// Nesting above which text is refused, so that no walk over a tree is deep.
pub(crate) const MAX_DEPTH: usize = 100;

/// Reads tokens from left to right.
pub(crate) struct Parser<'a> {
    tokens: &'a [(Token, usize)],
    end: usize,
    at: usize,
    depth: usize,
    scope: Scope<'a>,
}

/// What was read, or what is wrong there.
pub(crate) type Parsed<T> = Result<T, Fault>;

impl<'a> Parser<'a> {
    pub fn new(tokens: &'a [(Token, usize)], end: usize, scope: Scope<'a>) -> Self {
        Parser {
            tokens,
            end,
            at: 0,
            depth: 0,
            scope,
        }
    }

    pub fn set_scope(&mut self, scope: Scope<'a>) {
        self.scope = scope;
    }

    /// The number of a variable that may be used here, or a sentence.
    pub fn find(&self, name: &str) -> Result<usize, String> {
        self.scope.find(name)
    }

    pub fn peek(&self) -> Option<&'a Token> {
        self.tokens.get(self.at).map(|t| &t.0)
    }

    pub fn peek_second(&self) -> Option<&'a Token> {
        self.tokens.get(self.at + 1).map(|t| &t.0)
    }

    /// The column of the next token, or the one after the text.
    pub fn column(&self) -> usize {
        self.tokens.get(self.at).map_or(self.end, |t| t.1)
    }

    pub fn advance(&mut self) {
        self.at += 1;
    }

    pub fn at_sign(&self, sign: &str) -> bool {
        matches!(self.peek(), Some(Token::Sign(s)) if *s == sign)
    }

    pub fn at_word(&self, word: &str) -> bool {
        matches!(self.peek(), Some(Token::Word(w)) if w == word)
    }

    pub fn take_sign(&mut self, sign: &str) -> bool {
        let found = self.at_sign(sign);
        self.at += usize::from(found);
        found
    }

    pub fn take_word(&mut self, word: &str) -> bool {
        let found = self.at_word(word);
        self.at += usize::from(found);
        found
    }

    /// `expected <what>, found <the next token>`.
    pub fn unexpected(&self, what: &str) -> Fault {
        let found = self
            .peek()
            .map_or("the end of the line".to_string(), |t| t.to_string());
        Fault::new(self.column(), format!("expected {what}, found {found}"))
    }

    /// A fault unless everything was read.
    pub fn finish(&self, what: &str) -> Parsed<()> {
        if self.at == self.tokens.len() {
            Ok(())
        } else {
            Err(self.unexpected(what))
        }
    }

    pub fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_DEPTH {
            return Err(Fault::new(
                self.column(),
                format!("nested more than {MAX_DEPTH} deep; write a simpler expression"),
            ));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }
}
