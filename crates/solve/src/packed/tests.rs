//! The packed search against plain search of everything below.

use super::walls::Part;
use super::*;
use crate::partizan_outcome;
use bouton_games::domineering::Domineering;
use bouton_rules::Ruleset;
use bouton_rules::board::Grid;

/// Both starters by the packed search and by plain search of everything below, with exact values of parts up to `small` and long after
/// so many nodes.
fn compare(board: &Grid, small: u32, long: u64) {
    let budget = Budget::unlimited();
    let plain = partizan_outcome(&Domineering, board, Default::default(), &budget).unwrap();
    let mut search = Domineering.packed(board, Opening { small, long }).unwrap();
    for (mover, expected) in [
        (Player::Left, plain.left_starts),
        (Player::Right, plain.right_starts),
    ] {
        let found = search.wins(board, None, mover, &budget).unwrap().unwrap();
        let text = Domineering.show(board);
        assert_eq!(found, expected, "{text}, {} first", mover.name());
    }
}

#[test]
fn all_fillings_of_a_small_board_agree_with_plain_search() {
    let mut boards = 0;
    for filled in 0..1u64 << 12 {
        let board = Grid::from_words(4, 3, [filled; 2]);
        compare(&board, [0, 5][filled as usize % 2], LONG);
        boards += 1;
    }
    assert_eq!(boards, 4096);
}

#[test]
fn random_boards_agree_with_plain_search() {
    let mut random = fastrand::Rng::with_seed(8);
    for round in 0..100 {
        let (rows, cols) = [(4, 5), (5, 4), (3, 7), (7, 3)][round % 4];
        let filled = random.u64(..) & random.u64(..) & random.u64(..);
        let board = Grid::from_words(rows, cols, [filled; 2]);
        compare(&board, random.u32(0..8), LONG);
    }
}

/// Compares what is seen at once with who wins, for each player to start; counts what was seen.
struct Seen<'a> {
    board: &'a Grid,
    /// Free moves elsewhere, of Right's if negative.
    spare: i32,
    wins: [bool; 2],
    certain: &'a mut [u32; 6],
}

impl PackedVisitor<Grid> for Seen<'_> {
    type Output = ();

    fn visit<W: Word, B: PackedBoard<Grid, W>>(self, board: B) {
        let mut search = PackedSearch::new(board, 3, LONG);
        let pos = search.bounds.board.pack(self.board).unwrap();
        let bounds = &mut search.bounds;
        bounds.tall = Tall::new(7);
        let rest = bounds.integer(self.spare.into());
        let (large, rest) = bounds.split(pos, rest).unwrap();
        let walls = *bounds.walls(rest).unwrap();
        for mover in Player::BOTH {
            for who in Player::BOTH {
                let bound = bounds.cut(large, who, walls[who as usize]);
                let fours = self.spare % 2 == 0;
                let tall: Walls = bounds.cut_taller(large, who, walls[who as usize], fours);
                assert_eq!(tall.max(bound), tall, "taller slices are never worse");
                let [by_bound, by_tall] = [bound, tall].map(|bound| match who == mover {
                    true => bound.wins_first(),
                    false => bound.wins_second(),
                });
                let spare = if who == Player::Left {
                    self.spare
                } else {
                    -self.spare
                };
                let by_rules = bounds.board.surely_wins(pos, who, mover, spare);
                for (kind, sure) in [by_bound, by_rules, by_tall].into_iter().enumerate() {
                    if sure {
                        self.certain[2 * kind + usize::from(who == mover)] += 1;
                        let wins = self.wins[mover as usize];
                        assert_eq!(wins, who == mover, "{}", Domineering.show(self.board));
                    }
                }
            }
        }
    }
}

#[test]
fn bounds_and_what_the_ruleset_sees_are_true() {
    let mut random = fastrand::Rng::with_seed(9);
    let budget = Budget::unlimited();
    let mut certain = [0; 6];
    for round in 0..600 {
        let (rows, cols) = [(4, 5), (5, 4), (3, 7)][round % 3];
        let board = Grid::from_words(rows, cols, [random.u64(..) & random.u64(..); 2]);
        // Free moves elsewhere are dominoes' places at the edge of a larger board.
        let spare = random.i32(-2..=2);
        let extra = match spare {
            ..0 => Domineering
                .parse(&"..#".repeat(spare.unsigned_abs() as usize))
                .unwrap(),
            0 => Grid::empty(),
            _ => {
                let row = ".#".repeat(spare as usize);
                Domineering.parse(&format!("{row}|{row}")).unwrap()
            }
        };
        let whole = Domineering.join(&[board.clone(), extra]).unwrap();
        let truth = partizan_outcome(&Domineering, &whole, Default::default(), &budget);
        let truth = truth.unwrap();
        let seen = Seen {
            board: &board,
            spare,
            wins: [truth.left_starts, truth.right_starts],
            certain: &mut certain,
        };
        Domineering.packed(&board, seen).unwrap();
    }
    assert!(certain.iter().all(|&n| n > 50), "{certain:?}");
    // Taller slices see more.
    assert!(
        certain[4] > certain[0] && certain[5] > certain[1],
        "{certain:?}"
    );
}

#[test]
fn long_searches_agree_with_short_ones() {
    let mut random = fastrand::Rng::with_seed(10);
    let budget = Budget::unlimited();
    let mut wins = 0;
    for round in 0..40 {
        let (rows, cols) = [(6, 6), (7, 6), (6, 7), (8, 8)][round % 4];
        let filled = random.u64(..) & random.u64(..);
        let board = Grid::from_words(rows, cols, [filled; 2]);
        for mover in Player::BOTH {
            let [short, long] = [LONG, 0].map(|long| {
                let opening = Opening { small: 6, long };
                let mut search = Domineering.packed(&board, opening).unwrap();
                search.wins(&board, None, mover, &budget).unwrap().unwrap()
            });
            assert_eq!(short, long, "{}", Domineering.show(&board));
            wins += u32::from(short);
        }
    }
    assert!((10..70).contains(&wins), "{wins}");
}
