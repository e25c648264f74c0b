//! Makes a PDF or pictures of judged lists: the pages in order, with their heads and feet.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};

use muster_engine::plain::plain as plain_text;
use muster_engine::report::{Report, Verdict};
use muster_engine::slug::slug;
use rayon::prelude::*;
use serde::Serialize;
use serde_json::Value;
use typst::diag::{SourceDiagnostic, SourceResult};
use typst::ecow::EcoVec;
use typst::foundations::Smart;
use typst_layout::PagedDocument;
use typst_pdf::PdfOptions;
use typst_render::RenderOptions;
use typst_svg::SvgOptions;

use crate::card::{FleetCard, fleet_card};
use crate::card_words::StatCards;
use crate::decks::{DeckWords, decks};
use crate::force_list::{ForceList, force_list};
use crate::index::{Index, index};
use crate::overview::{OverviewWords, overview_words};
use crate::reference::{Chapter, reference};
use crate::roster::{RosterList, muster};
use crate::sheets::{SheetWords, sheet};
use crate::stat_cards::stat_cards;
use crate::subject::{Fleet, Layout, Paper, PrintOptions, PrintSubject, Stamp};
use crate::words::creator;
use crate::world::{self, Press};

/// Why there are no pages.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PrintError {
    /// The same layout was asked for twice.
    #[error("a layout is named twice, but a print has each layout once")]
    LayoutTwice,
    /// A list has too many squadrons to print.
    #[error("{title} has {number} squadrons, but a print has room for {SQUADRONS}")]
    TooManySquadrons {
        /// The list's name.
        title: String,
        /// Its number of squadrons.
        number: usize,
    },
    /// A list or sheet has too much text to print.
    #[error("{title} has {kilobytes} kB of text for its pages, but a print has room for {} kB", WORDS / 1024)]
    TooManyWords {
        /// The name of the list or sheet.
        title: String,
        /// The size of its text, in kB.
        kilobytes: usize,
    },
    /// All lists and sheets together have too much text for one file.
    #[error("the lists together have {kilobytes} kB of text for their pages, but a file has room for {room} kB")]
    TooLargeFile {
        /// The size of their text, in kB.
        kilobytes: usize,
        /// How much text a file may have ([`PrintOptions::most`]), in kB.
        room: usize,
    },
    /// A bug in this program; no list can cause it.
    #[error("the pages could not be typeset: {0}")]
    Unset(String),
}

/// The most squadrons of one list, including attached ones. Lists of any game have far fewer.
const SQUADRONS: usize = 500;
/// The most bytes of text for one list or sheet, in all layouts. Sixty squadrons need a tenth of it. Each kilobyte
/// takes half a megabyte of memory.
const WORDS: usize = 512 << 10;
/// The most bytes of text for one file, where nothing less is asked for. Two hundred lists of 25 squadrons with their cards
/// need 6 MB.
const FILE_WORDS: usize = 8 << 20;

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct PrintDocument {
    paper: &'static str,
    #[serde(skip)]
    title: String,
    #[serde(skip)]
    authors: Vec<String>,
    sets: Vec<PageSet>,
    /// A picture in place of pages.
    card: Option<FleetCard>,
    /// The drawings by their names, as SVG.
    #[serde(skip)]
    drawings: BTreeMap<String, String>,
    /// The lists as files. Their text is for programs, so it is not made [`plain`].
    #[serde(skip)]
    files: Vec<PdfAttachment>,
}

/// A file that is attached to the PDF.
#[derive(Serialize)]
struct PdfAttachment {
    name: String,
    text: String,
}

/// Pages that belong together and are numbered from 1.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct PageSet {
    /// The title at the head of each page except the first.
    running: String,
    /// A warning at the head of each page: the verdict, if it is not `Legal`.
    mark: Option<Stamp>,
    /// The ruleset, events, fingerprint and date at the foot of each page.
    foot: Vec<String>,
    parts: Vec<PagePart>,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case", tag = "layout", content = "words")]
enum PagePart {
    ForceList(Box<ForceList>),
    Overview(Box<OverviewWords>),
    StatCards(StatCards),
    Decks(Vec<DeckWords>),
    Reference(Vec<Chapter>),
    Roster(Vec<RosterList>),
    Index(Index),
    Sheet(Box<SheetWords>),
}

/// Makes a PDF of lists and sheets, one after another. The roster has all lists together on its own pages. The same
/// subjects and options give the same bytes.
pub fn pdf(subjects: &[PrintSubject], options: &PrintOptions) -> Result<Vec<u8>, PrintError> {
    typeset(&document(subjects, options)?, options.most.unwrap_or(FILE_WORDS), |pages, data| {
        let options = PdfOptions {
            // Without it, lists with the same name and player would have the same document id.
            ident: Smart::Custom(data),
            creator: Smart::Custom(Some(creator())),
            ..PdfOptions::default()
        };
        typst_pdf::pdf(pages, &options)
    })
}

/// Makes the same pages as SVG pictures for screens, one for each page.
pub fn pictures(subjects: &[PrintSubject], options: &PrintOptions) -> Result<Vec<String>, PrintError> {
    typeset(&document(subjects, options)?, options.most.unwrap_or(FILE_WORDS), |pages, _| {
        Ok(pages.pages().iter().map(|page| typst_svg::svg(page, &SvgOptions::default())).collect())
    })
}

/// A picture of a fleet, 1600 by 900 pixels, as PNG. It shows what the opponent may see. The same fleet gives the same
/// bytes. Fails as a print of the list would.
pub fn card(fleet: &Fleet) -> Result<Vec<u8>, PrintError> {
    fleet.is_short()?;
    if !fleet.keeps_secrets() {
        return Err(PrintError::Unset("secrets would stand on a picture to post".to_owned()));
    }
    let document = PrintDocument {
        paper: "a4",
        title: fleet.title().to_owned(),
        authors: Vec::new(),
        sets: Vec::new(),
        card: Some(fleet_card(fleet)),
        drawings: fleet.look.map(|look| look.drawings.clone()).unwrap_or_default(),
        files: Vec::new(),
    };
    let options = RenderOptions { pixel_per_pt: 1.0.into(), ..RenderOptions::default() };
    let first = |pages: &PagedDocument, _: String| {
        Ok(pages.pages().first().map(|page| typst_render::render(page, &options).encode_png()))
    };
    match typeset(&document, WORDS, first)? {
        Some(Ok(png)) => Ok(png),
        Some(Err(error)) => Err(PrintError::Unset(error.to_string())),
        None => Err(PrintError::Unset("there is no page".to_owned())),
    }
}

/// What a print of a list or sheet does not show.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PrintGaps {
    /// The layouts that have nothing to print, such as decks of a list without cards.
    pub empty: Vec<Layout>,
    /// The letters that no font of the program has, each once. They are printed as boxes.
    pub letters: String,
}

/// Checks that a list or sheet is small enough to be typeset quickly, and tells what its print does not show.
pub fn gaps(subject: &PrintSubject, options: &PrintOptions) -> Result<PrintGaps, PrintError> {
    let document = document(std::slice::from_ref(subject), options)?;
    let mut words = serde_json::to_value(&document).map_err(|error| PrintError::Unset(error.to_string()))?;
    let mut letters: Vec<char> = Vec::new();
    each_text(&mut words, &mut |text| {
        let plain = plain_text(text);
        letters.extend(plain.chars().filter(|letter| !letter.is_ascii() && !world::has_letter(*letter)));
    });
    letters.sort_unstable();
    letters.dedup();
    let empty = match subject {
        PrintSubject::List(fleet) => {
            let of_one = options.layouts.iter().filter(|layout| !matches!(layout, Layout::Roster | Layout::Index));
            of_one.filter(|layout| parts(fleet, &[**layout], options).is_empty()).copied().collect()
        }
        PrintSubject::Sheet(_) => Vec::new(),
    };
    Ok(PrintGaps { empty, letters: letters.into_iter().collect() })
}

/// The typesetter's cache is emptied after a document of more bytes than this.
const KEPT: usize = 128 << 10;

fn document(subjects: &[PrintSubject], options: &PrintOptions) -> Result<PrintDocument, PrintError> {
    if (1..options.layouts.len()).any(|at| options.layouts[..at].contains(&options.layouts[at])) {
        return Err(PrintError::LayoutTwice);
    }
    let is_of_one = |layout: &Layout| !matches!(layout, Layout::Roster | Layout::Index);
    let of_one: Vec<Layout> = options.layouts.iter().copied().filter(is_of_one).collect();
    let has_index = options.layouts.contains(&Layout::Index);
    let mut sets: Vec<PageSet> = Vec::new();
    // The lists with the place of their pages.
    let mut indexed: Vec<(&Fleet, Option<usize>)> = Vec::new();
    let (mut files, mut taken) = (Vec::new(), HashSet::new());
    let mut drawings = BTreeMap::new();
    // Making the text of a list takes longest where it has a code, and needs nothing of other lists.
    let sets_of: Vec<Result<ListedSet, PrintError>> =
        subjects.par_iter().map(|subject| listed(subject, &of_one, options)).collect();
    for (subject, listed) in subjects.iter().zip(sets_of) {
        let ListedSet { set, words } = listed?;
        if let PrintSubject::List(Fleet { look: Some(look), .. }) = subject {
            drawings.extend(look.drawings.clone());
        }
        let file = subject.file();
        let words = words + file.map_or(0, str::len);
        if words > WORDS {
            return Err(PrintError::TooManyWords { title: shortened(subject.title()), kilobytes: words / 1024 });
        }
        if let PrintSubject::List(fleet) = subject {
            indexed.push((fleet, set.is_some().then_some(sets.len() + usize::from(has_index))));
        }
        sets.extend(set);
        files.extend(
            file.map(|text| PdfAttachment { name: free_name(subject.title(), &mut taken), text: text.to_owned() }),
        );
    }
    if options.layouts.contains(&Layout::Roster) {
        sets.extend(roster(subjects, options));
    }
    if has_index {
        let parts = vec![PagePart::Index(index(indexed.into_iter()))];
        sets.insert(0, PageSet { running: "Index".to_owned(), mark: None, foot: foot_of_all(options), parts });
    }
    let mut authors: Vec<String> = subjects.iter().filter_map(|subject| subject.report().player.clone()).collect();
    authors.dedup();
    let titles: Vec<&str> = subjects.iter().map(PrintSubject::title).collect();
    let paper = match options.paper {
        Paper::A4 => "a4",
        Paper::Letter => "us-letter",
    };
    Ok(PrintDocument { paper, title: titles.join(", "), authors, sets, card: None, drawings, files })
}

/// The pages of a list or sheet; none if it has nothing to show.
struct ListedSet {
    set: Option<PageSet>,
    /// How many bytes of text are on them.
    words: usize,
}

fn listed(subject: &PrintSubject, layouts: &[Layout], options: &PrintOptions) -> Result<ListedSet, PrintError> {
    subject.is_short()?;
    if let PrintSubject::List(fleet) = subject
        && !options.private
        && !fleet.keeps_secrets()
    {
        return Err(PrintError::Unset("secrets would stand on an open print".to_owned()));
    }
    let parts = match subject {
        PrintSubject::List(fleet) => parts(fleet, layouts, options),
        PrintSubject::Sheet(kept) => vec![PagePart::Sheet(Box::new(sheet(kept, options.private)))],
    };
    let set = (!parts.is_empty()).then(|| subject.set(parts, options));
    let words = serde_json::to_vec(&set).map_err(|error| PrintError::Unset(error.to_string()))?.len();
    Ok(ListedSet { set, words })
}

/// A file name for a list, which is then taken. Lists with the same name are numbered.
fn free_name(title: &str, taken: &mut HashSet<String>) -> String {
    let stem = Some(slug(title)).filter(|stem| !stem.is_empty()).unwrap_or_else(|| "list".to_owned());
    let mut name = format!("{stem}.yaml");
    for number in 2.. {
        if taken.insert(name.clone()) {
            break;
        }
        name = format!("{stem}-{number}.yaml");
    }
    name
}

/// Typesets the pages and passes them to `made`, together with the data as JSON.
fn typeset<T>(
    document: &PrintDocument,
    most: usize,
    made: impl FnOnce(&PagedDocument, String) -> SourceResult<T>,
) -> Result<T, PrintError> {
    let mut data = serde_json::to_value(document).map_err(|error| PrintError::Unset(error.to_string()))?;
    plain(&mut data);
    data["files"] = serde_json::to_value(&document.files).map_err(|error| PrintError::Unset(error.to_string()))?;
    let data = data.to_string();
    if data.len() > most {
        return Err(PrintError::TooLargeFile { kilobytes: data.len() / 1024, room: most / 1024 });
    }
    let size = data.len();
    let drawings = serde_json::to_vec(&document.drawings).map_err(|error| PrintError::Unset(error.to_string()))?;
    let press = Press::new(data.clone().into_bytes(), drawings);
    let told = |errors: EcoVec<SourceDiagnostic>| {
        let messages: Vec<&str> = errors.iter().map(|error| error.message.as_str()).collect();
        PrintError::Unset(messages.join("; "))
    };
    let mut pages = typst::compile::<PagedDocument>(&press).output.map_err(told)?;
    // Set here and not by the template: there they would be part of the style of every letter, and the typesetter could
    // take nothing of one list from its cache for the next.
    let plain = |text: &String| plain_text(text).as_ref().into();
    let info = pages.info_mut();
    info.title = Some(plain(&document.title));
    info.author = document.authors.iter().map(plain).collect();
    let result = made(&pages, data).map_err(told);
    // Keep the typesetter's cache (such as shaped letters) for the next documents. Drop entries that no recent document
    // needed. Drop everything after a large document.
    typst::comemo::evict(if size > KEPT { 0 } else { 4 });
    result
}

/// Makes all text in the data plain. All text from lists and data files passes through here.
fn plain(value: &mut Value) {
    each_text(value, &mut |text| {
        if let Cow::Owned(plain) = plain_text(text) {
            *text = plain;
        }
        if text.split(BREAKS).any(|word| word.len() > LONGEST) {
            *text = text.split_inclusive(BREAKS).map(breakable).collect();
        }
    });
}

fn each_text(value: &mut Value, act: &mut impl FnMut(&mut String)) {
    match value {
        Value::String(text) => act(text),
        Value::Array(items) => items.iter_mut().for_each(|item| each_text(item, act)),
        Value::Object(fields) => fields.values_mut().for_each(|field| each_text(field, act)),
        _ => {}
    }
}

/// Words of more bytes than this may break anywhere, because they may not fit on a line.
const LONGEST: usize = 30;
const BREAKS: [char; 2] = [' ', '-'];

/// Puts zero-width spaces into a long word, so that it can break. (A show rule of the typesetter could do this too, but
/// it nests once for each space and so fails.)
fn breakable(word: &str) -> Cow<'_, str> {
    if word.len() <= LONGEST {
        return Cow::Borrowed(word);
    }
    // Never put a space between a letter and its accents.
    let may_begin = |letter: char| letter.is_alphanumeric() || letter.is_ascii_punctuation();
    let letters = word.chars().flat_map(|letter| may_begin(letter).then_some('\u{200b}').into_iter().chain([letter]));
    letters.collect::<String>().into()
}

/// A text cut to the length of one line in the page head.
fn shortened(words: &str) -> String {
    const MOST: usize = 90;
    match words.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}\u{2026}", words[..end].trim_end()),
        None => words.to_owned(),
    }
}

impl Fleet<'_> {
    /// Checks that the list has at most `SQUADRONS` squadrons: for larger lists, making the text alone takes long.
    pub(crate) fn is_short(&self) -> Result<(), PrintError> {
        let squadrons = self.shown.list.each_squadron().count();
        if squadrons <= SQUADRONS {
            return Ok(());
        }
        Err(PrintError::TooManySquadrons { title: shortened(self.title()), number: squadrons })
    }
}

impl<'a> PrintSubject<'a> {
    fn report(&self) -> &'a Report {
        match self {
            Self::List(fleet) => fleet.whole.report,
            Self::Sheet(kept) => kept.report,
        }
    }

    /// The list file that is attached.
    fn file(&self) -> Option<&'a str> {
        match self {
            Self::List(fleet) => fleet.share.map(|share| share.file),
            Self::Sheet(_) => None,
        }
    }

    fn is_short(&self) -> Result<(), PrintError> {
        match self {
            Self::List(fleet) => fleet.is_short(),
            Self::Sheet(_) => Ok(()),
        }
    }

    fn title(&self) -> &'a str {
        match self {
            Self::List(fleet) => fleet.title(),
            Self::Sheet(kept) => kept.sheet.name.as_deref().unwrap_or("Unnamed sheet"),
        }
    }

    fn set(&self, parts: Vec<PagePart>, options: &PrintOptions) -> PageSet {
        let report = self.report();
        let player = report.player.as_ref().map(|player| format!(" \u{b7} {player}")).unwrap_or_default();
        let date = match self {
            Self::List(fleet) => fleet.whole.list.date.as_ref(),
            Self::Sheet(kept) => kept.sheet.date.as_ref(),
        };
        PageSet {
            running: shortened(&format!("{}{player}", self.title())),
            // A list or sheet that is not legal says so on every page.
            mark: (report.verdict != Verdict::Legal).then(|| Stamp::of(report.verdict)),
            foot: foot(report, options.date.as_ref().or(date), options.private),
            parts,
        }
    }
}

/// The parts of a list's print. Layouts with nothing to show are left out.
fn parts(fleet: &Fleet, layouts: &[Layout], options: &PrintOptions) -> Vec<PagePart> {
    let Fleet { ruleset, shown, .. } = fleet;
    let part = |layout: &Layout| match layout {
        Layout::ForceList => Some(PagePart::ForceList(Box::new(force_list(fleet)))),
        Layout::Overview => overview_words(fleet).map(Box::new).map(PagePart::Overview),
        Layout::StatCards => {
            stat_cards(ruleset, shown.summary, options.card_rules, options.paper).map(PagePart::StatCards)
        }
        Layout::Decks => filled(decks(ruleset, shown.list)).map(PagePart::Decks),
        Layout::Reference => filled(reference(ruleset, shown.summary)).map(PagePart::Reference),
        Layout::Roster | Layout::Index => None,
    };
    layouts.iter().filter_map(part).collect()
}

fn filled<T>(things: Vec<T>) -> Option<Vec<T>> {
    (!things.is_empty()).then_some(things)
}

/// The roster of all lists; none if there are no lists.
fn roster(subjects: &[PrintSubject], options: &PrintOptions) -> Option<PageSet> {
    let fleets = subjects.iter().filter_map(|subject| match subject {
        PrintSubject::List(fleet) => Some(fleet),
        PrintSubject::Sheet(_) => None,
    });
    let musters = fleets.map(muster);
    let musters = filled(musters.collect())?;
    let lists = u32::try_from(musters.len()).unwrap_or(u32::MAX);
    let running = format!("Roster of {}", muster_engine::plural::count(lists, "list"));
    Some(PageSet { running, mark: None, foot: foot_of_all(options), parts: vec![PagePart::Roster(musters)] })
}

/// The foot line of pages about all lists.
fn foot_of_all(options: &PrintOptions) -> Vec<String> {
    options.date.iter().cloned().chain([creator()]).collect()
}

/// The foot line: ruleset, events, fingerprint and date, enough to repeat the check.
fn foot(report: &Report, date: Option<&String>, is_private: bool) -> Vec<String> {
    let used = report.ruleset.as_ref();
    let published = match &report.terms {
        terms if terms.not_published => ", not the published rules",
        terms if terms.own_rules.is_some() => ", not in the program",
        _ => "",
    };
    let ruleset = used.map(|used| format!("{} {} (edition {}){published}", used.id, used.version, used.edition));
    let events = (!report.events.is_empty()).then(|| format!("with {}", report.events.join(", ")));
    let fingerprint = report.fingerprint.as_ref().map(|fingerprint| format!("fingerprint {fingerprint}"));
    let kind = if is_private { "private print" } else { "open print" };
    [ruleset, events, fingerprint, date.cloned(), Some(kind.to_owned()), Some(creator())]
        .into_iter()
        .flatten()
        .collect()
}
