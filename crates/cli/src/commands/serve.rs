//! `muster serve`: serves the user interface to a browser, or the calls to another program.

use std::io::{self, BufReader, Write};
use std::sync::Arc;
use std::thread;

use muster_app::App;
use muster_library::shelf::Shelf;
use muster_server::{Server, ServerOptions, StartFailure};

use crate::args::ServeCommand;
use crate::outcome::{CommandComplaint, CommandFailure, ExitOutcome};
use crate::terminal::{self, inform};

/// Serves until Ctrl-C, or until standard input ends.
pub(crate) fn run(args: &ServeCommand, shelf: Shelf) -> Result<ExitOutcome, CommandFailure> {
    muster_memory::give_back_at_once();
    if args.stdio {
        let at_once = thread::available_parallelism().map_or(1, usize::from);
        muster_doors::serve(&Arc::new(App::new(shelf)), BufReader::new(io::stdin()), io::stdout(), at_once)?;
        return Ok(ExitOutcome::Fine);
    }
    let allow_hosts = args.allow_host.clone();
    let allow_origins = args.allow_origin.clone();
    let (host, port) = (args.host.clone(), args.port);
    let options = ServerOptions { host, port, allow_hosts, allow_origins, ..ServerOptions::default() };
    let server = Server::bind(&options).map_err(|refused| {
        let complaint = CommandComplaint::new(refused.to_string());
        match refused {
            StartFailure::PortInUse(..) => complaint.help("`--port 0` takes any port that is free"),
            StartFailure::NoAddress(..) => {
                complaint.help("`--host` takes an address of this machine, such as 127.0.0.1")
            }
            StartFailure::NoOrigin(_) => {
                complaint.help("`--allow-origin` takes a scheme and a host, such as https://club.example")
            }
            StartFailure::NoRuntime(_) => complaint,
        }
    })?;
    let mut out = terminal::stdout();
    writeln!(out, "Muster is at {} until Ctrl-C", server.url())?;
    out.flush()?;
    drop(out);
    if server.is_public() {
        inform(&format!("other machines of this network reach it at port {}", server.address().port()));
    }
    server.run(Arc::new(App::new(shelf)));
    Ok(ExitOutcome::Fine)
}
