//! The description of the calls for other programs, and a page to try them, which needs no network.

use std::sync::LazyLock;

use axum::body::Bytes;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::IntoResponse;

static OPENAPI: LazyLock<Bytes> = LazyLock::new(|| muster_app::openapi().to_string().into());

/// The calls as a document of `OpenAPI`.
pub(crate) async fn openapi() -> impl IntoResponse {
    // It takes some milliseconds to make.
    let document = tokio::task::spawn_blocking(|| OPENAPI.clone()).await.unwrap_or_default();
    ([(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "no-cache")], document)
}

/// The page.
pub(crate) async fn page() -> impl IntoResponse {
    ([(CONTENT_TYPE, "text/html; charset=utf-8"), (CACHE_CONTROL, "no-cache")], include_str!("../page/index.html"))
}

/// The page's script.
pub(crate) async fn script() -> impl IntoResponse {
    ([(CONTENT_TYPE, "text/javascript; charset=utf-8"), (CACHE_CONTROL, "no-cache")], include_str!("../page/try.js"))
}
