//! Reads the expressions of the value tables: values in the field's notation, sums, and calls of operations.

#![allow(dead_code)]

mod methods;

use bouton_value::{Dyadic, Store, Value};

pub struct Reader<'a> {
    pub text: &'a [u8],
    pub at: usize,
    pub store: &'a mut Store,
}

pub type Res<T> = Result<T, String>;

/// A value, or an answer of another kind as text.
#[derive(Clone, Debug)]
pub enum Answer {
    Game(Value),
    Text(String),
}

impl Reader<'_> {
    pub fn peek(&self) -> u8 {
        self.text.get(self.at).copied().unwrap_or(0)
    }
    pub fn spaces(&mut self) {
        while self.peek() == b' ' {
            self.at += 1;
        }
    }
    pub fn eat(&mut self, s: &str) -> bool {
        self.spaces();
        if self.text[self.at..].starts_with(s.as_bytes()) {
            self.at += s.len();
            true
        } else {
            false
        }
    }
    pub fn need(&mut self, s: &str) -> Res<()> {
        if self.eat(s) {
            Ok(())
        } else {
            Err(format!("expected {s} at {}", self.at))
        }
    }
    fn digits(&mut self) -> Option<String> {
        let start = self.at;
        while self.peek().is_ascii_digit() {
            self.at += 1;
        }
        (self.at > start).then(|| String::from_utf8_lossy(&self.text[start..self.at]).into_owned())
    }
    pub fn ident(&mut self) -> String {
        self.spaces();
        let start = self.at;
        while self.peek().is_ascii_alphabetic() {
            self.at += 1;
        }
        String::from_utf8_lossy(&self.text[start..self.at]).into_owned()
    }

    pub fn answer(&mut self) -> Res<Answer> {
        if self.eat("[") {
            let mut parts = vec![];
            loop {
                let a = self.answer()?;
                parts.push(self.show(&a));
                if !self.eat(",") {
                    break;
                }
            }
            self.need("]")?;
            return Ok(Answer::Text(format!("[{}]", parts.join(","))));
        }
        let g = self.sum()?;
        self.spaces();
        let Answer::Game(a) = g else { return Ok(g) };
        if self.eat("<=") {
            let b = self.game()?;
            return Ok(Answer::Text(e(self.store.le(a, b))?.to_string()));
        }
        if self.peek().is_ascii_alphabetic() {
            let name = self.ident();
            let b = self.game()?;
            return self.infix(&name, a, b);
        }
        Ok(Answer::Game(a))
    }

    pub fn show(&mut self, a: &Answer) -> String {
        match a {
            Answer::Game(g) => self.store.show(*g),
            Answer::Text(t) => t.clone(),
        }
    }

    pub fn game(&mut self) -> Res<Value> {
        match self.sum()? {
            Answer::Game(g) => Ok(g),
            Answer::Text(t) => Err(format!("{t} is not a game")),
        }
    }

    fn sum(&mut self) -> Res<Answer> {
        let mut total = self.term()?;
        loop {
            self.spaces();
            let minus = match self.peek() {
                b'+' => false,
                b'-' => true,
                _ => return Ok(total),
            };
            self.at += 1;
            let t = self.term()?;
            let (Answer::Game(a), Answer::Game(b)) = (&total, &t) else {
                return Err("sum of non-games".into());
            };
            total = Answer::Game(e(if minus {
                self.store.sub(*a, *b)
            } else {
                self.store.add(*a, *b)
            })?);
        }
    }

    fn term(&mut self) -> Res<Answer> {
        let mut g = self.postfix()?;
        loop {
            self.spaces();
            if self.peek() == b':' {
                self.at += 1;
                let h = self.postfix()?;
                let (Answer::Game(a), Answer::Game(b)) = (&g, &h) else {
                    return Err("ordinal sum".into());
                };
                g = Answer::Game(e(self.store.ordinal_sum(*a, *b))?);
            } else if self.peek() == b'*' && matches!(g, Answer::Game(_)) {
                self.at += 1;
                let h = self.postfix()?;
                let (Answer::Game(a), Answer::Game(b)) = (&g, &h) else {
                    return Err("product".into());
                };
                let n = self
                    .store
                    .as_integer(*a)
                    .ok_or("multiple of a non-integer")?;
                g = Answer::Game(e(self.store.multiple(&n, *b))?);
            } else {
                return Ok(g);
            }
        }
    }

    fn postfix(&mut self) -> Res<Answer> {
        let mut g = self.atom()?;
        while self.peek() == b'.' {
            self.at += 1;
            let name = self.ident();
            let mut arguments = vec![];
            if self.eat("(") {
                loop {
                    arguments.push(self.game()?);
                    if !self.eat(",") {
                        break;
                    }
                }
                self.need(")")?;
            }
            let Answer::Game(v) = g else {
                return Err("method of a non-game".into());
            };
            g = self.method(&name, v, &arguments)?;
        }
        Ok(g)
    }

    fn atom(&mut self) -> Res<Answer> {
        self.spaces();
        match self.peek() {
            b'(' => {
                self.at += 1;
                let g = self.answer()?;
                self.need(")")?;
                Ok(g)
            }
            b'{' => Ok(Answer::Game(self.braces()?)),
            b'+' if self.text[self.at..].starts_with(b"+-") => {
                self.at += 2;
                if self.peek() == b'{' {
                    let mark = self.at;
                    self.at += 1;
                    let mut list = vec![];
                    loop {
                        list.push(self.game()?);
                        if !self.eat(",") {
                            break;
                        }
                    }
                    if self.eat("}") {
                        let mut right = vec![];
                        for &g in &list {
                            right.push(e(self.store.neg(g))?);
                        }
                        return Ok(Answer::Game(e(self.store.game(&list, &right))?));
                    }
                    self.at = mark;
                }
                let Answer::Game(g) = self.atom()? else {
                    return Err("+- of a non-game".into());
                };
                Ok(Answer::Game(e(self.store.switch(g))?))
            }
            _ => self.packed(),
        }
    }

    pub fn packed(&mut self) -> Res<Answer> {
        let start = self.at;
        let minus = self.peek() == b'-';
        if minus {
            self.at += 1;
        }
        let mut number = String::from("0");
        if let Some(d) = self.digits() {
            number = d;
            if self.peek() == b'/' {
                self.at += 1;
                number = format!("{number}/{}", self.digits().ok_or("denominator")?);
            }
        } else if minus {
            let Answer::Game(g) = self.postfix()? else {
                return Err("minus".into());
            };
            return Ok(Answer::Game(e(self.store.neg(g))?));
        }
        if minus {
            number = format!("-{number}");
        }
        let number: Dyadic = number
            .parse()
            .map_err(|x: bouton_value::Error| x.to_string())?;
        let mut value = e(self.store.number(&number))?;
        let arrow = self.peek();
        if arrow == b'^' || arrow == b'v' {
            let mut count = 0;
            while self.peek() == arrow {
                self.at += 1;
                count += 1;
            }
            let power = match self.peek() {
                b'<' | b'[' => {
                    let close = if self.peek() == b'<' { ">" } else { "]" };
                    self.at += 1;
                    let n: u64 = self
                        .digits()
                        .ok_or("^< without a number")?
                        .parse()
                        .map_err(|_| "big")?;
                    self.need(close)?;
                    e(if close == ">" {
                        self.store.up_power(n)
                    } else {
                        self.store.up_sum(n)
                    })?
                }
                _ => {
                    if let Some(d) = self.digits() {
                        count = d.parse().map_err(|_| "big")?;
                    }
                    e(self.store.ups(count))?
                }
            };
            let power = if arrow == b'v' {
                e(self.store.neg(power))?
            } else {
                power
            };
            value = e(self.store.add(value, power))?;
        }
        if self.peek() == b'*'
            && !matches!(self.text.get(self.at + 1), Some(b'(' | b'{' | b'^' | b'v'))
        {
            self.at += 1;
            let m = self
                .digits()
                .map_or(Ok(1), |d| d.parse())
                .map_err(|_| "big")?;
            let star = e(self.store.nimber(m))?;
            value = e(self.store.add(value, star))?;
        } else if start == self.at && self.eat("*(") {
            let n = self.game()?;
            self.need(")")?;
            let m = self
                .store
                .as_number(n)
                .and_then(|x| x.to_i64())
                .ok_or("*(n)")?;
            value = e(self.store.nimber(m as u64))?;
        }
        for miny in [false, true] {
            if self.eat(if miny { "Miny(" } else { "Tiny(" }) {
                let g = self.game()?;
                self.need(")")?;
                let t = e(if miny {
                    self.store.miny(g)
                } else {
                    self.store.tiny(g)
                })?;
                value = e(self.store.add(value, t))?;
            }
        }
        if self.at == start {
            return Err(format!(
                "no value at {}: {}",
                start,
                String::from_utf8_lossy(&self.text[start..])
            ));
        }
        Ok(Answer::Game(value))
    }

    /// {…|…} with runs of bars.
    fn braces(&mut self) -> Res<Value> {
        self.need("{")?;
        let mut sides: Vec<Vec<Value>> = vec![vec![]];
        let mut bars = vec![];
        loop {
            self.spaces();
            match self.peek() {
                b'}' => {
                    self.at += 1;
                    break;
                }
                b'|' => {
                    let mut n = 0;
                    while self.peek() == b'|' {
                        n += 1;
                        self.at += 1;
                    }
                    bars.push(n);
                    sides.push(vec![]);
                }
                b',' => self.at += 1,
                0 => return Err("unclosed brace".into()),
                _ => {
                    let g = self.game()?;
                    if let Some(s) = sides.last_mut() {
                        s.push(g);
                    }
                }
            }
        }
        self.build(&sides, &bars)
    }

    fn build(&mut self, sides: &[Vec<Value>], bars: &[usize]) -> Res<Value> {
        let max = *bars.iter().max().ok_or("no bar")?;
        let i = bars.iter().position(|&b| b == max).unwrap_or(0);
        let mut half = |sides: &[Vec<Value>], bars: &[usize]| -> Res<Vec<Value>> {
            if bars.is_empty() {
                Ok(sides[0].clone())
            } else {
                Ok(vec![self.build(sides, bars)?])
            }
        };
        let l = half(&sides[..=i], &bars[..i])?;
        let r = half(&sides[i + 1..], &bars[i + 1..])?;
        e(self.store.game(&l, &r))
    }
}

pub fn e<T>(r: bouton_value::Result<T>) -> Res<T> {
    r.map_err(|x| x.to_string())
}

/// Evaluates an expression and prints the result; `!!` and the message if it fails.
pub fn evaluate(store: &mut Store, text: &str) -> String {
    let mut reader = Reader {
        text: text.as_bytes(),
        at: 0,
        store,
    };
    let result = reader.answer().and_then(|a| {
        reader.spaces();
        if reader.at < reader.text.len() {
            Err(format!(
                "unread: {}",
                String::from_utf8_lossy(&reader.text[reader.at..])
            ))
        } else {
            Ok(a)
        }
    });
    match result {
        Ok(a) => reader.show(&a),
        Err(message) => format!("!!{message}"),
    }
}
