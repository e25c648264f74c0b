//! Replies to the players: a mail to each, with the verdicts on all lists that the player handed in.

mod players;
mod several;
mod template;
mod words;

use std::collections::HashMap;

use mail_builder::headers::HeaderType;
use mail_builder::headers::address::Address;
use mail_builder::headers::raw::Raw;
use mail_builder::headers::text::Text;
use mail_builder::mime::MimePart;
use muster_engine::plain::plain;
use muster_engine::theirs::unlinked;

use self::players::{ReplyPlayer, players};
pub use self::template::{BadTemplate, ReplyOptions};
use self::template::{MailText, written};
use self::words::ReplyWords;
use crate::batch::HandIn;
use crate::origin::NoAddressReason;

/// The template of the text that is used if the organiser has none.
pub const TEMPLATE: &str = include_str!("../../templates/reply.txt");
/// The template of the subject that is used if the organiser has none.
pub const SUBJECT: &str = "{% if lists %}Your list: {{ verdicts|join(', ') }}{% elif versions %}Your list does not count{% else %}No list in your mail{% endif %}";

/// The mail to one player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The name of its file: lower case letters, digits and hyphens, and `.eml`. No two of one run are the same.
    pub name: String,
    /// The address that it goes to, or why there is none.
    pub to: Result<String, NoAddressReason>,
    /// The mail.
    pub mail: Vec<u8>,
}

/// Writes the mails to the players, in the order in which they first handed something in. A file that holds no list
/// counts only if it came by mail, because no sender is known for the others. The same input gives the same bytes: the
/// mails have no date and no id, because the mail program that sends them adds both.
pub fn replies(handed_in: &[HandIn], options: &ReplyOptions) -> Result<Vec<Reply>, BadTemplate> {
    let players = players(handed_in);
    let told = players.iter().map(|player| ReplyWords::new(player, options.deadline));
    let written = written(told, options).map_err(|error| BadTemplate::new(&error, options))?;
    let mut taken = HashMap::new();
    let reply = |(player, MailText { text, subject }): (&ReplyPlayer, MailText)| Reply {
        name: free(&player.stem(), &mut taken),
        to: player.address.clone().map(str::to_owned),
        mail: mail(player, options.from, &subject, &text),
    };
    Ok(players.iter().zip(written).map(reply).collect())
}

/// A name that no other mail has.
fn free(stem: &str, taken: &mut HashMap<String, u32>) -> String {
    let mut name = stem.to_owned();
    while let Some(number) = taken.get_mut(&name) {
        *number += 1;
        name = format!("{stem}-{number}");
    }
    taken.insert(name.clone(), 1);
    name + ".eml"
}

fn mail(player: &ReplyPlayer, from: Option<&str>, subject: &str, text: &str) -> Vec<u8> {
    let mailbox = |name: Option<&str>, address: &str| {
        Address::new_address(name.map(|name| unlinked(&plain(name)).into_owned()), address.to_owned())
    };
    let mut headers: Vec<(&str, HeaderType)> = Vec::new();
    headers.extend(from.map(|from| ("From", mailbox(None, from).into())));
    let name = player.names.first().copied().filter(|_| player.names.len() == 1);
    headers.extend(player.address.iter().map(|address| ("To", mailbox(name, address).into())));
    headers.push(("Subject", Text::new(plain(subject.trim()).into_owned()).into()));
    // With this header, Outlook opens the mail as a draft.
    headers.push(("X-Unsent", Raw::new("1").into()));
    headers.push(("MIME-Version", Raw::new("1.0").into()));
    let mut part = MimePart::new("text/plain", text.trim().to_owned() + "\n");
    part.headers.splice(0..0, headers.into_iter().map(|(name, value)| (name.into(), value)));
    let mut mail = Vec::new();
    part.write_part(&mut mail);
    mail
}
