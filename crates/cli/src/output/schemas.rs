//! The schemas of the answers that commands print as JSON. `muster new schemas` writes them; `schemas/` has copies.

use muster_changes::ComparisonAnswer;
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};
use serde_json::{Value, json};

use super::comparison::CompareOutput;
use super::overview::OverviewOutput;
use crate::commands::explain::ExplainOutput;
use crate::commands::fix::FixOutput;
use crate::commands::migrate::MigrateOutput;
use crate::commands::report::CaseOutput;
use crate::commands::rules::RulesOutput;
use crate::commands::rulesets::RulesetsOutput;
use crate::commands::show::ShowOutput;
use crate::commands::test::TestAnswer;
use crate::commands::units::UnitsOutput;
use crate::commands::verify::VerifyOutput;

/// All of them: file name and schema.
pub(crate) fn schemas() -> Vec<(String, Value)> {
    vec![
        schema::<CompareOutput>("compare", "What became of lists"),
        schema::<ComparisonAnswer>("diff", "Differences between rulesets"),
        schema::<ExplainOutput>("explain", "What a rule says"),
        schema::<OverviewOutput>("explain-ruleset", "What a ruleset holds"),
        schema::<FixOutput>("fix", "Changes and additions of lists"),
        schema::<MigrateOutput>("migrate", "Lists in another version of their ruleset"),
        schema::<CaseOutput>("case-answer", "What became of a case"),
        schema::<RulesOutput>("rules", "The special rules of a ruleset"),
        schema::<RulesetsOutput>("rulesets", "The rulesets at hand"),
        schema::<ShowOutput>("show", "Lists with their sums"),
        schema::<TestAnswer>("test", "What a folder of lists shows"),
        schema::<UnitsOutput>("units", "The units of a ruleset"),
        schema::<VerifyOutput>("verify", "What a code says about lists"),
    ]
}

fn schema<T: JsonSchema>(name: &str, title: &str) -> (String, Value) {
    let settings = SchemaSettings::draft2020_12().for_serialize().with_transform(RecursiveTransform(open));
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    schema.insert("title".to_owned(), json!(title));
    schema.insert("$id".to_owned(), json!(format!("urn:muster:schema:{name}:1")));
    (format!("{name}.schema.json"), schema.into())
}

/// Allows keys that a program does not know: later versions add some.
fn open(schema: &mut Schema) {
    if schema.get("additionalProperties") == Some(&json!(false)) {
        schema.remove("additionalProperties");
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::schemas;

    /// `UPDATE=1 cargo test` writes the copies.
    #[test]
    fn copies_are_current() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schemas");
        for (name, schema) in schemas() {
            let text = format!("{schema:#}\n");
            if std::env::var_os("UPDATE").is_some() {
                fs::write(folder.join(&name), &text).unwrap();
            }
            let copy = fs::read_to_string(folder.join(&name)).unwrap_or_default().replace("\r\n", "\n");
            assert!(copy == text, "schemas/{name} is out of date: run UPDATE=1 cargo test -p muster-cli schemas");
        }
    }
}
