//! Exactness at every size, limits that are reported, and games too deep for a machine stack.

use bouton_value::loopy::{Graph, LoopyValue};
use bouton_value::{Dyadic, Store, Value};
use num_bigint::BigInt;

type Res = Result<(), Box<dyn std::error::Error>>;

fn number(s: &mut Store, n: BigInt, exponent: u64) -> bouton_value::Result<Value> {
    let x = Dyadic::new(n, exponent)?;
    s.number(&x)
}

fn power(e: usize) -> BigInt {
    BigInt::from(1) << e
}

#[test]
fn tiny_and_huge_numbers() -> Res {
    let mut s = Store::new();
    for e in [30u64, 31, 40, 63, 64, 200, 1000] {
        let x = number(&mut s, 1.into(), e)?;
        let half = number(&mut s, 1.into(), e + 1)?;
        assert_eq!(s.game(&[Value::ZERO], &[x])?, half, "{{0|1/2^{e}}}");
        let one = s.integer(1);
        let sum = s.add(one, x)?;
        assert_eq!(
            s.show(sum),
            format!("{}/{}", power(e as usize) + 1, power(e as usize))
        );
        assert_eq!(s.sub(sum, one)?, x);
        let hot = s.switch(x)?;
        assert_eq!(s.temperature(hot)?, s.as_number(x).ok_or("number")?);
        let big = number(&mut s, power(e as usize), 0)?;
        let twice = number(&mut s, power(e as usize + 1), 0)?;
        assert_eq!(s.add(big, big)?, twice);
        assert!(s.ge(big, x)? && !s.ge(x, big)?);
        let hot = s.switch(big)?;
        assert_eq!(
            s.temperature(hot)?.to_string(),
            power(e as usize).to_string()
        );
        assert_eq!(
            s.thermograph(hot)?.temperature().to_string(),
            power(e as usize).to_string()
        );
    }
    let most = s.integer(i64::MAX);
    let next = s.game(&[most], &[])?;
    assert_eq!(s.show(next), "9223372036854775808");
    let low = s.integer(i64::MIN);
    let minus = s.neg(low)?;
    assert_eq!(minus, next);
    let one = s.integer(1);
    let t: Dyadic = format!("1/{}", power(40)).parse()?;
    let hot = s.switch(one)?;
    let cooled = s.cool(hot, &t)?;
    assert_eq!(
        s.left_stop(cooled).to_string(),
        format!("{}/{}", power(40) - 1, power(40))
    );
    let stalk = s.number(&t)?;
    let base = s.integer(1);
    let stalk = s.ordinal_sum(base, stalk)?;
    assert_eq!(s.show(stalk), format!("{}/{}", power(40) + 1, power(40)));
    Ok(())
}

#[test]
fn ups_and_nimbers_do_not_wrap() -> Res {
    let mut s = Store::new();
    let up = s.ups(2147483647)?;
    let twice = s.add(up, up)?;
    assert_eq!(s.show(twice), "^4294967294");
    let far = s.ups(i64::MAX)?;
    assert!(s.add(far, far).is_err_and(|e| e.is_too_large()));
    assert!(s.multiple(&power(80), up).is_err_and(|e| e.is_too_large()));
    assert!(s.ups(i64::MIN).is_err());
    let least = s.ups(-i64::MAX)?;
    assert_eq!(s.neg(least)?, far);
    assert!(s.ge(far, least)? && !s.ge(least, far)?);
    let star = s.nimber(60)?;
    assert_eq!(s.birthday(star)?, 60.into());
    assert_eq!(s.follower_count(star)?, 61.into());
    let star = s.nimber(u64::MAX)?;
    assert_eq!(s.add(star, star)?, Value::ZERO);
    assert!(s.far_star(star).is_err_and(|e| e.is_too_large()));
    assert!(s.atomic_weight(star).is_ok());
    // Options of a packed nimber are written out only where they matter; too many are an error.
    let one = s.integer(1);
    assert!(s.game(&[one], &[star]).is_err_and(|e| e.is_memory()));
    let star = s.nimber(16384)?;
    let switch = s.game(&[one], &[star])?;
    assert_eq!(s.show(switch), "{1|*16384}");
    Ok(())
}

#[test]
fn integers_are_not_expanded() -> Res {
    let mut s = Store::new();
    let before = s.size();
    let (one, far) = (s.integer(1), s.integer(-1_000_000));
    let inner = s.game(&[Value::ZERO], &[far])?;
    let g = s.game(&[one], &[inner])?;
    assert_eq!(s.show(g), "{1||0|-1000000}");
    assert_eq!(s.birthday(g)?, 1_000_002.into());
    assert_eq!(s.follower_count(g)?, 1_000_004.into());
    // Right's move is a threat that must be answered.
    assert_eq!((s.mean(g)?, s.temperature(g)?), (Dyadic::ZERO, Dyadic::ONE));
    let m = s.neg(g)?;
    assert_eq!(s.add(g, m)?, Value::ZERO);
    let after = s.size();
    assert!(
        after.cores - before.cores < 20 && after.bytes < before.bytes + 100_000,
        "{after:?}"
    );
    Ok(())
}

#[test]
fn deep_games_need_no_deep_stack() -> Res {
    // A small stack shows it.
    let work = || -> Result<(), String> {
        let go = || -> bouton_value::Result<()> {
            let mut s = Store::new();
            let one = s.integer(1);
            let mut g = s.switch(one)?;
            for k in 0..20_000 {
                let top = s.integer(k + 2);
                g = s.game(&[top], &[g])?;
            }
            let m = s.neg(g)?;
            assert_eq!(s.add(g, m)?, Value::ZERO);
            assert!(s.birthday(g)? >= 20_000.into());
            assert!(s.show(g).len() > 20_000);
            s.mean(g)?;
            s.thermograph(m)?;
            let star = s.nimber(1)?;
            let sum = s.add(g, star)?;
            assert!(!s.ge(sum, m)? || s.ge(sum, Value::ZERO)?);
            s.outcome(sum)?;
            s.stop_count(g)?;
            s.is_all_small(g)?;
            s.misere_outcome(g)?;
            Ok(())
        };
        go().map_err(|e| e.to_string())
    };
    let thread = std::thread::Builder::new()
        .stack_size(256 * 1024)
        .spawn(work)?;
    thread.join().map_err(|_| "the thread died")??;
    Ok(())
}

#[test]
fn the_memory_limit_is_an_error() -> Res {
    let mut s = Store::with_limit(2 << 20);
    let mut last = Value::ZERO;
    let mut stopped = None;
    for k in 1..2_000_000 {
        let x = s.integer(k);
        match s.game(&[x], &[last]) {
            Ok(g) => last = g,
            Err(e) => {
                stopped = Some(e);
                break;
            }
        }
    }
    let e = stopped.ok_or("the limit was not reached")?;
    assert!(e.is_memory(), "{e}");
    assert!(s.size().bytes < 4 << 20, "{:?}", s.size());
    // The store still works.
    assert_eq!(s.add(Value::ZERO, Value::ZERO)?, Value::ZERO);
    Ok(())
}

#[test]
fn undefined_quantities_are_errors() -> Res {
    let mut s = Store::new();
    let (two, minus) = (s.integer(2), s.integer(-1));
    let hot = s.game(&[two], &[minus])?;
    for g in [hot, two] {
        let e = s.atomic_weight(g).err().ok_or("a weight")?;
        assert!(
            e.is_undefined() && e.to_string().contains("atomic weight"),
            "{e}"
        );
    }
    assert!(s.power(hot, &Dyadic::ONE).is_err());
    assert!("1/3".parse::<Dyadic>().is_err() && "x".parse::<Dyadic>().is_err());
    assert!(Dyadic::new(1, 1 << 40).is_err());
    assert!(LoopyValue::of(&Graph::new(), 0).is_err());
    assert!(LoopyValue::dud().degree().is_err());
    Ok(())
}

#[test]
fn irregular_hot_games_add_up() -> Res {
    let mut s = Store::new();
    let (mut total, mut parts) = (Value::ZERO, vec![]);
    for k in 0..8 {
        let a = s.number_up_star(&Dyadic::from(3 * k + 1), 0, 1)?;
        let (x, y) = (s.integer(5 * k + 4), s.integer(k));
        let b = s.game(&[x], &[y])?;
        let c = s.number_up_star(&Dyadic::from(-2 * k - 1), 1, 0)?;
        let g = s.game(&[a, b], &[c])?;
        total = s.add(total, g)?;
        parts.push(g);
    }
    // Taken away in another order, nothing is left.
    for g in parts.into_iter().rev() {
        total = s.sub(total, g)?;
    }
    assert_eq!(total, Value::ZERO);
    Ok(())
}

#[test]
fn sums_of_many_switches_are_small() -> Res {
    // 2^60 positions, but few up to translation.
    let mut s = Store::new();
    let (mut total, mut means, mut swing) = (Value::ZERO, 0, 0);
    for k in 1..=60i64 {
        let (x, y) = (s.integer(k * k), s.integer(-2 * k));
        let g = s.game(&[x], &[y])?;
        total = s.add(total, g)?;
        means += k * k - 2 * k;
        swing += if k % 2 == 0 {
            k * k + 2 * k
        } else {
            -k * k - 2 * k
        };
    }
    assert!(s.size().cores < 10_000, "{:?}", s.size());
    assert_eq!(s.mean(total)?, Dyadic::small(means, 1));
    assert_eq!(s.left_stop(total), Dyadic::small(means + swing, 1));
    let drawn = s.thermograph(total)?;
    assert_eq!(drawn.temperature(), Dyadic::from(1860));
    assert_eq!(drawn.left.value(&Dyadic::ZERO), s.left_stop(total));
    let cooled = s.cool(total, &Dyadic::from(1800))?;
    assert_eq!(s.left_stop(cooled), drawn.left.value(&Dyadic::from(1800)));
    let one = s.integer(1);
    let heated = s.heat(total, one)?;
    assert_eq!(s.cool(heated, &Dyadic::ONE)?, total);
    let minus = s.neg(total)?;
    assert_eq!(s.add(total, minus)?, Value::ZERO);
    // Only writing it out is too much, and says so.
    assert!(s.show(total).contains("too many followers"));
    assert_eq!(s.left_options(total)?.len(), 1);
    Ok(())
}

#[test]
fn stores_and_values_can_cross_threads() {
    fn sendable<T: Send>() {}
    sendable::<Store>();
    sendable::<Value>();
    sendable::<LoopyValue>();
    sendable::<bouton_value::misere::MisereStore>();
}
