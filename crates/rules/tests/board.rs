//! Every fast path over words against the same operation cell by cell, and the laws of texts, symmetries and numberings.

use bouton_rules::board::*;
use bouton_rules::lesser;
use proptest::prelude::*;

const EDGES: Letters = Letters(&[
    (Cell::Free, "."),
    (Cell::Left, "L"),
    (Cell::Right, "R"),
    (Cell::Block, "#"),
]);

fn cell() -> impl Strategy<Value = Cell> {
    prop_oneof![
        Just(Cell::Free),
        Just(Cell::Left),
        Just(Cell::Right),
        Just(Cell::Block)
    ]
}

/// Boards of up to 9 x 9: on both sides of the border between words and wide planes.
fn grid() -> impl Strategy<Value = Grid> {
    (1usize..10, 1usize..10).prop_flat_map(|(rows, cols)| {
        prop::collection::vec(cell(), rows * cols).prop_map(move |cells| {
            let mut grid = Grid::new(rows, cols).unwrap();
            for (i, &c) in cells.iter().enumerate() {
                grid.set(i, c);
            }
            grid
        })
    })
}

fn graph() -> impl Strategy<Value = Graph> {
    (1usize..7).prop_flat_map(|n| {
        let colours = prop::collection::vec(cell(), n);
        let edges = prop::collection::vec((0..n, 0..n, cell()), 0..9);
        (colours, edges).prop_map(|(colours, edges)| Graph::from_edges(colours, edges).unwrap())
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn boards_read_back(grid in grid()) {
        prop_assert_eq!(Grid::parse(&grid.show(Letters::ALL), Letters::ALL).unwrap(), grid);
    }

    #[test]
    fn symmetries_by_words_and_by_cells_agree(grid in grid()) {
        for s in D4 {
            prop_assert_eq!(s.apply(&grid), s.apply_by_cell(&grid));
        }
    }

    #[test]
    fn the_least_image_is_the_least_of_all(grid in grid(), cells in prop::collection::vec(cell(), 66..90)) {
        let mut row = Grid::new(1, cells.len()).unwrap();
        let mut column = Grid::new(cells.len(), 1).unwrap();
        for (i, &cell) in cells.iter().enumerate() {
            row.set(i, cell);
            column.set(i, cell);
        }
        for board in [grid, row, column] {
            for group in [&V4[..], &D4[..]] {
                let least = group.iter().map(|s| s.apply_by_cell(&board)).min().unwrap();
                prop_assert_eq!(least_image(&board, group), least);
            }
            let (least, turned) = least_turned(&board);
            prop_assert_eq!(&least, &least_image(&board, &D4));
            prop_assert_eq!(turned, least < least_image(&board, &V4));
        }
    }

    #[test]
    fn the_least_image_is_one_for_an_orbit(grid in grid()) {
        for s in D4 {
            prop_assert_eq!(least_image(&s.apply(&grid), &D4), least_image(&grid, &D4));
        }
        for s in V4 {
            prop_assert_eq!(least_image(&s.apply(&grid), &V4), least_image(&grid, &V4));
        }
        prop_assert_eq!(least_v4(&grid), least_image(&grid, &V4));
        prop_assert_eq!(least_d4(&grid), least_image(&grid, &D4));
        let (least, turned) = least_turned(&grid);
        let same = least_image(&grid, &V4);
        prop_assert_eq!(turned, least < same);
        let swapped = least_image(&grid.colours_swapped(), &D4);
        prop_assert_eq!(least_coloured(&grid), lesser(least_d4(&grid), swapped));
        prop_assert_eq!(grid.colours_swapped().colours_swapped(), grid);
    }

    #[test]
    fn regions_by_words_and_by_cells_agree(grid in grid(), king in any::<bool>()) {
        let reach = if king { Reach::King } else { Reach::Orthogonal };
        let slow = regions_by_cell(&grid, reach, |c| grid.at(c) == Cell::Free);
        let cuts: Vec<Grid> = slow.iter().map(|r| grid.cut(r, Cell::Block)).collect();
        prop_assert_eq!(grid.parts(reach, |c| c == Cell::Free, Cell::Block, 1), cuts);
        if let Some(mask) = grid.mask(|c| c == Cell::Free) {
            let fast: Vec<Vec<usize>> =
                regions(&grid, mask, reach).map(|r| members(r).map(|i| i as usize).collect()).collect();
            prop_assert_eq!(fast, slow);
        }
        prop_assert_eq!(grid.count(Cell::Free), grid.cells(Cell::Free).len());
        prop_assert_eq!(grid.count(Cell::Left), grid.cells(Cell::Left).len());
    }

    #[test]
    fn shifts_are_steps(rows in 1u32..8, cols in 1u32..9, seed in any::<u64>()) {
        let frame = Frame::new(rows, cols);
        let grid = Grid::new(rows as usize, cols as usize).unwrap();
        let cells = seed & frame.all();
        for dr in -1..=1 {
            for dc in -1..=1 {
                let mut slow = 0u64;
                for i in members(cells) {
                    if let Some(to) = grid.beside(i as usize, dr as isize, dc as isize) {
                        slow |= 1 << to;
                    }
                }
                prop_assert_eq!(frame.step(cells, dr, dc), slow);
            }
        }
    }

    #[test]
    fn graphs_read_back(graph in graph()) {
        prop_assert_eq!(Graph::parse(&graph.show(EDGES), EDGES).unwrap(), graph);
    }

    #[test]
    fn numbering_does_not_matter(graph in graph(), seed in any::<u64>()) {
        let mut order: Vec<usize> = (0..graph.order()).collect();
        fastrand::Rng::with_seed(seed).shuffle(&mut order);
        let other = graph.renumbered(&order);
        prop_assert_eq!(other.canonical(), graph.canonical());
        prop_assert_eq!(other.colours_swapped().canonical(), graph.colours_swapped().canonical());
    }

    #[test]
    fn components_put_together_are_the_graph(graph in graph()) {
        let whole = Graph::union(&graph.components());
        prop_assert_eq!(whole.canonical(), graph.canonical());
    }
}

#[test]
fn bad_boards_are_refused_with_the_place() {
    for (text, part) in [
        ("..|.z", "row 2, column 2: `z` is no cell"),
        ("...|..", "row 2 has 2 cells"),
        ("99999x99999", "too large"),
        ("99999999999999999999x1", "too large"),
    ] {
        let e = Grid::parse(text, Letters::BLOCKS).unwrap_err();
        assert!(e.is_input() && e.to_string().contains(part), "{text}: {e}");
    }
    for (text, part) in [
        ("0L,0R", "second colour"),
        ("0-1,,2", "item 2"),
        ("0-", "not an edge"),
        ("0-1Q", "unknown colour"),
        ("a-b-c", "not an edge"),
        ("0-1LL", "not an edge"),
    ] {
        let e = Graph::parse(text, EDGES).unwrap_err();
        assert!(e.is_input() && e.to_string().contains(part), "{text}: {e}");
    }
    for text in ["(", ")", ";", "L(", "L:", "L:{a", "LQ"] {
        assert!(Graph::parse_stalks(text, EDGES).is_err(), "{text}");
    }
    for text in ["L-", "L.", "L-(", "-L"] {
        assert!(Graph::parse_vertices(text, EDGES).is_err(), "{text}");
    }
    assert!(Grid::parse_strip("..|..", Letters::BLOCKS).is_err());
}

#[test]
fn words_tell_boards_apart() {
    let mut words = std::collections::HashSet::new();
    let mut boards = 0;
    for (rows, cols) in [
        (1, 1),
        (1, 2),
        (2, 1),
        (2, 2),
        (1, 4),
        (4, 1),
        (2, 3),
        (3, 2),
        (1, 7),
    ] {
        for code in 0..1u32 << (2 * rows * cols) {
            let mut grid = Grid::new(rows, cols).unwrap();
            for i in 0..rows * cols {
                let kinds = [Cell::Free, Cell::Left, Cell::Right, Cell::Block];
                grid.set(i, kinds[(code >> (2 * i) & 3) as usize]);
            }
            let word = grid.word().unwrap();
            assert!(word != 0 && words.insert(word), "{grid:?}");
            boards += 1;
        }
    }
    assert!(boards > 20_000);
    let free = |rows, cols| Grid::new(rows, cols).unwrap();
    assert_eq!(free(0, 5).word().map(|w| w == 0), Some(false));
    // The largest boards that fit, and the first that do not.
    assert!(free(7, 8).word().is_some() && free(3, 19).word().is_none());
    let stone = |rows, cols| free(rows, cols).with(&[(0, Cell::Left)]).word();
    assert!(stone(4, 7).is_some() && stone(1, 29).is_none());
    assert!(free(64, 0).word().is_none() && free(0, 64).word().is_none());
}

#[test]
fn long_strips_keep_their_length() {
    let text = ".".repeat(300);
    let grid = Grid::parse(&text, Letters::BLOCKS).unwrap();
    assert_eq!((grid.rows(), grid.cols()), (1, 300));
    assert_eq!(
        Symmetry {
            rows: false,
            cols: true,
            transpose: false
        }
        .apply(&grid),
        grid
    );
    let stalk = Graph::parse_stalks(&"L".repeat(5000), EDGES).unwrap();
    assert_eq!(stalk.order(), 5001);
}

#[test]
fn regular_graphs_have_one_form() {
    // The cycle of 8 written in two ways, and the Petersen graph turned.
    let cycle = |step: usize| {
        let edges = (0..8).map(|i| (i * step % 8, (i + 1) * step % 8, Cell::Free));
        Graph::from_edges(vec![Cell::Free; 8], edges).unwrap()
    };
    assert_eq!(cycle(1).canonical(), cycle(3).canonical());
    let petersen = |shift: usize| {
        let v = |i: usize| (i + shift) % 10;
        let mut edges = Vec::new();
        for i in 0..5 {
            edges.push((v(i), v((i + 1) % 5), Cell::Free));
            edges.push((v(i), v(i + 5), Cell::Free));
            edges.push((v(i + 5), v((i + 2) % 5 + 5), Cell::Free));
        }
        Graph::from_edges(vec![Cell::Free; 10], edges).unwrap()
    };
    assert_eq!(petersen(0).canonical(), petersen(3).canonical());
    assert_ne!(petersen(0).canonical(), cycle(1).canonical());
}
