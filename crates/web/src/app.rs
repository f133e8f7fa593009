//! The server: addresses, limits of what is taken in, and headers that keep a page to itself.

use crate::error::Failure;
use crate::game::Table;
use crate::place::Place;
use crate::rules::Asked;
use crate::work::{Desk, Size};
use crate::{calculator, code, gallery, rules};
use axum::Router;
use axum::body::Body;
use axum::extract::{DefaultBodyLimit, Form, Query, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use bouton_engine::{Budget, Error};
use maud::Markup;
use serde::Deserialize;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

/// Where to listen.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The port; 0 takes a free one.
    pub port: u16,
    /// The address; without one the page is for this machine alone.
    pub host: Option<IpAddr>,
}

/// Longest address and body.
const LONGEST_ADDRESS: usize = 16 << 10;
const LONGEST_BODY: usize = 256 << 10;

/// Scripts and styles come from this program alone, nothing stands inline but the colours of drawings, and no other site is asked.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'";

/// Serves until the process ends. `ready` is called once with the address of the page.
///
/// Errors: the port is taken or not allowed.
pub fn serve(options: Options, ready: impl FnOnce(SocketAddr)) -> Result<(), Error> {
    let fail = |e: std::io::Error| {
        Error::input(format!(
            "the page cannot be served at port {}: {e}; try another --port",
            options.port
        ))
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(fail)?;
    runtime.block_on(async {
        let host = options.host.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
        let listener = tokio::net::TcpListener::bind((host, options.port))
            .await
            .map_err(fail)?;
        ready(listener.local_addr().map_err(fail)?);
        axum::serve(listener, router()).await.map_err(fail)
    })
}

/// All pages.
pub fn router() -> Router {
    Router::new()
        .route("/", get(games))
        .route("/play", get(play))
        .route("/step", get(step))
        .route("/random", get(random))
        .route("/answer", get(answer))
        .route("/export", get(export))
        .route("/embed", get(embed))
        .route("/rules", get(rules_page).post(rules_asked))
        .route("/rules/fault", post(rules_fault))
        .route("/check", post(checked))
        .route("/code", get(code_page))
        .route("/calculator", get(worksheet).post(calculated))
        .route(
            "/style.css",
            get(|| async {
                asset(
                    "text/css; charset=utf-8",
                    include_str!("../assets/style.css"),
                )
            }),
        )
        .route(
            "/bouton.js",
            get(|| async {
                asset(
                    "text/javascript; charset=utf-8",
                    include_str!("../assets/bouton.js"),
                )
            }),
        )
        .route(
            "/icon.svg",
            get(|| async { asset("image/svg+xml", include_str!("../assets/icon.svg")) }),
        )
        .fallback(|| async {
            Failure {
                status: StatusCode::NOT_FOUND,
                sentence: "there is no such page; the list of games is a good place to begin"
                    .to_string(),
            }
        })
        .layer(DefaultBodyLimit::max(LONGEST_BODY))
        .layer(middleware::from_fn(guarded))
        .with_state(Desk::new())
}

fn asset(kind: &'static str, text: &'static str) -> Response {
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, "max-age=3600"),
    ];
    (headers, text).into_response()
}

/// Refuses addresses that are too long, and says what a browser may do with the answer.
async fn guarded(request: Request<Body>, next: Next) -> Response {
    let long = request
        .uri()
        .path_and_query()
        .is_some_and(|p| p.as_str().len() > LONGEST_ADDRESS);
    let embedded = request.uri().path() == "/embed";
    let mut response = match long {
        true => Failure {
            status: StatusCode::URI_TOO_LONG,
            sentence: format!("the address has more than {LONGEST_ADDRESS} characters; take back some moves, or use a smaller board"),
        }
        .into_response(),
        false => next.run(request).await,
    };
    let frames = if embedded {
        ""
    } else {
        "; frame-ancestors 'none'"
    };
    let headers = response.headers_mut();
    if let Ok(policy) = HeaderValue::from_str(&format!("{POLICY}{frames}")) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    headers.insert(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
    headers.insert(
        header::REFERRER_POLICY,
        HeaderValue::from_static("no-referrer"),
    );
    response
}

type Answer<T> = Result<T, Failure>;

#[derive(Deserialize)]
#[serde(default)]
#[derive(Default)]
struct Words {
    q: String,
    rules: String,
    lines: String,
    code: String,
    to: Option<usize>,
    heaps: Option<u32>,
    certificate: String,
    format: String,
    #[serde(rename = "do")]
    act: String,
}

async fn games(State(desk): State<Desk>, Query(words): Query<Words>) -> Answer<Markup> {
    desk.ask(Size::Page, move |_| gallery::show(&words.q)).await
}

async fn play(State(desk): State<Desk>, Query(place): Query<Place>) -> Answer<Markup> {
    desk.ask(Size::Page, move |_| Table::open(place)?.page())
        .await
}

/// A move was made: Bouton replies if it plays the side whose turn it is.
async fn step(State(desk): State<Desk>, Query(place): Query<Place>) -> Answer<Redirect> {
    let replied = move |budget: &Budget| Table::open(place)?.replied(budget);
    Ok(Redirect::to(
        &desk.ask(Size::Page, replied).await?.address(),
    ))
}

async fn random(State(desk): State<Desk>, Query(place): Query<Place>) -> Answer<Redirect> {
    let found = move |budget: &Budget| Table::open(place)?.random(budget);
    Ok(Redirect::to(&desk.ask(Size::Page, found).await?.address()))
}

async fn answer(State(desk): State<Desk>, Query(place): Query<Place>) -> Answer<Markup> {
    desk.ask(Size::Answer, move |budget| {
        Table::open(place)?.answer(budget)
    })
    .await
}

async fn export(
    State(desk): State<Desk>,
    Query(place): Query<Place>,
    Query(words): Query<Words>,
) -> Answer<Response> {
    let data = move |budget: &Budget| Table::open(place)?.export(&words.format, budget);
    let (kind, text) = desk.ask(Size::Page, data).await?;
    Ok(([(header::CONTENT_TYPE, kind)], text).into_response())
}

async fn embed(State(desk): State<Desk>, Query(place): Query<Place>) -> Answer<Markup> {
    desk.ask(Size::Page, move |_| Table::open(place)?.embedded())
        .await
}

async fn rules_page(State(desk): State<Desk>, Query(words): Query<Words>) -> Answer<Markup> {
    desk.ask(Size::Page, move |budget| {
        rules::show(&words.rules, Asked::Nothing, budget)
    })
    .await
}

async fn rules_asked(State(desk): State<Desk>, Form(words): Form<Words>) -> Answer<Markup> {
    let (size, asked) = match words.act.as_str() {
        "theorem" => (Size::Answer, Asked::Theorem),
        _ => (Size::Page, Asked::Nothing),
    };
    desk.ask(size, move |budget| rules::show(&words.rules, asked, budget))
        .await
}

async fn rules_fault(State(desk): State<Desk>, Form(words): Form<Words>) -> Answer<String> {
    desk.ask(Size::Page, move |budget| {
        Ok(rules::fault(&words.rules, budget).unwrap_or_default())
    })
    .await
}

async fn checked(State(desk): State<Desk>, Form(words): Form<Words>) -> Answer<Markup> {
    desk.ask(Size::Answer, move |budget| {
        rules::checked(&words.certificate, budget)
    })
    .await
}

async fn code_page(State(desk): State<Desk>, Query(words): Query<Words>) -> Answer<Markup> {
    desk.ask(Size::Answer, move |budget| {
        code::show(
            &words.code,
            words.to.unwrap_or(500),
            words.heaps.unwrap_or(0),
            budget,
        )
    })
    .await
}

async fn worksheet(State(desk): State<Desk>) -> Answer<Markup> {
    desk.ask(Size::Page, |budget| calculator::show("", budget))
        .await
}

async fn calculated(State(desk): State<Desk>, Form(words): Form<Words>) -> Answer<Markup> {
    desk.ask(Size::Answer, move |budget| {
        calculator::show(&words.lines, budget)
    })
    .await
}
