//! Finds out which player handed in which lists and files, and where the reply to each goes.
//!
//! A mail to an address holds only what came from that address, or what came without any mail and states it. So nobody gets
//! a list of another by stating the other's name, and nobody makes us send something to another by stating the other's
//! address.

use std::collections::{HashMap, HashSet};

use muster_engine::slug::slug;

use crate::batch::HandIn;
use crate::origin::{HandInOrigin, NoAddressReason, SharedAddress};
use crate::submission::Submission;

/// The longest name of a file, in letters, without its ending.
const NAME: usize = 60;

/// A player, or several people who share an address, with everything that they handed in.
pub(super) struct ReplyPlayer<'a> {
    /// The address, or why there is none.
    pub address: Result<&'a str, NoAddressReason>,
    /// The name; those of all people who share the address, in the order in which they handed something in.
    pub names: Vec<&'a str>,
    /// The lists of each of them together.
    pub lists: Vec<&'a Submission>,
    /// Versions in whose place other lists count.
    pub versions: Vec<&'a Submission>,
    /// Files without a list, each with why.
    pub files: Vec<(&'a str, &'a str)>,
}

/// Something that was handed in.
#[derive(Clone, Copy)]
enum PlayerItem<'a> {
    List(&'a Submission),
    NoList(&'a str, &'a str),
}

/// What all things of one player have in common.
#[derive(PartialEq, Eq, Hash)]
enum PlayerKey<'a> {
    /// They came from this address, or state it together with the name that another list from there has.
    Sent(String),
    /// They came without a mail, and state this address and this name.
    Stated(String, Option<&'a str>),
    /// They came in this file, and state this name at most.
    File(&'a str, Option<&'a str>),
}

/// The players with what each handed in. What came from one mail address belongs to one player. What came without a mail
/// belongs to one player if it states one address and one name, exactly. What states no address stays by itself: a name
/// alone may be anybody's.
pub(super) fn players(handed_in: &[HandIn]) -> Vec<ReplyPlayer<'_>> {
    let mut things = Vec::new();
    for handed in handed_in {
        match handed {
            HandIn::Lists(lists) => {
                things.extend(lists.iter().map(|list| (list.origin(), PlayerItem::List(list))));
            }
            HandIn::NoList { file, sender: Some(sender), why, .. } => {
                things.push((HandInOrigin::of_sender(Some(&**sender)), PlayerItem::NoList(file, why)));
            }
            HandIn::NoList { sender: None, .. } => {}
        }
    }
    let known: HashSet<(String, Option<&str>)> = things
        .iter()
        .filter_map(|(origin, _)| match origin.home()? {
            SharedAddress::Sent(address) => Some((address, origin.player())),
            SharedAddress::Stated(_) => None,
        })
        .collect();
    let mut players: Vec<ReplyPlayer> = Vec::new();
    let mut places = HashMap::new();
    for (origin, thing) in things {
        let place = *places.entry(PlayerKey::of(origin, thing, &known)).or_insert(players.len());
        if place == players.len() {
            players.push(ReplyPlayer {
                address: origin.reply_to(),
                names: Vec::new(),
                lists: Vec::new(),
                versions: Vec::new(),
                files: Vec::new(),
            });
        }
        let player = &mut players[place];
        let is_new = |name: &&str| !player.names.iter().any(|known| may_be_one(known, name));
        let name = origin.greeted().filter(is_new);
        player.names.extend(name);
        match thing {
            PlayerItem::List(list) if list.came.is_folded() => player.versions.push(list),
            PlayerItem::List(list) => player.lists.push(list),
            PlayerItem::NoList(file, why) => player.files.push((file, why)),
        }
    }
    for player in &mut players {
        player.name_people();
        let ReplyPlayer { names, lists, .. } = player;
        lists.sort_by_key(|list| person(names, list).unwrap_or(usize::MAX));
    }
    players
}

/// Which of these people a list is of.
fn person(names: &[&str], list: &Submission) -> Option<usize> {
    let of = |name: Option<&str>| names.iter().position(|known| name.is_some_and(|name| may_be_one(known, name)));
    let stated = of(list.origin().player()).filter(|_| names.len() > 1);
    stated.or_else(|| of(list.origin().greeted()))
}

impl<'a> PlayerKey<'a> {
    /// `known` are the names that stand with the addresses from which mails came.
    fn of(origin: HandInOrigin<'a>, item: PlayerItem<'a>, known: &HashSet<(String, Option<&'a str>)>) -> Self {
        let name = origin.player();
        match origin.home() {
            Some(SharedAddress::Sent(address)) => Self::Sent(address),
            Some(SharedAddress::Stated(address)) => {
                let pair = (address, name);
                if name.is_some() && known.contains(&pair) { Self::Sent(pair.0) } else { Self::Stated(pair.0, name) }
            }
            None => Self::File(item.file(), name),
        }
    }
}

impl<'a> PlayerItem<'a> {
    /// The file, and the name inside if it was packed.
    fn file(self) -> &'a str {
        match self {
            Self::List(list) => &list.report.file,
            Self::NoList(file, _) => file,
        }
    }
}

impl<'a> ReplyPlayer<'a> {
    /// Greets each of several people whose lists came from one address, also those whose lists another of them sent.
    fn name_people(&mut self) {
        let mut people: Vec<&'a str> = Vec::new();
        for name in self.lists.iter().filter_map(|list| list.origin().player()) {
            if !people.iter().any(|known| may_be_one(known, name)) {
                people.push(name);
            }
        }
        if people.len() > 1 {
            let others = people.into_iter().filter(|name| !self.names.iter().any(|known| may_be_one(known, name)));
            let others: Vec<&'a str> = others.collect();
            self.names.extend(others);
        }
    }

    /// The number of the person whose part of the mail begins with this list; none if the mail is for one person, or the part began before.
    pub(super) fn part(&self, at: usize) -> Option<usize> {
        let of = |list: &&Submission| person(&self.names, list);
        let begins = self.names.len() > 1 && (at == 0 || of(self.lists.get(at - 1)?) != of(self.lists.get(at)?));
        self.lists.get(at).and_then(of).filter(|_| begins)
    }

    /// The name of the player's mail file, without ending: from the player's name, else from the first file.
    pub(super) fn stem(&self) -> String {
        let file = || {
            let first = self.lists.iter().chain(&self.versions).next().map(|list| list.came.file.as_str());
            let file = first.or_else(|| self.files.first().map(|(file, _)| *file)).unwrap_or_default();
            let name = without_folder(file);
            name.rsplit_once('.').map_or(name, |(stem, _)| stem)
        };
        let named = self.names.first().map(|name| slug(name)).filter(|name| !name.is_empty());
        let stem = named.unwrap_or_else(|| slug(file()));
        let stem: String = stem.chars().take(NAME).collect();
        match stem.trim_end_matches('-') {
            "" => "player".to_owned(),
            stem if is_device(stem) => format!("{stem}-player"),
            stem => stem.to_owned(),
        }
    }
}

/// Whether two names may be those of one person: one has all words of the other.
fn may_be_one(one: &str, other: &str) -> bool {
    let words = |name: &str| slug(name).split('-').map(str::to_owned).collect::<HashSet<_>>();
    let (one, other) = (words(one), words(other));
    one.is_subset(&other) || other.is_subset(&one)
}

/// Whether this is the name of a device on Windows, such as `con`. No file may have such a name.
fn is_device(stem: &str) -> bool {
    let is_numbered = |device: &str| stem.strip_prefix(device).is_some_and(|number| number.len() == 1);
    ["con", "prn", "aux", "nul"].contains(&stem) || is_numbered("com") || is_numbered("lpt")
}

/// The name of a file as its player knows it.
pub(super) fn without_folder(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or_default()
}
