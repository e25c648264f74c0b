//! Serves the built screens: files of `ui/dist` that are built into the program.

use std::borrow::Cow;

use axum::body::Bytes;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use muster_app::CallFault;
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::api::refuse;

#[derive(RustEmbed)]
#[folder = "../../ui/dist"]
#[allow_missing = true]
struct Screens;

const PAGE: &str = "index.html";

const NOT_BUILT: &str = "\
The screens are not built into this program.

Build them, and then the program once more:

    cd ui
    npm ci
    npm run build
    cd ..
    cargo build --release --bin muster

The calls work without them: POST /api/version, and so on.
";

/// Answers with a file of the screens.
pub(crate) async fn file(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if !matches!(method, Method::GET | Method::HEAD) {
        return refuse(
            StatusCode::METHOD_NOT_ALLOWED,
            &CallFault::new("wrong-method", "only GET and HEAD are allowed here"),
        );
    }
    let path = uri.path().trim_start_matches('/');
    if let Some(file) = Screens::get(path) {
        return found(path, file, &headers);
    }
    // A path without a file extension is a route within the screens.
    if path.starts_with("api/") || path.rsplit('/').next().is_some_and(|name| name.contains('.')) {
        return refuse(StatusCode::NOT_FOUND, &CallFault::new("no-file", "there is no such file"));
    }
    match Screens::get(PAGE) {
        Some(page) => found(PAGE, page, &headers),
        None => (StatusCode::SERVICE_UNAVAILABLE, NOT_BUILT).into_response(),
    }
}

fn found(path: &str, file: EmbeddedFile, headers: &HeaderMap) -> Response {
    let hash = file.metadata.sha256_hash();
    let hash = u128::from_be_bytes(*hash.first_chunk().unwrap_or(&[0; 16]));
    // Weak, because the answer may be compressed.
    let tag = format!("W/\"{hash:032x}\"");
    // The build names assets by their content, so they never change.
    let keep = if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let known = headers.get(IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let mut response = if known.is_some_and(|known| known.split(',').any(|known| known.trim() == tag)) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let kind = file.metadata.mimetype().to_owned();
        // Nothing is copied for a client that may not read it.
        let data = match file.data {
            Cow::Borrowed(data) => Bytes::from_static(data),
            Cow::Owned(data) => data.into(),
        };
        ([(CONTENT_TYPE, kind)], data).into_response()
    };
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(keep));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(ETAG, tag);
    }
    response
}
