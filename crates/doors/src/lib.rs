//! How other programs, editors among them, use Muster while it runs as their child: they write to its standard input and
//! read its standard output (`docs/use-muster.md`).

mod lines;
mod lsp;
mod mcp;
mod stdio;

pub use self::lines::{InputLine, InputLines};
pub use self::lsp::{Drafts, serve_editor};
pub use self::mcp::serve_assistant;
pub use self::stdio::{LINE_BYTES, serve};
