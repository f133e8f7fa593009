//! Moves of every listed game: labels are unique, places are on the drawing, positions are those of the plain moves.

use bouton_engine::{Place, Player, Workbench};
use std::collections::HashSet;

#[test]
fn moves_of_all_games_are_labelled() {
    let mut cases = 0;
    for game in Workbench::list() {
        let bench = Workbench::named(&game.name).unwrap();
        for example in bench.info().examples {
            let drawing = bench.look(&example).unwrap();
            for who in Player::BOTH {
                let plain = bench.moves(who, &example).unwrap();
                let moves = bench.labelled_moves(who, &example).unwrap();
                let targets: Vec<&str> = moves.iter().map(|m| m.to.as_str()).collect();
                assert_eq!(targets, plain, "{} {example}", game.name);
                let labels: HashSet<&str> = moves.iter().map(|m| m.label.as_str()).collect();
                assert_eq!(labels.len(), moves.len(), "{} {example}", game.name);
                let list: Vec<String> = moves
                    .iter()
                    .map(|m| format!("{} = {}", m.label, m.to))
                    .collect();
                println!("{} {example} {who:?}: {}", game.name, list.join("; "));
                for m in &moves {
                    assert!(!m.label.is_empty());
                    let size = drawing.position.len().max(drawing.drawing.len());
                    for place in &m.cells {
                        let (row, col) = match *place {
                            Place::Cell(row, col) => (row, col),
                            Place::Heap(i) | Place::Vertex(i) | Place::Edge(i) => (0, i),
                        };
                        let rows = drawing
                            .position
                            .split(['|', ';'])
                            .count()
                            .max(drawing.drawing.lines().count());
                        assert!(
                            row < rows && col < size,
                            "{} {example} {}",
                            game.name,
                            m.label
                        );
                    }
                    cases += 1;
                }
            }
        }
    }
    assert!(cases > 3_000, "{cases}");
}
