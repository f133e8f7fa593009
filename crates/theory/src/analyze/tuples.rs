//! Tuples: P-sets, partizan sets, Grundy functions, sums of coordinates, slopes.

use super::Work;
use super::words::{bound, list, set_claim};
use crate::claim::{Claim, Kind, Status};
use crate::cone::cone;
use crate::discover::Found;
use bouton_automata::compile;
use bouton_rules::{Play, Result};
use bouton_solve::boxed;

impl Work<'_, '_> {
    /// `heaps a b …`, impartial: the P-set, then the Grundy function.
    pub(super) fn tuples(&mut self) -> Result<()> {
        let play = self.options.play;
        let found = self.search().p_set(play)?;
        let proved = matches!(found, Found::Proved(_));
        let sides = self.options.learner.sides(self.game.arity());
        let side = sides.last().copied().unwrap_or(2);
        let side = if proved { side.min(128) } else { side };
        let table = boxed::wins(
            self.game,
            &vec![side; self.game.arity()],
            play,
            self.options.budget,
        )?;
        let lost = (0..table.layout().cells()).filter(|&c| table.is_lost(c));
        let first = lost
            .take(24)
            .map(|c| format!("({})", list(table.layout().position(c))));
        self.analysis.first_values = format!("P-positions: {}", list(first));
        self.take(set_claim(
            self.rules,
            found,
            &self.options.limits,
            play,
            Kind::PSet,
        ));
        if play == Play::Normal {
            let graph = self.search().grundy()?;
            self.take(set_claim(
                self.rules,
                graph,
                &self.options.limits,
                play,
                Kind::Grundy,
            ));
            self.sum_of_coordinates()?;
        }
        if self.game.arity() == 2 {
            self.slopes(&table);
        }
        Ok(())
    }

    /// g(a, b, …) = g(a, 0, …) xor g(0, b, …) xor …: the coordinates are independent.
    fn sum_of_coordinates(&mut self) -> Result<()> {
        let arity = self.game.arity();
        if arity < 2 {
            return Ok(());
        }
        let side = self.options.learner.sides(arity)[0];
        let table = boxed::grundy(self.game, &vec![side; arity], self.options.budget)?;
        let alone = |i: usize, x: u64| {
            let mut pos = vec![0; arity];
            pos[i] = x;
            table.value(&pos)
        };
        let fits = (0..table.layout().cells()).all(|c| {
            let pos = table.layout().position(c);
            let sum = pos
                .iter()
                .enumerate()
                .try_fold(0, |g, (i, &x)| alone(i, x).map(|v| g ^ v));
            sum.is_some() && sum == table.cell(c)
        });
        if !fits {
            return Ok(());
        }
        // Proved with the Grundy graph, if that is proved and the sum has the same graph.
        let proved = self
            .analysis
            .claims
            .iter()
            .find(|c| c.kind == Kind::Grundy && c.is_proved());
        let same = proved.and_then(|c| self.sum_graph_is(c)).unwrap_or(false);
        let names = &self.rules.heaps;
        let parts: Vec<String> = (0..arity)
            .map(|i| {
                let mut pos = vec!["0".to_string(); arity];
                pos[i] = names[i].clone();
                format!("g({})", pos.join(", "))
            })
            .collect();
        let claim = Claim {
            kind: Kind::Sum,
            statement: format!("g({}) = {}", names.join(", "), parts.join(" xor ")),
            status: if same {
                Status::Proved
            } else {
                Status::Verified
            },
            bound: bound(self.rules, table.layout().sizes()),
            method: match same {
                true => "the proved Grundy function is the xor of its restrictions to the axes"
                    .to_string(),
                false => "tested on every position of the box".to_string(),
            },
            automata: Vec::new(),
            numeration: None,
        };
        self.analysis.claims.push(claim);
        Ok(())
    }

    fn sum_graph_is(&self, claim: &Claim) -> Option<bool> {
        use bouton_automata::{Formula, Op, Var};
        let arity = self.game.arity() as Var;
        let graph = std::sync::Arc::new(claim.automata[0].clone());
        let zero = |v: Var| Formula::Linear {
            terms: vec![(1.into(), v)],
            op: Op::Eq,
            constant: 0.into(),
        };
        // Variables: coordinates, the total (arity), a zero, each part's value, partial sums.
        let nought = arity + 1;
        let mut all = vec![zero(nought)];
        let mut hidden = vec![nought];
        let mut total: Option<Var> = None;
        for i in 0..arity {
            let value = arity + 2 + 2 * i;
            let mut at = vec![nought; arity as usize];
            at[i as usize] = i;
            at.push(value);
            all.push(Formula::Is(graph.clone(), at));
            hidden.push(value);
            total = Some(match total {
                None => value,
                Some(before) => {
                    let sum = if i + 1 == arity { arity } else { value + 1 };
                    if sum != arity {
                        hidden.push(sum);
                    }
                    all.push(Formula::Xor(sum, before, value));
                    sum
                }
            });
        }
        let numeration = claim.numeration.as_ref()?;
        let sum = Formula::Exists(hidden, Box::new(Formula::And(all)));
        let sum = compile(&sum, numeration, &self.options.limits).ok()?;
        Some(
            graph
                .difference(&sum, &self.options.limits)
                .ok()?
                .is_empty(),
        )
    }

    /// Two heaps: Beatty pairs and slopes, verified only.
    fn slopes(&mut self, table: &boxed::WinTable) {
        let bound = bound(self.rules, table.layout().sizes());
        let claim = |kind, statement, method: &str| Claim {
            kind,
            statement,
            status: Status::Verified,
            bound: bound.clone(),
            method: method.to_string(),
            automata: Vec::new(),
            numeration: None,
        };
        let lost: Vec<Vec<u64>> = (0..table.layout().cells())
            .filter(|&c| table.is_lost(c))
            .map(|c| table.layout().position(c))
            .collect();
        let mut pairs: Vec<(u64, u64)> = lost
            .iter()
            .filter(|p| p[0] <= p[1])
            .map(|p| (p[0], p[1]))
            .collect();
        pairs.sort_unstable();
        let symmetric = lost
            .iter()
            .all(|p| table.wins(&[p[1], p[0]]) == Some(false));
        // One partner each: otherwise the positions are no pairs, and the search for slopes has nothing to find.
        let paired = pairs.windows(2).all(|w| w[0].0 < w[1].0);
        if symmetric
            && paired
            && let Some(beatty) = bouton_seq::beatty_pair(&pairs)
        {
            let text = format!(
                "the P-positions are the pairs (a(k), b(k)): {}",
                beatty.statement()
            );
            self.analysis.claims.push(claim(
                Kind::Beatty,
                text,
                "tested on every P-position of the box, in integers",
            ));
        }
        if let Some(cone) = cone(table) {
            let why = match self.relations {
                Ok(_) => "tested on every position of the box, in integers".to_string(),
                Err(why) => format!(
                    "tested on every position of the box, in integers; it cannot be proved here, because {why}"
                ),
            };
            self.analysis
                .claims
                .push(claim(Kind::Cone, cone.statement(&self.rules.heaps), &why));
        }
    }

    /// `heaps a b …` with moves of Left and Right.
    pub(super) fn partizan_tuples(&mut self) -> Result<()> {
        let play = self.options.play;
        let found = self.search().partizan_sets(play)?;
        let side = self.options.learner.sides(self.game.arity())[0];
        let table = boxed::partizan_wins(
            self.game,
            &vec![side; self.game.arity()],
            play,
            self.options.budget,
        )?;
        let first = (0..table.layout().cells())
            .filter_map(|c| {
                let pos = table.layout().position(c);
                table
                    .outcome(&pos)
                    .map(|o| format!("({}) {}", list(&pos), o.letter()))
            })
            .take(24);
        self.analysis.first_values = format!("outcomes: {}", list(first));
        self.take(set_claim(
            self.rules,
            found,
            &self.options.limits,
            play,
            Kind::PartizanSets,
        ));
        Ok(())
    }
}
