//! `short-default`: a choice takes more than its default may be taken, so a squadron that states nothing breaks its rule.

use serde_json::Value;

use super::{LintInput, LintNotice, each_mapping, text};
use crate::schemas::FileKind;

pub(super) fn lint<'a>(subject: &LintInput<'a>) -> Vec<LintNotice<'a>> {
    let mut notices = Vec::new();
    let number = |value: Option<&Value>| value.and_then(Value::as_u64).unwrap_or(1);
    for file in subject.files.of(FileKind::Catalogue) {
        each_mapping(file.document.value(), "", &mut |at, choice| {
            let Some(default) = choice.get("default").and_then(Value::as_str) else { return };
            let options = choice.get("options").and_then(Value::as_array).into_iter().flatten();
            let Some(option) = options.into_iter().find(|option| text(option, "id") == Some(default)) else { return };
            let (least, most) = (number(choice.get("min")), number(option.get("max")));
            if most < least {
                let message = format!("the choice takes at least {least}, but its default `{default}` at most {most}");
                let help = format!("let `{default}` be taken {least} times (`max: {least}`)");
                notices.push(LintNotice::error(file, format!("{at}/default"), message).help(Some(help)));
            }
        });
    }
    notices
}
