//! The solver and its files against retrograde analysis from the definition.

mod support;

use bouton_core::{Budget, Limits, Player, Result};
use bouton_tablebase::boards::pairs::{Pairs, Sizes, sets_of};
use bouton_tablebase::boards::quixo::{Cubes, Quixo};
use bouton_tablebase::{
    End, Indexed, Named, Options, Table, Title, Verdict, build, line, probe, verify,
};
use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;
use support::{Graph, plain};

fn threads(count: u16) -> Budget {
    Budget::new(&Limits {
        threads: Some(count),
        ..Limits::default()
    })
}

/// Compares a table with the definition, and verifies it; the number of positions compared.
fn compare<G: Named>(game: &G, folder: &Path) -> usize {
    let table = Table::open(folder).unwrap();
    let mut count = 0;
    for (tier, values) in (0..).zip(plain(game)) {
        for (index, expected) in (0..).zip(values) {
            if game.index(&game.position(tier, index)) != (tier, index) {
                continue;
            }
            let value = table.value(tier, index).unwrap();
            assert_eq!(
                (value.verdict(), value.remoteness()),
                expected,
                "tier {tier}, number {index}"
            );
            count += 1;
        }
    }
    let verified = verify(&table, game, None, 0, &Budget::unlimited()).unwrap();
    assert_eq!(verified.positions as usize, count);
    assert_eq!(table.header().summary.representatives as usize, count);
    count
}

#[test]
fn random_games_equal_the_definition() {
    let mut positions = 0;
    let mut kinds = HashSet::new();
    for seed in 0..300 {
        let game = Graph::random(seed);
        let folder = tempfile::tempdir().unwrap();
        build(
            &game,
            folder.path(),
            Options::default(),
            &threads(1 + seed as u16 % 3),
        )
        .unwrap();
        positions += compare(&game, folder.path());
        kinds.extend(
            Table::open(folder.path())
                .unwrap()
                .header()
                .summary
                .rows()
                .map(|r| r.0.verdict()),
        );
    }
    assert!(positions > 10_000, "{positions}");
    assert_eq!(kinds.len(), 4);
}

#[test]
fn quixo_3_equals_the_definition_and_the_published_counts() {
    let game = Quixo::new(3).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let header = build(&game, folder.path(), Options::default(), &threads(2)).unwrap();
    assert_eq!(header.summary.positions, 3u64.pow(9));
    assert!(compare(&game, folder.path()) > 2219);
    let table = Table::open(folder.path()).unwrap();
    let answer = probe(&table, &game, &game.start()).unwrap();
    assert_eq!(
        (answer.value.verdict(), answer.value.remoteness()),
        (Verdict::Win, Some(7))
    );
    // The best move comes first, and best play takes as long as the table says.
    assert_eq!(
        (answer.moves[0].verdict, answer.moves[0].remoteness),
        (Verdict::Win, Some(6))
    );
    assert_eq!(line(&table, &game, &game.start()).unwrap().len(), 8);
    // The positions that play reaches, counted for both players, with the published number of wins and losses.
    let (mut seen, mut queue) = (HashSet::new(), vec![(game.start(), Player::Left)]);
    let key = |pos: &_, who| (game.index(pos), who);
    seen.insert(key(&game.start(), Player::Left));
    let mut counts = [0, 0];
    while let Some((pos, who)) = queue.pop() {
        let (tier, index) = game.index(&pos);
        let verdict = table.value(tier, index).unwrap().verdict();
        counts[usize::from(verdict == Verdict::Lose)] += 1;
        let mut next = Vec::new();
        if game.end(&pos).is_none() {
            game.moves(&pos, &mut next);
        }
        queue.extend(
            next.into_iter()
                .map(|p| (p, who.other()))
                .filter(|(p, w)| seen.insert(key(p, *w))),
        );
    }
    assert_eq!((seen.len(), counts), (4433, [2768, 1665]));
}

#[test]
fn numbers_and_pairs_are_inverse() {
    let turns = |side: u8| -> Vec<Vec<u8>> {
        let n = side - 1;
        let map = |f: &dyn Fn(u8, u8) -> (u8, u8)| -> Vec<u8> {
            (0..side * side)
                .map(|c| {
                    let (r, k) = f(c / side, c % side);
                    r * side + k
                })
                .collect()
        };
        vec![
            map(&|r, c| (r, c)),
            map(&|r, c| (c, n - r)),
            map(&|r, c| (n - r, n - c)),
            map(&|r, c| (n - c, r)),
            map(&|r, c| (r, n - c)),
            map(&|r, c| (n - r, c)),
            map(&|r, c| (c, r)),
            map(&|r, c| (n - c, n - r)),
        ]
    };
    let mut count = 0u64;
    // All pairs of a small board: equal under symmetry exactly if they have the same number.
    let symmetries = turns(3);
    for first in 0..=9 {
        for second in 0..=9 - first {
            let sizes = Sizes { first, second };
            let pairs = Pairs::new(9, &symmetries, &[sizes]);
            let mut weight = 0;
            for a in sets_of(9, first) {
                for b in sets_of(9, second).filter(|b| a & b == 0) {
                    let number = pairs.index(sizes, a, b);
                    assert!(number < pairs.count(sizes));
                    let images: HashSet<(u32, u32)> = (0..8)
                        .map(|s| (pairs.image(a, s), pairs.image(b, s)))
                        .collect();
                    assert!(
                        images
                            .iter()
                            .all(|&(a, b)| pairs.index(sizes, a, b) == number)
                    );
                    assert!(images.contains(&pairs.pair(sizes, number)));
                    assert_eq!(pairs.orbit_size(a, b), images.len() as u64);
                    count += 1;
                }
            }
            for number in 0..pairs.count(sizes) {
                let (a, b) = pairs.pair(sizes, number);
                if pairs.index(sizes, a, b) == number {
                    weight += pairs.orbit_size(a, b);
                }
            }
            assert_eq!(
                weight,
                sets_of(9, first).count() as u64 * sets_of(9 - first, second).count() as u64
            );
        }
    }
    assert_eq!(count, 3u64.pow(9));
    // Random pairs of larger boards, some of them in more than two bytes.
    let mut rng = fastrand::Rng::with_seed(1);
    for (side, first, second) in [(4, 5, 6), (4, 8, 8), (5, 3, 4), (5, 5, 2)] {
        let symmetries = turns(side);
        let sizes = Sizes { first, second };
        let cells = u32::from(side) * u32::from(side);
        let pairs = Pairs::new(cells, &symmetries, &[sizes]);
        for _ in 0..20_000 {
            let mut order: Vec<u32> = (0..cells).collect();
            rng.shuffle(&mut order);
            let set = |part: &[u32]| part.iter().fold(0u32, |s, c| s | 1 << c);
            let (a, b) = (
                set(&order[..first as usize]),
                set(&order[first as usize..(first + second) as usize]),
            );
            let number = pairs.index(sizes, a, b);
            assert!(number < pairs.count(sizes));
            let (x, y) = pairs.pair(sizes, number);
            assert_eq!(pairs.index(sizes, x, y), number);
            assert!((0..8).any(|s| (pairs.image(a, s), pairs.image(b, s)) == (x, y)));
        }
    }
}

/// A game that asks for a stop after some questions.
struct Interrupted {
    game: Quixo,
    left: AtomicU64,
    stop: Arc<AtomicBool>,
}

impl Interrupted {
    fn count(&self) {
        let left = self
            .left
            .fetch_update(Relaxed, Relaxed, |n| n.checked_sub(1));
        if left.is_err() {
            self.stop.store(true, Relaxed);
        }
    }
}

impl Indexed for Interrupted {
    type Position = Cubes;

    fn tiers(&self) -> u32 {
        self.game.tiers()
    }

    fn count(&self, tier: u32) -> u64 {
        Indexed::count(&self.game, tier)
    }

    fn below(&self, tier: u32) -> Vec<u32> {
        self.game.below(tier)
    }

    fn position(&self, tier: u32, index: u64) -> Cubes {
        self.game.position(tier, index)
    }

    fn index(&self, pos: &Cubes) -> (u32, u64) {
        self.game.index(pos)
    }

    fn weight(&self, tier: u32, index: u64) -> u64 {
        self.game.weight(tier, index)
    }

    fn end(&self, pos: &Cubes) -> Option<End> {
        self.game.end(pos)
    }

    fn moves(&self, pos: &Cubes, out: &mut Vec<Cubes>) {
        Interrupted::count(self);
        self.game.moves(pos, out);
    }

    fn sources(&self, pos: &Cubes, out: &mut Vec<Cubes>) {
        Interrupted::count(self);
        self.game.sources(pos, out);
    }
}

impl Named for Interrupted {
    fn title(&self) -> Title {
        self.game.title()
    }

    fn parse(&self, text: &str, to_move: Player) -> Result<Cubes> {
        self.game.parse(text, to_move)
    }

    fn show(&self, pos: &Cubes, to_move: Player) -> String {
        self.game.show(pos, to_move)
    }
}

#[test]
fn a_build_that_is_stopped_anywhere_goes_on_to_the_same_bytes() {
    let game = Quixo::new(3).unwrap();
    let whole = tempfile::tempdir().unwrap();
    build(&game, whole.path(), Options::default(), &threads(1)).unwrap();
    let bytes = std::fs::read(whole.path().join("table.btb")).unwrap();
    let mut stops = 0;
    for seed in 0..4 {
        let folder = tempfile::tempdir().unwrap();
        let mut rng = fastrand::Rng::with_seed(seed);
        for attempt in 1.. {
            let game = Interrupted {
                game: Quixo::new(3).unwrap(),
                left: AtomicU64::new(rng.u64(1..100 * attempt)),
                stop: Arc::default(),
            };
            let limits = Limits {
                stop: Some(game.stop.clone()),
                ..Limits::default()
            };
            let every = Options {
                every: Duration::ZERO,
            };
            match build(&game, folder.path(), every, &Budget::new(&limits)) {
                Ok(_) => break,
                Err(e) => assert!(e.is_stopped(), "{e}"),
            }
            stops += 1;
        }
        assert_eq!(
            std::fs::read(folder.path().join("table.btb")).unwrap(),
            bytes
        );
        let left: Vec<_> = std::fs::read_dir(folder.path())
            .unwrap()
            .map(|f| f.unwrap().file_name())
            .collect();
        assert_eq!(left, ["table.btb"]);
    }
    assert!(stops > 20, "{stops}");
}

#[test]
fn every_flipped_bit_is_found() {
    let game = (0..)
        .map(Graph::random)
        .find(|g| g.tiers() == 2 && (8..20).contains(&g.moves.len()))
        .unwrap();
    let folder = tempfile::tempdir().unwrap();
    build(&game, folder.path(), Options::default(), &threads(1)).unwrap();
    let path = folder.path().join("table.btb");
    let good = std::fs::read(&path).unwrap();
    for bit in 0..good.len() * 8 {
        let mut bad = good.clone();
        bad[bit / 8] ^= 1 << (bit % 8);
        std::fs::write(&path, &bad).unwrap();
        let found = Table::open(folder.path())
            .and_then(|t| verify(&t, &game, None, 0, &Budget::unlimited()));
        let e = found.expect_err(&format!("bit {bit}"));
        assert!(!e.to_string().contains('\n'));
    }
    for length in 0..good.len() {
        std::fs::write(&path, &good[..length]).unwrap();
        assert!(Table::open(folder.path()).is_err(), "{length} bytes");
    }
    assert!(good.len() > 500);
}

#[test]
fn a_wrong_value_is_found_though_its_checksums_are_right() {
    let right = Graph::random(5);
    let mut other = right.clone();
    let ended = (0..other.ends.len())
        .find(|&i| other.ends[i].is_none())
        .unwrap();
    other.ends[ended] = Some(bouton_tablebase::End::Win);
    let folder = tempfile::tempdir().unwrap();
    build(&other, folder.path(), Options::default(), &threads(1)).unwrap();
    let table = Table::open(folder.path()).unwrap();
    let e = verify(&table, &right, None, 0, &Budget::unlimited()).unwrap_err();
    assert!(
        e.to_string()
            .contains(&format!("the position {ended} is said to be a win in 0")),
        "{e}"
    );
}

#[test]
fn what_does_not_fit_is_refused_with_the_figures() {
    let game = Quixo::new(4).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits {
        bytes: Some(1 << 20),
        ..Limits::default()
    };
    let e = build(
        &game,
        folder.path(),
        Options::default(),
        &Budget::new(&limits),
    )
    .unwrap_err();
    assert!(
        e.is_limit()
            && e.to_string().contains("5,604,135 numbers")
            && e.to_string().contains("1 MB"),
        "{e}"
    );
    let small = Quixo::new(3).unwrap();
    build(&small, folder.path(), Options::default(), &threads(1)).unwrap();
    let e = build(&game, folder.path(), Options::default(), &threads(1)).unwrap_err();
    assert!(
        e.to_string()
            .contains("holds a table of quixo:3 (normal), not of quixo:4 (normal)"),
        "{e}"
    );
}

#[test]
fn texts_of_quixo_read_back() {
    let game = Quixo::new(4).unwrap();
    for text in ["x..o|....|.xx.|o..o", "....|....|....|...."] {
        for player in Player::BOTH {
            let pos = game.parse(text, player).unwrap();
            assert_eq!(game.show(&pos, player), text);
        }
    }
    for (text, what) in [
        ("x..|...|...", "4 rows has 3"),
        ("x..o|....|.xx|o..o", "row 3 has 3"),
        ("x..o|....|.xz.|o..o", "`z` in row 3"),
    ] {
        let e = game.parse(text, Player::Left).unwrap_err();
        assert!(e.to_string().contains(what), "{e}");
    }
}
