//! What went wrong, as a page of one sentence.

use crate::layout::page;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use maud::html;

/// A sentence for the reader, with the status of the answer.
#[derive(Debug)]
pub struct Failure {
    pub status: StatusCode,
    pub sentence: String,
}

impl Failure {
    pub fn bad(sentence: impl Into<String>) -> Failure {
        Failure {
            status: StatusCode::BAD_REQUEST,
            sentence: sentence.into(),
        }
    }
}

impl From<bouton_engine::Error> for Failure {
    fn from(e: bouton_engine::Error) -> Failure {
        match e.is_limit() {
            true => Failure {
                status: StatusCode::UNPROCESSABLE_ENTITY,
                sentence: format!(
                    "{e}; the page gives each question little time, the program on your own machine as much as you want"
                ),
            },
            false => Failure::bad(e.to_string()),
        }
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let body = html! {
            h1 { "That did not work" }
            p.error role="alert" { (self.sentence) }
            p { a href="/" { "All games" } }
        };
        (self.status, page("That did not work", body)).into_response()
    }
}
