//! Values with cycles against the store, against play on the graph, and their laws.

use bouton_value::loopy::{Graph, LoopyValue};
use bouton_value::{Store, Value};
use std::cmp::Ordering;

type Res = Result<(), Box<dyn std::error::Error>>;

#[test]
fn graphs_without_cycles_are_short_games() -> Res {
    let mut s = Store::new();
    let mut rng = fastrand::Rng::with_seed(1);
    let mut hot = 0;
    for _ in 0..300 {
        let mut g = Graph::new();
        let mut values: Vec<Value> = vec![];
        for i in 0..rng.usize(2..9) {
            let node = g.node()?;
            let mut sides = [vec![], vec![]];
            for (side, left) in sides.iter_mut().zip([true, false]) {
                for o in (0..i).filter(|_| rng.u8(0..3) == 0) {
                    g.connect(node, left, o);
                    side.push(values[o]);
                }
            }
            values.push(s.game(&sides[0], &sides[1])?);
        }
        let last = values.len() - 1;
        let v = LoopyValue::of(&g, last)?;
        assert_eq!(v.to_short(&mut s)?, Some(values[last]));
        assert_eq!(v, LoopyValue::short(&mut s, values[last])?);
        assert_eq!(v.show(&mut s)?, s.show(values[last]));
        hot += usize::from(!s.is_number(values[last]));
    }
    assert!(hot > 50, "{hot}");
    Ok(())
}

fn random(rng: &mut fastrand::Rng, size: usize) -> bouton_value::Result<Graph> {
    let mut g = Graph::new();
    for _ in 0..size {
        g.node()?;
    }
    for i in 0..size {
        for left in [true, false] {
            for _ in 0..rng.usize(0..3) {
                g.connect(i, left, rng.usize(0..size));
            }
        }
    }
    Ok(g)
}

/// Who wins from each node with each player to move: Less for Right, Greater for Left, Equal for a draw, by working
/// backwards from the ends.
fn play(g: &Graph) -> Vec<[Ordering; 2]> {
    let n = g.nodes().len();
    let mut known = vec![[Ordering::Equal; 2]; n];
    loop {
        let before = known.clone();
        for (i, now) in known.iter_mut().enumerate() {
            for (turn, left) in [(0, true), (1, false)] {
                let (win, loss) = if left {
                    (Ordering::Greater, Ordering::Less)
                } else {
                    (Ordering::Less, Ordering::Greater)
                };
                let moves = if left {
                    &g.nodes()[i].left
                } else {
                    &g.nodes()[i].right
                };
                if moves.iter().any(|&o| before[o][1 - turn] == win) {
                    now[turn] = win;
                } else if moves.iter().all(|&o| before[o][1 - turn] == loss) {
                    now[turn] = loss;
                }
            }
        }
        if known == before {
            return known;
        }
    }
}

fn winner(o: Option<bool>) -> Ordering {
    match o {
        Some(true) => Ordering::Greater,
        Some(false) => Ordering::Less,
        None => Ordering::Equal,
    }
}

#[test]
fn outcomes_are_those_of_play() -> Res {
    let mut rng = fastrand::Rng::with_seed(2);
    let (mut draws, mut stoppers) = (0, 0);
    for _ in 0..400 {
        let g = random(&mut rng, 5)?;
        let v = LoopyValue::of(&g, 0)?;
        let (l, r) = v.outcomes()?;
        assert_eq!([winner(l), winner(r)], play(&g)[0], "{g:?}");
        draws += usize::from(l.is_none() || r.is_none());
        stoppers += usize::from(v.is_stopper_sided());
    }
    assert!(draws > 20 && stoppers > 200, "{draws} {stoppers}");
    Ok(())
}

#[test]
fn sums_are_won_as_play_says() -> Res {
    let mut rng = fastrand::Rng::with_seed(3);
    let mut checked = 0;
    for _ in 0..150 {
        let (a, b) = (random(&mut rng, 4)?, random(&mut rng, 4)?);
        let (v, w) = (LoopyValue::of(&a, 0)?, LoopyValue::of(&b, 0)?);
        if !(v.is_stopper_sided() && w.is_stopper_sided()) {
            continue;
        }
        let sum = v.add(&w)?;
        let (l, r) = sum.outcomes()?;
        let expected = play(&Graph::sum(&a, 0, &b, 0)?)[0];
        assert_eq!([winner(l), winner(r)], expected, "{a:?} {b:?}");
        assert_eq!(w.add(&v)?, sum);
        assert_eq!(v.neg().add(&w.neg())?, sum.neg());
        checked += 1;
    }
    assert!(checked > 80, "{checked}");
    Ok(())
}

#[test]
fn laws_of_stoppers() -> Res {
    let mut s = Store::new();
    let mut rng = fastrand::Rng::with_seed(4);
    let mut checked = 0;
    for _ in 0..200 {
        let v = LoopyValue::of(&random(&mut rng, 4)?, 0)?;
        assert_eq!(v.neg().neg(), v);
        assert!(v.onside().ge(&v.offside())?);
        assert!(v.ge(&v)?);
        assert!(!v.show(&mut s)?.is_empty());
        if !v.is_stopper() {
            continue;
        }
        let zero = LoopyValue::short(&mut s, Value::ZERO)?;
        assert_eq!(v.add(&zero)?, v);
        let d = v.degree()?;
        assert!(d.ge(&zero)?);
        // The downsum of G and its degree is G again, and so is the upsum of G and minus its degree.
        assert_eq!(v.downsum(&d)?, v);
        assert_eq!(v.upsum(&d.neg())?, v);
        checked += 1;
    }
    assert!(checked > 80, "{checked}");
    Ok(())
}
