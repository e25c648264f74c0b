//! How other programs use Muster while it runs as their child: they write to its standard input and read its standard
//! output (`docs/use-muster.md`). Everything that is answered here comes from the calls of `muster-app`.

mod lines;
mod stdio;

pub use self::lines::{InputLine, InputLines};
pub use self::stdio::{LINE_BYTES, serve};
