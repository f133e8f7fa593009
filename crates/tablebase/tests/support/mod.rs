//! Random games in tiers, and retrograde analysis from the definition.
#![allow(dead_code)]

use bouton_core::{Error, Player, Result};
use bouton_tablebase::{End, Indexed, Named, Title, Verdict};

/// A game by its table of moves: each position is its own number.
#[derive(Clone)]
pub struct Graph {
    /// By tier: the first position.
    pub starts: Vec<u32>,
    pub moves: Vec<Vec<u32>>,
    pub ends: Vec<Option<End>>,
    pub stuck: End,
    sources: Vec<Vec<u32>>,
}

impl Graph {
    /// A random game; some positions end play, and some have very many moves.
    pub fn random(seed: u64) -> Graph {
        let mut rng = fastrand::Rng::with_seed(seed);
        let tiers = rng.usize(1..5);
        let size = rng.usize(2..if seed.is_multiple_of(16) { 700 } else { 40 });
        let mut starts = vec![0];
        for _ in 0..tiers {
            starts.push(starts[starts.len() - 1] + rng.u32(1..=size as u32));
        }
        let count = starts[tiers];
        let degree = rng.usize(1..6);
        let ties = rng.bool();
        let mut moves = Vec::new();
        let mut ends = Vec::new();
        for tier in 0..tiers {
            for _ in starts[tier]..starts[tier + 1] {
                let many = count > 300 && rng.u8(..10) == 0;
                let options = if many {
                    rng.usize(250..600)
                } else {
                    rng.usize(0..=degree)
                };
                moves.push((0..options).map(|_| rng.u32(..starts[tier + 1])).collect());
                ends.push(match rng.u8(..20) {
                    0 => Some(End::Win),
                    1 => Some(End::Lose),
                    2 if ties => Some(End::Tie),
                    _ => None,
                });
            }
        }
        Graph::new(
            starts,
            moves,
            ends,
            [End::Lose, End::Win, End::Tie][seed as usize % 3],
        )
    }

    pub fn new(
        starts: Vec<u32>,
        moves: Vec<Vec<u32>>,
        ends: Vec<Option<End>>,
        stuck: End,
    ) -> Graph {
        let mut sources = vec![Vec::new(); moves.len()];
        for (from, to) in (0..).zip(&moves) {
            to.iter().for_each(|&t| sources[t as usize].push(from));
        }
        Graph {
            starts,
            moves,
            ends,
            stuck,
            sources,
        }
    }
}

impl Indexed for Graph {
    type Position = u32;

    fn tiers(&self) -> u32 {
        self.starts.len() as u32 - 1
    }

    fn count(&self, tier: u32) -> u64 {
        u64::from(self.starts[tier as usize + 1] - self.starts[tier as usize])
    }

    fn below(&self, tier: u32) -> Vec<u32> {
        (0..tier).collect()
    }

    fn position(&self, tier: u32, index: u64) -> u32 {
        self.starts[tier as usize] + index as u32
    }

    fn index(&self, pos: &u32) -> (u32, u64) {
        let tier = self.starts.partition_point(|s| s <= pos) - 1;
        (tier as u32, u64::from(pos - self.starts[tier]))
    }

    fn end(&self, pos: &u32) -> Option<End> {
        self.ends[*pos as usize]
    }

    fn stuck(&self, _pos: &u32) -> End {
        self.stuck
    }

    fn moves(&self, pos: &u32, out: &mut Vec<u32>) {
        out.extend(&self.moves[*pos as usize]);
    }

    fn sources(&self, pos: &u32, out: &mut Vec<u32>) {
        let tier = self.index(pos).0;
        out.extend(
            self.sources[*pos as usize]
                .iter()
                .filter(|s| self.index(s).0 == tier),
        );
    }
}

impl Named for Graph {
    fn title(&self) -> Title {
        Title {
            game: "graph".into(),
            position: String::new(),
            play: "normal".into(),
            relative: false,
            rules: String::new(),
        }
    }

    fn parse(&self, text: &str, _to_move: Player) -> Result<u32> {
        let number = text
            .parse()
            .ok()
            .filter(|&n: &u32| (n as usize) < self.moves.len());
        number.ok_or_else(|| Error::input(format!("`{text}` is not a position")))
    }

    fn show(&self, pos: &u32, _to_move: Player) -> String {
        pos.to_string()
    }
}

/// Every position from the definition, over the whole game at once: pass after pass over all positions until nothing changes.
pub fn plain<G: Indexed>(game: &G) -> Vec<Vec<(Verdict, Option<u16>)>> {
    let mut known: Vec<Vec<(Verdict, Option<u16>)>> = (0..game.tiers())
        .map(|t| vec![(Verdict::Draw, None); game.count(t) as usize])
        .collect();
    let nodes: Vec<(u32, u64)> = (0..game.tiers())
        .flat_map(|t| (0..game.count(t)).map(move |i| (t, i)))
        .filter(|&(t, i)| game.index(&game.position(t, i)) == (t, i))
        .collect();
    let mut options: Vec<Vec<(u32, u64)>> = Vec::new();
    for &(t, i) in &nodes {
        let pos = game.position(t, i);
        let mut out = Vec::new();
        let mut end = game.end(&pos);
        if end.is_none() {
            game.moves(&pos, &mut out);
            if out.is_empty() {
                end = Some(game.stuck(&pos));
            }
        }
        if let Some(end) = end {
            known[t as usize][i as usize] = (end.verdict(), Some(0));
        }
        options.push(out.iter().map(|p| game.index(p)).collect());
    }
    let at = |known: &Vec<Vec<(Verdict, Option<u16>)>>, (t, i): (u32, u64)| {
        known[t as usize][i as usize]
    };
    // Wins and losses at distance 1, 2, …: exactly those that follow from what is nearer.
    for (verdicts, distance) in (1..).map(|d| ([Verdict::Win, Verdict::Lose], d)) {
        let mut found = Vec::new();
        for (&node, options) in nodes.iter().zip(&options) {
            if at(&known, node).1.is_some() || options.is_empty() {
                continue;
            }
            if options
                .iter()
                .any(|&o| at(&known, o) == (Verdict::Lose, Some(distance - 1)))
            {
                found.push((node, verdicts[0]));
            } else if options.iter().all(|&o| at(&known, o).0 == Verdict::Win) {
                found.push((node, verdicts[1]));
            }
        }
        for &((t, i), verdict) in &found {
            known[t as usize][i as usize] = (verdict, Some(distance));
        }
        // Ends that are decided lie at distance 0; nothing new at one distance means nothing new for ever.
        if found.is_empty() {
            break;
        }
    }
    for distance in 1.. {
        let mut found = Vec::new();
        for (&node, options) in nodes.iter().zip(&options) {
            let open = at(&known, node).1.is_none();
            if open
                && options
                    .iter()
                    .any(|&o| at(&known, o) == (Verdict::Tie, Some(distance - 1)))
            {
                found.push(node);
            }
        }
        for &(t, i) in &found {
            known[t as usize][i as usize] = (Verdict::Tie, Some(distance));
        }
        if found.is_empty() {
            break;
        }
    }
    known
}
