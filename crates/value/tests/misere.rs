//! Misère forms: rows of the table, the definition by play, and laws.

use bouton_value::misere::{MisereGame, MisereStore};

/// Reads `[[2],0]`, `2`: a list is a game with those options.
fn read(s: &mut MisereStore, text: &[u8], at: &mut usize) -> MisereGame {
    if text[*at] == b'[' {
        *at += 1;
        let mut options = vec![];
        while text[*at] != b']' {
            options.push(read(s, text, at));
            if text[*at] == b',' {
                *at += 1;
            }
        }
        *at += 1;
        return s.game(&options).unwrap();
    }
    let start = *at;
    while *at < text.len() && text[*at].is_ascii_digit() {
        *at += 1;
    }
    s.heap(
        std::str::from_utf8(&text[start..*at])
            .unwrap()
            .parse()
            .unwrap(),
    )
    .unwrap()
}

/// `*[2]` is a heap; `*[[2]]` is the game with that option, `*[[2],0]` and `*[4,2]` have two.
fn star(s: &mut MisereStore, text: &str) -> MisereGame {
    let inner = text
        .trim_start_matches('(')
        .trim_end_matches(')')
        .strip_prefix('*')
        .unwrap();
    let list = read(s, inner.as_bytes(), &mut 0);
    let mut depth = 0;
    let several = inner.bytes().any(|b| {
        depth += i32::from(b == b'[') - i32::from(b == b']');
        b == b',' && depth == 1
    });
    if several {
        list
    } else {
        read(s, &inner.as_bytes()[1..], &mut 0)
    }
}

/// A heap of an octal game, by the rules of the code: digit k says whether k counters may be removed leaving 0 heaps (1), one
/// (2), two (4).
fn octal(s: &mut MisereStore, code: &str, n: usize) -> MisereGame {
    let mut heaps: Vec<MisereGame> = vec![];
    for size in 0..=n {
        let mut options = vec![];
        if code == "4!.0" {
            // Grundy's game: split a heap into two that differ.
            for a in (1..size).filter(|a| 2 * a < size) {
                options.push(s.add(heaps[a], heaps[size - a]).unwrap());
            }
        }
        let digits = code.strip_prefix("0.").unwrap_or("");
        for (k, digit) in (1..=size).zip(digits.bytes().map(|b| b - b'0')) {
            let rest = size - k;
            if digit & 1 != 0 && rest == 0 {
                options.push(MisereGame::ZERO);
            }
            if digit & 2 != 0 && rest > 0 {
                options.push(heaps[rest]);
            }
            if digit & 4 != 0 {
                for a in 1..=rest / 2 {
                    options.push(s.add(heaps[a], heaps[rest - a]).unwrap());
                }
            }
        }
        heaps.push(s.game(&options).unwrap());
    }
    heaps[n]
}

fn sum(s: &mut MisereStore, text: &str) -> MisereGame {
    match text.split_once(")+(") {
        Some((a, b)) => {
            let (a, b) = (star(s, a), star(s, b));
            s.add(a, b).unwrap()
        }
        None => star(s, text),
    }
}

fn show_all(s: &mut MisereStore, list: &[MisereGame]) -> String {
    let all: Vec<String> = list.iter().map(|&g| s.show(g).unwrap()).collect();
    format!("[{}]", all.join(","))
}

#[test]
fn rows_of_the_table() {
    let text = include_str!(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../testdata/misere-values.tsv"
    ));
    let mut s = MisereStore::new();
    let (mut count, mut wrong) = (0, vec![]);
    for line in text.lines().filter(|l| !l.starts_with('#')) {
        let parts: Vec<&str> = line.split('\t').collect();
        if let Some(position) = parts[1].strip_prefix("game.heap.TakeAndBreak(\"") {
            let (code, rest) = position.split_once('"').unwrap();
            let n = rest[2..].split_once(')').unwrap().0.parse().unwrap();
            let g = octal(&mut s, code, n);
            let got = s.show(g).unwrap();
            count += 1;
            // Of long forms only the letters are compared: options born on the same day may come in another order.
            let sorted = |t: &str| {
                let mut b = t.as_bytes().to_vec();
                b.sort_unstable();
                b
            };
            let same = if got.len() < 400 {
                got == parts[2]
            } else {
                sorted(&got) == sorted(parts[2])
            };
            if !same {
                wrong.push(format!(
                    "{}\n  expected {}\n  got      {got}",
                    parts[1], parts[2]
                ));
            }
            continue;
        }
        let (g, method) = match parts[1].rsplit_once(").") {
            Some(split) => split,
            None if parts[0] == "misere.sum" => (parts[1].trim_start_matches('('), "Show"),
            None => continue,
        };
        let g = g.strip_prefix('(').unwrap_or(g);
        let g = sum(&mut s, g);
        let got = match method {
            "Genus" => s.show_genus(g).unwrap(),
            "NimValue" => s.nim_value(g).unwrap().to_string(),
            "MisereNimValue" => s.misere_nim_value(g).unwrap().to_string(),
            "MisereOutcomeClass" => (if s.next_player_wins(g) { "N" } else { "P" }).into(),
            "Birthday" => s.birthday(g).to_string(),
            "Show" => s.show(g).unwrap(),
            "Mate" => {
                let m = s.mate(g).unwrap();
                s.show(m).unwrap()
            }
            "IsTame" => s.is_tame(g).unwrap().to_string(),
            "IsTameable" => s.is_tameable(g).unwrap().to_string(),
            "IsRestive" => s.is_restive(g).unwrap().to_string(),
            "IsRestless" => s.is_restless(g).unwrap().to_string(),
            "IsHalfTame" => s.is_half_tame(g).unwrap().to_string(),
            "IsPrime" => s.is_prime(g).unwrap().to_string(),
            "Parts" => {
                let parts = s.parts(g).unwrap();
                show_all(&mut s, &parts)
            }
            "Partitions" => {
                let all = s.partitions(g).unwrap();
                let all: Vec<String> = all.iter().map(|p| show_all(&mut s, p)).collect();
                format!("[{}]", all.join(","))
            }
            method => panic!("{method}"),
        };
        count += 1;
        if got != parts[2] {
            wrong.push(format!(
                "{}\n  expected {}\n  got      {got} {:?}",
                parts[1],
                parts[2],
                s.genus(g)
            ));
        }
    }
    assert!(count > 460, "{count}");
    assert!(
        wrong.is_empty(),
        "{} of {count}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// Who wins, by play on explicit forms.
fn wins(s: &MisereStore, heaps: &[MisereGame]) -> bool {
    let mut stuck = true;
    for (i, &h) in heaps.iter().enumerate() {
        for &o in s.options(h) {
            stuck = false;
            let mut next = heaps.to_vec();
            next[i] = o;
            if !wins(s, &next) {
                return true;
            }
        }
    }
    stuck
}

#[test]
fn sums_are_won_as_play_says() {
    let mut s = MisereStore::new();
    let mut rng = fastrand::Rng::with_seed(1);
    let mut all: Vec<MisereGame> = (0..4).map(|n| s.heap(n).unwrap()).collect();
    for _ in 0..40 {
        let list: Vec<MisereGame> = (0..rng.usize(1..4))
            .map(|_| all[rng.usize(0..all.len())])
            .collect();
        let g = s.game(&list).unwrap();
        if s.birthday(g) <= 5 {
            all.push(g);
        }
    }
    let mut previous = 0;
    for _ in 0..400 {
        let (a, b) = (all[rng.usize(0..all.len())], all[rng.usize(0..all.len())]);
        let sum = s.add(a, b).unwrap();
        let expected = wins(&s, &[a, b]);
        assert_eq!(s.next_player_wins(sum), expected);
        // The genus knows it too: its first term is 0 exactly if the previous player wins.
        assert_eq!(s.misere_nim_value(sum).unwrap() == 0, !expected);
        previous += usize::from(!expected);
        assert_eq!(s.add(b, a).unwrap(), sum);
        let m = s.mate(a).unwrap();
        let both = s.add(a, m).unwrap();
        assert!(!s.next_player_wins(both), "a game and its mate");
    }
    assert!(previous > 20, "{previous}");
}

#[test]
fn genus_terms_are_values_with_twos_beside() {
    let mut s = MisereStore::new();
    let two = s.heap(2).unwrap();
    let sharp = s.game(&[two]).unwrap();
    for list in [
        vec![two, MisereGame::ZERO],
        vec![sharp, MisereGame::ZERO],
        vec![sharp, two],
        vec![sharp],
    ] {
        let g = s.game(&list).unwrap();
        let genus = s.genus(g).unwrap();
        let mut beside = g;
        for n in 0..8 {
            assert_eq!(s.misere_nim_value(beside).unwrap(), genus.term(n));
            beside = s.add(beside, two).unwrap();
        }
    }
}

#[test]
fn nim_heaps_are_known() {
    let mut s = MisereStore::new();
    for n in 0..20 {
        let g = s.heap(n).unwrap();
        assert_eq!(s.as_heap(g), Some(n));
        assert_eq!(s.next_player_wins(g), n != 1);
        assert!(s.is_tame(g).unwrap());
    }
    let two = s.heap(2).unwrap();
    let pair = s.add(two, two).unwrap();
    assert_eq!(s.as_heap(pair), None);
    assert_eq!(s.show(pair).unwrap(), "*[2[2]]");
}

/// Every game born by day 4, odd ones included.
fn born_by_day_four(s: &mut MisereStore) -> Vec<MisereGame> {
    let mut all = vec![MisereGame::ZERO];
    for day in 1..=4 {
        let old = all.clone();
        for choice in 1_u32..1 << old.len() {
            let list: Vec<MisereGame> = old
                .iter()
                .enumerate()
                .filter(|(i, _)| choice >> i & 1 == 1)
                .map(|(_, &g)| g)
                .collect();
            let g = s.game(&list).unwrap();
            if s.birthday(g) == day && !all.contains(&g) {
                all.push(g);
            }
        }
    }
    all
}

#[test]
fn differences_undo_sums_and_parts_are_all_differences() {
    let mut s = MisereStore::new();
    let all = born_by_day_four(&mut s);
    assert_eq!(all.len(), 22);
    let (mut exist, mut fail) = (0, 0);
    for &a in &all {
        for &b in &all {
            let sum = s.add(a, b).unwrap();
            assert_eq!(s.minus(sum, b).unwrap(), Some(a));
            match s.minus(a, b).unwrap() {
                Some(x) => {
                    exist += 1;
                    assert_eq!(s.add(x, b).unwrap(), a);
                }
                None => fail += 1,
            }
            // Whatever is a part by subtraction is among the parts.
            let even = s.even_part(b).unwrap();
            if s.minus(sum, even).unwrap().is_some() && even != MisereGame::ZERO {
                let whole = s.even_part(sum).unwrap();
                assert!(even == whole || s.parts(sum).unwrap().contains(&even));
            }
            for p in s.partitions(sum).unwrap() {
                let mut total = MisereGame::ZERO;
                for x in p {
                    total = s.add(total, x).unwrap();
                }
                assert_eq!(total, sum);
            }
        }
    }
    assert!(exist > 60 && fail > 200, "{exist} {fail}");
}

#[test]
fn links_and_distinguishers_do_what_they_say() {
    let mut s = MisereStore::new();
    let all = born_by_day_four(&mut s);
    let (mut links, mut none) = (0, 0);
    for &a in &all {
        for &b in &all {
            match s.link(a, b).unwrap() {
                Some(t) => {
                    links += 1;
                    for x in [a, b] {
                        let sum = s.add(x, t).unwrap();
                        assert!(!s.next_player_wins(sum));
                    }
                }
                None => none += 1,
            }
            match s.distinguisher(a, b).unwrap() {
                Some(t) => {
                    let (x, y) = (s.add(a, t).unwrap(), s.add(b, t).unwrap());
                    assert_ne!(s.next_player_wins(x), s.next_player_wins(y));
                }
                None => assert_eq!(a, b),
            }
        }
    }
    assert!(links > 100 && none > 20, "{links} {none}");
}

#[test]
fn tameable_games_add_like_nim_positions() {
    let mut s = MisereStore::new();
    let all = born_by_day_four(&mut s);
    let mut count = 0;
    for &a in &all {
        if !s.is_tameable(a).unwrap() {
            continue;
        }
        for n in 0..5 {
            let heap = s.heap(n).unwrap();
            let sum = s.add(a, heap).unwrap();
            let (x, y) = (s.genus(a).unwrap(), s.genus(sum).unwrap());
            assert_eq!(y.normal, x.normal ^ n);
            if x.misere[0] == x.normal {
                assert_eq!(y.misere[0], x.normal ^ n);
            }
            count += 1;
        }
    }
    assert!(count > 20);
}
