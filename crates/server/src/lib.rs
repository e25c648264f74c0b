//! Serves the screens and the functions of the app to browsers over HTTP. Writes and stores nothing.

mod api;
mod connections;
mod desk;
mod guard;
mod headers;
mod manual;
mod place;
mod rooms;
mod screens;
mod store;
mod turns;

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderName, Method};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::{any, get, post};
use muster_app::App;
use tokio::net::{TcpListener, TcpSocket, lookup_host};
use tower_http::compression::CompressionLayer;
use tower_http::cors::CorsLayer;

use crate::api::Calls;
pub use crate::connections::ConnectionLimits;
use crate::desk::Desk;
pub use crate::desk::{JudgeFolder, Pin};
use crate::guard::Hosts;
use crate::store::Store;

/// The default port.
pub const PORT: u16 = 4250;

/// The most connections that wait to be accepted. The system may allow fewer. If this queue is full, the system drops what
/// clients send. The server then takes them for silent clients, and ends their connections.
const BACKLOG: u32 = 4096;

/// Where to serve, and to whom.
#[derive(Clone, Debug)]
pub struct ServerOptions {
    /// An address of this machine, or a name of one.
    pub host: String,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// Host names that browsers may use, besides those of the loopback and the address itself.
    pub allow_hosts: Vec<String>,
    /// Other origins whose pages may send calls, such as `https://club.example`.
    pub allow_origins: Vec<String>,
    /// Bounds on connections.
    pub limits: ConnectionLimits,
    /// What judges may see of what players handed in.
    pub judge_folder: Option<JudgeFolder>,
}

impl Default for ServerOptions {
    fn default() -> Self {
        Self {
            host: "127.0.0.1".to_owned(),
            port: PORT,
            allow_hosts: Vec::new(),
            allow_origins: Vec::new(),
            judge_folder: None,
            limits: ConnectionLimits::default(),
        }
    }
}

/// Why the server cannot start.
#[derive(Debug, thiserror::Error)]
pub enum StartFailure {
    /// Another program has the port.
    #[error("port {0} of {1} is in use by another program")]
    PortInUse(u16, String),
    /// The address is not one of this machine's, or may not be used.
    #[error("cannot serve at {0}: {1}")]
    NoAddress(String, #[source] io::Error),
    /// A word is no origin.
    #[error("`{0}` is no origin of pages")]
    NoOrigin(String),
    /// The machine provides no threads or sockets.
    #[error("cannot serve: {0}")]
    NoRuntime(#[source] io::Error),
}

/// A server that has its address but accepts no connections yet.
#[derive(Debug)]
pub struct Server {
    runtime: tokio::runtime::Runtime,
    listener: TcpListener,
    address: SocketAddr,
    hosts: Hosts,
    limits: ConnectionLimits,
    judge_folder: Option<JudgeFolder>,
}

impl Server {
    /// Binds the address. Fails if it is not available.
    pub fn bind(options: &ServerOptions) -> Result<Self, StartFailure> {
        let origin = |word: &String| guard::origin(word).ok_or_else(|| StartFailure::NoOrigin(word.clone()));
        let origins = options.allow_origins.iter().map(origin).collect::<Result<_, _>>()?;
        let runtime =
            tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(StartFailure::NoRuntime)?;
        // An IPv6 address may stand in brackets, as in a URL.
        let host = options.host.trim_start_matches('[').trim_end_matches(']');
        let bound = runtime.block_on(listen(host, options.port));
        let listener = bound.map_err(|error| match error.kind() {
            io::ErrorKind::AddrInUse => StartFailure::PortInUse(options.port, options.host.clone()),
            _ => StartFailure::NoAddress(options.host.clone(), error),
        })?;
        let address = listener.local_addr().map_err(StartFailure::NoRuntime)?;
        let hosts = Hosts::new(&options.host, &options.allow_hosts, origins);
        let judge_folder = options.judge_folder.clone();
        Ok(Self { runtime, listener, address, hosts, limits: options.limits, judge_folder })
    }

    /// The address that was bound.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Whether other machines can reach it.
    #[must_use]
    pub fn is_public(&self) -> bool {
        !self.address.ip().is_loopback()
    }

    /// The address for a browser on this machine.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}/", self.told())
    }

    fn told(&self) -> SocketAddr {
        let ip = match self.address.ip() {
            IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::V4(std::net::Ipv4Addr::LOCALHOST),
            IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::V6(std::net::Ipv6Addr::LOCALHOST),
            ip => ip,
        };
        SocketAddr::new(ip, self.address.port())
    }

    /// Serves until the process is told to end (Ctrl-C, SIGTERM), and lets running answers finish.
    pub fn run(self, app: Arc<App>) {
        self.run_until(app, connections::told_to_end());
    }

    /// Serves until `end` completes, and lets running answers finish.
    pub fn run_until(self, app: Arc<App>, end: impl Future<Output = ()>) {
        let (store, told) = (Store::default(), self.told());
        let Self { runtime, listener, hosts, limits, judge_folder, .. } = self;
        let desk = judge_folder.and_then(|folder| Desk::new(Arc::clone(&app), folder));
        let router = router(app, desk, hosts, told, store.clone());
        runtime.block_on(connections::serve(listener, router, limits, store, end));
        runtime.shutdown_background();
    }
}

/// Binds the first free address of a host. Fails with the last error if none is free.
async fn listen(host: &str, port: u16) -> io::Result<TcpListener> {
    let mut failure = io::Error::from(io::ErrorKind::AddrNotAvailable);
    for address in lookup_host((host, port)).await? {
        let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
        // Lets a server that was ended start again at once. On Windows the same option would let two servers share a port.
        #[cfg(unix)]
        socket.set_reuseaddr(true)?;
        match socket.bind(address).and_then(|()| socket.listen(BACKLOG)) {
            Ok(listener) => return Ok(listener),
            Err(error) => failure = error,
        }
    }
    Err(failure)
}

/// Everything that is served.
fn router(app: Arc<App>, desk: Option<Desk>, hosts: Hosts, told: SocketAddr, store: Store) -> Router {
    let of_desk = match desk {
        Some(desk) => Router::new()
            .route("/desk/handed-in", post(desk::handed_in).fallback(api::only_post))
            .route("/desk/unlock", post(desk::unlock).fallback(api::only_post))
            .with_state(desk),
        None => Router::new().route("/desk/{what}", any(desk::none)),
    };
    // Only pages of these origins, and only what other programs use.
    let others = CorsLayer::new()
        .allow_origin(hosts.origins().to_vec())
        .allow_methods([Method::GET, Method::POST])
        .allow_headers([CONTENT_TYPE])
        .expose_headers(api::LIMITS.map(HeaderName::from_static));
    Router::new()
        .route("/api/1/{name}", post(api::answer).fallback(api::only_post))
        .route("/api/{name}", post(api::answer).fallback(api::only_post))
        .with_state(Calls::new(app, store))
        .route("/openapi.json", get(manual::openapi))
        .layer(others)
        .merge(of_desk.layer(DefaultBodyLimit::max(desk::BODY)))
        .route("/api/1/", get(manual::page))
        .route("/api/1/try.js", get(manual::script))
        .fallback(screens::file)
        .layer(CompressionLayer::new())
        .layer(from_fn_with_state(told, place::redirect))
        .layer(from_fn_with_state(Arc::new(hosts), guard::guard))
        .layer(from_fn(headers::harden))
}
