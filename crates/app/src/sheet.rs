//! `sheet` and `write-sheet`: the verdict on a sheet, and a sheet as a file.

use muster_engine::report::Report;
use muster_engine::summary::sheet_shares;
use muster_exchange::yaml;
use muster_library::fault::FaultKind;
use muster_library::judge::unreadable;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::fault::CallFault;
use crate::finding::FindingInfo;
use crate::given_sheet::{GivenSheet, refused};
use crate::judge::{Standing, standing};
use crate::summary::{ShareInfo, share_info};
use crate::write::WriteAnswer;

/// The arguments of `sheet`.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SheetArgs {
    /// The sheet.
    pub sheet: GivenSheet,
}

/// The verdict on a sheet.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SheetAnswer {
    /// The report as `muster check --format json` prints it, but with an empty `file`. The verdict is
    /// `unreadable` if the sheet cannot be read or its ruleset is not installed.
    pub report: Report,
    /// The findings of the report once more, in the same order, each with its source in words.
    pub findings: Vec<FindingInfo>,
    /// The standing of the sheet while a person still writes it: `to-do` if it only lacks what it must state.
    pub standing: Standing,
    /// How far each limit on the sheet is used; absent if the sheet is unreadable.
    pub shares: Option<Vec<ShareInfo>>,
}

/// The arguments of `write-sheet`.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct WriteSheetArgs {
    /// The sheet.
    pub sheet: GivenSheet,
}

/// Judges a sheet. Never fails: the report says what is wrong with the sheet.
pub fn sheet(app: &App, args: &SheetArgs) -> Result<SheetAnswer, CallFault> {
    let (report, ruleset, shares) = match args.sheet.read(app.shelf()) {
        Ok((sheet, ruleset)) => {
            let shares = sheet_shares(&ruleset, &sheet).into_iter().map(|share| share_info(&ruleset, share)).collect();
            (muster_engine::check_sheet(&ruleset, &sheet), Some(ruleset), Some(shares))
        }
        Err(faults) => (unreadable("", 0, faults), None, None),
    };
    let findings = report.findings.iter().cloned().map(|finding| {
        let is_missing = ruleset.is_none() && finding.rule.as_str() == FaultKind::MissingKey.id();
        let info = FindingInfo::new(ruleset.as_ref(), finding, None);
        FindingInfo { to_do: info.to_do || is_missing, ..info }
    });
    let findings: Vec<FindingInfo> = findings.collect();
    let only_lacks = ruleset.is_none() && findings.iter().all(|info| info.to_do);
    let standing = if only_lacks { Standing::ToDo } else { standing(report.verdict, &findings, false) };
    Ok(SheetAnswer { report, findings, standing, shares })
}

/// Writes a sheet as YAML. Fails if it is no document. Its fields may still be wrong or missing.
pub fn write_sheet(_: &App, args: &WriteSheetArgs) -> Result<WriteAnswer, CallFault> {
    args.sheet.document().map_err(refused)?;
    let text = yaml::to_string(&args.sheet);
    let text = text.map_err(|error| CallFault::new("unwritable", format!("the sheet cannot be written: {error}")))?;
    Ok(WriteAnswer { text })
}
