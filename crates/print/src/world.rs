//! The typesetter's environment: our templates, the data of one print, the fonts in the program. It has no files, no
//! network and no clock, so the same data always give the same bytes.

use std::sync::LazyLock;

use typst::diag::{FileError, FileResult};
use typst::foundations::{Bytes, Datetime, Duration};
use typst::syntax::{FileId, RootedPath, Source, VirtualPath, VirtualRoot};
use typst::text::{Font, FontBook};
use typst::utils::LazyHash;
use typst::{Library, LibraryExt, World};

/// The templates. Typesetting begins with the first.
const TEMPLATES: [(&str, &str); 11] = [
    ("main.typ", include_str!("../typst/main.typ")),
    ("style.typ", include_str!("../typst/style.typ")),
    ("force-list.typ", include_str!("../typst/force-list.typ")),
    ("overview.typ", include_str!("../typst/overview.typ")),
    ("card.typ", include_str!("../typst/card.typ")),
    ("stat-cards.typ", include_str!("../typst/stat-cards.typ")),
    ("decks.typ", include_str!("../typst/decks.typ")),
    ("reference.typ", include_str!("../typst/reference.typ")),
    ("sheet.typ", include_str!("../typst/sheet.typ")),
    ("roster.typ", include_str!("../typst/roster.typ")),
    ("index.typ", include_str!("../typst/index.typ")),
];
const DATA: &str = "data.json";
/// The drawings, apart from the data: many prints have the same.
const DRAWINGS: &str = "drawings.json";

/// The fonts of the screens, and one with more scripts: Greek, Cyrillic, Hebrew, Arabic, symbols.
const FONTS: [&[u8]; 6] = [
    include_bytes!("../fonts/OldStandardTT-Regular.ttf"),
    include_bytes!("../fonts/OldStandardTT-Bold.ttf"),
    include_bytes!("../fonts/SourceSans3-Regular.otf"),
    include_bytes!("../fonts/SourceSans3-It.otf"),
    include_bytes!("../fonts/SourceSans3-Semibold.otf"),
    include_bytes!("../fonts/DejaVuSans.ttf"),
];

/// What all prints share. It is made once, at the first print.
struct Shop {
    library: LazyHash<Library>,
    book: LazyHash<FontBook>,
    fonts: Vec<Font>,
    templates: Vec<Source>,
    data: FileId,
    drawings: FileId,
}

static SHOP: LazyLock<Shop> = LazyLock::new(|| {
    let fonts: Vec<Font> = FONTS.iter().flat_map(|font| Font::iter(Bytes::new(*font))).collect();
    Shop {
        library: LazyHash::new(Library::default()),
        book: LazyHash::new(FontBook::from_fonts(&fonts)),
        fonts,
        templates: TEMPLATES.iter().map(|(name, text)| Source::new(file_id(name), (*text).to_owned())).collect(),
        data: file_id(DATA),
        drawings: file_id(DRAWINGS),
    }
});

/// Whether a font of the program has a letter. Marks that change how a neighbour is drawn need none.
pub(crate) fn has_letter(letter: char) -> bool {
    const JOINERS: [char; 4] = ['\u{200b}', '\u{200c}', '\u{200d}', '\u{fe0f}'];
    let has = |font: &Font| font.info().coverage.contains(u32::from(letter));
    JOINERS.contains(&letter) || SHOP.fonts.iter().any(has)
}

#[expect(clippy::expect_used, reason = "the names are ours, and every print asks for them")]
fn file_id(name: &str) -> FileId {
    let path = VirtualPath::new(name).expect("a plain file name");
    FileId::new(RootedPath::new(VirtualRoot::Project, path))
}

/// One print.
pub(crate) struct Press {
    data: Bytes,
    drawings: Bytes,
}

impl Press {
    /// A print of these data and drawings, which the templates read as JSON.
    pub(crate) fn new(data: Vec<u8>, drawings: Vec<u8>) -> Self {
        Self { data: Bytes::new(data), drawings: Bytes::new(drawings) }
    }
}

impl World for Press {
    fn library(&self) -> &LazyHash<Library> {
        &SHOP.library
    }

    fn book(&self) -> &LazyHash<FontBook> {
        &SHOP.book
    }

    fn main(&self) -> FileId {
        SHOP.templates[0].id()
    }

    fn source(&self, id: FileId) -> FileResult<Source> {
        SHOP.templates.iter().find(|source| source.id() == id).cloned().ok_or(FileError::AccessDenied)
    }

    fn file(&self, id: FileId) -> FileResult<Bytes> {
        match id {
            _ if id == SHOP.data => Ok(self.data.clone()),
            _ if id == SHOP.drawings => Ok(self.drawings.clone()),
            _ => Err(FileError::AccessDenied),
        }
    }

    fn font(&self, index: usize) -> Option<Font> {
        SHOP.fonts.get(index).cloned()
    }

    fn today(&self, _: Option<Duration>) -> Option<Datetime> {
        None
    }
}
