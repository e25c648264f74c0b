//! Prints the schema of the calls, from which the screens' types are made (`make types`).

use std::io::{self, Write as _};

fn main() -> io::Result<()> {
    writeln!(io::stdout(), "{:#}", muster_app::schema())
}
