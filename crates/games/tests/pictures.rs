//! Pictures of positions in characters and as SVG, against the ones that were looked at: `testdata/board-pictures.txt` and
//! `testdata/pictures`.

use bouton_games::{Visitor, find};
use bouton_rules::{Decided, Impartial, Partizan, Result, Ruleset, Scoring, Short};

const POSITIONS: &[(&str, &str)] = &[
    ("domineering", "..#|...|#.."),
    ("clobber", "xoxo|oxox"),
    ("amazons", "x..|.#.|..o"),
    ("konane", "xox|o.x|xo#"),
    ("nogo", ".x.|o..|..#"),
    ("fission", ".x.|..x|.#."),
    ("toads-and-frogs", "tt.ff"),
    ("toppling-dominoes", "lere"),
    ("hackenbush", "0-1l,1-2r,0-2"),
    ("snort", "L-.-R"),
    ("dots-and-boxes", "-.|!!.|.-|..!|.."),
    ("hex", "..x|.x.|o.o"),
];

struct Draw<'a>(&'a str, String, String);

impl Draw<'_> {
    fn game<G: Ruleset>(&mut self, game: &G) {
        let scene = game.draw(&game.parse(self.0).unwrap());
        let svg = scene.to_svg();
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        // Every element is closed, and nothing is drawn outside the picture.
        assert_eq!(
            svg.matches("<text ").count(),
            svg.matches("</text>").count()
        );
        assert!(
            svg.matches("<rect ").count()
                + svg.matches("<circle ").count()
                + svg.matches("<path ").count()
                > 2,
            "{}",
            self.0
        );
        assert!(!svg.contains("NaN"));
        self.2 = svg;
        self.1 = scene.to_text();
    }
}

impl Visitor for Draw<'_> {
    fn impartial<G: Impartial + Short>(&mut self, game: G) {
        self.game(&game);
    }
    fn family<G: Impartial + Short>(&mut self, _: &str, _: &str, _: fn(&str) -> Result<G>) {}
    fn partizan<G: Partizan + Short>(&mut self, game: G) {
        self.game(&game);
    }
    fn loopy<G: Impartial>(&mut self, game: G) {
        self.game(&game);
    }
    fn loopy_partizan<G: Partizan>(&mut self, game: G) {
        self.game(&game);
    }
    fn scoring<G: Scoring + Short>(&mut self, game: G) {
        self.game(&game);
    }
    fn decided<G: Partizan + Decided + Short>(&mut self, game: G) {
        self.game(&game);
    }
}

#[test]
fn positions_look_right() {
    let mut text = String::new();
    for (game, position) in POSITIONS {
        let mut draw = Draw(position, String::new(), String::new());
        find(game, &mut draw).unwrap();
        text += &format!("{game} {position}\n{}\n", draw.1);
        let kept = format!(
            "{}/../../testdata/pictures/{game}.svg",
            env!("CARGO_MANIFEST_DIR")
        );
        assert_eq!(draw.2, std::fs::read_to_string(kept).unwrap(), "{game}");
    }
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../testdata/board-pictures.txt"
    );
    assert_eq!(text, std::fs::read_to_string(path).unwrap(), "\n{text}");
}
