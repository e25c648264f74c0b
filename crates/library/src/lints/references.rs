//! `unknown-reference`: a unit names another unit of its nation, or an option of its own, that is not there.

use std::collections::HashSet;

use muster_engine::nearest::nearest;
use serde_json::{Map, Value};

use super::{Remark, Subject, each_mapping, text};
use crate::schemas::FileKind;

pub(super) fn lint<'a>(subject: &Subject<'a>) -> Vec<Remark<'a>> {
    let mut remarks = Vec::new();
    let units = |value: &'a Value| value.get("units").and_then(Value::as_array).into_iter().flatten();
    for file in subject.files.of(FileKind::Catalogue) {
        let value = file.document.value();
        // Units of no nation belong to every nation, and a nation's may stand in several files.
        let near = subject.files.of(FileKind::Catalogue).filter(|other| {
            let nation = text(other.document.value(), "nation");
            nation.is_none() || nation == text(value, "nation") || text(value, "nation").is_none()
        });
        let mut known: HashSet<&str> =
            near.flat_map(|other| units(other.document.value())).filter_map(|unit| text(unit, "id")).collect();
        let stocks = subject.parent.iter().flat_map(|parent| parent.stocks());
        known.extend(stocks.flat_map(|stock| stock.catalogue().units.iter().map(|unit| unit.id.as_str())));
        each_mapping(value, "", &mut |at, mapping| {
            let named = mapping.get("unit");
            // A selector may name several.
            let several = named.and_then(Value::as_array).into_iter().flatten().enumerate();
            let several = several.map(|(position, unit)| (format!("{at}/unit/{position}"), unit));
            let places = named.map(|unit| (format!("{at}/unit"), unit)).into_iter().chain(several);
            for (at, unit) in places.filter_map(|(at, unit)| Some((at, unit.as_str()?))) {
                if !known.contains(unit) {
                    let help = nearest(unit, known.iter().copied());
                    remarks.push(Remark::error(file, at, format!("no unit here is called `{unit}`")).help(help));
                }
            }
            let default = mapping.get("default").and_then(Value::as_str);
            if let Some(option) = default.filter(|option| !offers(mapping, option)) {
                let message = format!("the choice offers no `{option}`");
                remarks.push(Remark::error(file, format!("{at}/default"), message));
            }
        });
    }
    remarks
}

/// Whether a choice, or a narrower one in it, offers this option.
fn offers(choice: &Map<String, Value>, option: &str) -> bool {
    let list = |key: &str| choice.get(key).and_then(Value::as_array).into_iter().flatten();
    list("options").any(|offer| text(offer, "id") == Some(option))
        || list("choices").any(|inner| inner.as_object().is_some_and(|inner| offers(inner, option)))
}
