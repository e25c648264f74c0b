//! Tests of the server with clients of all kinds.

mod http;
mod patience;
