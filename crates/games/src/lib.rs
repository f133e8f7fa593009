//! Rulesets, one file each, with their theorems.
//!
//! A new game is one file in `src` and one `pub mod` line below: the file has `pub fn visit(v: &mut impl Visitor)`, which
//! shows the game to whoever asks. Command line, tests and documentation find it through [`visit_all`].
//!
//! ```
//! use bouton_games::{find, nim::Nim};
//! use bouton_rules::{Heaps, Impartial, Outcome, Play};
//! let known = Nim::game().known(&Heaps::of(&[3, 4, 5]), Play::Normal).unwrap();
//! assert_eq!(known.outcome, Outcome::N);
//! assert_eq!(known.winning, [Heaps::of(&[1, 4, 5])]);
//! ```

use bouton_rules::{Decided, Error, Impartial, Partizan, Result, Ruleset, Scoring, Short};

pub mod common;

pub mod all_but;
pub mod amazons;
pub mod arc_kayles;
pub mod backsliding_toads;
pub mod bounded_nim;
pub mod cherries;
pub mod childish_hackenbush;
pub mod chomp;
pub mod clobber;
pub mod coprime_nim;
pub mod cram;
pub mod cutcake;
pub mod dawsons_kayles;
pub mod distribunim;
pub mod divisor_nim;
pub mod divisor_splitting;
pub mod domineering;
pub mod dynamic_nim;
pub mod eatcake;
pub mod end_nim;
pub mod euclid;
pub mod fibonacci_nim;
pub mod fission;
pub mod fjords;
pub mod fox_and_geese;
pub mod generalized_wythoff;
pub mod geography;
pub mod green_hackenbush;
pub mod grundys_game;
pub mod hackenbush;
pub mod hex;
pub mod in_a_row;
pub mod kayles;
pub mod king_and_dirt;
pub mod konane;
pub mod lasker;
pub mod map_colouring;
pub mod maundy_cake;
pub mod maze;
pub mod mem;
pub mod mock_turtles;
pub mod moore;
pub mod nim;
pub mod nimstring;
pub mod node_kayles;
pub mod nogo;
pub mod northcott;
pub mod notakto;
pub mod partisan_nim;
pub mod partizan_arc_kayles;
pub mod partizan_euclid;
pub mod partizan_octal;
pub mod partizan_subtraction;
pub mod plain_value;
pub mod poset_game;
pub mod powers_of_two;
pub mod proportionate_nim;
pub mod ruler;
pub mod sheep;
pub mod silver_dollar;
pub mod sliding_coins;
pub mod sliding_toads;
pub mod staircase;
pub mod stone_game;
pub mod strings_and_coins;
pub mod subtract_prime;
pub mod subtract_square;
pub mod subtraction;
pub mod toads_and_frogs;
pub mod toppling_dominoes;
pub mod turning;
pub mod turning_product;
pub mod turning_turtles;
pub mod twins;
pub mod welter;
pub mod wythoff;
pub mod young_diagrams;

/// Someone who wants to see every ruleset, with its type.
pub trait Visitor {
    /// An impartial game that ends.
    fn impartial<G: Impartial + Short>(&mut self, game: G);

    /// Impartial games that end, one for each parameter: `build` reads what stands behind the colon in `name:parameter`.
    fn family<G: Impartial + Short>(
        &mut self,
        name: &str,
        default: &str,
        build: fn(&str) -> Result<G>,
    );

    /// A partizan game that ends.
    fn partizan<G: Partizan + Short>(&mut self, game: G);

    /// An impartial game that may repeat positions.
    fn loopy<G: Impartial>(&mut self, game: G);

    /// A partizan game that may repeat positions.
    fn loopy_partizan<G: Partizan>(&mut self, game: G);

    /// Partizan games that end, one for each parameter, as in [`Visitor::family`]. The default shows the one game of the default parameter.
    fn partizan_family<G: Partizan + Short>(
        &mut self,
        _name: &str,
        default: &str,
        build: fn(&str) -> Result<G>,
    ) {
        if let Ok(game) = build(default) {
            self.partizan(game);
        }
    }

    /// A game that is won by points. The default passes it over.
    fn scoring<G: Scoring + Short>(&mut self, _game: G) {}

    /// A game that ends and is won by reaching a position. The default passes it over.
    fn decided<G: Partizan + Decided + Short>(&mut self, _game: G) {}

    /// What a theorem says about the single heaps of the game with this name, in a form that counts them. The default passes it over.
    fn fact(&mut self, _game: &str, _fact: HeapFact) {}
}

/// The Grundy value of a heap of n >= 1 by the factors of n; the empty heap has value 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeapFact {
    /// The exponent of this base in n.
    Exponent(u64),
    /// The place of the least prime factor of n among the odd primes, 2 for 3, 3 for 5, …; 0 for even n, 1 for n = 1.
    LeastPrimePlace,
    /// The entry of this list at the number of prime factors of n, counted with multiplicity.
    FactorCount(&'static [u32; 64]),
    /// n itself.
    Size,
}

/// What the game with this name says of its single heaps.
///
/// ```
/// use bouton_games::{HeapFact, fact_of};
/// assert_eq!(fact_of("divisor-nim"), Some(HeapFact::Exponent(2)));
/// assert_eq!(fact_of("subtract-a-square"), None);
/// ```
pub fn fact_of(name: &str) -> Option<HeapFact> {
    struct Facts<'a>(&'a str, Option<HeapFact>);
    impl Visitor for Facts<'_> {
        fn impartial<G: Impartial + Short>(&mut self, _: G) {}
        fn family<G: Impartial + Short>(&mut self, _: &str, _: &str, _: fn(&str) -> Result<G>) {}
        fn partizan<G: Partizan + Short>(&mut self, _: G) {}
        fn loopy<G: Impartial>(&mut self, _: G) {}
        fn loopy_partizan<G: Partizan>(&mut self, _: G) {}
        fn fact(&mut self, game: &str, fact: HeapFact) {
            if game == self.0 {
                self.1 = Some(fact);
            }
        }
    }
    let mut facts = Facts(name.trim(), None);
    visit_all(&mut facts);
    facts.1
}

include!(concat!(env!("OUT_DIR"), "/visit_all.rs"));

/// Shows the one game called `name` to the visitor; a family's name may carry a parameter, `bounded-nim:3`, and without it
/// stands for the default. Errors: no such game; a parameter that the family does not take.
///
/// ```
/// use bouton_rules::{Impartial, Partizan, Result, Ruleset, Short};
/// struct Rules(String);
/// impl bouton_games::Visitor for Rules {
///     fn impartial<G: Impartial + Short>(&mut self, game: G) { self.0 = game.info().rules; }
///     fn family<G: Impartial + Short>(&mut self, _: &str, _: &str, _: fn(&str) -> Result<G>) {}
///     fn partizan<G: Partizan + Short>(&mut self, game: G) { self.0 = game.info().rules; }
///     fn loopy<G: Impartial>(&mut self, game: G) { self.0 = game.info().rules; }
///     fn loopy_partizan<G: Partizan>(&mut self, game: G) { self.0 = game.info().rules; }
/// }
/// let mut rules = Rules(String::new());
/// bouton_games::find("bounded-nim:3", &mut rules).unwrap();
/// assert!(rules.0.contains("1 to 3"));
/// ```
pub fn find<V: Visitor>(name: &str, visitor: &mut V) -> Result<()> {
    let (base, parameter) = match name.split_once(':') {
        Some((base, parameter)) => (base.trim(), Some(parameter.trim())),
        None => (name.trim(), None),
    };
    let mut search = Search {
        base,
        parameter,
        visitor,
        found: None,
        names: Vec::new(),
    };
    visit_all(&mut search);
    search.found.unwrap_or_else(|| {
        let near = search
            .names
            .iter()
            .min_by_key(|n| distance(n, base))
            .filter(|n| distance(n, base) <= 3);
        let hint = near.map_or_else(
            || "see the list of games".to_string(),
            |n| format!("did you mean `{n}`?"),
        );
        Err(Error::input(format!(
            "there is no game called `{}`; {hint}",
            bouton_rules::heaps::shorten(base)
        )))
    })
}

struct Search<'a, V> {
    base: &'a str,
    parameter: Option<&'a str>,
    visitor: &'a mut V,
    found: Option<Result<()>>,
    names: Vec<String>,
}

impl<V: Visitor> Search<'_, V> {
    /// Notes the game's name; true if it is the one, and takes no parameter that is not there.
    fn single<G: Ruleset>(&mut self, game: &G) -> bool {
        let name = game.info().name;
        let hit = name == self.base;
        self.names.push(name);
        if let (true, Some(parameter)) = (hit, self.parameter) {
            self.found = Some(Err(Error::input(format!(
                "`{}` takes no parameter; leave out `:{parameter}`",
                self.base
            ))));
            return false;
        }
        if hit {
            self.found = Some(Ok(()));
        }
        hit
    }
}

impl<V: Visitor> Search<'_, V> {
    /// Notes the family's name; its member with the parameter, if it is the one that is looked for.
    fn member<G>(&mut self, name: &str, default: &str, build: fn(&str) -> Result<G>) -> Option<G> {
        self.names.push(name.to_string());
        if name != self.base {
            return None;
        }
        let built = build(self.parameter.unwrap_or(default)).map_err(|e| e.at(name));
        match built {
            Ok(game) => {
                self.found = Some(Ok(()));
                Some(game)
            }
            Err(e) => {
                self.found = Some(Err(e));
                None
            }
        }
    }
}

impl<V: Visitor> Visitor for Search<'_, V> {
    fn impartial<G: Impartial + Short>(&mut self, game: G) {
        if self.single(&game) {
            self.visitor.impartial(game);
        }
    }

    fn family<G: Impartial + Short>(
        &mut self,
        name: &str,
        default: &str,
        build: fn(&str) -> Result<G>,
    ) {
        if let Some(built) = self.member(name, default, build) {
            self.visitor.impartial(built);
        }
    }

    fn partizan<G: Partizan + Short>(&mut self, game: G) {
        if self.single(&game) {
            self.visitor.partizan(game);
        }
    }

    fn partizan_family<G: Partizan + Short>(
        &mut self,
        name: &str,
        default: &str,
        build: fn(&str) -> Result<G>,
    ) {
        if let Some(built) = self.member(name, default, build) {
            self.visitor.partizan(built);
        }
    }

    fn loopy<G: Impartial>(&mut self, game: G) {
        if self.single(&game) {
            self.visitor.loopy(game);
        }
    }

    fn loopy_partizan<G: Partizan>(&mut self, game: G) {
        if self.single(&game) {
            self.visitor.loopy_partizan(game);
        }
    }

    fn scoring<G: Scoring + Short>(&mut self, game: G) {
        if self.single(&game) {
            self.visitor.scoring(game);
        }
    }

    fn decided<G: Partizan + Decided + Short>(&mut self, game: G) {
        if self.single(&game) {
            self.visitor.decided(game);
        }
    }
}

/// How many letters differ: insertions, deletions and changes.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().take(60).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, &y) in b.iter().enumerate() {
            let change = corner + usize::from(x != y);
            corner = row[j + 1];
            row[j + 1] = change.min(corner + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}
