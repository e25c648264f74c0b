//! `muster lsp`: findings, words and cards in an editor, by the Language Server Protocol.

mod actions;
mod draft_text;
mod drafts;
mod findings;
mod messages;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::str::FromStr;
use std::sync::{Arc, mpsc};
use std::thread;

use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::{
    CodeActionProviderCapability, CompletionOptions, HoverProviderCapability, PublishDiagnosticsParams,
    ServerCapabilities, TextDocumentSyncCapability, TextDocumentSyncKind, Uri,
};
use muster_app::App;
use serde_json::{Value, json};

use self::draft_text::DraftText;
pub use self::drafts::Drafts;
use self::messages::{IncomingMessage, Messages};

/// A file that is open in the editor.
#[derive(Clone, Debug)]
struct OpenFile {
    uri: String,
    text: DraftText,
}

/// The state of a conversation with an editor.
struct Session<W> {
    app: App,
    drafts: Arc<Drafts>,
    open: BTreeMap<String, OpenFile>,
    /// Those that changed since they were judged.
    changed: BTreeSet<String>,
    output: W,
    is_initialized: bool,
    is_shut_down: bool,
}

/// Serves an editor until it says `exit` or its input ends. The app reads files through these drafts. Fails if the input
/// cannot be read or the output cannot be written.
pub fn serve_editor(
    app: App,
    drafts: Arc<Drafts>,
    input: impl BufRead + Send + 'static,
    output: impl Write,
) -> io::Result<()> {
    let (pass, next) = mpsc::sync_channel(16);
    thread::Builder::new().spawn(move || {
        let mut messages = Messages::new(input);
        loop {
            let message = messages.read();
            let is_last = !matches!(message, Ok(Some(_)));
            if pass.send(message).is_err() || is_last {
                return;
            }
        }
    })?;
    let open = BTreeMap::new();
    let changed = BTreeSet::new();
    let mut session = Session { app, drafts, open, changed, output, is_initialized: false, is_shut_down: false };
    loop {
        // While the editor still sends, the text may change again. So the server judges files when nothing more waits to be read.
        let message = match next.try_recv() {
            Ok(message) => message,
            Err(mpsc::TryRecvError::Disconnected) => return Ok(()),
            Err(mpsc::TryRecvError::Empty) => {
                session.judge_changed()?;
                let Ok(message) = next.recv() else { return Ok(()) };
                message
            }
        };
        match message? {
            None => return session.judge_changed(),
            Some(message) => {
                if session.take(message)? {
                    return Ok(());
                }
            }
        }
    }
}

impl<W: Write> Session<W> {
    /// Acts on a message. True if it was the last.
    fn take(&mut self, message: IncomingMessage) -> io::Result<bool> {
        match message {
            IncomingMessage::Broken(why) => {
                // The message could not be read, so its id is not known.
                let response = Response::new_err(RequestId::from(0), ErrorCode::ParseError as i32, why);
                self.send(&Message::Response(response))?;
            }
            IncomingMessage::Whole(Message::Request(request)) => {
                let response = self.respond(&request);
                self.send(&Message::Response(response))?;
            }
            IncomingMessage::Whole(Message::Notification(told)) => {
                if told.method == "exit" {
                    return Ok(true);
                }
                self.note(&told)?;
            }
            IncomingMessage::Whole(Message::Response(_)) => {}
        }
        Ok(false)
    }

    fn respond(&mut self, request: &Request) -> Response {
        let id = request.id.clone();
        if self.is_shut_down {
            return Response::new_err(id, ErrorCode::InvalidRequest as i32, "the server is shut down".to_owned());
        }
        if !self.is_initialized && request.method != "initialize" {
            return Response::new_err(id, ErrorCode::ServerNotInitialized as i32, "send `initialize` first".to_owned());
        }
        let result = match request.method.as_str() {
            "initialize" => {
                self.is_initialized = true;
                json!({
                    "capabilities": capabilities(),
                    "serverInfo": {"name": "muster", "version": env!("CARGO_PKG_VERSION")},
                })
            }
            "shutdown" => {
                self.is_shut_down = true;
                Value::Null
            }
            "textDocument/completion" => self.about(request, words::completions),
            "textDocument/hover" => self.about(request, words::hover),
            "textDocument/codeAction" => self.about(request, actions::actions),
            method => {
                let message = format!("this server does not answer `{method}`");
                return Response::new_err(id, ErrorCode::MethodNotFound as i32, message);
            }
        };
        Response::new_ok(id, result)
    }

    /// The answer to a question about an open file; null if it is not open or nothing is to say.
    fn about(&self, request: &Request, answer: fn(&App, &OpenFile, &Value) -> Option<Value>) -> Value {
        let uri = request.params.pointer("/textDocument/uri").and_then(Value::as_str).unwrap_or_default();
        let Some(file) = self.open.get(uri) else { return Value::Null };
        // A bug in one answer must not end the editor's server.
        let work = AssertUnwindSafe(|| answer(&self.app, file, &request.params));
        catch_unwind(work).ok().flatten().unwrap_or(Value::Null)
    }

    fn note(&mut self, told: &Notification) -> io::Result<()> {
        let text = |place: &str| told.params.pointer(place).and_then(Value::as_str).map(str::to_owned);
        let Some(uri) = text("/textDocument/uri") else { return Ok(()) };
        match told.method.as_str() {
            "textDocument/didOpen" => self.put(uri, text("/textDocument/text")),
            "textDocument/didChange" => {
                let changes = told.params["contentChanges"].as_array();
                let whole = changes.and_then(|changes| changes.last()?["text"].as_str());
                let whole = whole.map(str::to_owned);
                self.put(uri, whole);
            }
            // Other files of the folder may depend on it.
            "textDocument/didSave" => self.changed.extend(self.open.keys().cloned()),
            "textDocument/didClose" => {
                self.open.remove(&uri);
                self.changed.remove(&uri);
                self.drafts.forget(&uri);
                self.publish(&uri, Vec::new())?;
            }
            _ => {}
        }
        Ok(())
    }

    fn put(&mut self, uri: String, text: Option<String>) {
        let Some(text) = text else { return };
        self.drafts.keep(&uri, &text);
        self.open.insert(uri.clone(), OpenFile { uri: uri.clone(), text: DraftText::new(text) });
        self.changed.insert(uri);
    }

    fn judge_changed(&mut self) -> io::Result<()> {
        for uri in std::mem::take(&mut self.changed) {
            let Some(file) = self.open.get(&uri) else { continue };
            let work = AssertUnwindSafe(|| findings::diagnostics(&self.app, file));
            let found = catch_unwind(work).unwrap_or_default();
            self.publish(&uri, found)?;
        }
        Ok(())
    }

    fn publish(&mut self, uri: &str, diagnostics: Vec<lsp_types::Diagnostic>) -> io::Result<()> {
        let Ok(uri) = Uri::from_str(uri) else { return Ok(()) };
        let params = PublishDiagnosticsParams { uri, diagnostics, version: None };
        let method = "textDocument/publishDiagnostics".to_owned();
        self.send(&Message::Notification(Notification::new(method, params)))
    }

    fn send(&mut self, message: &Message) -> io::Result<()> {
        message.clone().write(&mut self.output)?;
        self.output.flush()
    }
}

fn capabilities() -> ServerCapabilities {
    ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Kind(TextDocumentSyncKind::FULL)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some([" ", ":", "[", "{", ","].map(str::to_owned).to_vec()),
            ..CompletionOptions::default()
        }),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        code_action_provider: Some(CodeActionProviderCapability::Simple(true)),
        ..ServerCapabilities::default()
    }
}
