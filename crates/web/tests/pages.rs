//! The page as a browser sees it: every game opens, moves lead on, mistakes get one sentence, and nothing hostile costs much.

use axum::body::Body;
use axum::http::{Request, Response, StatusCode};
use bouton_engine::Workbench;
use bouton_web::router;
use http_body_util::BodyExt;
use std::time::{Duration, Instant};
use tower::ServiceExt;

/// Greatest page, in bytes.
const LARGEST: usize = 150 << 10;

async fn text(response: Response<Body>) -> String {
    let bytes = response
        .into_body()
        .collect()
        .await
        .expect("a body")
        .to_bytes();
    String::from_utf8_lossy(&bytes).into_owned()
}

async fn get(address: &str) -> (StatusCode, String) {
    let request = Request::get(address)
        .body(Body::empty())
        .expect("a request");
    let response = router().oneshot(request).await.expect("an answer");
    (response.status(), text(response).await)
}

async fn post(address: &str, body: String) -> (StatusCode, String) {
    let request = Request::post(address)
        .header("content-type", "application/x-www-form-urlencoded")
        .body(Body::from(body))
        .expect("a request");
    let response = router().oneshot(request).await.expect("an answer");
    (response.status(), text(response).await)
}

fn encoded(text: &str) -> String {
    text.bytes().map(|b| format!("%{b:02X}")).collect()
}

/// What stands between two texts, the first time.
fn between<'a>(page: &'a str, from: &str, to: &str) -> &'a str {
    let at = page
        .find(from)
        .unwrap_or_else(|| panic!("no {from} in {page}"));
    let rest = &page[at + from.len()..];
    &rest[..rest.find(to).expect("an end")]
}

#[tokio::test]
async fn every_game_opens_quickly_and_small() {
    let mut games = 0;
    for line in Workbench::list() {
        let bench = Workbench::named(&line.name).expect("a listed game");
        let started = Instant::now();
        let (status, page) = get(&format!("/play?game={}", encoded(&line.name))).await;
        if bench.other_kind().is_some() {
            assert_eq!(status, StatusCode::BAD_REQUEST, "{}", line.name);
            continue;
        }
        assert_eq!(status, StatusCode::OK, "{}: {page}", line.name);
        assert!(page.len() <= LARGEST, "{}: {} bytes", line.name, page.len());
        assert!(started.elapsed() < Duration::from_secs(2), "{}", line.name);
        assert!(page.contains("class=\"moves\""), "{}", line.name);
        games += 1;
    }
    assert!(games > 80, "{games}");
    let (status, page) = get("/").await;
    assert_eq!(status, StatusCode::OK);
    assert!(
        page.contains("domineering") && page.len() < 4 * LARGEST,
        "{}",
        page.len()
    );
    let (_, page) = get("/?q=toads").await;
    assert!(page.contains("toads-and-frogs") && !page.contains("domineering"));
}

#[tokio::test]
async fn a_game_is_played_by_links_to_its_end_and_back() {
    let mut address = "/play?game=nim&position=1,2".to_string();
    let mut moves = 0;
    loop {
        let (status, page) = get(&address).await;
        assert_eq!(status, StatusCode::OK, "{page}");
        if page.contains("No move is left") {
            break;
        }
        let step = between(&page, "<li data-to=", "</li>");
        let link = between(step, "href=\"", "\"").replace("&amp;", "&");
        let request = Request::get(&link).body(Body::empty()).expect("a request");
        let response = router().oneshot(request).await.expect("an answer");
        assert_eq!(response.status(), StatusCode::SEE_OTHER);
        address = response.headers()["location"]
            .to_str()
            .expect("text")
            .to_string();
        moves += 1;
        assert!(moves < 10);
    }
    assert!(moves >= 2);
    let (_, page) = get(&address).await;
    let undo = between(&page, "rel=\"prev\" href=\"", "\"").replace("&amp;", "&");
    let (_, back) = get(&undo).await;
    assert!(back.contains("rel=\"next\"") && !back.contains("No move is left"));
}

#[tokio::test]
async fn bouton_replies_and_wins_a_won_game() {
    // 1,2,3 is lost for whoever moves: Bouton, on the second side, wins after any move.
    let request = Request::get("/step?game=nim&position=2,3&who=right&bot=right&before=l1,2,3")
        .body(Body::empty())
        .expect("a request");
    let response = router().oneshot(request).await.expect("an answer");
    let next = response.headers()["location"].to_str().expect("text");
    assert!(
        next.contains("position=2%2C2") && next.contains("who=left"),
        "{next}"
    );
}

#[tokio::test]
async fn answers_say_what_solve_says() {
    let (status, answer) = get("/answer?game=nim&position=3,4,5").await;
    assert_eq!(status, StatusCode::OK);
    assert!(
        answer.contains("<strong>N: ") && answer.contains("<dd>2</dd>"),
        "{answer}"
    );
    assert!(
        answer.contains("▲ wins") && answer.contains("▽ loses"),
        "{answer}"
    );
    let (_, answer) = get("/answer?game=tic-tac-toe&position=3x3").await;
    assert!(
        answer.contains("■ draws") && !answer.contains("▲"),
        "{answer}"
    );
    let (_, answer) = get("/answer?game=clobber&position=xo%7Cox&who=left").await;
    assert!(answer.contains("class=\"value\""), "{answer}");
}

#[tokio::test]
async fn rules_become_a_theorem_that_the_checker_accepts() {
    let rules = "game t\nheap n\nmove n -> n - k for k in 1..3";
    let (status, page) = post("/rules", format!("rules={}&do=theorem", encoded(rules))).await;
    assert_eq!(status, StatusCode::OK);
    assert!(page.contains(">proved<"), "{page}");
    let certificate = between(&page, "name=\"certificate\"", "</textarea>");
    let certificate = &certificate[certificate.find('>').expect("a tag") + 1..];
    let certificate = certificate
        .replace("&quot;", "\"")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&amp;", "&");
    let (status, page) = post("/check", format!("certificate={}", encoded(&certificate))).await;
    assert_eq!(status, StatusCode::OK, "{page}");
    assert!(page.contains("The certificate holds"), "{page}");
    let (_, fault) = post(
        "/rules/fault",
        format!("rules={}", encoded("game t\nheap n\nmove n -> m")),
    )
    .await;
    assert!(fault.contains(":3:11: "), "{fault}");
    let (_, fault) = post("/rules/fault", format!("rules={}", encoded(rules))).await;
    assert_eq!(fault, "");
    let (status, page) = get(&format!("/play?rules={}", encoded(rules))).await;
    assert!(
        status == StatusCode::OK && page.contains("class=\"heaps\""),
        "{page}"
    );
}

#[tokio::test]
async fn codes_calculator_exports_and_frames() {
    let (_, page) = get("/code?code=0.77&to=200&heaps=7").await;
    assert!(
        page.contains("Period 12")
            && page.contains("class=\"strip\"")
            && page.contains("Misère quotient"),
        "{page}"
    );
    let (_, page) = post("/calculator", format!("lines={}", encoded("{1|-1}\n1 +"))).await;
    assert!(page.contains("±1") && page.contains("column"), "{page}");
    let (_, svg) = get("/export?format=svg&game=clobber&position=xo").await;
    assert!(svg.starts_with("<svg"), "{svg}");
    let (_, json) = get("/export?format=json&game=nim&position=3,4,5").await;
    assert_eq!(
        serde_json::from_str::<serde_json::Value>(&json).expect("JSON")["outcome"],
        "N"
    );
    let (_, page) = get("/embed?game=domineering&position=2x2").await;
    assert!(page.contains("<svg") && !page.contains("<script"));
}

#[tokio::test]
async fn headers_keep_a_page_to_itself() {
    let request = Request::get("/").body(Body::empty()).expect("a request");
    let response = router().oneshot(request).await.expect("an answer");
    let policy = response.headers()["content-security-policy"]
        .to_str()
        .expect("text");
    assert!(
        policy.contains("default-src 'none'") && policy.contains("script-src 'self';"),
        "{policy}"
    );
    assert!(!response.headers().contains_key("set-cookie"));
    let page = text(response).await;
    assert!(
        !page.contains("<script>") && !page.contains("https://"),
        "inline scripts or other sites"
    );
}

#[tokio::test]
async fn hostile_requests_get_a_sentence_and_cost_little() {
    let mut random = 1u64;
    let mut next = move || {
        random = random
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        random >> 33
    };
    let pieces = [
        "game=nim",
        "game=domineering",
        "position=",
        "99999999999999999999",
        "40x40",
        "%00",
        "%ff",
        "..|..",
        "rules=game%20x",
        "who=up",
        "before=~~~l",
        "bot=left",
        "&",
        "=",
        "((((((((",
        "0-1,1-2",
        "-",
        "%F0%9F%8E%B2",
        "misere=1",
        "/../../etc/passwd",
        "game=peg-solitaire",
    ];
    let paths = [
        "/play", "/step", "/answer", "/export", "/embed", "/random", "/code", "/nothing", "/rules",
    ];
    let count = match std::env::var("BOUTON_REQUESTS") {
        Ok(n) => n.parse().expect("a number"),
        Err(_) => 150,
    };
    let started = Instant::now();
    for _ in 0..count {
        let mut address = format!("{}?", paths[next() as usize % paths.len()]);
        for _ in 0..next() % 6 {
            address.push_str(pieces[next() as usize % pieces.len()]);
            if next() % 2 == 0 {
                address.push('&');
            }
        }
        let Ok(request) = Request::get(&address).body(Body::empty()) else {
            continue;
        };
        let response = router().oneshot(request).await.expect("an answer");
        assert!(
            !response.status().is_server_error(),
            "{address}: {}",
            response.status()
        );
    }
    assert!(
        started.elapsed() < Duration::from_secs(3 * count),
        "{:?}",
        started.elapsed()
    );
    let (status, page) = get(&format!("/play?game=nim&position={}", "1,".repeat(9_000))).await;
    assert_eq!(status, StatusCode::URI_TOO_LONG);
    assert!(page.contains("role=\"alert\""));
    let (status, _) = post("/rules", format!("rules={}", "a".repeat(1 << 20))).await;
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE);
    let (status, page) = get("/play?game=no-such-game").await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    assert!(page.contains("role=\"alert\""), "{page}");
}
