//! How a run ends: the exit status, and why a command had to stop.

use std::io;
use std::process::ExitCode;

use muster_engine::report::Verdict;

/// The exit status. Of several answers, the one with the largest number counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum ExitOutcome {
    /// Everything asked about is fine: 0.
    #[default]
    Fine,
    /// Something asked about is broken: 1.
    Broken,
    /// Something could not be read, parsed or decided: 2.
    Undecided,
}

impl From<Verdict> for ExitOutcome {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Legal => Self::Fine,
            Verdict::Illegal => Self::Broken,
            Verdict::Undetermined | Verdict::Unreadable => Self::Undecided,
        }
    }
}

impl From<ExitOutcome> for ExitCode {
    fn from(outcome: ExitOutcome) -> Self {
        Self::from(outcome as u8)
    }
}

/// Why a command stopped.
#[derive(Debug)]
pub(crate) enum CommandFailure {
    /// Something is wrong with the command itself. It is printed on standard error.
    Complaint(CommandComplaint),
    /// The output could not be written.
    Output(io::Error),
}

/// A complaint about the command itself.
#[derive(Debug)]
pub(crate) struct CommandComplaint {
    /// What is wrong.
    pub message: String,
    /// What would help.
    pub help: Option<String>,
}

impl CommandComplaint {
    /// A complaint without help.
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), help: None }
    }

    /// The same complaint with a help line.
    #[must_use]
    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

impl From<CommandComplaint> for CommandFailure {
    fn from(complaint: CommandComplaint) -> Self {
        Self::Complaint(complaint)
    }
}

impl From<io::Error> for CommandFailure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl CommandFailure {
    /// Whether the reader of our output closed the pipe, as `head` does.
    pub(crate) fn is_broken_pipe(&self) -> bool {
        matches!(self, Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}
