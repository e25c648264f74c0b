//! Typesets the data of a print: typst lays out the pages and writes them as PDF or SVG.

use typst::diag::{SourceDiagnostic, SourceResult};
use typst::ecow::EcoVec;
use typst::foundations::Smart;
use typst_layout::PagedDocument;
use typst_pdf::PdfOptions;
use typst_svg::SvgOptions;

use crate::pages::{About, PrintError};
use crate::world::Press;

/// The pages as PDF. `data` is what the templates read, as JSON.
pub(crate) fn pdf(data: &str, about: About) -> Result<Vec<u8>, PrintError> {
    typeset(data, |pages| {
        // Set here and not by the template: there they would be part of the style of every letter, and the typesetter
        // could take nothing of one list from its cache for the next.
        let info = pages.info_mut();
        info.title = Some(about.title.into());
        info.author = about.authors.into_iter().map(Into::into).collect();
        let options = PdfOptions {
            // Without it, lists with the same name and player would have the same document id.
            ident: Smart::Custom(data.to_owned()),
            creator: Smart::Custom(Some(about.creator)),
            ..PdfOptions::default()
        };
        typst_pdf::pdf(pages, &options)
    })
}

/// The pages as SVG.
pub(crate) fn pictures(data: &str) -> Result<Vec<String>, PrintError> {
    typeset(data, |pages| Ok(pages.pages().iter().map(|page| typst_svg::svg(page, &SvgOptions::default())).collect()))
}

/// The typesetter's cache is emptied after a document of more bytes than this.
const KEPT: usize = 128 << 10;

/// Lays out the pages and passes them to `made`.
fn typeset<T>(data: &str, made: impl FnOnce(&mut PagedDocument) -> SourceResult<T>) -> Result<T, PrintError> {
    let press = Press::new(data.as_bytes().to_vec());
    let told = |errors: EcoVec<SourceDiagnostic>| {
        let messages: Vec<&str> = errors.iter().map(|error| error.message.as_str()).collect();
        PrintError::Unset(messages.join("; "))
    };
    let mut pages = typst::compile::<PagedDocument>(&press).output.map_err(told)?;
    let result = made(&mut pages).map_err(told);
    // Keep the typesetter's cache (such as shaped letters) for the next documents. Drop entries that no recent document
    // needed. Drop everything after a large document.
    typst::comemo::evict(if data.len() > KEPT { 0 } else { 4 });
    result
}
