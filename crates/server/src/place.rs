//! One place for lists: a browser keeps them apart for each name of a server. So pages that are asked for by another name
//! of this machine, such as `localhost`, are at the address that the server tells when it starts.

use std::net::{IpAddr, SocketAddr};

use axum::extract::{Request, State};
use axum::http::header::{CACHE_CONTROL, HOST, LOCATION};
use axum::http::uri::{Authority, PathAndQuery};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::guard::{LocalAddress, bare};

/// The part of a query that opens a page under the name that was asked for, to bring over lists that are kept there.
const KEEP: &str = "keep";

/// Sends requests for pages to the one address.
pub(crate) async fn redirect(State(told): State<SocketAddr>, request: Request, next: Next) -> Response {
    match elsewhere(told.ip(), &request) {
        Some(place) => {
            // Nothing is remembered: another server may be here tomorrow.
            (StatusCode::TEMPORARY_REDIRECT, [(LOCATION, place), (CACHE_CONTROL, "no-store".to_owned())])
                .into_response()
        }
        None => next.run(request).await,
    }
}

/// Where a page is, if it is not where it was asked for. `told` is the address that the server told.
fn elsewhere(told: IpAddr, request: &Request) -> Option<String> {
    let path = request.uri().path_and_query().filter(|path| is_page(request.method(), path))?;
    // Over a network, other names of this machine are of no use to the browser.
    let LocalAddress(reached) = request.extensions().get::<LocalAddress>()?;
    (told.is_loopback() && reached.ip().to_canonical().is_loopback()).then_some(())?;
    let asked: Authority = request.headers().get(HOST)?.to_str().ok()?.parse().ok()?;
    let host = bare(asked.host()).to_ascii_lowercase();
    let is_other = match host.parse::<IpAddr>() {
        Ok(ip) => ip.is_loopback() && ip != told,
        Err(_) => host == "localhost" || host.ends_with(".localhost"),
    };
    is_other.then_some(())?;
    // A tunnel may have another port than the server.
    let told = SocketAddr::new(told, asked.port_u16().unwrap_or(80));
    Some(format!("http://{told}{path}"))
}

/// Whether a browser shows what it asks for as a page, and does not ask for another place.
fn is_page(method: &Method, path: &PathAndQuery) -> bool {
    let name = path.path().rsplit('/').next().unwrap_or_default();
    let is_file = name.contains('.') && name != "index.html" || path.path().starts_with("/api/");
    let keeps = path.query().unwrap_or_default().split('&').any(|part| part.split('=').next() == Some(KEEP));
    matches!(*method, Method::GET | Method::HEAD) && !is_file && !keeps && !path.path().starts_with("//")
}
