//! `muster serve`: serves the user interface to a browser, or the calls to another program.

use std::io::{self, BufReader, Write};
use std::sync::Arc;
use std::thread;

use muster_app::App;
use muster_library::shelf::Shelf;
use muster_server::{JudgeFolder, Pin, Server, ServerOptions, StartFailure};

use crate::args::ServeCommand;
use crate::file::disk;
use crate::outcome::{CommandComplaint, CommandFailure, ExitOutcome};
use crate::terminal::{self, inform};

/// Serves until Ctrl-C, or until standard input ends.
pub(crate) fn run(args: &ServeCommand, shelf: Shelf) -> Result<ExitOutcome, CommandFailure> {
    muster_memory::give_back_at_once();
    let at_once = thread::available_parallelism().map_or(1, usize::from);
    if args.mcp {
        muster_doors::serve_assistant(Arc::new(App::new(shelf)), at_once)?;
        return Ok(ExitOutcome::Fine);
    }
    if args.stdio {
        muster_doors::serve(&Arc::new(App::new(shelf)), BufReader::new(io::stdin()), io::stdout(), at_once)?;
        return Ok(ExitOutcome::Fine);
    }
    let allow_hosts = args.allow_host.clone();
    let allow_origins = args.allow_origin.clone();
    let judge_folder = judge_folder(args)?;
    let pin = judge_folder.as_ref().and_then(|folder| folder.pin.clone());
    let usual = ServerOptions::default();
    let host = args.host.clone().unwrap_or(usual.host);
    let options =
        ServerOptions { host, port: args.port, allow_hosts, allow_origins, judge_folder, limits: usual.limits };
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
    if args.submissions.is_some() {
        writeln!(out, "judges find the lists at {}#/judge", server.url())?;
    }
    if let Some(pin) = pin {
        writeln!(out, "the PIN is {}", pin.shown())?;
    }
    out.flush()?;
    drop(out);
    if server.is_public() {
        inform(&format!("other machines of this network reach it at port {}", server.address().port()));
    }
    server.run(Arc::new(App::new(shelf)));
    Ok(ExitOutcome::Fine)
}

/// What judges may see.
fn judge_folder(args: &ServeCommand) -> Result<Option<JudgeFolder>, CommandComplaint> {
    let keys = args.keys.open()?;
    let Some(folder) = &args.submissions else { return Ok(None) };
    if !disk().is_folder(folder) {
        return Err(CommandComplaint::new(format!("--submissions: {} is not a folder", folder.display())));
    }
    let no_chance = || CommandComplaint::new("the system gives no random numbers for a PIN");
    let pin = args.host.as_ref().map(|_| Pin::random().ok_or_else(no_chance)).transpose()?;
    Ok(Some(JudgeFolder { folder: folder.clone(), keys, tables: args.tables.clone(), pin }))
}
