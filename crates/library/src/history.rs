//! Restores the files of older versions of a ruleset by patches. It knows no folders, because `build.rs` includes this
//! file to build older versions into the program.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use diffy::patch_set::{FileOperation, ParseOptions, PatchSet};
use semver::Version;
use serde_json::Value;
use sha2::{Digest, Sha256};

/// The texts of a ruleset's files by their names. The names are relative to its folder, with `/` between folders.
pub(crate) type RulesetTexts = BTreeMap<String, String>;

/// The first file of a ruleset.
pub(crate) const HEAD: &str = "ruleset.yaml";

/// The folders inside a ruleset's folder whose YAML files are part of it, in the order of the digest. Other folders
/// (`import/`, `history/`) are not part of it.
pub(crate) const FOLDERS: [&str; 4] = ["rules", "special-rules", "decks", "catalogue"];

/// The folder of the index and the patches inside a ruleset's folder.
pub(crate) const HISTORY: &str = "history";

/// The file in that folder that lists the published versions.
pub(crate) const INDEX: &str = "index.yaml";

/// A version that was published.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PublishedVersion {
    pub version: Version,
    /// The day from which it is in force, as YYYY-MM-DD; none if it always was.
    pub released: Option<String>,
    /// `sha256:` and the digest of its files.
    pub digest: String,
}

/// Something that is wrong with an index: the pointer to it, and what it is.
pub(crate) type IndexProblem = (String, String);

/// Reads an index: a list of published versions, the newest first.
pub(crate) fn index(value: &Value) -> Result<Vec<PublishedVersion>, IndexProblem> {
    let form = "it must be a list of versions, as in `- {version: 1.0.0, released: 2026-11-23, digest: sha256:...}`";
    let items = value.as_array().ok_or_else(|| (String::new(), form.to_owned()))?;
    let mut all: Vec<PublishedVersion> = Vec::with_capacity(items.len());
    for (place, item) in items.iter().enumerate() {
        let at = format!("/{place}");
        let entries = item.as_object().ok_or_else(|| (at.clone(), form.to_owned()))?;
        if let Some(key) = entries.keys().find(|key| !["version", "released", "digest"].contains(&key.as_str())) {
            return Err((format!("{at}/{key}"), format!("`{key}` is no key of a published version")));
        }
        let text = |key: &str| match entries.get(key) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.as_str())),
            Some(_) => Err((format!("{at}/{key}"), format!("`{key}` must be text"))),
        };
        let needed = |key: &str| text(key)?.ok_or_else(|| (at.clone(), format!("`{key}` is missing")));
        let version = needed("version")?;
        let version = Version::parse(version)
            .map_err(|_| (format!("{at}/version"), format!("`{version}` is not a semantic version such as 1.0.0")))?;
        if let Some(newer) = all.last().filter(|newer| newer.version <= version) {
            let message = format!("{version} is not older than {}, and newer versions come first", newer.version);
            return Err((format!("{at}/version"), message));
        }
        let released = text("released")?.map(str::to_owned);
        let digest = needed("digest")?.to_owned();
        if digest.strip_prefix("sha256:").is_none_or(|hex| hex.len() != 64) {
            return Err((format!("{at}/digest"), "it must be `sha256:` and 64 digits".to_owned()));
        }
        all.push(PublishedVersion { version, released, digest });
    }
    Ok(all)
}

/// Restores the files of the version before from those of a version. What comes of the patch must be what was published.
pub(crate) fn step_back(texts: &mut RulesetTexts, patch: &str, to: &PublishedVersion) -> Result<(), String> {
    let version = &to.version;
    apply(patch, texts, |_| true).map_err(|why| format!("the patch that restores {version} does not apply: {why}"))?;
    if digest(texts) == to.digest {
        Ok(())
    } else {
        Err(format!("the patch does not restore the files that were published as {version}"))
    }
}

/// Applies the parts of a patch, as `git diff` writes it, that are about wanted files.
pub(crate) fn apply(patch: &str, texts: &mut RulesetTexts, is_wanted: impl Fn(&str) -> bool) -> Result<(), String> {
    for part in PatchSet::parse(patch, ParseOptions::gitdiff()) {
        let part = part.map_err(|error| format!("it cannot be read: {error}"))?;
        let patch = part.patch().as_text().ok_or("it holds bytes that are no text")?;
        // Git writes a/ and b/ before the names of changed files, but not before those of renamed ones.
        let is_renamed = part.operation().is_rename();
        let operation = part.operation().strip_prefix(usize::from(!is_renamed));
        let (from, to) = match &operation {
            FileOperation::Create(name) => (None, Some(name)),
            FileOperation::Delete(name) => (Some(name), None),
            FileOperation::Modify { original, modified } => (Some(original), Some(modified)),
            FileOperation::Rename { from, to } => (Some(from), Some(to)),
            FileOperation::Copy { to, .. } => return Err(format!("{to} is a copy; make the patch with --no-renames")),
        };
        let name = from.or(to).map_or("", |name| name.as_ref());
        if !is_wanted(name) {
            continue;
        }
        let text = match from {
            None => String::new(),
            Some(name) => texts.remove(name.as_ref()).ok_or_else(|| format!("there is no file {name}"))?,
        };
        let text = diffy::apply(&text, patch).map_err(|error| format!("it does not fit {name}: {error}"))?;
        match to {
            None if text.is_empty() => {}
            None => return Err(format!("it deletes {name}, which has more lines than it names")),
            Some(name) => {
                if texts.insert(name.clone().into_owned(), text).is_some() {
                    return Err(format!("it makes {name}, which is there already"));
                }
            }
        }
    }
    Ok(())
}

/// The files that are part of a ruleset, in the order of the digest.
pub(crate) fn in_order(texts: &RulesetTexts) -> impl Iterator<Item = (&str, &str)> {
    let head = texts.get_key_value(HEAD).into_iter();
    let inner = FOLDERS.iter().flat_map(|folder| {
        texts.iter().filter(move |(name, _)| {
            let file = name.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/'));
            file.and_then(|file| file.strip_suffix(".yaml")).is_some_and(|stem| !stem.contains('/'))
        })
    });
    head.chain(inner).map(|(name, text)| (name.as_str(), text.as_str()))
}

/// `sha256:` and the digest of the files that are part of a ruleset.
pub(crate) fn digest(texts: &RulesetTexts) -> String {
    let mut digest = Sha256::new();
    for (name, text) in in_order(texts) {
        add(&mut digest, name, text.as_bytes());
    }
    digest.finalize().iter().fold("sha256:".to_owned(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

/// Adds a file to a digest: its name, its length and its bytes, in this order.
pub(crate) fn add(digest: &mut Sha256, name: &str, bytes: &[u8]) {
    digest.update(format!("{name}\n{}\n", bytes.len()));
    digest.update(bytes);
}

#[cfg(test)]
mod tests {
    use super::{RulesetTexts, apply};

    const PATCH: &str = "\
diff --git a/rules/changed.yaml b/rules/changed.yaml
index 14ebef4..c1b44a8 100644
--- a/rules/changed.yaml
+++ b/rules/changed.yaml
@@ -1,3 +1,3 @@
 one
-two
+\u{fc}ber
 three
\\ No newline at end of file
diff --git a/rules/gone.yaml b/rules/gone.yaml
deleted file mode 100644
index 14ebef4..0000000
--- a/rules/gone.yaml
+++ /dev/null
@@ -1 +0,0 @@
-gone
diff --git a/rules/new.yaml b/rules/new.yaml
new file mode 100644
index 0000000..c1b44a8
--- /dev/null
+++ b/rules/new.yaml
@@ -0,0 +1,2 @@
+new
+
diff --git a/decks/before.yaml b/decks/after.yaml
similarity index 100%
rename from decks/before.yaml
rename to decks/after.yaml
";

    fn texts(pairs: &[(&str, &str)]) -> RulesetTexts {
        pairs.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect()
    }

    fn newer() -> RulesetTexts {
        let changed = ("rules/changed.yaml", "one\ntwo\nthree");
        texts(&[changed, ("rules/gone.yaml", "gone\n"), ("decks/before.yaml", "same\n"), ("ruleset.yaml", "kept\n")])
    }

    #[test]
    fn files_are_changed_made_taken_away_and_renamed() {
        let mut found = newer();
        assert_eq!(apply(PATCH, &mut found, |_| true), Ok(()));
        let changed = ("rules/changed.yaml", "one\n\u{fc}ber\nthree");
        let wanted =
            [changed, ("rules/new.yaml", "new\n\n"), ("decks/after.yaml", "same\n"), ("ruleset.yaml", "kept\n")];
        assert_eq!(found, texts(&wanted));
        for (name, text, why) in [
            ("rules/gone.yaml", "gone\nand more\n", "it deletes rules/gone.yaml, which has more lines than it names"),
            ("rules/new.yaml", "", "it makes rules/new.yaml, which is there already"),
            ("rules/changed.yaml", "one\n", "it does not fit rules/changed.yaml: error applying hunk #1"),
        ] {
            let mut other = newer();
            other.insert(name.to_owned(), text.to_owned());
            assert_eq!(apply(PATCH, &mut other, |_| true), Err(why.to_owned()));
        }
        assert!(
            apply(PATCH, &mut RulesetTexts::new(), |_| true)
                .is_err_and(|why| why == "there is no file rules/changed.yaml")
        );
    }

    /// One letter less or another, a line less, an end too early: a patch is applied or refused, without a panic.
    #[test]
    fn a_damaged_patch_ends_somehow() {
        let letters: Vec<char> = PATCH.chars().collect();
        for place in 0..letters.len() {
            let (before, after) = letters.split_at(place);
            for middle in ["", "9", "+", "-", "\n", "@@ -1 +1 @@\n", "\u{fc}"] {
                let text = before.iter().copied().chain(middle.chars()).chain(after.iter().skip(1).copied());
                let _ = apply(&text.collect::<String>(), &mut newer(), |_| true);
            }
            let _ = apply(&before.iter().collect::<String>(), &mut newer(), |_| true);
        }
    }
}
