//! The store against its slow twin, and the laws of games on random values.

use bouton_value::twin::Form;
use bouton_value::{Comparison, Dyadic, Store, Value};

type Res = Result<(), Box<dyn std::error::Error>>;

/// A random form of at most the given depth.
fn form(rng: &mut fastrand::Rng, depth: u32) -> Form {
    if depth == 0 {
        return Form::default();
    }
    let mut side = || {
        (0..rng.usize(0..3))
            .map(|_| form(&mut fastrand::Rng::with_seed(rng.u64(..)), depth - 1))
            .collect()
    };
    Form {
        left: side(),
        right: side(),
    }
}

/// A random value: options drawn from earlier ones, with numbers, ups, nimbers among them.
fn values(s: &mut Store, seed: u64, count: usize) -> bouton_value::Result<Vec<Value>> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut all = vec![Value::ZERO];
    while all.len() < count {
        let v = match rng.u8(0..6) {
            0 => s.number_up_star(
                &Dyadic::small(rng.i64(-12..12), rng.u32(0..4)),
                rng.i64(-2..3),
                rng.u64(0..3),
            )?,
            1 => {
                let x = s.number(&Dyadic::small(rng.i64(-5..6), rng.u32(0..2)))?;
                let h = all[rng.usize(0..all.len())];
                if s.birthday(h)? > 8.into() {
                    x
                } else {
                    s.add(h, x)?
                }
            }
            _ => {
                let recent = all.len().saturating_sub(60);
                let mut side = || {
                    (0..rng.usize(1..4))
                        .map(|_| all[rng.usize(recent..all.len())])
                        .collect::<Vec<_>>()
                };
                let (l, r) = (side(), side());
                s.game(&l, &r)?
            }
        };
        if s.birthday(v)? <= 12.into() {
            all.push(v);
        }
    }
    Ok(all)
}

#[test]
fn canonical_forms_agree_with_the_definition() -> Res {
    let mut s = Store::new();
    let mut rng = fastrand::Rng::with_seed(1);
    let mut nontrivial = 0;
    for _ in 0..2000 {
        let f = form(&mut rng, 4);
        let v = f.value(&mut s)?;
        let twin = f.canonical();
        assert!(Form::of(&mut s, v)?.same(&twin), "{} from {f:?}", s.show(v));
        nontrivial += usize::from(!s.is_number(v));
    }
    assert!(nontrivial > 300, "{nontrivial}");
    Ok(())
}

#[test]
fn sums_and_order_agree_with_the_definition() -> Res {
    let mut s = Store::new();
    let mut rng = fastrand::Rng::with_seed(2);
    let mut seen = [0; 4];
    for _ in 0..1500 {
        let (f, g) = (form(&mut rng, 3), form(&mut rng, 3));
        let (x, y) = (f.value(&mut s)?, g.value(&mut s)?);
        let sum = s.add(x, y)?;
        assert_eq!(f.plus(&g).value(&mut s)?, sum);
        let minus = s.neg(x)?;
        assert_eq!(f.negative().value(&mut s)?, minus);
        let expected = match (f.ge(&g), g.ge(&f)) {
            (true, true) => Comparison::Equal,
            (true, false) => Comparison::Greater,
            (false, true) => Comparison::Less,
            (false, false) => Comparison::Fuzzy,
        };
        assert_eq!(s.compare(x, y)?, expected);
        seen[expected as usize] += 1;
        let c = f.canonical();
        assert_eq!(
            (c.stop(&mut s, true)?, c.stop(&mut s, false)?),
            (s.left_stop(x), s.right_stop(x))
        );
    }
    assert!(seen.iter().all(|&n| n > 20), "{seen:?}");
    Ok(())
}

#[test]
fn group_and_order_laws() -> Res {
    let mut s = Store::new();
    let all = values(&mut s, 3, 400)?;
    let mut rng = fastrand::Rng::with_seed(4);
    for _ in 0..1500 {
        let mut pick = || all[rng.usize(0..all.len())];
        let (a, b, c) = (pick(), pick(), pick());
        let ab = s.add(a, b)?;
        assert_eq!(ab, s.add(b, a)?);
        let bc = s.add(b, c)?;
        assert_eq!(
            s.add(ab, c)?,
            s.add(a, bc)?,
            "{} {} {}",
            s.show(a),
            s.show(b),
            s.show(c)
        );
        assert_eq!(s.sub(ab, b)?, a);
        let (ac, order) = (s.add(a, c)?, s.compare(a, b)?);
        assert_eq!(s.compare(ac, bc)?, order, "order is kept by sums");
        let difference = s.sub(a, b)?;
        assert_eq!(s.compare(difference, Value::ZERO)?, order);
        let twice = s.add(a, a)?;
        let thrice = s.add(twice, a)?;
        assert_eq!(s.multiple(&3.into(), a)?, thrice);
    }
    Ok(())
}

#[test]
fn negation_is_an_involution_that_swaps_the_stops() -> Res {
    let mut s = Store::new();
    let all = values(&mut s, 5, 10_000)?;
    assert_eq!(all.len(), 10_000);
    for g in all {
        let m = s.neg(g)?;
        assert_eq!(s.neg(m)?, g);
        assert_eq!(
            (s.left_stop(m), s.right_stop(m)),
            (-&s.right_stop(g), -&s.left_stop(g))
        );
        assert_eq!(s.add(g, m)?, Value::ZERO);
    }
    Ok(())
}

#[test]
fn temperature_theory() -> Res {
    let mut s = Store::new();
    let all = values(&mut s, 6, 300)?;
    let mut rng = fastrand::Rng::with_seed(7);
    let mut hot = 0;
    for _ in 0..1000 {
        let (a, b) = (all[rng.usize(0..all.len())], all[rng.usize(0..all.len())]);
        let sum = s.add(a, b)?;
        assert_eq!(&s.mean(a)? + &s.mean(b)?, s.mean(sum)?);
        let (ta, tb, t) = (s.temperature(a)?, s.temperature(b)?, s.temperature(sum)?);
        assert!(
            t <= ta.clone().max(tb.clone()),
            "{} {}",
            s.show(a),
            s.show(b)
        );
        hot += usize::from(t.signum() > 0);
        // The drawn thermograph has the same mast, and its walls at 0 are the stops.
        let drawn = s.thermograph(sum)?;
        assert_eq!((drawn.mean(), drawn.temperature()), (&s.mean(sum)?, t));
        if !s.is_number(sum) {
            assert_eq!(drawn.left.value(&Dyadic::ZERO), s.left_stop(sum));
            assert_eq!(drawn.right.value(&Dyadic::ZERO), s.right_stop(sum));
        }
        // Cooling is a homomorphism, and the stops of the cooled game are the walls.
        let t = Dyadic::small(rng.i64(1..9), 2);
        let (ca, cb) = (s.cool(a, &t)?, s.cool(b, &t)?);
        let c = s.cool(sum, &t)?;
        assert_eq!(
            s.add(ca, cb)?,
            c,
            "{} and {} cooled by {t}",
            s.show(a),
            s.show(b)
        );
        assert_eq!(
            (drawn.left.value(&t), drawn.right.value(&t)),
            (s.left_stop(c), s.right_stop(c))
        );
    }
    assert!(hot > 100, "{hot}");
    Ok(())
}

#[test]
fn a_second_store_agrees() -> Res {
    let mut s = Store::new();
    let mut t = Store::new();
    for g in values(&mut s, 8, 500)? {
        let h = t.import(&mut s, g)?;
        assert_eq!(s.show(g), t.show(h));
    }
    Ok(())
}

#[test]
fn heating_undoes_cooling_of_its_own() -> Res {
    let mut s = Store::new();
    let one = s.integer(1);
    for g in values(&mut s, 9, 200)? {
        let h = s.heat(g, one)?;
        assert_eq!(s.cool(h, &Dyadic::ONE)?, g, "{}", s.show(g));
    }
    Ok(())
}

#[test]
fn a_store_with_tiny_caches_gives_the_same_values() -> Res {
    let mut s = Store::new();
    let mut t = Store::with_limit(1 << 26);
    t.set_cache_limit(0);
    let all = values(&mut s, 10, 150)?;
    for pair in all.windows(2) {
        let sum = s.add(pair[0], pair[1])?;
        let (x, y) = (t.import(&mut s, pair[0])?, t.import(&mut s, pair[1])?);
        let other = t.add(x, y)?;
        assert_eq!(t.import(&mut s, sum)?, other);
    }
    Ok(())
}

/// A position of a selective sum, played out on explicit forms.
fn selective(f: &Form, g: &Form) -> Form {
    let side = |left: bool| {
        let (a, b) = if left {
            (&f.left, &g.left)
        } else {
            (&f.right, &g.right)
        };
        let mut all: Vec<Form> = a.iter().map(|x| selective(x, g)).collect();
        all.extend(b.iter().map(|y| selective(f, y)));
        all.extend(
            a.iter()
                .flat_map(|x| b.iter().map(move |y| selective(x, y))),
        );
        all
    };
    Form {
        left: side(true),
        right: side(false),
    }
}

#[test]
fn selective_sums_by_play() -> Res {
    let mut s = Store::new();
    // The games born by day 2: all sets of options born by day 1.
    let day1 = [s.integer(0), s.integer(1), s.integer(-1), s.nimber(1)?];
    let subsets = |k: usize| {
        day1.iter()
            .enumerate()
            .filter(move |(i, _)| k >> i & 1 == 1)
            .map(|(_, &v)| v)
            .collect::<Vec<_>>()
    };
    let mut day2 = std::collections::BTreeSet::new();
    for l in 0..16 {
        for r in 0..16 {
            day2.insert(s.game(&subsets(l), &subsets(r))?);
        }
    }
    assert_eq!(day2.len(), 22);
    for &x in &day2 {
        for &y in &day2 {
            let (f, g) = (Form::of(&mut s, x)?, Form::of(&mut s, y)?);
            let expected = selective(&f, &g).value(&mut s)?;
            assert_eq!(
                s.selective_sum(x, y)?,
                expected,
                "{} and {}",
                s.show(x),
                s.show(y)
            );
        }
    }
    let (half, star) = (s.number(&Dyadic::small(1, 1))?, s.nimber(1)?);
    let sum = s.selective_sum(half, star)?;
    assert_eq!(s.show(sum), "1/2*");
    Ok(())
}
