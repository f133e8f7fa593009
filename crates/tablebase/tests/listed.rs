//! Games whose positions are listed: a race on a ring with a player to move, built, read back from the file, and verified.

use bouton_core::{Budget, Error, Player, Result};
use bouton_tablebase::{
    End, Listed, Named, Numbered, Options, Reading, Rules, Table, Title, build, verify,
};

/// A counter goes 1 or 2 up (Left) or down (Right) on 0..=top; who brings it to the own end wins, and Left may also stay at 3.
struct Race {
    top: u8,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct At {
    place: u8,
    mover: Player,
}

impl Rules for Race {
    type Position = At;

    fn title(&self) -> Title {
        Title {
            game: "race".into(),
            position: "5".into(),
            play: "normal".into(),
            relative: false,
            rules: String::new(),
        }
    }

    fn starts(&self) -> Result<Vec<At>> {
        Ok(Player::BOTH.map(|mover| At { place: 5, mover }).into())
    }

    fn parse(&self, text: &str, mover: Player) -> Result<At> {
        let place = text.parse().ok().filter(|&p| p <= self.top);
        let place = place.ok_or_else(|| Error::input(format!("`{text}` is not a place")))?;
        Ok(At { place, mover })
    }

    fn show(&self, pos: &At, _: Player) -> String {
        pos.place.to_string()
    }

    fn key(&self, pos: &At) -> String {
        format!("{} {}", pos.place, pos.mover.name())
    }

    fn unkey(&self, key: &str) -> Result<At> {
        let (place, mover) = key
            .split_once(' ')
            .ok_or_else(|| Error::input("no mover"))?;
        self.parse(
            place,
            if mover == "left" {
                Player::Left
            } else {
                Player::Right
            },
        )
    }

    fn mover(&self, pos: &At) -> Option<Player> {
        Some(pos.mover)
    }

    fn end(&self, pos: &At) -> Option<End> {
        let won = (pos.place == self.top)
            .then_some(Player::Left)
            .or((pos.place == 0).then_some(Player::Right))?;
        Some(if won == pos.mover {
            End::Win
        } else {
            End::Lose
        })
    }

    fn stuck(&self, _: &At) -> End {
        End::Lose
    }

    fn moves(&self, pos: &At, out: &mut Vec<At>) -> Result<()> {
        let mover = pos.mover.other();
        for step in 1..=2 {
            let place = match pos.mover {
                Player::Left => pos.place.checked_add(step).filter(|&p| p <= self.top),
                Player::Right => pos.place.checked_sub(step),
            };
            out.extend(place.map(|place| At { place, mover }));
        }
        if pos.place == 3 && pos.mover == Player::Left {
            out.push(At { place: 3, mover });
        }
        Ok(())
    }
}

#[test]
fn a_listed_game_is_read_back() {
    let rules = Race { top: 9 };
    let budget = Budget::unlimited();
    let listed = Listed::explore(&rules, &budget).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let header = build(&listed, folder.path(), Options::default(), &budget).unwrap();
    assert!(header.summary.representatives > 12);
    let table = Table::open(folder.path()).unwrap();
    assert_eq!(
        verify(&table, &listed, None, 0, &budget).unwrap().positions,
        header.summary.representatives
    );
    let reading = Reading::new(&rules, table.keys().unwrap().unwrap());
    let mut asked = 0;
    for who in Player::BOTH {
        for place in 0..=9 {
            let text = place.to_string();
            let from_list = Numbered::answer(&listed, &table, &text, who);
            let from_file = Numbered::answer(&reading, &table, &text, who);
            match (from_list, from_file) {
                (Ok(a), Ok(b)) => {
                    assert_eq!(
                        (a.value, a.position, a.moves.len()),
                        (b.value, b.position, b.moves.len())
                    );
                    asked += 1;
                }
                (Err(a), Err(b)) => assert!(
                    a.to_string().contains("cannot be reached") && a == b,
                    "{a} {b}"
                ),
                (a, b) => panic!("{a:?} {b:?}"),
            }
        }
    }
    assert!(asked > 12);
    // A sample is verified through the file's own list.
    assert_eq!(
        verify(&table, &reading, Some(5), 1, &budget)
            .unwrap()
            .positions,
        5
    );
    let other = Race { top: 8 };
    let wrong = Listed::explore(&other, &budget).unwrap();
    assert!(verify(&table, &wrong, None, 0, &budget).is_err());
    let line = Numbered::line(&reading, &table, 0, 0).unwrap();
    assert!(!line.is_empty() && line[0].1.is_some());
    assert_eq!(Named::title(&reading).game, "race");
}
