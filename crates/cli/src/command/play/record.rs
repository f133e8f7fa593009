//! The record of a game: where it began, every position since, and how to write and read that as text.

use bouton_engine::{Error, Player, Result, Workbench};

/// One position of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    pub position: String,
    pub to_move: Player,
    /// Points of Left and of Right, in a game of points.
    pub points: [i64; 2],
}

/// A game so far. Turns that were taken back stay, to be played again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    turns: Vec<Turn>,
    now: usize,
}

impl Record {
    pub fn new(position: String, to_move: Player) -> Record {
        let points = [0, 0];
        let start = Turn {
            position,
            to_move,
            points,
        };
        Record {
            turns: vec![start],
            now: 0,
        }
    }

    pub fn now(&self) -> &Turn {
        &self.turns[self.now]
    }

    /// The turn before this one.
    pub fn last(&self) -> Option<&Turn> {
        Some(&self.turns[self.now.checked_sub(1)?])
    }

    /// How many moves were made.
    pub fn moves(&self) -> usize {
        self.now
    }

    /// Plays a move that is known to be one.
    pub fn play(&mut self, bench: &Workbench, to: String) -> Result<()> {
        let now = self.now();
        let gain = bench.gain(&now.position, &to)?;
        let mut turn = Turn {
            position: to,
            to_move: now.to_move.other(),
            points: now.points,
        };
        if let Some((won, again)) = gain {
            turn.points[now.to_move as usize] += i64::from(won);
            if again {
                turn.to_move = now.to_move;
            }
        }
        self.turns.truncate(self.now + 1);
        self.turns.push(turn);
        self.now += 1;
        Ok(())
    }

    /// Takes moves back until it is `who`'s turn; false if there is none to take back.
    pub fn undo(&mut self, who: Option<Player>) -> bool {
        let before = (0..self.now).rev();
        let mut mine = before.filter(|&i| who.is_none_or(|who| self.turns[i].to_move == who));
        match mine.next() {
            Some(i) => {
                self.now = i;
                true
            }
            None => false,
        }
    }

    /// Plays moves that were taken back, up to `who`'s turn or the last one; false if there is none.
    pub fn redo(&mut self, who: Option<Player>) -> bool {
        let last = self.turns.len() - 1;
        if self.now == last {
            return false;
        }
        let mut after = self.now + 1..last;
        let mine = after.find(|&i| who.is_none_or(|who| self.turns[i].to_move == who));
        self.now = mine.unwrap_or(last);
        true
    }

    /// Back to the start; the moves stay, to be played again.
    pub fn restart(&mut self) {
        self.now = 0;
    }

    /// The record as text: the game, the start, and a line for each move.
    pub fn to_text(&self, game: &str, misere: bool) -> String {
        let mut out = format!(
            "game {game}\nplay {}\nstart {} {}\n",
            if misere { "misere" } else { "normal" },
            name(self.turns[0].to_move),
            self.turns[0].position
        );
        for pair in self.turns[..=self.now].windows(2) {
            out.push_str(&format!("{} {}\n", name(pair[0].to_move), pair[1].position));
        }
        out
    }

    /// Reads a record of this game and plays it again, so that every move is one by the rules.
    pub fn from_text(text: &str, game: &str, misere: bool, bench: &Workbench) -> Result<Record> {
        let mut record: Option<Record> = None;
        for (number, line) in text.lines().enumerate() {
            let wrong =
                |what: String| Error::input(format!("line {} of the record: {what}", number + 1));
            let line = line.trim();
            if line.is_empty() {
                continue;
            }
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            match (word, &mut record) {
                ("game", None) if rest == game => {}
                ("game", None) => {
                    return Err(wrong(format!("it is of {rest}, and this is {game}")));
                }
                ("play", None) if (rest == "misere") == misere => {}
                ("play", None) => {
                    return Err(wrong(format!("it is of {rest} play, and this is not")));
                }
                ("start", None) => {
                    let (who, position) = rest.split_once(' ').unwrap_or((rest, ""));
                    let who = player(who).ok_or_else(|| {
                        wrong("write who starts, as in `start left 3,4,5`".to_string())
                    })?;
                    record = Some(Record::new(bench.show(position)?, who));
                }
                (who, Some(record)) if player(who) == Some(record.now().to_move) => {
                    let to = bench.show(rest)?;
                    let now = record.now().clone();
                    if !bench.moves(now.to_move, &now.position)?.contains(&to) {
                        return Err(wrong(format!("{to} is no move from {}", now.position)));
                    }
                    record.play(bench, to)?;
                }
                (_, Some(record)) => {
                    let turn = name(record.now().to_move);
                    return Err(wrong(format!(
                        "it is {turn}'s turn; write `{turn} POSITION`"
                    )));
                }
                _ => {
                    return Err(wrong(format!(
                        "`{word}` is no word of a record; it has `game`, `play`, `start`, then a line for each move"
                    )));
                }
            }
        }
        record.ok_or_else(|| Error::input("the record has no start, as in `start left 3,4,5`"))
    }
}

fn name(who: Player) -> &'static str {
    match who {
        Player::Left => "left",
        Player::Right => "right",
    }
}

fn player(name: &str) -> Option<Player> {
    match name {
        "left" => Some(Player::Left),
        "right" => Some(Player::Right),
        _ => None,
    }
}
