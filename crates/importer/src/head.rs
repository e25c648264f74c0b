//! What a community file says of itself in its first element.

use muster_exchange::battlescribe::{ImportError, SourceFile};

/// The first element of a community file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileHead {
    /// What the file is.
    pub kind: HeadKind,
    /// Its id. Copies that people begin with may share it.
    pub id: String,
    /// Its name, such as `Crown v3.06a`.
    pub name: String,
    /// How often it was published; none if it does not say.
    pub revision: Option<u32>,
    /// The id of the game system that it is for; for a game system its own. Empty if it does not say.
    pub system: String,
}

/// What a community file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeadKind {
    /// The units of a nation.
    Catalogue,
    /// What several catalogues share.
    Library,
    /// The game system that catalogues build on.
    System,
}

impl FileHead {
    /// Reads the first element. Fails if the file is no well-formed XML, or something else.
    pub fn of(file: &SourceFile) -> Result<Self, ImportError> {
        let document = file.parse()?;
        let root = document.root_element();
        let kind = match (root.tag_name().name(), root.attribute("library")) {
            ("gameSystem", _) => HeadKind::System,
            ("catalogue", Some("true")) => HeadKind::Library,
            ("catalogue", _) => HeadKind::Catalogue,
            (other, _) => {
                let message = format!("the root element is <{other}>, not <catalogue> or <gameSystem>");
                return Err(ImportError::new(&file.name, message));
            }
        };
        let text = |key: &str| root.attribute(key).unwrap_or_default().to_owned();
        Ok(Self {
            kind,
            id: text("id"),
            name: text("name"),
            revision: root.attribute("revision").and_then(|number| number.parse().ok()),
            system: text(if kind == HeadKind::System { "id" } else { "gameSystemId" }),
        })
    }

    /// Its name and revision: `Crown v3.06a, revision 21`.
    #[must_use]
    pub fn title(&self) -> String {
        let name = self.name.trim();
        let name = if name.is_empty() { "a catalogue without a name" } else { name };
        self.revision.map_or_else(|| name.to_owned(), |revision| format!("{name}, revision {revision}"))
    }
}
