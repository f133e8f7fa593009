//! The table at which a game is played: whose turn it is, what may be typed, and what is said.

use super::input::Input;
use super::record::Record;
use crate::output;
use crate::session::Session;
use bouton_engine::{
    Budget, Choice, Code, JudgedMove, Limits, Move, Play as PlayKind, Player, Result, Verdict,
    Workbench,
};
use std::path::Path;

/// A game at the table.
pub struct Board<'a> {
    /// The game as the command line names it.
    pub game: String,
    /// The game, with what is known of it.
    pub table: bouton_engine::Session,
    pub session: &'a Session,
    pub play: PlayKind,
    /// The side of the person; none if people play both sides.
    pub you: Option<Player>,
    pub record: Record,
    /// How the game ends, as a sentence.
    pub rule: String,
    /// Moves are listed with their results.
    pub analysis: bool,
}

/// What follows a line.
pub enum Next {
    /// The board is shown again.
    Go,
    /// The program ends.
    End,
}

/// Seconds for a move where no limit is given.
const THINKING: f64 = 10.0;

/// Most moves that are listed.
const LISTED: usize = 200;

const HELP: &str = "\
A move: its name, its number in the list, or the position that it leads to.
?           list the moves
hint        a best move
analyse     list the moves with their results, now and from now on; again to hide them
undo, redo  take back your last move, play it again
restart     back to the start
swap        change sides
new [POS]   another game, from a position
save FILE, load FILE  write or read the record of the game
quit        end";

/// How a game ends.
pub fn end_rule(bench: &Workbench, misere: bool) -> String {
    match (bench.by_points(), bench.by_reaching(), misere) {
        (true, _, _) => "Who has more points wins",
        (_, true, _) => "The rules say what wins",
        (_, _, false) => "Who cannot move loses",
        (_, _, true) => "Misère play: who cannot move wins",
    }
    .to_string()
}

impl Board<'_> {
    pub fn bench(&self) -> &Workbench {
        self.table.game()
    }

    /// The board, the last move, and the points.
    pub fn show(&self) -> Result<()> {
        let now = self.record.now();
        let drawing = self.bench().scene(&now.position)?.0.to_text();
        let tall = drawing.lines().count() > 1;
        output::print("");
        if !tall || now.position.chars().count() <= 72 {
            output::print(&format!("position  {}", now.position));
        }
        if let Some(last) = self.record.last() {
            let label = self.label(last.to_move, &last.position, &now.position)?;
            let label = label.unwrap_or_else(|| now.position.clone());
            output::print(&format!("last move {} {label}", self.name(last.to_move)));
        }
        if tall {
            output::print(&drawing);
        }
        if self.bench().by_points() {
            let [left, right] = now.points;
            let points = match self.you {
                Some(Player::Left) => format!("points    you {left}, I {right}"),
                Some(Player::Right) => format!("points    you {right}, I {left}"),
                None => format!("points    Left {left}, Right {right}"),
            };
            output::print(&points);
        }
        Ok(())
    }

    /// `you`, `I`, or the name of a side.
    fn name(&self, who: Player) -> &'static str {
        match (self.you, who) {
            (Some(you), who) if you == who => "you",
            (Some(_), _) => "I",
            (None, Player::Left) => "Left",
            (None, Player::Right) => "Right",
        }
    }

    /// True if it is Bouton's turn.
    pub fn is_bouton(&self) -> bool {
        self.you.is_some_and(|you| you != self.record.now().to_move)
    }

    /// The moves of the player whose turn it is; `None` where there are too many to list.
    pub fn moves(&self) -> Result<Option<Vec<Move>>> {
        let now = self.record.now();
        match self.bench().labelled_moves(now.to_move, &now.position) {
            Err(e) if e.is_limit() => Ok(None),
            moves => moves.map(Some),
        }
    }

    fn label(&self, who: Player, from: &str, to: &str) -> Result<Option<String>> {
        match self.bench().labelled_moves(who, from) {
            Err(e) if e.is_limit() => Ok(None),
            moves => Ok(moves?.into_iter().find(|m| m.to == to).map(|m| m.label)),
        }
    }

    /// Who has won, once the game is over.
    pub fn result(&self, moves: &Option<Vec<Move>>) -> Result<Option<String>> {
        let now = self.record.now();
        let ended = self.bench().ended(now.to_move, &now.position)?;
        let stuck = moves.as_ref().is_some_and(Vec::is_empty);
        if !stuck && ended.is_none() {
            return Ok(None);
        }
        let winner = match (self.bench().by_points(), ended) {
            (true, _) => match now.points[0].cmp(&now.points[1]) {
                std::cmp::Ordering::Greater => Some(Player::Left),
                std::cmp::Ordering::Equal => None,
                std::cmp::Ordering::Less => Some(Player::Right),
            },
            (_, Some("draw")) => None,
            (_, Some("win")) => Some(now.to_move),
            (_, Some(_)) => Some(now.to_move.other()),
            (_, None) if self.play == PlayKind::Misere => Some(now.to_move),
            _ => Some(now.to_move.other()),
        };
        Ok(Some(match winner.map(|w| self.name(w)) {
            None => "The game is over. It is a tie.".to_string(),
            Some("you") => "The game is over. You win.".to_string(),
            Some("I") => "The game is over. I win.".to_string(),
            Some(name) => format!("The game is over. {name} wins."),
        }))
    }

    /// An account for one thought.
    fn budget(&self) -> Budget {
        let limits = self.session.limits();
        let seconds = Some(limits.seconds.unwrap_or(THINKING));
        let budget = self.session.budget_with(&Limits {
            seconds,
            ..limits.clone()
        });
        // A thought that takes a moment too long is no reason to end the game.
        self.session.unguarded();
        budget
    }

    fn choose(&self) -> Result<Option<Choice>> {
        let now = self.record.now();
        let budget = self.budget();
        let choice = self
            .bench()
            .choose(now.to_move, &now.position, self.play, &budget);
        self.session.finish();
        choice
    }

    /// Bouton's move.
    pub fn reply(&mut self, moves: &Option<Vec<Move>>) -> Result<Next> {
        let Some(choice) = self.choose()? else {
            return Ok(Next::End);
        };
        let label = name_of(moves, &choice.to);
        let remark = match (choice.verdict, choice.games) {
            _ if self.bench().by_points() && choice.games.is_none() => String::new(),
            (Some(Verdict::Draw | Verdict::Tie), _) => " (a draw)".to_string(),
            (Some(Verdict::Lose), _) => " (you can win)".to_string(),
            (_, Some(0)) => " (a guess: the time was too short)".to_string(),
            (_, Some(games)) => format!(" (my best guess, after {games} random games)"),
            _ => String::new(),
        };
        output::print(&format!("I move {label}{remark}"));
        self.record.play(self.table.game(), choice.to)?;
        Ok(Next::Go)
    }

    /// What `hint` says.
    fn hint(&self, moves: &Option<Vec<Move>>) -> Result<String> {
        let Some(best) = self.choose()? else {
            return Ok("there is no move".into());
        };
        let label = name_of(moves, &best.to);
        let end = match best.remoteness {
            Some(0) => " at once".to_string(),
            Some(n) => format!(", {n} more to the end"),
            None => String::new(),
        };
        Ok(match (best.verdict, best.games) {
            (_, Some(games)) => format!(
                "perfect play is not found in the time; {label} is my best guess, after {games} random games"
            ),
            _ if self.bench().by_points() => format!("{label} is best"),
            (Some(Verdict::Win), _) => format!("{label} wins{end}"),
            (Some(Verdict::Draw | Verdict::Tie), _) => format!("no move wins; {label} draws"),
            _ => format!("no move wins; {label} resists{end}"),
        })
    }

    /// The moves of the list, with their results if they are asked for.
    fn list(&mut self, moves: &[Move]) -> Result<()> {
        let judged = match self.analysis {
            true => self.judged()?,
            false => None,
        };
        for (i, m) in moves.iter().enumerate().take(LISTED) {
            let result = judged.as_ref().and_then(|all| {
                let this = all.iter().find(|j| j.action.to == m.to)?;
                Some(result_of(this))
            });
            let position = if m.label == m.to { "" } else { &m.to };
            output::print(
                format!(
                    "{:>4}  {:<10} {:<24} {position}",
                    i + 1,
                    m.label,
                    result.unwrap_or_default()
                )
                .trim_end(),
            );
        }
        if moves.len() > LISTED {
            output::print(&format!("      … and {} more", moves.len() - LISTED));
        }
        Ok(())
    }

    /// Every move with its result; `None` where the time is too short.
    fn judged(&mut self) -> Result<Option<Vec<JudgedMove>>> {
        let now = self.record.now().clone();
        let limits = self.budget().limits().clone();
        self.table.set_limits(limits);
        let judged = self.table.judge(&now.position, now.to_move, self.play);
        self.session.finish();
        match judged {
            Err(e) if e.is_limit() && e.code() != Code::Stopped => {
                output::print(
                    "the time is too short for the results of all moves; `hint` gives a guess",
                );
                Ok(None)
            }
            judged => judged.map(Some),
        }
    }

    /// Reads lines until one is a move or changes the board.
    pub fn ask(
        &mut self,
        input: &mut Input,
        moves: &Option<Vec<Move>>,
        over: bool,
    ) -> Result<Next> {
        if self.analysis
            && !over
            && let Some(moves) = moves
        {
            self.list(moves)?;
        }
        loop {
            let prompt = match (over, self.you) {
                (true, _) => "> ",
                (_, Some(_)) => "your move> ",
                (_, None) if self.record.now().to_move == Player::Left => "Left's move> ",
                _ => "Right's move> ",
            };
            let words = || {
                let labels = moves.iter().flatten().map(|m| m.label.clone());
                labels.chain(WORDS.map(String::from)).collect()
            };
            let Some(line) = input.line(prompt, words)? else {
                return Ok(Next::End);
            };
            let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
            let done = match word {
                "" => Ok(false),
                "quit" | "q" | "exit" => return Ok(Next::End),
                "help" => {
                    output::print(HELP);
                    Ok(false)
                }
                "?" | "moves" => match moves {
                    Some(moves) => self.list(moves).map(|()| false),
                    None => {
                        output::print(
                            "there are too many moves to list; type the position that yours leads to",
                        );
                        Ok(false)
                    }
                },
                "hint" if over => {
                    output::print("the game is over; `undo`, `restart`, `new` or `quit`");
                    Ok(false)
                }
                "hint" => self.hint(moves).map(|hint| {
                    output::print(&hint);
                    false
                }),
                "analyse" | "analyze" => {
                    self.analysis = !self.analysis;
                    match (self.analysis, moves) {
                        (true, Some(moves)) => self.list(moves).map(|()| false),
                        _ => Ok(false),
                    }
                }
                "undo" => Ok(told(
                    self.record.undo(self.you),
                    "there is no move of yours to take back",
                )),
                "redo" => Ok(told(
                    self.record.redo(self.you),
                    "there is no move to play again",
                )),
                "restart" => {
                    self.record.restart();
                    Ok(true)
                }
                "swap" => {
                    self.you = self.you.map(Player::other);
                    Ok(told(
                        self.you.is_some(),
                        "people play both sides; there is nothing to swap",
                    ))
                }
                "new" => self.start_again(rest).map(|()| true),
                "save" => self.save(rest).map(|()| false),
                "load" => self.load(rest).map(|()| true),
                _ if over => {
                    output::print("the game is over; `undo`, `restart`, `new` or `quit`");
                    Ok(false)
                }
                _ => self.play_text(line.trim(), moves),
            };
            match done {
                Ok(true) => return Ok(Next::Go),
                Ok(false) => {}
                Err(e) if e.code() == Code::Stopped => return Err(e),
                Err(e) => output::print(&output::sentence(&e)),
            }
        }
    }

    /// Plays what was typed, if it is a move.
    fn play_text(&mut self, text: &str, moves: &Option<Vec<Move>>) -> Result<bool> {
        let now = self.record.now().clone();
        let shown = self.bench().show(text).unwrap_or_else(|_| text.to_string());
        let squeezed = |t: &str| t.split_whitespace().collect::<String>();
        let to = match moves {
            Some(moves) => {
                let is_it = |m: &&Move| m.to == shown || m.to == text;
                let by_label = |m: &&Move| squeezed(&m.label) == squeezed(text);
                let by_position = moves.iter().find(is_it);
                let number = text.parse::<usize>().ok().and_then(|i| i.checked_sub(1));
                let by_number = number.and_then(|i| moves.get(i));
                let found = by_position
                    .or_else(|| moves.iter().find(by_label))
                    .or(by_number);
                found.map(|m| m.to.clone())
            }
            None => {
                let bench = self.bench();
                let is_move = bench.is_move(now.to_move, &now.position, &shown, &self.budget())?;
                is_move.then_some(shown)
            }
        };
        match to {
            Some(to) => {
                self.record.play(self.table.game(), to)?;
                Ok(true)
            }
            None => {
                output::print(&format!(
                    "`{text}` is not a move from {}; `?` lists the moves, `help` the words",
                    now.position
                ));
                Ok(false)
            }
        }
    }

    fn start_again(&mut self, position: &str) -> Result<()> {
        let position = match position {
            "" => self.bench().opening()?,
            position => position.to_string(),
        };
        let first = self.you.unwrap_or(Player::Left);
        self.record = Record::new(self.bench().show(&position)?, first);
        Ok(())
    }

    fn save(&self, file: &str) -> Result<()> {
        let text = self
            .record
            .to_text(&self.game, self.play == PlayKind::Misere);
        output::write_file(Path::new(named(file)?), text.as_bytes())?;
        output::print(&format!("{} moves are in {file}", self.record.moves()));
        Ok(())
    }

    /// Takes up a game that was saved.
    pub fn load(&mut self, file: &str) -> Result<()> {
        let text = std::fs::read_to_string(named(file)?).map_err(|e| {
            bouton_engine::Error::input(format!("the record `{file}` cannot be read: {e}"))
        })?;
        let misere = self.play == PlayKind::Misere;
        self.record = Record::from_text(&text, &self.game, misere, self.table.game())?;
        Ok(())
    }
}

/// Words that a line may begin with.
const WORDS: [&str; 12] = [
    "?", "help", "hint", "analyse", "undo", "redo", "restart", "swap", "new", "save", "load",
    "quit",
];

fn named(file: &str) -> Result<&str> {
    match file.trim() {
        "" => Err(bouton_engine::Error::input(
            "give the name of a file, as in `save my.record`",
        )),
        file => Ok(file),
    }
}

/// Says why nothing was done.
fn told(done: bool, why: &str) -> bool {
    if !done {
        output::print(why);
    }
    done
}

fn name_of(moves: &Option<Vec<Move>>, to: &str) -> String {
    let named = moves.iter().flatten().find(|m| m.to == to);
    match named {
        Some(m) if m.label != m.to => format!("{} to {to}", m.label),
        _ => to.to_string(),
    }
}

/// `wins`, `draws` or `loses`, and what more is known.
fn result_of(m: &JudgedMove) -> String {
    let mut text = match m.verdict {
        Verdict::Win => "+ wins",
        Verdict::Draw | Verdict::Tie => "= draws",
        Verdict::Lose => "- loses",
    }
    .to_string();
    if let Some(n) = m.remoteness {
        text += &format!(" in {}", n + 1);
    }
    if let Some(score) = m.score {
        text += &format!(", score {score}");
    }
    if let Some(value) = m.value.as_ref().filter(|v| v.chars().count() <= 12) {
        text += &format!(", value {value}");
    }
    text
}
