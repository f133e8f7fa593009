//! Work for readers: engine questions on threads of their own, under one account, ended when nobody waits.

use crate::error::Failure;
use axum::http::StatusCode;
use bouton_engine::{Budget, Limits};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::Semaphore;

/// How many questions are worked on at a time, and how many may wait.
#[derive(Clone)]
pub struct Desk {
    quick: Arc<Semaphore>,
    long: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
}

/// What a question may use.
#[derive(Clone, Copy)]
pub enum Size {
    /// A page: at most this many seconds.
    Page,
    /// An answer that the reader waits for on the page.
    Answer,
}

/// Memory of one question. With as many at a time as there are places, this is the account of all.
const BYTES: u64 = 256 << 20;

/// Seconds of a page and of an answer.
const PAGE: f64 = 1.0;
const ANSWER: f64 = 20.0;

/// Questions that wait for a place before others are turned away.
const WAITING: usize = 512;

impl Desk {
    pub fn new() -> Desk {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Desk {
            quick: Arc::new(Semaphore::new(cores)),
            long: Arc::new(Semaphore::new(cores.div_ceil(2))),
            waiting: Arc::new(Semaphore::new(WAITING)),
        }
    }

    /// Answers a question on a thread of its own. Dropped before it is done, it stops the work.
    pub async fn ask<T: Send + 'static>(
        &self,
        size: Size,
        question: impl FnOnce(&Budget) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let full = || Failure {
            status: StatusCode::SERVICE_UNAVAILABLE,
            sentence: "too many questions wait for an answer; try again in a moment".to_string(),
        };
        let _queue = self.waiting.try_acquire().map_err(|_| full())?;
        let places = match size {
            Size::Page => &self.quick,
            Size::Answer => &self.long,
        };
        let wait = tokio::time::timeout(Duration::from_secs(30), places.clone().acquire_owned());
        let place = wait.await.map_err(|_| full())?.map_err(|_| full())?;
        let stop = Stop(Arc::new(AtomicBool::new(false)));
        let limits = Limits {
            seconds: Some(match size {
                Size::Page => PAGE,
                Size::Answer => ANSWER,
            }),
            bytes: Some(BYTES),
            stop: Some(stop.0.clone()),
            ..Limits::default()
        };
        let work = tokio::task::spawn_blocking(move || {
            // The place is free again when the work has ended, not when the reader has left.
            let _place = place;
            question(&Budget::new(&limits))
        });
        let done = work.await;
        drop(stop);
        done.unwrap_or_else(|_| {
            Err(Failure {
                status: StatusCode::INTERNAL_SERVER_ERROR,
                sentence: "the question was not answered: a fault of the program".to_string(),
            })
        })
    }
}

/// Stops the work when it is dropped.
struct Stop(Arc<AtomicBool>);

impl Drop for Stop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
