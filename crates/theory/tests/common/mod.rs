//! Rule files for tests, run through the pipeline.
#![allow(dead_code)]

use bouton_automata::Limits;
use bouton_rulefile::{self as rulefile, HeapGame, PartizanHeapGame};
use bouton_rules::{Boxed, HeapRules, Play};
use bouton_solve::Budget;
use bouton_theory::{Analysis, Options, analyze};
use std::sync::Arc;

pub struct Subject {
    pub rules: Arc<HeapRules>,
    pub boxed: Box<dyn Boxed>,
}

impl Subject {
    pub fn new(text: &str) -> Result<Subject, String> {
        let rules = Arc::new(rulefile::load(text, "test.game").map_err(|e| e.to_string())?);
        let boxed: Box<dyn Boxed> = match rules.is_partizan() {
            false => Box::new(HeapGame::new(rules.clone()).map_err(|e| e.to_string())?),
            true => Box::new(PartizanHeapGame::new(rules.clone()).map_err(|e| e.to_string())?),
        };
        Ok(Subject { rules, boxed })
    }

    pub fn builtin(name: &str) -> Subject {
        Subject::new(rulefile::builtin(name).expect("a shipped rule file"))
            .expect("a valid rule file")
    }

    pub fn analyze(&self, play: Play) -> Analysis {
        self.analyze_within(play, Limits::default())
    }

    /// None where brute force finds no box that is closed under moves.
    pub fn try_analyze(&self, play: Play) -> Option<Analysis> {
        let budget = Budget::unlimited();
        let options = Options {
            play,
            limits: Limits::default(),
            learner: bouton_theory::discover::Learner::default(),
            budget: &budget,
        };
        analyze(&self.rules, self.boxed.as_ref(), &options).ok()
    }

    pub fn analyze_within(&self, play: Play, limits: Limits) -> Analysis {
        let budget = Budget::unlimited();
        let options = Options {
            play,
            limits,
            budget: &budget,
            learner: bouton_theory::discover::Learner::default(),
        };
        analyze(&self.rules, self.boxed.as_ref(), &options).expect("no limit")
    }
}
