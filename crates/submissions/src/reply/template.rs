//! Templates that the organiser may change: the text and the subject of the mails.

use minijinja::value::{Serde, Value, ValueKind};
use minijinja::{Environment, ErrorKind, UndefinedBehavior, escape_formatter};
use muster_engine::plain::plain;
use muster_engine::theirs::unlinked;
use muster_library::fault::{FaultKind, FileFault, TextPlace};

use super::several::listed;
use super::words::ReplyWords;

/// How many steps a template may take for one mail. The built-in template takes about 100 for a finding.
const FUEL: u64 = 10_000_000;
/// The name of the subject's template in errors.
const OF_SUBJECT: &str = "subject";

/// What the organiser chooses for all mails.
#[derive(Clone, Copy, Debug)]
pub struct ReplyOptions<'a> {
    /// The template of the text.
    pub template: &'a str,
    /// The template of the subject.
    pub subject: &'a str,
    /// The address that the mails are from. Without it, the mail program that sends them fills it in.
    pub from: Option<&'a str>,
    /// Until when players may send a changed list.
    pub deadline: Option<&'a str>,
}

/// A template that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadTemplate {
    /// Whether it is the template of the subject.
    pub is_subject: bool,
    /// What is wrong, with its place in the template.
    pub fault: FileFault,
}

impl BadTemplate {
    pub(super) fn new(error: &minijinja::Error, options: &ReplyOptions) -> Self {
        let is_subject = error.name() == Some(OF_SUBJECT);
        let source = if is_subject { options.subject } else { options.template };
        let range = error.range();
        let named = range.clone().and_then(|range| source.get(range)).unwrap_or_default();
        let message = match (error.kind(), error.detail()) {
            (ErrorKind::UndefinedError, _) => format!("nothing is called `{named}`"),
            (ErrorKind::OutOfFuel, _) => "the template takes too many steps".to_owned(),
            (kind, Some(detail)) => format!("{kind}: {detail}"),
            (kind, None) => kind.to_string(),
        };
        let before = range.and_then(|range| source.get(..range.start)).unwrap_or_default();
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        let number = |number: usize| u32::try_from(number).ok();
        let place = error.line().and_then(number).zip(number(column)).map(|(line, column)| TextPlace { line, column });
        Self { is_subject, fault: FileFault::new(FaultKind::Syntax, message).place(place) }
    }
}

/// The text and the subject of one mail.
pub(super) struct MailText {
    pub text: String,
    pub subject: String,
}

pub(super) fn written<'a>(
    told: impl Iterator<Item = ReplyWords<'a>>,
    options: &ReplyOptions,
) -> Result<Vec<MailText>, minijinja::Error> {
    let mut templates = Environment::new();
    templates.set_debug(true);
    templates.set_undefined_behavior(UndefinedBehavior::Strict);
    templates.set_fuel(Some(FUEL));
    templates.set_formatter(|out, state, value| match value.kind() {
        ValueKind::String | ValueKind::Seq | ValueKind::Iterable | ValueKind::Map => {
            out.write_str(&in_words(value)).map_err(minijinja::Error::from)
        }
        _ => escape_formatter(out, state, value),
    });
    templates.add_template("text", options.template)?;
    templates.add_template(OF_SUBJECT, options.subject)?;
    let (text, subject) = (templates.get_template("text")?, templates.get_template(OF_SUBJECT)?);
    told.map(|words| {
        let words = Value::from(Serde(&words));
        Ok(MailText { text: text.render(&words)?, subject: subject.render(&words)? })
    })
    .collect()
}

/// The keys by which lists, files and findings are named where a template prints the whole of them.
const NAMES: [&str; 3] = ["title", "name", "message"];

/// What a template prints, in words. A text stays on one line, so that a name cannot look like another line of the mail, and
/// makes no link. Of several things, all are named: `illegal and legal`.
fn in_words(value: &Value) -> String {
    match value.kind() {
        ValueKind::String if value.is_safe() => plain(value.as_str().unwrap_or_default()).into_owned(),
        ValueKind::Seq | ValueKind::Iterable => {
            let parts = value.try_iter().into_iter().flatten();
            let parts: Vec<String> = parts.map(|part| in_words(&part)).collect();
            listed(&parts)
        }
        ValueKind::Map => {
            let named = NAMES.iter().filter_map(|key| value.get_attr(key).ok()).find(|named| named.as_str().is_some());
            named.map(|named| in_words(&named)).unwrap_or_default()
        }
        ValueKind::None => String::new(),
        _ => {
            let text = value.to_string();
            unlinked(&plain(&text)).into_owned()
        }
    }
}
