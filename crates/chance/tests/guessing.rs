//! Three hundred random guessing problems against the definition, without memory.

use bouton_chance::guessing::{Question, Reply, solve};
use bouton_core::Budget;

/// For each question: the answer and its cost for each secret.
type Problem = Vec<Vec<(u32, u64)>>;

fn replies(question: &[(u32, u64)], left: u32) -> Vec<(u32, u64, u32)> {
    let mut out: Vec<(u32, u64, u32)> = Vec::new();
    for (secret, &(answer, cost)) in question.iter().enumerate() {
        if left >> secret & 1 == 0 {
            continue;
        }
        match out.iter_mut().find(|r| r.0 == answer) {
            Some(r) => r.2 |= 1 << secret,
            None => out.push((answer, cost, 1 << secret)),
        }
    }
    out
}

fn brute(problem: &Problem, left: u32) -> u64 {
    if left.count_ones() <= 1 {
        return 0;
    }
    let costs = problem.iter().filter_map(|q| {
        let r = replies(q, left);
        (r.len() > 1).then(|| {
            r.iter()
                .map(|&(_, cost, then)| cost + brute(problem, then))
                .max()
                .unwrap()
        })
    });
    costs.min().unwrap()
}

#[test]
fn worst_cases_are_those_of_the_definition() {
    let mut rng = fastrand::Rng::with_seed(8);
    let mut deep = 0;
    for _ in 0..300 {
        let n = rng.usize(1..7);
        let mut problem: Problem = Vec::new();
        // Costs belong to answers, and every secret can be asked for.
        for secret in 0..n {
            let costs = [rng.u64(0..4), rng.u64(0..4)];
            problem.push(
                (0..n)
                    .map(|s| (u32::from(s == secret), costs[usize::from(s == secret)]))
                    .collect(),
            );
        }
        for _ in 0..rng.usize(0..4) {
            let costs: Vec<u64> = (0..3).map(|_| rng.u64(0..6)).collect();
            let answers = (0..n).map(|_| rng.usize(..3));
            problem.push(answers.map(|a| (a as u32, costs[a])).collect());
        }
        let questions = |&left: &u32| {
            let list = problem.iter().enumerate().filter_map(|(i, q)| {
                let replies = replies(q, left);
                (replies.len() > 1).then(|| Question {
                    name: format!("question {i}"),
                    replies: replies
                        .into_iter()
                        .map(|(a, cost, then)| Reply {
                            name: a.to_string(),
                            cost,
                            then,
                        })
                        .collect(),
                })
            });
            Ok((left.count_ones() > 1).then(|| list.collect()))
        };
        let g = solve((1u32 << n) - 1, questions, &Budget::unlimited()).unwrap();
        assert_eq!(g.cost(), brute(&problem, (1 << n) - 1), "{problem:?}");
        deep += usize::from(g.cost() > 3);
        assert!(g.tree(100).contains("found"));
        assert!(g.dot(100).starts_with("digraph"));
    }
    assert!(deep > 50, "{deep}");
}
