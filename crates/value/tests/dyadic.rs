//! Dyadic rationals against integers over a common denominator, and the simplest number against a search day by day.

use bouton_value::Dyadic;
use num_bigint::BigInt;

fn random(rng: &mut fastrand::Rng) -> Dyadic {
    let n = BigInt::from(rng.i128(..) >> rng.u32(0..128));
    Dyadic::new(n << rng.usize(0..40), rng.u64(0..120)).unwrap()
}

/// The number over 2^200.
fn over(x: &Dyadic) -> BigInt {
    x.numerator() << (200 - x.exponent())
}

#[test]
fn arithmetic_agrees_with_a_common_denominator() {
    let mut rng = fastrand::Rng::with_seed(1);
    let mut big = 0;
    for _ in 0..5000 {
        let (a, b) = (random(&mut rng), random(&mut rng));
        assert_eq!(over(&(&a + &b)), over(&a) + over(&b));
        assert_eq!(over(&(&a - &b)), over(&a) - over(&b));
        assert_eq!(over(&-&a), -over(&a));
        assert_eq!(a.cmp(&b), over(&a).cmp(&over(&b)));
        assert_eq!(
            &(&a + &b) - &b,
            a,
            "equal numbers have equal representations"
        );
        let product = a.times(&b).unwrap();
        assert_eq!(
            product.numerator() << (400 - product.exponent()),
            over(&a) * over(&b)
        );
        assert_eq!(a.to_string().parse::<Dyadic>().unwrap(), a);
        assert!((a.floor() << 200) <= over(&a));
        assert!((a.ceil() << 200) >= over(&a) && a.ceil() - a.floor() <= 1.into());
        let half = a.half().unwrap();
        assert_eq!(&half + &half, a);
        big += usize::from(a.as_small().is_none());
    }
    assert!(big > 500, "{big}");
}

/// All numbers born by a day, in order: each day puts one between any two neighbours and one at either end.
fn born(day: u32) -> Vec<Dyadic> {
    let mut all = vec![Dyadic::ZERO];
    for _ in 0..day {
        let mut next = vec![&all[0] - &Dyadic::ONE];
        for pair in all.windows(2) {
            next.push(pair[0].clone());
            next.push((&pair[0] + &pair[1]).half().unwrap());
        }
        next.push(all[all.len() - 1].clone());
        next.push(&all[all.len() - 1] + &Dyadic::ONE);
        all = next;
    }
    all
}

#[test]
fn the_simplest_number_is_the_first_born() {
    let days: Vec<Vec<Dyadic>> = (0..8).map(born).collect();
    let points = &days[4];
    let mut seen = 0;
    for (i, low) in points.iter().enumerate() {
        for high in &points[i..] {
            for (lc, hc) in [(false, false), (false, true), (true, false), (true, true)] {
                let inside = |x: &&Dyadic| {
                    (*x > low || (lc && *x == low)) && (*x < high || (hc && *x == high))
                };
                let first = days.iter().find_map(|d| d.iter().find(inside));
                assert_eq!(
                    Dyadic::simplest(Some((low, lc)), Some((high, hc))).as_ref(),
                    first,
                    "{low} {high} {lc} {hc}"
                );
                seen += usize::from(first.is_some());
            }
        }
        for closed in [false, true] {
            let above = days
                .iter()
                .find_map(|d| d.iter().find(|x| *x > low || (closed && *x == low)));
            assert_eq!(Dyadic::simplest(Some((low, closed)), None).as_ref(), above);
            let below = days
                .iter()
                .find_map(|d| d.iter().find(|x| *x < low || (closed && *x == low)));
            assert_eq!(Dyadic::simplest(None, Some((low, closed))).as_ref(), below);
        }
    }
    assert!(seen > 1000, "{seen}");
    assert_eq!(Dyadic::simplest(None, None), Some(Dyadic::ZERO));
}

#[test]
fn birthdays_are_the_days_of_birth() {
    for day in 0..8u32 {
        let earlier = if day == 0 { vec![] } else { born(day - 1) };
        for x in born(day).iter().filter(|x| !earlier.contains(x)) {
            assert_eq!(x.birthday(), day.into(), "{x}");
        }
    }
}
