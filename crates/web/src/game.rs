//! A game on the page: board, moves with their results, and what there is to know about the position.

use crate::board;
use crate::error::Failure;
use crate::layout::{encoded, page};
use crate::place::{Place, name};
use bouton_engine::{
    Budget, Entry, JudgedMove, Move, Player, Session, SolveQuestion, Verdict, Workbench,
    outcome_text,
};
use maud::{Markup, html};

/// Most moves that the page lists.
const LISTED: usize = 400;

/// Whose turn it is, in words.
fn turn(bench: &Workbench, who: Player) -> &'static str {
    match (bench.is_partizan(), who) {
        (false, Player::Left) => "First player to move",
        (false, Player::Right) => "Second player to move",
        (true, Player::Left) => "Left to move",
        (true, Player::Right) => "Right to move",
    }
}

/// A place with its game open and its position read.
pub struct Table {
    pub place: Place,
    pub bench: Workbench,
}

impl Table {
    pub fn open(mut place: Place) -> Result<Table, Failure> {
        let bench = place.open()?;
        if let Some(kind) = bench.other_kind() {
            return Err(Failure::bad(format!(
                "{} is {kind}; the page plays games of two players, `bouton solve` answers for it",
                bench.info().name
            )));
        }
        if place.position.trim().is_empty() {
            place.position = bench.opening()?;
        }
        place.position = bench.show(&place.position)?;
        place.who = name(place.who()).to_string();
        Ok(Table { place, bench })
    }

    /// The place that a move leads to.
    pub fn next(&self, to: &str) -> Result<Place, Failure> {
        let gain = self.bench.gain(&self.place.position, to)?;
        Ok(self
            .place
            .after_move(to, gain.is_some_and(|(_, again)| again)))
    }

    pub fn moves(&self) -> Result<Option<Vec<Move>>, Failure> {
        match self
            .bench
            .labelled_moves(self.place.who(), &self.place.position)
        {
            Err(e) if e.is_limit() => Ok(None),
            moves => Ok(Some(moves?)),
        }
    }

    /// Who has won, once the game is over.
    fn result(&self, moves: &Option<Vec<Move>>) -> Result<Option<String>, Failure> {
        let who = self.place.who();
        let ended = self.bench.ended(who, &self.place.position)?;
        let stuck = moves.as_ref().is_some_and(Vec::is_empty);
        let mover = match (self.bench.is_partizan(), who) {
            (true, Player::Left) => ["Left", "Right"],
            (true, Player::Right) => ["Right", "Left"],
            (false, _) => ["The player to move", "The player who moved last"],
        };
        Ok(match ended {
            Some("draw") => Some("The game is over: a draw.".to_string()),
            Some("win") => Some(format!("The game is over: {} wins.", mover[0])),
            Some(_) => Some(format!("The game is over: {} wins.", mover[1])),
            None if stuck && self.bench.by_points() => {
                Some("The game is over: the points decide.".to_string())
            }
            None if stuck => {
                let winner = usize::from(self.place.misere.is_empty());
                Some(format!("No move is left: {} wins.", mover[winner]))
            }
            None => None,
        })
    }

    /// Bouton's move, if it plays this side; the place stays where it is if the game is over.
    pub fn replied(self, budget: &Budget) -> Result<Place, Failure> {
        let mut table = self;
        // A side that moves again after a point moves again here too.
        for _ in 0..100 {
            if table.place.bot != table.place.who {
                break;
            }
            let moves = table.moves()?;
            if table.result(&moves)?.is_some() {
                break;
            }
            let place = &table.place;
            let choice = table
                .bench
                .choose(place.who(), &place.position, place.play(), budget)?;
            let Some(choice) = choice else { break };
            table.place = table.next(&choice.to)?;
        }
        Ok(table.place)
    }

    /// The board: a drawing or stacks.
    fn board(&self, moves: &[Move]) -> Result<Markup, Failure> {
        let position = &self.place.position;
        let title = format!("{}: {position}", self.bench.info().name);
        let (scene, places) = self.bench.scene(position)?;
        let text_only = scene.shapes.len() == 1;
        let heaps: Vec<String> = position.split(',').map(|t| t.trim().to_string()).collect();
        let are_heaps = heaps
            .iter()
            .all(|h| h.chars().all(|c| c.is_ascii_digit()) && !h.is_empty());
        Ok(match text_only && are_heaps {
            true => board::heaps(&heaps, moves),
            false => board::raw(board::picture(&scene, &places, moves, &title, false)),
        })
    }

    /// The whole page.
    pub fn page(&self) -> Result<Markup, Failure> {
        let place = &self.place;
        let info = self.bench.info();
        let moves = self.moves()?;
        let over = self.result(&moves)?;
        let listed: &[Move] = moves.as_deref().unwrap_or_default();
        let active: &[Move] = if over.is_some() { &[] } else { listed };
        let long = listed.len() > LISTED || moves.is_none();
        let turn = turn(&self.bench, place.who());
        let swapped = Place {
            who: name(place.who().other()).to_string(),
            ..place.clone()
        };
        let fresh = Place {
            position: String::new(),
            before: String::new(),
            after: String::new(),
            who: String::new(),
            ..place.clone()
        };
        let misere = Place {
            misere: if place.misere.is_empty() { "1" } else { "" }.to_string(),
            ..place.clone()
        };
        Ok(page(
            &info.name,
            html! {
                h1 { (info.name) }
                p.rules { (info.rules) }
                div.table {
                    section.play aria-label="Board" {
                        p.turn role="status" { strong { (over.clone().unwrap_or_else(|| turn.to_string())) } }
                        (self.board(active)?)
                        p.position { "Position " code { (place.position) } @if !place.misere.is_empty() { " · misère play" } }
                        nav.tools aria-label="Game" {
                            @if let Some(back) = place.undone() { a rel="prev" href=(back.address()) { "Undo" } }
                            @if let Some(on) = place.redone() { a rel="next" href=(on.address()) { "Redo" } }
                            a href=(fresh.address()) { "Restart" }
                            a href=(format!("/random?{}", place.query())) { "Random position" }
                            a href=(swapped.address()) { "Other side to move" }
                            @if !self.bench.by_points() && !self.bench.by_reaching() {
                                a href=(misere.address()) { (if place.misere.is_empty() { "Misère play" } else { "Normal play" }) }
                            }
                            @for (bot, text) in self.sides() {
                                @if place.bot != bot {
                                    a href=(format!("/step?{}", Place { bot: bot.to_string(), ..place.clone() }.query())) { (text) }
                                }
                            }
                        }
                        (self.course())
                    }
                    section.analysis aria-label="Analysis" {
                        div #answer data-answer=(format!("/answer?{}", place.query())) aria-live="polite" {
                            p { a href=(format!("/answer?{}", place.query())) { "Who wins, and what is it worth?" } }
                        }
                        @if over.is_none() {
                            h2 { "Moves" }
                            @if long {
                                p { "There are too many moves to list all of them; type the position that yours leads to." }
                            }
                            label.switch { input type="checkbox" id="hints"; " Show what each move leads to" }
                            ul.moves #moves {
                                @for m in listed.iter().take(LISTED) {
                                    @let next = self.next(&m.to)?;
                                    li data-to=(m.to) {
                                        a href=(format!("/step?{}", next.query()))
                                            data-cells=(m.cells.iter().map(board::place_name).collect::<Vec<_>>().join(" ")) {
                                            (m.label)
                                        }
                                        span.result {}
                                    }
                                }
                            }
                        }
                    }
                }
                details open[place.before.is_empty()] {
                    summary { "Another position" }
                    form method="get" action="/play" {
                        (self.hidden(&["position", "before", "after"]))
                        label for="position" { "Position (" (info.notation) ")" }
                        input id="position" name="position" value=(place.position) size="40" autocomplete="off";
                        button { "Show" }
                    }
                    p { "Examples: " @for e in &info.examples { a href=(Place { position: e.clone(), ..fresh.clone() }.address()) { code { (e) } } " " } }
                }
                details {
                    summary { "About the game" }
                    p { (info.kind) "." }
                    @if let Some(theorem) = &info.theorem { p { "Theorem: " (theorem) } }
                    @if let Some(source) = &info.source { p { "Source: " (source) } }
                    @if let Some(file) = &info.rule_file {
                        pre { (file) }
                        p { a href=(format!("/rules?rules={}", encoded(file))) { "Change these rules, or ask for a theorem" } }
                    }
                }
                details {
                    summary { "Take it with you" }
                    p {
                        "This page's address holds the whole game. Export: "
                        @for format in ["svg", "json", "text", "latex"] {
                            a href=(format!("/export?format={format}&{}", place.query())) { (format) } " "
                        }
                    }
                    label for="embed" { "To embed in another page" }
                    input id="embed" readonly size="60" value=(format!("<iframe src=\"/embed?{}\" width=\"420\" height=\"360\"></iframe>", place.query()));
                }
            },
        ))
    }

    /// Who may play, as the page calls it.
    fn sides(&self) -> [(&'static str, &'static str); 3] {
        let [left, right] = match self.bench.is_partizan() {
            true => ["Bouton plays Left", "Bouton plays Right"],
            false => ["Bouton plays first", "Bouton plays second"],
        };
        [("", "Two people"), ("left", left), ("right", right)]
    }

    fn hidden(&self, without: &[&str]) -> Markup {
        let p = &self.place;
        let all = [
            ("game", &p.game),
            ("rules", &p.rules),
            ("position", &p.position),
            ("who", &p.who),
            ("misere", &p.misere),
            ("before", &p.before),
            ("after", &p.after),
            ("bot", &p.bot),
        ];
        html! {
            @for (key, value) in all {
                @if !value.is_empty() && !without.contains(&key) { input type="hidden" name=(key) value=(value); }
            }
        }
    }

    /// The game so far, to go back to.
    fn course(&self) -> Markup {
        let course = self.place.course();
        html! {
            @if course.len() > 1 {
                ol.course aria-label="Course of the game" {
                    @for (i, place) in course.iter().enumerate() {
                        @if i + 1 == course.len() {
                            li aria-current="step" { code { (place.position) } }
                        } @else {
                            li { a href=(place.address()) title=(place.position) { (i + 1) } }
                        }
                    }
                }
            }
        }
    }

    /// Who wins, what it is worth, and what each move leads to: what the page asks for when it is there.
    pub fn answer(self, budget: &Budget) -> Result<Markup, Failure> {
        let Table { place, bench } = self;
        let question = SolveQuestion {
            play: place.play(),
            ..SolveQuestion::default()
        };
        let solved = bench.solve(&place.position, question, budget);
        let value = bench.value(&place.position, true, &part(budget, 5.0)).ok();
        let mut session = Session::new(bench, part(budget, 8.0).limits().clone());
        let judged = session.judge(&place.position, place.who(), place.play());
        let solved = match solved {
            Err(e) if e.is_limit() => Err(e.to_string()),
            solved => Ok(solved?),
        };
        Ok(html! {
            dl.facts {
                @match &solved {
                    Ok(s) => {
                        dt { "Outcome" } dd { strong { (outcome_text(&s.outcome)) } }
                        @if let Some(g) = &s.grundy { dt { "Grundy value" } dd { (g) } }
                        @if let Some(n) = s.score { dt { "Score" } dd { (n) } }
                        @if let Some(n) = s.remoteness { dt { "Remoteness" } dd { (n) } }
                    }
                    Err(sentence) => { dt { "Outcome" } dd { "unknown: " (sentence) } }
                }
                @if let (Some(v), true) = (&value, place.misere.is_empty()) {
                    dt { "Value" } dd.value { (v.value) }
                    dt { "Mean, temperature" } dd { (v.mean) ", " (v.temperature) }
                    dt { "Stops" } dd { (v.left_stop) " (Left), " (v.right_stop) " (Right)" }
                }
                @if let Ok(s) = &solved { dt { "How it is known" } dd.small { (s.method) } }
            }
            @match judged {
                Ok(moves) => {
                    ul.judged hidden { @for m in &moves { li data-to=(m.action.to) data-verdict=(word(m)) { (result(m)) } } }
                }
                Err(_) => p.small { "The time is too short for the results of all moves." }
            }
        })
    }

    /// The position and what is known of it, as plain data.
    pub fn export(self, format: &str, budget: &Budget) -> Result<(&'static str, String), Failure> {
        let Table { place, bench } = self;
        let value = || bench.value(&place.position, false, budget);
        Ok(match format {
            "svg" => {
                let (scene, places) = bench.scene(&place.position)?;
                let svg = board::picture(&scene, &places, &[], &place.position, true);
                ("image/svg+xml", svg)
            }
            "json" => {
                let question = SolveQuestion {
                    play: place.play(),
                    ..SolveQuestion::default()
                };
                let report = bench.solve(&place.position, question, budget)?;
                let json = serde_json::to_string_pretty(&report);
                (
                    "application/json",
                    json.map_err(|e| Failure::bad(e.to_string()))?,
                )
            }
            "latex" => {
                let mut calculator =
                    bouton_engine::Calculator::new(budget.limits(), bouton_engine::Style::Latex);
                let line = calculator.line(&value()?.value)?.unwrap_or_default();
                ("text/plain; charset=utf-8", format!("${line}$\n"))
            }
            "text" => {
                let drawing = bench.scene(&place.position)?.0.to_text();
                let value = value()
                    .map(|v| format!("value {}\n", v.value))
                    .unwrap_or_default();
                (
                    "text/plain; charset=utf-8",
                    format!("{}\n{drawing}{value}", place.position),
                )
            }
            other => {
                return Err(Failure::bad(format!(
                    "`{other}` is no format; there are svg, json, text and latex"
                )));
            }
        })
    }

    /// Only the board, for another page.
    pub fn embedded(&self) -> Result<Markup, Failure> {
        let title = self.bench.info().name;
        Ok(html! {
            (maud::DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    title { (title) }
                    link rel="stylesheet" href="/style.css";
                }
                body.embedded {
                    (self.board(&[])?)
                    p { a href=(self.place.address()) target="_top" { (title) " " (self.place.position) } }
                }
            }
        })
    }

    /// A position that random moves reach.
    pub fn random(&self, budget: &Budget) -> Result<Place, Failure> {
        use std::time::{SystemTime, UNIX_EPOCH};
        let now = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_or(1, |d| d.as_nanos() as u64);
        let origin = bouton_engine::Origin::Reachable {
            from: self.bench.opening()?,
            within: Some(40),
        };
        let selection = bouton_engine::Selection {
            random: Some(1),
            seed: now,
            ..Default::default()
        };
        let mut found = String::new();
        self.bench.positions(&origin, selection, budget, &mut |p| {
            found = p.to_string();
            Ok(false)
        })?;
        Ok(Place {
            position: found,
            before: String::new(),
            after: String::new(),
            ..self.place.clone()
        })
    }
}

/// A part of the time of a question.
fn part(budget: &Budget, seconds: f64) -> Budget {
    let limits = bouton_engine::Limits {
        seconds: Some(seconds),
        ..budget.limits().clone()
    };
    Budget::new(&limits)
}

fn word(m: &JudgedMove) -> &'static str {
    match m.verdict {
        Verdict::Win => "win",
        Verdict::Draw | Verdict::Tie => "draw",
        Verdict::Lose => "lose",
    }
}

/// The result of a move with a sign, so that it can be told without colour.
fn result(m: &JudgedMove) -> String {
    let mut text = match m.verdict {
        Verdict::Win => "▲ wins",
        Verdict::Draw | Verdict::Tie => "■ draws",
        Verdict::Lose => "▽ loses",
    }
    .to_string();
    if let Some(n) = m.remoteness {
        text += &format!(" in {}", n + 1);
    }
    if let Some(score) = m.score {
        text += &format!(", score {score}");
    }
    if let Some(value) = m.value.as_ref().filter(|v| v.chars().count() <= 16) {
        text += &format!(", to {value}");
    }
    text
}

/// A table of first values as a row.
pub fn first_values(entries: &[Option<Entry>]) -> String {
    let text = |e: &Option<Entry>| match e {
        Some(Entry::Grundy(g)) => g.to_string(),
        Some(Entry::Outcome(o)) => o.to_string(),
        Some(Entry::Value(v)) => v.to_string(),
        None => "-".to_string(),
    };
    entries.iter().map(text).collect::<Vec<_>>().join(" ")
}
