//! The words by which people write lists. Each file in `languages/` holds those of one language, or of a few near ones.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use muster_engine::slug::slug;
use serde::Deserialize;

/// What a word says in a list. The words of all languages count together, because people mix them.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Hash)]
#[serde(rename_all = "kebab-case")]
pub(in super::super) enum WordSort {
    /// It joins what a line names, or says nothing: `with`.
    Connecting,
    /// It never names a unit alone: `a`.
    Articles,
    /// An article before something that the text named already: `the`.
    DefiniteArticles,
    /// It says that a squadron is attached to another: `attached`.
    Attached,
    /// Before an article and a unit's name, it refers to a squadron on another line: `on` in `on the Gull`.
    Referring,
    /// Before a unit, it joins that to the unit before: `with`.
    Joining,
    /// It negates what follows: `no` in `no shields`.
    Without,
    /// It stands before another number or name that may be meant: `or`.
    Alternatives,
    /// It begins an entry that belongs to those above it: `plus` in `plus 2 Gulls`.
    Adding,
    /// The model that leads a force.
    Flagship,
    /// A verb before units of the writer: `took` in `I took the Gull`.
    Taking,
    /// A verb between a unit and what it brings or has: `carries` in `the Gull carries 5 Terns`.
    Carrying,
    /// `my`
    Owning,
    /// It stands between the kind of a unit and its name: `de type` in `3 croiseurs de type Gull`.
    Describing,
    /// It says nothing in the printed name of a unit.
    Fillers,
    /// A squadron.
    Groups,
    /// It stands between a number of squadrons and the number of models in each: `of` in `2 squadrons of 3`.
    GroupsOf,
    /// It says one, unless a number follows: `another` in `another 3`.
    BeforeNumbers,
    /// It stands between a number and the name that it counts: `of my` in `3 of my Gulls`.
    BeforeNames,
    /// `full` in `2 full squadrons`
    Full,
    /// It says that a price is for one model.
    Each,
    /// It stands before a kind of weapon, and gives each hardpoint one of that kind: `all` in `all guns`.
    EveryHardpoint,
    /// It stands behind the number of models: `strong` in `4 strong`.
    Strong,
    /// It stands before the number of one thing: `no` in `Gull no. 2`.
    NumberSigns,
    /// It stands behind a number of thousands.
    Thousands,
    /// It stands behind a number of points.
    Points,
    /// The sum of a list.
    Totals,
    /// It stands beside the sum of a list: `spent` in `985 spent`.
    Spent,
    /// It stands between such a word and its number: `of` in `a total of 985`.
    OfTotals,
    /// The limit of a list.
    Limits,
    /// It stands beside a number of points that is neither the limit nor the sum: `about`.
    Nearly,
    /// It stands before the size of a game: `at` in `at 1000`.
    BeforeSizes,
    /// A list or a fleet.
    Lists,
    /// A game or a part of one.
    Games,
    /// It follows the number of an edition: `edition` in `third edition`.
    Editions,
    /// It precedes the number of an edition: `v` in `v 2.5`.
    BeforeEditions,
    /// The ending of an ordinal number: `nd` in `2nd`.
    Ordinals,
    /// Allies, in a heading above them.
    Allies,
    /// It stands before the name of an enemy.
    Against,
    /// It stands in a heading and says nothing of units: `tier`.
    Sorting,
    /// The rank of a person who leads a fleet in the story of the game.
    Leaders,
    /// A kind of unit, such as `cruiser`. It never tells units apart.
    Types,
    /// A word of prose. Entries of a list do not have it.
    Talk,
    /// A verb that stands in sentences, and sometimes beside entries.
    Verbs,
    /// An unknown number: `some`.
    Vague,
    /// Something that stories count and that is no model: `turn`, a day.
    Counted,
    /// A word cut short, whose point ends no sentence: `incl.`
    ShortForms,
    /// It stands in addresses: `street` in `12 Gull Street`.
    Streets,
    /// It stands before a telephone number: `tel`.
    Phones,
    /// It begins a line that somebody added later.
    Edits,
    /// A change of mind: `swapped`, or two words such as `left out`.
    Changes,
    /// It stands between what a unit takes and what it gives up: `instead` in `a lamp instead of the shield`.
    Replacing,
    /// It stands beside what a unit gives up, before what it takes: `swapped` in `shield swapped for a lamp`.
    Swapping,
    /// It stands between the two numbers of a score: `to` in `700 to 450`.
    BetweenScores,
    /// It stands between the sum of a list and its limit: `of` in `985 of 1000`.
    BetweenSums,
    /// It stands behind the sum of a list: `all` in `985 all in`.
    AfterSums,
    /// What happened to units in a battle: `sank`.
    Losses,
    /// One of several squadrons: `first` in `two Gulls, the first with a lamp`.
    TellingApart,
    /// The last words before a signature.
    Closings,
    /// It stands before the name of the player: `by`.
    By,
    /// Two words before the name of whoever writes: `name is` in `my name is Anna`.
    NameIs,
    /// A small word in names of people: `von`.
    Particles,
    /// It stands in names of clubs.
    Clubs,
    /// It stands before names of people: `Mr`.
    Titles,
    /// The ending of a word that is coined from another: `ing`. Fleets are named so.
    Coined,
    /// It stands in names of files that hold lists.
    Files,
    /// It stands in names of lists, fleets and events, or begins with a capital letter and names nobody.
    OfLists,
    /// The key before the name of the player: `player` in `Player: Anna`. The next sorts are keys, too.
    PlayerKeys,
    FirstNameKeys,
    LastNameKeys,
    ClubKeys,
    MailKeys,
    ListKeys,
    DateKeys,
    /// The key in a heading above a list: `Fleet 2`.
    HeadKeys,
    /// A day or hour in the head of a message.
    Dates,
    /// A month behind the number of a day and a point: `März` in `14. März`.
    Months,
    /// The key before something that is no part of a list: `scenario` in `Scenario: hold the bay`.
    OtherKeys,
    /// The beginning of a line that a program adds at the end.
    Footers,
    /// What a cell of a table says for something that a squadron has, or does not have.
    Yes,
    No,
}

impl WordSort {
    /// Whether a folded word is of this sort.
    pub(in super::super) fn has(self, folded: &str) -> bool {
        LANGUAGES.sorts.get(self as usize).is_some_and(|words| words.folded.contains(folded))
    }

    /// Whether a text of one or more words is of this sort as a whole.
    pub(in super::super) fn is_text(self, text: &str) -> bool {
        self.has(&fold(text))
    }

    /// The words as the files write them.
    pub(super) fn written(self) -> impl Iterator<Item = &'static str> {
        LANGUAGES.sorts.get(self as usize).into_iter().flat_map(|words| words.written.iter().map(String::as_str))
    }
}

/// A word in lower case, without accents, apostrophes and the ending of the plural.
pub(super) fn fold(word: &str) -> String {
    let word: String = slug(word).split('-').collect();
    let long = |ending: &str| word.len() >= ending.len() + 3;
    if let Some(stem) = word.strip_suffix("ies").filter(|_| long("ies")) {
        return format!("{stem}y");
    }
    if let Some(stem) = word.strip_suffix("ie").filter(|_| long("ie")) {
        return format!("{stem}y");
    }
    if let Some(stem) = word.strip_suffix("men").filter(|_| long("men")) {
        return format!("{stem}man");
    }
    match word.strip_suffix('s') {
        Some(stem) if long("s") && !stem.ends_with(['s', 'u', 'i']) => stem.to_owned(),
        _ => word,
    }
}

/// The number that a folded word stands for: 3 for `three`.
pub(super) fn number_of(folded: &str) -> Option<u32> {
    LANGUAGES.numbers.get(folded).copied()
}

/// The English word of the books for a folded word of another language: `escort` for `eskorta`. The word itself if the
/// languages have no other.
pub(super) fn english(folded: String) -> String {
    LANGUAGES.english.get(&folded).cloned().unwrap_or(folded)
}

/// The names of a country in other languages. `country` is its English name in lower case.
pub(super) fn other_names(country: &str) -> &'static [String] {
    LANGUAGES.countries.get(country).map_or(&[], Vec::as_slice)
}

/// The words of one sort.
#[derive(Default)]
struct WordsOfSort {
    folded: HashSet<String>,
    written: Vec<String>,
}

/// The words of all languages.
#[derive(Default)]
struct Languages {
    /// By the place of the sort in [`WordSort`].
    sorts: Vec<WordsOfSort>,
    numbers: HashMap<String, u32>,
    countries: HashMap<String, Vec<String>>,
    /// Folded words in English, by those of other languages.
    english: HashMap<String, String>,
}

/// A file in `languages/`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Language {
    #[serde(default)]
    numbers: HashMap<u32, Vec<String>>,
    /// Names of countries, by their names in English.
    #[serde(default)]
    countries: HashMap<String, Vec<String>>,
    /// Words for things that the books name in English, by the English word.
    #[serde(default)]
    english: HashMap<String, Vec<String>>,
    words: HashMap<WordSort, Vec<String>>,
}

const FILES: [&str; 7] = [
    include_str!("languages/en.yaml"),
    include_str!("languages/de.yaml"),
    include_str!("languages/fr.yaml"),
    include_str!("languages/es.yaml"),
    include_str!("languages/it.yaml"),
    include_str!("languages/pl.yaml"),
    include_str!("languages/nordic.yaml"),
];

// The tests read each file, so none is faulty.
static LANGUAGES: LazyLock<Languages> = LazyLock::new(|| {
    let mut all = Languages::default();
    for language in FILES.iter().filter_map(|file| serde_yaml::from_str::<Language>(file).ok()) {
        for (sort, written) in language.words {
            let place = sort as usize;
            if all.sorts.len() <= place {
                all.sorts.resize_with(place + 1, WordsOfSort::default);
            }
            let words = &mut all.sorts[place];
            words.folded.extend(written.iter().map(|word| fold(word)));
            words.written.extend(written);
        }
        for (country, names) in language.countries {
            all.countries.entry(country).or_default().extend(names);
        }
        for (english, words) in language.english {
            all.english.extend(words.iter().map(|word| (fold(word), fold(&english))));
        }
        let numbers = language.numbers.into_iter();
        all.numbers
            .extend(numbers.flat_map(|(number, words)| words.into_iter().map(move |word| (fold(&word), number))));
    }
    all
});

#[cfg(test)]
mod tests {
    use super::{FILES, Language, WordSort, number_of};

    #[test]
    fn each_file_is_read() {
        for file in FILES {
            let language: Language = serde_yaml::from_str(file).unwrap();
            assert!(!language.words.is_empty());
        }
        assert!(WordSort::Closings.is_text("Grüße") && WordSort::PlayerKeys.is_text("Name of player"));
        assert_eq!((number_of("sech"), number_of("gull")), (Some(6), None));
    }
}
