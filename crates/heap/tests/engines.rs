//! Every engine against the definition.

use bouton_heap::*;

fn agree(text: &str, len: usize) {
    let game: HeapGame = text.parse().unwrap();
    let slow = naive_values(&game, len).unwrap();
    let fast = grundy_values(&game, len, &mut Watch::default()).unwrap();
    assert_eq!(fast.values.widened(), slow, "{text} by {:?}", fast.engine);
    if let Some(code) = game.as_code() {
        let sets = breaking_values(&code, len, &mut Watch::default()).unwrap();
        assert_eq!(sets, slow, "{text} by sets");
        if let Some(pairs) = extend_by_pairs(&code, Vec::new(), len, &mut Watch::default()) {
            let pairs: Vec<u32> = pairs.unwrap().into_iter().map(u32::from).collect();
            assert_eq!(pairs, slow, "{text} by pairs");
        }
    }
}

#[test]
fn every_octal_code_of_three_digits() {
    for d in 1..512u32 {
        for start in [0, 4] {
            agree(&format!("{start}.{}{}{}", d >> 6, d >> 3 & 7, d & 7), 60);
        }
    }
}

#[test]
fn other_games() {
    for text in [
        "4!.0", "4!.4!7", "4.[3]", "0.[7]", "0.6[03]", "4=.3", "4?.1", "0.7!0[5]",
    ] {
        agree(text, 120);
    }
    for text in [
        "0.3F",
        "0.8",
        "8.3",
        "0.F?3",
        "0.0{1,3!}",
        "0.{0,3=}",
        "80.7",
        "0.{2,3?}",
        "0.{3!,4!}3",
        "8!C.1",
    ] {
        agree(text, 40);
    }
    for text in [
        "0.*",
        "0.*!",
        "0.*?3",
        "0.{2+}=",
        "0.{0,3+}",
        "0.{2!+}3",
        "{2+}!.0",
        "0.{1,2=,3?+}",
        "0.{0,2,4!+}",
    ] {
        agree(text, 22);
    }
    for text in [
        "S{1,3,4}",
        "S{2,5,8}",
        "all-but{4}",
        "all-but{1,2,7}",
        "S{3}",
        "0.3303",
        "0.03[3]",
    ] {
        agree(text, 200);
    }
    for text in [
        "ruler", "T{1,2}", "T{2}", "T{1-3}", "T{3,5}", "T{1-5}", "T{4}",
    ] {
        agree(text, 17);
    }
    for (name, _) in Amounts::NAMED {
        agree(name, 150);
    }
}

#[test]
fn any_split_gives_the_right_values() {
    for text in ["0.106", "0.16", "0.454", "0.07", "4.3", "0.054"] {
        let code: Code = text.parse().unwrap();
        let octal = Octal::of(&code).unwrap();
        let slow = naive_values(&HeapGame::code(code), 300).unwrap();
        let parity = octal.breaks[0].taken as u8 & 1;
        let domain = octal
            .breaks
            .iter()
            .all(|b| b.taken as u8 & 1 == parity)
            .then_some(parity);
        for mask in 0..16 {
            for domain in [None, domain] {
                let mut engine = Sparse::new(octal.clone(), vec![0]);
                engine.set_split(Split { mask, domain });
                for (n, &g) in slow.iter().enumerate().skip(1) {
                    assert_eq!(
                        engine.step().map(u32::from),
                        Some(g),
                        "{text} heap {n} mask {mask} {domain:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn vectorised_batches_equal_the_one_heap_engine() {
    for text in [
        "0.106", "0.16", "0.104", "0.454", "0.054", "0.56", "0.354", "0.644", "4.406", "0.127",
    ] {
        let octal = Octal::of(&text.parse().unwrap()).unwrap();
        let mut slow = Sparse::new(octal.clone(), Vec::new());
        while slow.len() < 40_000 {
            slow.refit_at();
            slow.step().unwrap();
        }
        let slow: Vec<u8> = slow.values().iter().map(|&v| v as u8).collect();
        for head in [100, 3000, 20_000] {
            let head = slow[..head].iter().map(|&v| u16::from(v)).collect();
            let mut fast = Narrow::from_sparse(&Sparse::new(octal.clone(), head)).unwrap();
            assert!(fast.extend(40_000, &mut Watch::default()));
            let first = fast.values().iter().zip(&slow).position(|(a, b)| a != b);
            assert_eq!((first, fast.values().len()), (None, 40_000), "{text}");
        }
    }
}

#[test]
fn wide_blocks_equal_the_one_heap_engine() {
    for text in ["4!.0", "0.6", "0.376", "0.034", "0.16"] {
        let octal = Octal::of(&text.parse().unwrap()).unwrap();
        let mut slow = Sparse::new(octal.clone(), Vec::new());
        let (head, len) = (33_000, 60_000);
        while slow.len() < head {
            slow.refit_at();
            slow.step().unwrap();
        }
        let mut fast = Wide::from_sparse(&slow).unwrap();
        assert!(fast.extend(len, &mut Watch::default()));
        while slow.len() < len {
            slow.refit_at();
            slow.step().unwrap();
        }
        let first = fast
            .values()
            .iter()
            .zip(slow.values())
            .position(|(a, b)| a != b);
        assert_eq!((first, fast.values().len()), (None, len), "{text}");
    }
}
