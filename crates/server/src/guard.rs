//! Checks who may send requests: only browsers that use one of our host names, and only our own pages and those of origins
//! that whoever started the server allowed to send calls.
//!
//! A foreign page can make its own host name resolve to this machine (DNS rebinding), and would then have our origin.
//! But the request contains that host name, and it is not one of ours.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{HOST, ORIGIN};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::Response;
use muster_app::CallFault;

use crate::api::refuse;

/// The local address that a connection came to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LocalAddress(pub SocketAddr);

/// The host names that browsers may use, and the origins of other pages that may send calls.
#[derive(Clone, Debug)]
pub(crate) struct Hosts {
    names: Vec<String>,
    origins: Vec<HeaderValue>,
}

/// An origin of pages, such as `https://club.example:8080`: a scheme and a host, as browsers send it. None if it is none.
pub(crate) fn origin(word: &str) -> Option<HeaderValue> {
    let word = word.trim_end_matches('/').to_ascii_lowercase();
    let host = word.strip_prefix("https://").or_else(|| word.strip_prefix("http://"))?;
    let host: Authority = host.parse().ok()?;
    (!host.as_str().contains(['@', '*'])).then_some(())?;
    HeaderValue::from_str(&word).ok()
}

impl Hosts {
    /// The host as it is configured and other allowed names, besides those of the loopback.
    pub(crate) fn new(host: &str, allowed: &[String], origins: Vec<HeaderValue>) -> Self {
        let names = std::iter::once(host).chain(allowed.iter().map(String::as_str));
        Self { names: names.map(|name| bare(name).to_ascii_lowercase()).collect(), origins }
    }

    /// The origins of other pages that may send calls.
    pub(crate) fn origins(&self) -> &[HeaderValue] {
        &self.origins
    }

    /// Whether the request is a call from a page that may send calls.
    fn lets_call(&self, request: &Request) -> bool {
        let path = request.uri().path();
        let mut origins = request.headers().get_all(ORIGIN).iter();
        let (Some(origin), None) = (origins.next(), origins.next()) else { return false };
        (path.starts_with("/api/") || path == "/openapi.json") && self.origins.contains(origin)
    }

    /// Whether a name (or an address) is one of them, or the address that the connection came to.
    fn has(&self, host: &str, reached: Option<IpAddr>) -> bool {
        let host = bare(host).to_ascii_lowercase();
        match host.parse::<IpAddr>() {
            // No connection ever comes to an unspecified address.
            Ok(ip) if ip.is_unspecified() => false,
            Ok(ip) => ip.is_loopback() || reached == Some(ip.to_canonical()) || self.names.contains(&host),
            Err(_) => host == "localhost" || host.ends_with(".localhost") || self.names.contains(&host),
        }
    }
}

/// Removes the brackets of an IPv6 address and the dot at the end of a name.
pub(crate) fn bare(host: &str) -> &str {
    let host = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
    host.strip_suffix('.').unwrap_or(host)
}

/// Lets allowed requests through and refuses the others.
pub(crate) async fn guard(State(hosts): State<Arc<Hosts>>, request: Request, next: Next) -> Response {
    let reached = request.extensions().get::<LocalAddress>().map(|LocalAddress(address)| address.ip().to_canonical());
    let Some(asked) = asked(&request) else {
        return refuse(StatusCode::BAD_REQUEST, &CallFault::new("no-host", "the request must name exactly one host"));
    };
    if !hosts.has(asked.host(), reached) {
        let host: String = asked.host().chars().take(100).collect();
        let fault = CallFault::new("wrong-host", format!("`{host}` is not a name of this server"));
        let fault = fault.help(format!("start it with `muster serve --allow-host {host}`, if the name is yours"));
        return refuse(StatusCode::MISDIRECTED_REQUEST, &fault);
    }
    if !is_own(request.headers(), &asked) && !hosts.lets_call(&request) {
        let fault = CallFault::new("wrong-origin", "the request comes from a page of another origin");
        let fault =
            fault.help("only pages of this server may send requests, and those of `muster serve --allow-origin`");
        return refuse(StatusCode::FORBIDDEN, &fault);
    }
    next.run(request).await
}

/// The host that the request names in its only `Host` header.
fn asked(request: &Request) -> Option<Authority> {
    let mut hosts = request.headers().get_all(HOST).iter();
    let (Some(host), None) = (hosts.next(), hosts.next()) else { return None };
    let host: Authority = host.to_str().ok()?.parse().ok()?;
    // A request in the form for proxies names the host in its URL too. Both must be the same.
    let twice = request.uri().authority().is_some_and(|other| *other != host);
    (!twice && !host.as_str().contains('@')).then_some(host)
}

/// Whether the request comes from one of our pages, or from no page.
fn is_own(headers: &HeaderMap, asked: &Authority) -> bool {
    headers.get_all(ORIGIN).iter().all(|origin| {
        let authority = origin.to_str().ok().and_then(|origin| origin.split_once("://"));
        authority.is_some_and(|(_, authority)| authority.eq_ignore_ascii_case(asked.as_str()))
    })
}
