//! The changes of `muster fix`, as an editor offers them.

use std::str::FromStr;

use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, DocumentChanges, OneOf, OptionalVersionedTextDocumentIdentifier,
    TextDocumentEdit, TextEdit, Uri, WorkspaceEdit,
};
use muster_app::{App, call};
use muster_library::lists::{FileDocument, lists};
use muster_library::yaml::may_have_comments;
use serde_json::{Value, json};

use super::OpenFile;

/// The changes that make the list of a file legal. None for a file with several lists, or without errors.
pub(super) fn actions(app: &App, file: &OpenFile, params: &Value) -> Option<Value> {
    let found = params.pointer("/context/diagnostics").and_then(Value::as_array)?;
    let is_error = |found: &Value| found["source"] == "muster" && found["severity"] == 1;
    found.iter().any(is_error).then_some(())?;
    let documents = lists(file.text.whole.as_bytes());
    let [FileDocument::List(list, _)] = documents.as_slice() else { return None };
    let answer = ask(app, "mends", &json!({ "list": list }))?;
    let mends = answer["mends"].as_array()?;
    let actions = mends.iter().filter_map(|mend| {
        let text = ask(app, "write", &json!({"list": mend["list"]}))?;
        let changes: Vec<&str> = mend["changes"].as_array()?.iter().filter_map(Value::as_str).collect();
        action(file, &changes.join("; "), text["text"].as_str()?)
    });
    let actions: Vec<CodeActionOrCommand> = actions.map(CodeActionOrCommand::CodeAction).collect();
    serde_json::to_value(actions).ok()
}

/// The answer to a call; none if it fails.
pub(super) fn ask(app: &App, name: &str, args: &Value) -> Option<Value> {
    serde_json::from_slice(&call(app, name, args.to_string().as_bytes()).ok()?).ok()
}

/// An action that writes the list anew. Comments would be lost unseen, so the title says it.
fn action(file: &OpenFile, changes: &str, text: &str) -> Option<CodeAction> {
    let title = format!("{changes}{}", if may_have_comments(&file.text.whole) { " (removes comments)" } else { "" });
    let edit = TextDocumentEdit {
        text_document: OptionalVersionedTextDocumentIdentifier { uri: Uri::from_str(&file.uri).ok()?, version: None },
        edits: vec![OneOf::Left(TextEdit { range: file.text.range(), new_text: text.to_owned() })],
    };
    let edit = WorkspaceEdit { document_changes: Some(DocumentChanges::Edits(vec![edit])), ..WorkspaceEdit::default() };
    Some(CodeAction { title, kind: Some(CodeActionKind::QUICKFIX), edit: Some(edit), ..CodeAction::default() })
}
