//! The server, as programs and browsers meet it.

mod http;
mod patience;
