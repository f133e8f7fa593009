//! Compares values of positions with a table of the field's standard tool, given as a path:
//! `cargo run --release -p bouton-solve --example check_boards -- values.tsv`. Lines are group, expression, result.

use bouton_games::amazons::Amazons;
use bouton_games::arc_kayles::ArcKayles;
use bouton_games::clobber::{Clobber, Piece};
use bouton_games::cram::Cram;
use bouton_games::cutcake::Cutcake;
use bouton_games::domineering::Domineering;
use bouton_games::fission::Fission;
use bouton_games::hackenbush::Hackenbush;
use bouton_games::map_colouring::{Kind, MapColouring};
use bouton_games::maundy_cake::MaundyCake;
use bouton_games::toads_and_frogs::ToadsAndFrogs;
use bouton_games::toppling_dominoes::TopplingDominoes;
use bouton_rules::{Partizan, Short};
use bouton_solve::{Budget, GameValues};
use bouton_value::Store;
use std::collections::BTreeMap;

fn value<G: Partizan + Short>(game: G, text: &str) -> Result<String, String> {
    let mut store = Store::new();
    let pos = game.parse(text).map_err(|e| e.to_string())?;
    let value = GameValues::new(game).value(&pos, &mut store, &Budget::unlimited());
    let value = value.map_err(|e| e.to_string())?;
    Ok(store.show(value))
}

/// What stands between the brackets of `Name(...)`.
fn inside(expression: &str) -> &str {
    let from = expression.find('(').map_or(0, |i| i + 1);
    let to = expression.rfind(')').unwrap_or(expression.len());
    expression[from..to].trim_matches('"')
}

/// `Grid.Empty(2,3)`, `Graph.Path(4)`, adjacency lists, pairs and plain texts in our notation.
fn board(argument: &str) -> String {
    if let Some(rest) = argument.strip_prefix("Grid.Empty(") {
        return rest
            .trim_end_matches(')')
            .replace(',', "x")
            .replace(' ', "");
    }
    let edges = |edges: Vec<(usize, usize)>, n: usize| {
        let named: Vec<String> = (0..n)
            .map(|v| v.to_string())
            .chain(edges.iter().map(|(a, b)| format!("{a}-{b}")))
            .collect();
        named.join(",")
    };
    let number = |t: &str| t.trim_end_matches(')').parse::<usize>().unwrap_or(0);
    if let Some(rest) = argument.strip_prefix("Graph.Path(") {
        let n = number(rest);
        return edges((1..n).map(|i| (i - 1, i)).collect(), n);
    }
    if let Some(rest) = argument.strip_prefix("Graph.Cycle(") {
        let n = number(rest);
        return edges((0..n).map(|i| (i, (i + 1) % n)).collect(), n);
    }
    if let Some(rest) = argument.strip_prefix("Graph.FromAdjacencyList(") {
        let lists: Vec<&str> = rest
            .trim_start_matches("[[")
            .trim_end_matches(")")
            .trim_end_matches("]]")
            .split("],[")
            .collect();
        let mut found = Vec::new();
        for (v, list) in lists.iter().enumerate() {
            for w in list
                .split(',')
                .filter_map(|w| w.trim().parse::<usize>().ok())
            {
                if v < w {
                    found.push((v, w - 1));
                }
            }
        }
        return edges(found, lists.len());
    }
    if argument.starts_with('(') {
        return argument
            .trim_matches(['(', ')'])
            .replace(',', "x")
            .replace(' ', "");
    }
    argument.to_string()
}

fn answer(expression: &str) -> Option<Result<String, String>> {
    let method = expression.rsplit('.').next()?;
    if method != "CanonicalForm" && method != "NimValue" {
        return None;
    }
    let rest = expression.strip_prefix("game.")?;
    let (_, rest) = rest.split_once('.')?;
    let (name, _) = rest.split_once('(')?;
    let text = board(inside(rest));
    let clobber = |piece| Clobber { piece };
    let toads = |most_jumped| ToadsAndFrogs { most_jumped };
    let col = |kind| MapColouring { kind };
    let found = match name {
        "Domineering" => value(Domineering, &text),
        "Cram" => value(Cram, &text),
        "Clobber" => value(clobber(Piece::Stone), &text),
        "Kings" => value(clobber(Piece::King), &text),
        "Knights" => value(clobber(Piece::Knight), &text),
        "Rooks" => value(clobber(Piece::Rook), &text),
        "Queens" => value(clobber(Piece::Queen), &text),
        "Amazons" => value(Amazons, &text),
        "Fission" => value(Fission, &text),
        "ToadsAndFrogs" => value(toads(1), &text),
        "ElephantsAndRhinos" => value(toads(0), &text),
        "TopplingDominoes" => value(TopplingDominoes, &text),
        "Hackenbush" => value(Hackenbush::game(), &text),
        "Col" => value(col(Kind::Col), &text),
        "Snort" => value(col(Kind::Snort), &text),
        "ArcKayles" => value(ArcKayles::game(), &text),
        "Cutcake" => value(Cutcake::game(), &text),
        "MaundyCake" => value(MaundyCake::game(), &text),
        _ => return None,
    };
    Some(found.map(|v| match (method, v.as_str()) {
        ("NimValue", "*") => "1".into(),
        ("NimValue", v) => v.trim_start_matches('*').into(),
        _ => v,
    }))
}

fn main() {
    let Some(path) = std::env::args().nth(1) else {
        println!("give the path of a table: group, expression, result, separated by tabs");
        return;
    };
    let text = std::fs::read_to_string(&path).expect("a readable table");
    let mut groups: BTreeMap<String, [usize; 3]> = BTreeMap::new();
    for line in text.lines() {
        let cells: Vec<&str> = line.split('\t').collect();
        let [group, expression, expected, ..] = cells[..] else {
            continue;
        };
        if !["grid", "strip", "graph", "heap", "rules"]
            .iter()
            .any(|p| group.starts_with(p))
        {
            continue;
        }
        let tally = groups.entry(group.to_string()).or_default();
        match answer(expression) {
            None => tally[2] += 1,
            Some(Ok(found)) if found == expected => tally[0] += 1,
            Some(found) => {
                tally[1] += 1;
                let found = found.unwrap_or_else(|e| e);
                println!("{expression}: {found}, expected {expected}");
            }
        }
    }
    for (group, [same, other, skipped]) in groups {
        println!("{group:28} {same:5} agree {other:4} differ {skipped:4} not asked");
    }
}
