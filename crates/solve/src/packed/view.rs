//! A position as one player sees it, cut between layers: its bound by every cutting, and the bound after a change of few layers.
//!
//! Cutting takes moves from one player only, so what the slices are worth together bounds the position for that player. Slices
//! have one layer or two, and the best of all cuttings is found layer by layer, from either end.

use super::bounds::Bounds;
use super::walls::{Part, Walls};
use bouton_rules::{Change, PackedBoard, Player, Word};

/// The layers of a position, with the best bounds of the first and of the last ones.
#[derive(Clone, Default)]
pub(super) struct View {
    /// An empty layer stands before the first and after the last one.
    layers: Vec<u32>,
    /// Of the layers before each place and of everything that was not cut.
    first: Vec<Walls>,
    /// Of the layers from each place on.
    last: Vec<Walls>,
}

impl View {
    /// The bound of the position without what was not cut.
    pub fn alone(&self) -> Walls {
        self.last.get(1).copied().unwrap_or(Walls::ZERO)
    }
}

impl<P, W: Word, B: PackedBoard<P, W>> Bounds<P, W, B> {
    /// The best bound of what ends in a layer: of all before it, and of all before the one next to it, with slices of one and of two
    /// layers; `pair` is the slice of both.
    #[inline(always)]
    pub fn longer<S: Part>(
        &mut self,
        from: Player,
        [best, before]: [S; 2],
        line: u32,
        pair: u32,
    ) -> S {
        let one = best.plus(S::of(*self.slice(from, line)));
        let two = before.plus(S::of(*self.slice(from, pair)));
        one.max(two)
    }

    /// Bounds a position from the point of view of `from`: `pos` by its slices, and what else there is by `rest`.
    pub fn cut(&mut self, pos: W, from: Player, rest: Walls) -> Walls {
        let mut layers = std::mem::take(&mut self.layers);
        layers.clear();
        self.board.layers(pos, from, &mut layers);
        let (mut best, mut line) = ([rest; 2], 0);
        for &next in &layers {
            let pair = self.board.pair(from, line, next);
            (best, line) = ([self.longer(from, best, next, pair), best[0]], next);
        }
        self.layers = layers;
        best[0]
    }

    /// As [`Bounds::cut`], with all that is needed to bound what differs in few layers.
    pub fn view(&mut self, pos: W, from: Player, rest: Walls, view: &mut View) {
        let View {
            layers,
            first,
            last,
        } = view;
        layers.clear();
        layers.push(0);
        self.board.layers(pos, from, layers);
        layers.push(0);
        let count = layers.len();
        first.clear();
        first.extend([rest; 2]);
        for i in 1..count {
            let pair = self.board.pair(from, layers[i - 1], layers[i]);
            first.push(self.longer(from, [first[i], first[i - 1]], layers[i], pair));
        }
        last.clear();
        last.resize(count + 1, Walls::ZERO);
        for i in (1..count - 1).rev() {
            let pair = self.board.pair(from, layers[i], layers[i + 1]);
            last[i] = self.longer(from, [last[i + 1], last[i + 2]], layers[i], pair);
        }
    }

    /// The bound of what differs from the position of a view by a change.
    #[inline]
    pub fn after<S: Part>(&mut self, view: &View, from: Player, change: Change) -> S {
        // The view counts the empty layer before the first.
        let low = change.first as usize + 1;
        let high = low + change.count as usize;
        let mut best = [S::of(view.first[low]), S::of(view.first[low - 1])];
        let mut line = view.layers[low - 1];
        for &layer in &view.layers[low..high] {
            let next = layer & !change.cells;
            let pair = self.board.pair(from, line, next);
            (best, line) = ([self.longer(from, best, next, pair), best[0]], next);
        }
        let one = best[0].plus(S::of(view.last[high]));
        let pair = self.board.pair(from, line, view.layers[high]);
        let two = best[1].plus(S::of(*self.slice(from, pair)));
        one.max(two.plus(S::of(view.last[high + 1])))
    }

    /// The moves of the other player than `from` after which `from`, to move, is not seen to win, whichever move it is within
    /// its layer.
    pub fn unrefuted(&mut self, view: &View, from: Player) -> W {
        let mut open = W::ZERO;
        for i in 1..view.layers.len() - 1 {
            let pairs = [
                self.board.pair(from, view.layers[i - 1], view.layers[i]),
                self.board.pair(from, view.layers[i], view.layers[i + 1]),
            ];
            let around = view.first[i].plus(view.last[i + 1]);
            let mut left = around.left_of_sum(*self.worst(from, view.layers[i]));
            let around = view.first[i - 1].plus(view.last[i + 1]);
            left = left.max(around.left_of_sum(*self.worst(from, pairs[0])));
            let around = view.first[i].plus(view.last[i + 2]);
            left = left.max(around.left_of_sum(*self.worst(from, pairs[1])));
            if !left.wins_first() {
                open = open | self.board.moves_in_layer(from, i - 1);
            }
        }
        open
    }
}
