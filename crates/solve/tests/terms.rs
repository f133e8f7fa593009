//! Games with their types hidden: the searches give what the definition gives, and what they give of the games themselves.

use bouton_games::clobber::{Clobber, Piece};
use bouton_games::cram::Cram;
use bouton_rules::{AnyPosition, Impartial, ImpartialTwin, Partizan, Play, Player, Ruleset, Short};
use bouton_solve::doc::{Stalk, Takeaway};
use bouton_solve::numbered::Term;
use bouton_solve::{
    Budget, Outcomes, Values, grundy, outcome, outcome_of_term, partizan_outcome,
    partizan_outcome_of_term,
};
use std::collections::HashMap;

/// Does the player to move win, by the definition.
fn wins<G: Partizan>(
    game: &G,
    pos: &G::Position,
    who: Player,
    play: Play,
    known: &mut HashMap<(G::Position, bool), bool>,
) -> bool {
    let key = (pos.clone(), who == Player::Left);
    if let Some(&won) = known.get(&key) {
        return won;
    }
    let moves = game.moves(who, pos).unwrap();
    let won = match moves.is_empty() {
        true => play == Play::Misere,
        false => moves
            .iter()
            .any(|next| !wins(game, next, who.other(), play, known)),
    };
    known.insert(key, won);
    won
}

/// Compares the answers for some positions; gives how many moves win.
fn impartial<G: Impartial + Short>(game: G, texts: &[&str]) -> usize {
    let (term, budget) = (Term::impartial(game.clone()), Budget::unlimited());
    let mut winning = 0;
    for play in [Play::Normal, Play::Misere] {
        let mut known = HashMap::new();
        for text in texts {
            let pos = game.parse(text).unwrap();
            let hidden = AnyPosition::hide(&game, pos.clone());
            let open = outcome(&game, &pos, play, false, &budget).unwrap();
            let shut = outcome_of_term(&term, &hidden, play, false, &budget).unwrap();
            assert_eq!(open.outcome, shut.outcome, "{text}");
            assert_eq!(
                (open.grundy, open.nodes),
                (shut.grundy, shut.nodes),
                "{text}"
            );
            let own = |pos: &AnyPosition| pos.of_game::<G>().unwrap().clone();
            let replies: Vec<_> = shut.winning.iter().map(own).collect();
            assert_eq!(open.winning, replies, "{text}");
            let won = wins(&game, &pos, Player::Left, play, &mut known);
            assert_eq!(won, shut.outcome == bouton_rules::Outcome::N, "{text}");
            for option in game.options(&pos).unwrap() {
                let lost = !wins(&game, &option, Player::Right, play, &mut known);
                assert_eq!(lost, replies.contains(&option), "{text}");
            }
            winning += replies.len();
            let mut all = Outcomes::of_term(&term, std::slice::from_ref(&hidden), play, &budget);
            assert_eq!(all.as_mut().unwrap().wins(&hidden), Some(won), "{text}");
            let mut values = Values::of_term(&term, std::slice::from_ref(&hidden), &budget);
            let value = values.as_mut().unwrap().of(&hidden);
            assert_eq!(grundy(&game, &pos, false, &budget).unwrap(), value.into());
        }
    }
    winning
}

#[test]
fn impartial_games() {
    let strips = ImpartialTwin(Clobber {
        piece: Piece::Stone,
    });
    let winning = impartial(Takeaway, &["0", "7", "3,4", "5,5,6", "2,3,1"])
        + impartial(Cram, &["2x3", "3x3", "..#|.#.|..."])
        + impartial(strips, &["xoxo", "xxo.ox", "xo|ox|.x"]);
    assert!(winning > 30, "{winning}");
}

#[test]
fn partizan_games() {
    fn compare<G: Partizan + Short>(game: G, texts: &[&str]) -> usize {
        let (term, budget) = (Term::partizan(game.clone()), Budget::unlimited());
        let mut winning = 0;
        for play in [Play::Normal, Play::Misere] {
            let mut known = HashMap::new();
            for text in texts {
                let pos = game.parse(text).unwrap();
                let hidden = AnyPosition::hide(&game, pos.clone());
                let open = partizan_outcome(&game, &pos, play, &budget).unwrap();
                let shut = partizan_outcome_of_term(&term, &hidden, play, &budget).unwrap();
                assert_eq!(
                    (open.outcome, open.nodes),
                    (shut.outcome, shut.nodes),
                    "{text}"
                );
                let own = |pos: &AnyPosition| pos.of_game::<G>().unwrap().clone();
                for (who, won, open, shut) in [
                    (
                        Player::Left,
                        shut.left_starts,
                        open.left_winning,
                        shut.left_winning,
                    ),
                    (
                        Player::Right,
                        shut.right_starts,
                        open.right_winning,
                        shut.right_winning,
                    ),
                ] {
                    assert_eq!(won, wins(&game, &pos, who, play, &mut known), "{text}");
                    let shut: Vec<_> = shut.iter().map(own).collect();
                    assert_eq!(open, shut, "{text}");
                    for next in game.moves(who, &pos).unwrap() {
                        let lost = !wins(&game, &next, who.other(), play, &mut known);
                        assert_eq!(lost, shut.contains(&next), "{text}");
                    }
                    winning += shut.len();
                }
            }
        }
        winning
    }
    let clobber = Clobber {
        piece: Piece::Stone,
    };
    let winning = compare(clobber, &["xo.ox", "xox|oxo", "xoxo|.xo."]);
    assert!(winning > 10, "{winning}");
    let stalk = Stalk.info().examples.clone();
    let stalks: Vec<&str> = stalk.iter().map(String::as_str).collect();
    assert!(compare(Stalk, &stalks) > 0);
}
