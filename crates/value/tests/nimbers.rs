//! The field of nimbers: table rows, the definition by mex, and the laws of a field.

use bouton_value::nimber::{
    big_inverse, big_power, big_product, big_square_root, inverse, inverse_wide, power, product,
    product_wide, products_by_definition, square_root, square_root_wide,
};
use num_bigint::BigUint;

#[test]
fn products_agree_with_the_mex_definition() {
    let table = products_by_definition(48);
    for (a, row) in table.iter().enumerate() {
        for (b, &expected) in row.iter().enumerate() {
            let (x, y) = (a as u64, b as u64);
            assert_eq!(product(x, y), expected, "{a} {b}");
            assert_eq!(product_wide(x.into(), y.into()), expected.into());
            assert_eq!(big_product(&x.into(), &y.into()), expected.into());
        }
    }
}

#[test]
fn rows_of_the_table() {
    let text = include_str!(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../testdata/nim-products.tsv"
    ));
    let mut count = 0;
    for line in text.lines().filter(|l| !l.starts_with('#')) {
        let n: Vec<BigUint> = line.split('\t').map(|x| x.parse().unwrap()).collect();
        assert_eq!(big_product(&n[0], &n[1]), n[2]);
        assert_eq!(big_product(&n[1], &n[0]), n[2]);
        count += 1;
    }
    assert!(count >= 20, "{count}");
}

#[test]
fn words_double_words_and_big_numbers_agree() {
    let mut rng = fastrand::Rng::with_seed(1);
    for _ in 0..500 {
        let (a, b) = (
            rng.u128(..) >> rng.u32(0..128),
            rng.u128(..) >> rng.u32(0..128),
        );
        assert_eq!(
            BigUint::from(product_wide(a, b)),
            big_product(&a.into(), &b.into())
        );
        let (x, y) = (a as u64, b as u64);
        assert_eq!(product_wide(x.into(), y.into()), product(x, y).into());
    }
}

#[test]
fn laws_of_a_field() {
    let mut rng = fastrand::Rng::with_seed(2);
    for _ in 0..500 {
        let mut n = || rng.u64(..) >> rng.u32(0..64);
        let (a, b, c) = (n(), n(), n());
        assert_eq!(product(a, product(b, c)), product(product(a, b), c));
        assert_eq!(product(a, b ^ c), product(a, b) ^ product(a, c));
        assert_eq!(inverse(a).map(|i| product(a, i)), (a != 0).then_some(1));
        let root = square_root(a);
        assert_eq!(product(root, root), a);
        assert_eq!(
            power(a, 5),
            product(a, product(product(a, a), product(a, a)))
        );
    }
    for _ in 0..20 {
        let a = rng.u128(..);
        assert_eq!(inverse_wide(a).map(|i| product_wide(a, i)), Some(1));
        let root = square_root_wide(a);
        assert_eq!(product_wide(root, root), a);
    }
    for bits in [100u32, 200, 250] {
        let a = BigUint::from(rng.u128(..)) << (bits as usize - 100);
        let i = big_inverse(&a).unwrap();
        assert_eq!(big_product(&a, &i), BigUint::from(1u8));
        assert_eq!(big_power(&a, &(-1).into()).unwrap(), i);
        let root = big_square_root(&a);
        assert_eq!(big_product(&root, &root), a);
    }
    assert!(big_power(&BigUint::default(), &(-1).into()).is_err());
    assert_eq!(inverse(0), None);
}
