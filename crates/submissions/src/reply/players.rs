//! Finds out which player handed in which lists and files.

use std::collections::{HashMap, HashSet};

use muster_engine::slug::slug;

use crate::batch::HandedIn;
use crate::submission::Submission;

/// The longest name of a file, in letters, without its ending.
const NAME: usize = 60;

/// Whether a text is one plain mail address, such as `anna@example.org`.
#[must_use]
pub fn is_address(text: &str) -> bool {
    let is_special = |letter: char| letter.is_whitespace() || letter.is_control() || "()<>[]:;,\\\"".contains(letter);
    let parts = text.split_once('@');
    parts.is_some_and(|(name, host)| !name.is_empty() && !host.is_empty() && !host.contains('@'))
        && !text.contains(is_special)
}

/// A player, with everything that the player handed in.
#[derive(Default)]
pub(super) struct Player<'a> {
    pub address: Option<&'a str>,
    pub name: Option<&'a str>,
    pub lists: Vec<&'a Submission>,
    /// Files without a list, each with why.
    pub files: Vec<(&'a str, &'a str)>,
}

/// Something that was handed in.
enum Thing<'a> {
    List(&'a Submission),
    NoList(&'a str, &'a str),
}

/// The players with what each handed in. Lists and files with the same mail address belong to one player. Those without
/// an address belong to the player of the same name. If several addresses have that name, those without an address are
/// a player of their own. Those without address and name belong together if they came in one file.
pub(super) fn players(handed_in: &[HandedIn]) -> Vec<Player<'_>> {
    let mut things = Vec::new();
    for handed in handed_in {
        match handed {
            HandedIn::Lists(lists) => {
                things.extend(lists.iter().map(|list| {
                    (list.address().filter(|address| is_address(address)), list.player(), Thing::List(list))
                }));
            }
            HandedIn::NoList { file, sender: Some(sender), why } => {
                let address = sender.address.as_deref().filter(|address| is_address(address));
                things.push((address, sender.name.as_deref(), Thing::NoList(file, why)));
            }
            HandedIn::NoList { sender: None, .. } => {}
        }
    }
    let mut addresses: HashMap<String, HashSet<String>> = HashMap::new();
    for (address, name, _) in &things {
        if let (Some(address), Some(name)) = (address, name) {
            addresses.entry(slug(name)).or_default().insert(address.to_lowercase());
        }
    }
    let key = |address: Option<&str>, name: Option<&str>, thing: &Thing| match (address, name.map(slug)) {
        (Some(address), _) => address.to_lowercase(),
        (None, Some(name)) if !name.is_empty() => {
            let known = addresses.get(&name).filter(|known| known.len() == 1);
            known.and_then(|known| known.iter().next().cloned()).unwrap_or(name)
        }
        _ => match thing {
            // The slash keeps this key apart from addresses and names, which never begin with one.
            Thing::List(list) => format!("/{}", list.came.file),
            Thing::NoList(file, _) => format!("/{file}"),
        },
    };
    let mut players: Vec<Player> = Vec::new();
    let mut places = HashMap::new();
    for (address, name, thing) in things {
        let place = *places.entry(key(address, name, &thing)).or_insert(players.len());
        if place == players.len() {
            players.push(Player::default());
        }
        let player = &mut players[place];
        player.address = player.address.or(address);
        player.name = player.name.or(name);
        match thing {
            Thing::List(list) => player.lists.push(list),
            Thing::NoList(file, why) => player.files.push((file, why)),
        }
    }
    players
}

impl Player<'_> {
    /// The name of the player's mail file, without ending: from the player's name, else from the first file.
    pub(super) fn stem(&self) -> String {
        let file = || {
            let first = self.lists.first().map(|list| list.came.file.as_str());
            let file = first.or_else(|| self.files.first().map(|(file, _)| *file)).unwrap_or_default();
            let name = without_folder(file);
            name.rsplit_once('.').map_or(name, |(stem, _)| stem)
        };
        let named = self.name.map(slug).filter(|name| !name.is_empty());
        let stem = named.unwrap_or_else(|| slug(file()));
        let stem: String = stem.chars().take(NAME).collect();
        match stem.trim_end_matches('-') {
            "" => "player".to_owned(),
            stem if is_device(stem) => format!("{stem}-player"),
            stem => stem.to_owned(),
        }
    }
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
