//! Games made of games: hidden types, impartial twins, dicotic variants and sums keep the laws, and the searches over their
//! parts give what the definition gives.

use bouton_games::{Visitor, find};
use bouton_rules::{
    AnyGame, Dicotic, Impartial, ImpartialTwin, Partizan, Player, Result, Ruleset, Short, Sum, laws,
};
use bouton_solve::value::value_from_definition;
use bouton_solve::{Budget, GameValues, NimberSearch, SumSearch, grundy};
use bouton_value::Store;

/// Hides the type of the game that is visited, and compares it with the game itself.
struct Hide(Option<AnyGame>);

impl Hide {
    fn compare<G: Partizan + Short>(&mut self, game: G, hidden: AnyGame) {
        for text in game.info().examples {
            let (pos, covered) = (game.parse(&text).unwrap(), hidden.parse(&text).unwrap());
            for who in Player::BOTH {
                let open = game.moves(who, &pos).unwrap();
                let open: Vec<_> = open.iter().map(|p| game.show(p)).collect();
                let shut = hidden.moves(who, &covered).unwrap();
                let shut: Vec<_> = shut.iter().map(|p| hidden.show(p)).collect();
                assert_eq!(open, shut, "{text}");
            }
        }
        self.0 = Some(hidden);
    }
}

impl Visitor for Hide {
    fn impartial<G: Impartial + Short>(&mut self, game: G) {
        self.compare(game.clone(), AnyGame::impartial(game));
    }

    fn family<G: Impartial + Short>(
        &mut self,
        _: &str,
        default: &str,
        build: fn(&str) -> Result<G>,
    ) {
        self.impartial(build(default).unwrap());
    }

    fn partizan<G: Partizan + Short>(&mut self, game: G) {
        self.compare(game.clone(), AnyGame::partizan(game));
    }

    fn loopy<G: Impartial>(&mut self, _: G) {}

    fn loopy_partizan<G: Partizan>(&mut self, _: G) {}
}

fn hidden(name: &str) -> AnyGame {
    let mut hide = Hide(None);
    find(name, &mut hide).unwrap();
    hide.0.expect("a game that ends")
}

/// Values by parts and from the definition, and winners by the search over sums, on everything that starts at the examples.
fn agrees<G: Partizan + Short>(game: &G) -> usize {
    let budget = Budget::unlimited();
    let visited = laws::partizan(game, 100_000).unwrap();
    for text in game.info().examples {
        let pos = game.parse(&text).unwrap();
        let mut store = Store::new();
        let fast = GameValues::new(game.clone())
            .value(&pos, &mut store, &budget)
            .unwrap();
        let slow = value_from_definition(game, &pos, &mut store).unwrap();
        assert_eq!(store.show(fast), store.show(slow), "{text}");
        let outcome = SumSearch::new(game.clone(), 2)
            .outcome(&pos, &budget)
            .unwrap();
        let letter = store.outcome(slow).unwrap().letter();
        assert_eq!(outcome.letter(), letter.to_string(), "{text}");
    }
    visited
}

#[test]
fn sums_of_different_games() {
    let mut visited = 0;
    for names in [
        ["clobber", "domineering", "nim"],
        ["toads-and-frogs", "kayles", "hackenbush"],
    ] {
        let mut games = names.map(hidden).into_iter();
        let first = games.next().unwrap();
        visited += agrees(&Sum::of(first, games.collect()));
    }
    assert!(visited > 1000, "{visited}");
}

#[test]
fn dicotic_variants() {
    let mut visited = 0;
    for name in ["domineering", "nogo", "clobber", "hackenbush"] {
        let game = Dicotic(hidden(name));
        visited += agrees(&game);
        for text in game.info().examples {
            let pos = game.parse(&text).unwrap();
            let mut store = Store::new();
            let value = value_from_definition(&game, &pos, &mut store).unwrap();
            assert!(store.is_all_small(value).unwrap(), "dicotic {name} {text}");
        }
    }
    assert!(visited > 300, "{visited}");
}

#[test]
fn impartial_twins_of_hidden_games_and_of_sums() {
    let budget = Budget::unlimited();
    let sum = Sum::of(hidden("nim"), vec![hidden("kayles")]);
    assert!(sum.is_impartial());
    assert!(!Sum::of(hidden("nim"), vec![hidden("clobber")]).is_impartial());
    let game = ImpartialTwin(sum);
    let pos = game.parse("1,2 + 5").unwrap();
    assert_eq!(
        grundy(&game, &pos, false, &budget).unwrap(),
        (3u8 ^ 4).into()
    );
    let twin = ImpartialTwin(hidden("domineering"));
    let cram = hidden("cram");
    for text in ["3x4", "..#|...|#.."] {
        let nimber = NimberSearch::new(twin.clone())
            .nimber(&twin.parse(text).unwrap(), &budget)
            .unwrap();
        let game = ImpartialTwin(cram.clone());
        let pos = game.parse(text).unwrap();
        let slow = grundy(&game, &pos, false, &budget).unwrap();
        assert_eq!(slow, nimber.into(), "{text}");
    }
}
