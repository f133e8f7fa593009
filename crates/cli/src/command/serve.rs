//! `bouton serve`: the page, for a browser on this machine.

use crate::output;
use crate::session::Session;
use bouton_engine::Result;
use clap::Args;
use std::net::IpAddr;
use std::process::{Command, ExitCode, Stdio};

#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  bouton serve --open\n\nThe page is for this machine alone unless --host says otherwise; docs/page.md says how to put it behind a proxy. Ctrl-C ends it."
)]
pub struct Serve {
    /// The port; 0 takes a free one
    #[arg(long, value_name = "P", default_value = "8017")]
    port: u16,
    /// Listen at this address, for other machines too
    #[arg(long, value_name = "ADDRESS")]
    host: Option<IpAddr>,
    /// Open the page in a browser
    #[arg(long)]
    open: bool,
}

impl Serve {
    pub fn run(self, session: &Session) -> Result<ExitCode> {
        session.end_at_once();
        let options = bouton_web::Options {
            port: self.port,
            host: self.host,
        };
        bouton_web::serve(options, |address| {
            let page = format!("http://{address}/");
            output::print(&format!("Bouton's page is at {page} ; Ctrl-C ends it"));
            if self.open {
                browse(&page);
            }
        })?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Asks the system for a browser; without one the address on the terminal is enough.
fn browse(page: &str) {
    let opener = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    let _ = Command::new(opener)
        .arg(page)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
}
