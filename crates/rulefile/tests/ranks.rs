//! Which rule files get a rank, and which one.

use bouton_rulefile::{HeapGame, PartizanHeapGame, builtin, endless, load};
use bouton_rules::{BoundedForm, Heaps, Impartial, Partizan, Player, Short, laws};

fn rank(body: &str) -> Option<Vec<Vec<i64>>> {
    let rules = load(&format!("game made\n{body}"), "made.game").unwrap();
    let small = |n: &num_bigint::BigInt| i64::try_from(n).unwrap();
    let found = rules.rank.as_ref().map(|rank| {
        rank.iter()
            .map(|form| form.iter().map(small).collect())
            .collect()
    });
    if found.is_some() {
        // What is proved holds: at every small position every move lowers the rank.
        let arity = rules.heaps.len() as u32;
        let game = HeapGame::new(rules.into()).unwrap();
        let side = if arity > 3 { 4_u64 } else { 7 };
        let mut moves = 0;
        for cell in 0..side.pow(arity) {
            let pos = Heaps::of(
                &(0..arity)
                    .map(|i| cell / side.pow(i) % side)
                    .collect::<Vec<_>>(),
            );
            if let Ok(options) = game.options(&pos) {
                moves += options.len();
                laws::rank_drops(&game, &pos).unwrap();
                let _ = game.rank(&pos);
            }
        }
        assert!(moves > 0, "no moves: {body}");
    }
    found
}

#[test]
fn ranks_are_found() {
    let shipped = |name: &str| rank(builtin(name).unwrap().split_once('\n').unwrap().1);
    assert_eq!(shipped("euclid"), Some(vec![vec![1, 1]]));
    assert_eq!(shipped("fibonacci-nim"), Some(vec![vec![1, 0]]));
    assert_eq!(shipped("distribunim"), Some(vec![vec![1, 1]]));
    assert_eq!(shipped("moore2of4"), Some(vec![vec![1, 1, 1, 1]]));
    assert_eq!(shipped("lasker"), Some(vec![vec![1]]));
    assert_eq!(shipped("divisor-nim"), Some(vec![vec![1]]));
    // A staircase: a stone goes down one step.
    let stairs = "heaps a b c\nmove a -= k, b += k for k in 1..a\nmove b -= k, c += k for k in 1..b\nmove c -= k for k in 1..c";
    assert_eq!(rank(stairs), Some(vec![vec![3, 2, 1]]));
    // No single form: the second heap grows without bound.
    assert_eq!(
        rank("heaps a b\nmove a -= 1, b = a*a\nmove b -= 1"),
        Some(vec![vec![1, 0], vec![0, 1]])
    );
    // Lexicographic within one line: either the first heap falls, or it stays and the second one falls.
    let either = "heaps a b\nmove a -= k, b += j for k in 0..a, j in 0..9 where k >= 1\nmove a -= k, b -= 1 - k for k in 0..1";
    assert_eq!(rank(either), Some(vec![vec![1, 0], vec![0, 1]]));
    assert_eq!(
        rank("heaps a b\nmove a -= s, b -= t for s in 0..a, t in 0..b where s != 0 or t > 0"),
        Some(vec![vec![1, 1]])
    );
    assert_eq!(
        rank("heaps a b\nmove a = b, b = a mod b where b >= 1, a > b"),
        Some(vec![vec![1, 0]])
    );
    assert_eq!(
        rank("heaps a b\nmove a = min(a, b) - 1, b = max(a, b)"),
        Some(vec![vec![1, 0]])
    );
    assert_eq!(
        rank("heaps a b\nmove a -= gcd(a, b) where a >= 1"),
        Some(vec![vec![1, 0]])
    );
    assert_eq!(
        rank("heaps a b\nmove a = a xor b where a xor b < a"),
        Some(vec![vec![1, 0]])
    );
    assert_eq!(
        rank("heaps a b\nmove a -= d, b += 3*d for d in 1..a where d | b, prime(d)"),
        Some(vec![vec![1, 0]])
    );
    assert_eq!(
        rank("heap n\nmove n -> n / 2, n / 3 where n >= 1"),
        Some(vec![vec![1]])
    );
    assert_eq!(
        rank(
            "heap n\nmove n -> n - k for k in 1..n where square(k)\nmove n -> for k in 1..1 where n = 5"
        ),
        Some(vec![vec![1]])
    );
    assert_eq!(
        rank("heap n\nmove n -> n - d, d for d in 1..n where d | n, d != n"),
        Some(vec![vec![1]])
    );
}

/// The forms of a game in which coordinates rise, each as its constant and weights; checked at every small position.
fn bounded(body: &str) -> Option<Vec<(i64, Vec<i64>)>> {
    let rules = load(&format!("game made\n{body}"), "made.game").unwrap();
    assert_eq!(rules.rank, None, "{body}");
    let small = |n: &num_bigint::BigInt| i64::try_from(n).unwrap();
    let forms = rules.bounded_rank.clone()?;
    let arity = rules.heaps.len() as u32;
    let mut moves = 0;
    for cell in 0..16_u64.pow(arity) {
        let pos = Heaps::of(
            &(0..arity)
                .map(|i| cell / 16_u64.pow(i) % 16)
                .collect::<Vec<_>>(),
        );
        if rules.is_partizan() {
            let game = PartizanHeapGame::new(rules.clone().into()).unwrap();
            for who in [Player::Left, Player::Right] {
                for option in game.moves(who, &pos).unwrap_or_default() {
                    moves += 1;
                    assert!(game.rank(&option) < game.rank(&pos), "{body}");
                }
            }
        } else {
            let game = HeapGame::new(rules.clone().into()).unwrap();
            if let Ok(options) = game.options(&pos) {
                moves += options.len();
                laws::rank_drops(&game, &pos).unwrap();
            }
        }
    }
    assert!(moves > 0, "no moves: {body}");
    let plain = |f: &BoundedForm| (small(&f.constant), f.weights.iter().map(small).collect());
    Some(forms.iter().map(plain).collect())
}

#[test]
fn coins_that_move_up_to_a_bound_get_a_bounded_rank() {
    let coins = "heap n\nwhere n >= 1, n <= 10\nmove n -> 2*n\nmove n -> 3*n\nmove n -> 5*n";
    assert_eq!(bounded(coins), Some(vec![(6, vec![-1])]));
    // The bound comes from the moves alone: larger coins exist, and stay where they are.
    assert_eq!(
        bounded("heap n\nmove n -> n + k for k in 1..3 where n + k <= 12"),
        Some(vec![(12, vec![-1])])
    );
    // A coin that splits, or leaves the board.
    assert_eq!(
        bounded(
            "heap n\nwhere 1 <= n, n <= 9\nmove n -> n + 1, n + 2\nmove n -> for k in 1..1 where n = 7"
        ),
        Some(vec![(8, vec![-1])])
    );
    // One coin rises to the other, or the other falls to it.
    assert_eq!(
        bounded("heaps a b\nwhere a <= b, b <= 20\nmove a += 1\nmove b -= 1"),
        Some(vec![(0, vec![-1, 1])])
    );
    assert_eq!(
        bounded("heaps a b\nwhere a <= 8, b <= 8\nleft move a += 1, b -= b\nright move b += 2"),
        Some(vec![(9, vec![-1, 0]), (7, vec![0, -1])])
    );
    // A coin that would stay at 0 is not moved there.
    assert_eq!(
        bounded("heap n\nwhere n <= 10\nmove n -> 2*n"),
        Some(vec![(6, vec![-1])])
    );
    // No bound, and a coin that may come back.
    for body in [
        "heap n\nmove n -> 2*n where n >= 1",
        "heap n\nwhere n <= 10\nmove n -> n + 1\nmove n -> n - 1",
        "heaps a b\nwhere a <= 5\nmove a += 1\nmove a -= 1, b += 1",
    ] {
        assert_eq!(
            load(&format!("game made\n{body}"), "made.game")
                .unwrap()
                .bounded_rank,
            None,
            "{body}"
        );
    }
}

#[test]
fn values_of_coins_that_move_up() {
    // A coin moves from i to 2i, 3i or 5i, to at most 10; Grundy values by hand.
    let text =
        "game coins\nheap n\nwhere n >= 1, n <= 10\nmove n -> 2*n\nmove n -> 3*n\nmove n -> 5*n";
    let game = HeapGame::new(load(text, "coins.game").unwrap().into()).unwrap();
    let mut values = [0_usize; 11];
    for n in (1..=10).rev() {
        let options = game.options(&Heaps::of(&[n])).unwrap();
        let met: Vec<usize> = options
            .iter()
            .map(|p| values[u64::try_from(p.0[0].clone()).unwrap() as usize])
            .collect();
        values[n as usize] = (0..).find(|v| !met.contains(v)).unwrap();
    }
    assert_eq!(values[1..], [0, 2, 1, 1, 1, 0, 0, 0, 0, 0]);
}

#[test]
fn endless_games_get_none_and_a_reason() {
    let why = |body: &str| {
        let rules = load(&format!("game made\n{body}"), "made.game").unwrap();
        assert_eq!(rules.rank, None, "{body}");
        endless(&rules).unwrap()
    };
    // A move that changes nothing is none.
    assert_eq!(
        rank("heap n\nmove n -> n - k for k in 0..n"),
        Some(vec![vec![1]])
    );
    let circle = why("heaps a b c\nmove a -= 1, b += 1\nmove b -= 1, c += 1\nmove c -= 1, a += 1");
    assert_eq!(
        circle.to_string(),
        "made may be played for ever: 0,0,1 -> 1,0,0 -> 0,1,0 -> 0,0,1 (lines 5, 3, 4)"
    );
    // One player alone can go round in a sum, where moves need not alternate.
    let alone =
        why("heaps a b\nleft move a -= 1, b += 1\nleft move b -= 1, a += 1\nright move a -= 1");
    assert!(alone.cycle.is_some());
    let growth = why("heaps a b\nmove b -= 1\nmove a += 1");
    assert_eq!(growth.cycle, None);
    assert_eq!(
        (growth.line, growth.example.unwrap().1.to_string().as_str()),
        (4, "1,0")
    );
    let split = why("heap n\nmove n -> n, n - 1 where n >= 2");
    assert_eq!(
        split.to_string(),
        "made may be played for ever: 2 -> 2 (line 3)"
    );
}
