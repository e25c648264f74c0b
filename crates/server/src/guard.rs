//! Who may ask: browsers that came by a name of ours, and pages of ours.
//!
//! A page elsewhere can make its own name lead to this machine (DNS rebinding) and would then be of our origin; but the
//! name that it came by stands in the request, and is none of ours.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{HOST, ORIGIN};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::Response;
use muster_app::Fault;

use crate::api::refuse;

/// The address of ours that a connection came to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reached(pub SocketAddr);

/// The names by which browsers may ask.
#[derive(Clone, Debug)]
pub(crate) struct Hosts(Vec<String>);

impl Hosts {
    /// Those of the loopback, the host as it was asked for, and others that are allowed.
    pub(crate) fn new(host: &str, allowed: &[String]) -> Self {
        let names = std::iter::once(host).chain(allowed.iter().map(String::as_str));
        Self(names.map(|name| bare(name).to_ascii_lowercase()).collect())
    }

    /// Whether a name (or an address) is one of them, or the address that the connection came to.
    fn has(&self, host: &str, reached: Option<IpAddr>) -> bool {
        let host = bare(host).to_ascii_lowercase();
        match host.parse::<IpAddr>() {
            // An unspecified address is none that anybody came to.
            Ok(ip) if ip.is_unspecified() => false,
            Ok(ip) => ip.is_loopback() || reached == Some(ip.to_canonical()) || self.0.contains(&host),
            Err(_) => host == "localhost" || host.ends_with(".localhost") || self.0.contains(&host),
        }
    }
}

/// A name without the brackets of an IPv6 address and the dot at its end.
fn bare(host: &str) -> &str {
    let host = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
    host.strip_suffix('.').unwrap_or(host)
}

/// Lets requests through that may be answered.
pub(crate) async fn guard(State(hosts): State<Arc<Hosts>>, request: Request, next: Next) -> Response {
    let reached = request.extensions().get::<Reached>().map(|Reached(address)| address.ip().to_canonical());
    let Some(asked) = asked(&request) else {
        return refuse(StatusCode::BAD_REQUEST, &Fault::new("no-host", "the request names no host, or several"));
    };
    if !hosts.has(asked.host(), reached) {
        let host: String = asked.host().chars().take(100).collect();
        let fault = Fault::new("wrong-host", format!("`{host}` is no name of this server"));
        let fault = fault.help(format!("start it with `muster serve --allow-host {host}`, if the name is yours"));
        return refuse(StatusCode::MISDIRECTED_REQUEST, &fault);
    }
    if !is_own(request.headers(), &asked) {
        let fault = Fault::new("wrong-origin", "a page of another origin asks");
        return refuse(StatusCode::FORBIDDEN, &fault.help("only the screens of this server may"));
    }
    next.run(request).await
}

/// The host that is asked for, by the one header that says it.
fn asked(request: &Request) -> Option<Authority> {
    let mut hosts = request.headers().get_all(HOST).iter();
    let (Some(host), None) = (hosts.next(), hosts.next()) else { return None };
    let host: Authority = host.to_str().ok()?.parse().ok()?;
    // A proxy's form of request names it twice.
    let twice = request.uri().authority().is_some_and(|other| *other != host);
    (!twice && !host.as_str().contains('@')).then_some(host)
}

/// Whether the request comes from a page of ours, or from none.
fn is_own(headers: &HeaderMap, asked: &Authority) -> bool {
    headers.get_all(ORIGIN).iter().all(|origin| {
        let authority = origin.to_str().ok().and_then(|origin| origin.split_once("://"));
        authority.is_some_and(|(_, authority)| authority.eq_ignore_ascii_case(asked.as_str()))
    })
}
