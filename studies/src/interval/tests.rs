//! Operations against fractions, constants against their published digits.

use super::*;

/// Every operation on random fractions holds the exact result.
#[test]
fn operations_hold_the_exact_result() {
    let mut rng = fastrand::Rng::with_seed(1);
    let mut cases = 0;
    for _ in 0..2000 {
        let mut pick = || BigRational::new(rng.i64(-999..1000).into(), rng.i64(1..1000).into());
        let (a, b) = (pick(), pick());
        let (x, y) = (Interval::ratio(&a), Interval::ratio(&b));
        assert!((&x + &y).holds(&(&a + &b)));
        assert!((&x - &y).holds(&(&a - &b)));
        assert!((&x * &y).holds(&(&a * &b)));
        assert!(
            x.times(-7)
                .holds(&(&a * BigRational::from_integer((-7).into())))
        );
        assert!(x.over(7).holds(&(&a / BigRational::from_integer(7.into()))));
        if !b.is_zero() {
            assert!(x.divide(&y).unwrap().holds(&(&a / &b)));
        }
        let square = (&x * &x).sqrt();
        if let Ok(root) = square {
            assert!(root.holds(&a.abs()));
        }
        cases += 1;
    }
    assert_eq!(cases, 2000);
}

#[test]
fn constants_have_their_published_digits() {
    assert_eq!(pi().cut(30).unwrap(), "3.141592653589793238462643383279");
    let ln2 = Interval::int(2).ln().unwrap();
    assert_eq!(ln2.cut(30).unwrap(), "0.693147180559945309417232121458");
    let ln10 = Interval::int(10).ln().unwrap();
    assert_eq!(ln10.cut(30).unwrap(), "2.302585092994045684017991454684");
    let small = Interval::fraction(1, 1000).ln().unwrap();
    assert_eq!(
        (&small + &ln10.times(3))
            .decimals(60)
            .unwrap()
            .trim_start_matches('-')
            .trim_matches(['0', '.']),
        ""
    );
    let quarter = Interval::int(1).atan().unwrap().times(4);
    assert_eq!(quarter.cut(30).unwrap(), pi().cut(30).unwrap());
    let (cos, sin) = pi().over(6).cos_sin();
    assert_eq!(sin.decimals(40).unwrap(), format!("0.5{:0<39}", ""));
    assert_eq!(
        (&cos * &cos).decimals(40).unwrap(),
        format!("0.75{:0<38}", "")
    );
    let (cos, _) = pi().times(4).over(3).cos_sin();
    assert_eq!(cos.decimals(30).unwrap(), format!("-0.5{:0<29}", ""));
    let x = Interval::fraction(22, 7);
    assert_eq!(x.scientific(5).unwrap(), "3.1429e0");
    assert_eq!(x.plain(4).unwrap(), "3.143");
    assert_eq!(Interval::int(99996).scientific(4).unwrap(), "1.000e5");
    assert_eq!(
        Interval::fraction(1, 3000).scientific(3).unwrap(),
        "3.33e-4"
    );
    let r = BigRational::new(22.into(), 70_000.into());
    assert_eq!(scientific_ratio(&r, 4).unwrap(), "3.143e-4");
    assert_eq!(
        scientific_ratio(&(r * BigRational::from_integer(70_000_000.into())), 3).unwrap(),
        "2.20e4"
    );
    assert!(x.hull(&Interval::int(3)).decimals(2).is_err());
}
