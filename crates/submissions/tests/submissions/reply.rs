//! Mails to the players.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

use insta::assert_snapshot;
use muster_exchange::unpack::{PartContent, unpack};
use muster_library::shelf::Shelf;
use muster_submissions::{
    HandIn, Intake, NewestGames, Reply, ReplyOptions, SUBJECT, TEMPLATE, is_address, judge_bytes, replies,
};

use crate::mails::parts;

const LIST: &str = "muster: 1\nname: Channel Patrol\nplayer: Anna\nruleset: dw-2.5\nnation: kingdom-of-britannia\n\
                    mfv: 1000\nconsents: [mfv-cap]\nsettings: {core: naval, theatre: water}\nsquadrons:\n  \
                    - {unit: ruler-class-battleship, models: 2}\n  - {unit: no-such-ship, models: 1}\n";

const OPTIONS: ReplyOptions<'static> =
    ReplyOptions { template: TEMPLATE, subject: SUBJECT, from: None, deadline: None };

fn handed_in(files: &[(&str, &str)]) -> Vec<HandIn> {
    let shelf = Shelf::built_in();
    let games = NewestGames::new(&shelf);
    let intake = Intake::new(&games);
    files.iter().flat_map(|(name, text)| judge_bytes(&intake, name, text.as_bytes())).collect()
}

fn mails(files: &[(&str, &str)], options: &ReplyOptions) -> Vec<Reply> {
    replies(&handed_in(files), options).unwrap()
}

/// What the template makes of these files, without headers.
fn rendered(template: &str, files: &[(&str, &str)]) -> Vec<String> {
    let mails = mails(files, &ReplyOptions { template, ..OPTIONS });
    mails.iter().map(|mail| parts(&mail.mail).1.trim().to_owned()).collect()
}

/// The mail with plain line ends.
fn text(reply: &Reply) -> String {
    String::from_utf8(reply.mail.clone()).unwrap().replace("\r\n", "\n")
}

fn headers(reply: &Reply) -> Vec<String> {
    text(reply).split("\n\n").next().unwrap().lines().map(str::to_owned).collect()
}

fn mail(from: &str, body: &str) -> String {
    format!("From: {from}\nSubject: list\nContent-Type: text/plain; charset=utf-8\n\n{body}")
}

#[test]
fn a_mail_says_what_is_wrong_and_asks_what_is_not_known() {
    let options = ReplyOptions { from: Some("cup@example.org"), deadline: Some("2026-11-28"), ..OPTIONS };
    let mails = mails(&[("in/anna.yaml", &LIST.replace("mfv: 1000", "mfv: 1000\nemail: anna@example.org"))], &options);
    let (head, body) = parts(&mails[0].mail);
    let shown = format!("{head}\n\n{body}");
    let (shown, word) = shown.split_once("MUSTER:1:").unwrap();
    assert_snapshot!(shown, @r#"
    From: <cup@example.org>
    To: "Anna" <anna@example.org>
    Subject: Your list: illegal
    X-Unsent: 1
    MIME-Version: 1.0
    Content-Type: text/plain; charset="utf-8"
    Content-Transfer-Encoding: quoted-printable

    Hello “Anna”,

    Thank you for your list. Muster has read and judged it, and this is what it found.

    “Channel Patrol” (points not known, of 1000): illegal, with 1 rule waived by the list itself (mfv-cap).

    What is wrong:
    * The list marks no flagship (Dystopian Wars rulebook 2.51, page 18)
      What you can do: Give the role of Commodore to a Large or Massive Capital model.
    * Ruler Class Battleship has 2 models, but may have exactly 1 (Dystopian Wars rulebook 2.51, pages 12-14)
      What you can do: Change the number of models or split the squadron.

    What we could not read or do not know. Please tell us:
    * Line 12: Kingdom of Britannia has no unit `no-such-ship`

    What could not be decided:
    * 16 rules cannot be decided until this is known

    Good to know:
    * The list does not give its Tactical Action Cards, so that deck is not judged (Dystopian Wars rulebook 2.51, pages 20, 25)

    Your list in one word, as we have it. Paste it into Muster to see it again:
    "#);
    assert!(word.ends_with("You can send us a changed list until 2026-11-28.\n"), "{word}");
}

#[test]
fn the_word_in_a_mail_is_the_whole_list() {
    let files = [("anna.yaml", LIST)];
    let HandIn::Lists(lists) = handed_in(&files).remove(0) else { panic!() };
    let mail = mails(&files, &OPTIONS).remove(0);
    let parts = unpack(&mail.name, &mail.mail);
    let PartContent::Yaml(word) = &parts[0].content else { panic!("{parts:?}") };
    let HandIn::Lists(again) = handed_in(&[("word", str::from_utf8(word).unwrap())]).remove(0) else { panic!() };
    assert_eq!(again[0].list, lists[0].list);
}

#[test]
fn each_player_gets_one_mail() {
    let of = |player: &str| LIST.replace("player: Anna", player);
    let files = [
        ("1.eml", mail("Anna <anna@example.org>", &of(""))),
        ("2.yaml", of("player: Bob")),
        ("3.eml", mail("Anna Smith <ANNA@example.org>", &of(""))),
        ("4.yaml", of("player: anna")),
        ("5.yaml", of("player: bob")),
        ("6.eml", mail("Cleo <cleo@example.org>", "No list yet, sorry.")),
        ("7.yaml", of("")),
        ("8.yaml", of("")),
        ("9.eml", mail("Anna <other@example.org>", &of(""))),
    ];
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let mails = |files| mails(files, &OPTIONS).into_iter().map(|mail| (mail.name, mail.to.ok()));
    let names: Vec<(String, Option<String>)> = mails(&files).collect();
    let one = |name: &str, to: Option<&str>| (name.to_owned(), to.map(str::to_owned));
    // Nobody knows whose the lists are that only state a name.
    let wanted = [
        one("anna.eml", Some("anna@example.org")),
        one("bob.eml", None),
        one("anna-2.eml", None),
        one("bob-2.eml", None),
        one("cleo.eml", Some("cleo@example.org")),
        one("7.eml", None),
        one("8.eml", None),
        one("anna-3.eml", Some("other@example.org")),
    ];
    assert_eq!(names, wanted);
    let counts = rendered("{{ lists|length }} {{ files|length }}", &files);
    assert_eq!(counts, ["2 0", "1 0", "1 0", "1 0", "1 0", "1 0", "1 0", "1 0"]);
}

#[test]
fn people_who_share_an_address_are_all_greeted_and_their_lists_stand_apart() {
    let of = |from: &str, name: &str| mail(from, &LIST.replace("player: Anna\n", "").replace("Channel Patrol", name));
    let files = [
        ("1.eml", of("Anna <club@example.org>", "One")),
        ("2.eml", of("Ole Lund <club@example.org>", "Two")),
        ("3.eml", of("Anna Berg <club@example.org>", "Three")),
    ];
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let template = "{{ player }}:{% for list in lists %} {{ list.title }} of {{ list.of }}{% endfor %}";
    let told = "“Anna” and “Ole Lund”: “One” of “Anna” “Three” of “Anna Berg” “Two” of “Ole Lund”";
    assert_eq!(rendered(template, &files), [told]);
    let alone = rendered("{{ player }}{% if lists[0].of %}!{% endif %}", &files[..1]);
    assert_eq!(alone, ["“Anna”"]);
}

#[test]
fn files_that_state_one_name_and_address_are_one_players() {
    let of = |player: &str| LIST.replace("player: Anna", player);
    let anna = of("player: Anna\nemail: anna@example.org");
    let files = [
        ("1.yaml", anna.clone()),
        ("2.yaml", of("player: ANNA\nemail: anna@example.org")),
        ("3.yaml", of("player: Anna\nemail: ANNA@example.org")),
        ("4.eml", mail("Anna <anna@example.org>", &of(""))),
        ("5.yaml", of("player: Anna\nemail: other@example.org")),
        ("6.yaml", of("email: anna@example.org")),
    ];
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let template = "{% for list in lists %}{{ list.file }}{% endfor %} {{ address }}";
    let told = rendered(template, &files);
    assert_eq!(
        told,
        [
            "“1.yaml”“3.yaml”“4.eml” anna@example.org",
            "“2.yaml” anna@example.org",
            "“5.yaml” other@example.org",
            "“6.yaml” anna@example.org"
        ]
    );
}

#[test]
fn a_mail_without_an_address_says_why() {
    let why = |files: &[(&str, &str)]| mails(files, &OPTIONS).remove(0).to.unwrap_err().why();
    let of = |player: &str| LIST.replace("player: Anna", player);
    assert_eq!(why(&[("a.yaml", LIST)]), "the list states none, and no mail brought it");
    assert_eq!(
        why(&[("a.yaml", &of("email: anna (at) example.org"))]),
        "the list states “anna (at) example.org”, which is no plain mail address"
    );
    let named = |from: &str, list: &str| why(&[("a.eml", &mail(from, list))]);
    assert_eq!(
        named("Eve <eve@x@y>", &of("email: anna@example.org")),
        "the mail came from “eve@x@y”, which is no plain mail address"
    );
    for from in ["Eve <>", "Eve", ""] {
        let of_anna = of("player: Anna\nemail: anna@example.org");
        assert_eq!(named(from, &of_anna), "the mail that brought it names no address of its sender", "{from}");
    }
}

#[test]
fn whatever_a_template_prints_reads_as_words() {
    let big = LIST.replace("player: Anna", "player: Anna\nemail: a@b").replace("mfv: 1000", "mfv: 100000");
    let legal =
        include_str!("../../../../tests/benches/fleet.yaml").replace("player:", "player: Anna\nemail: a@b\nx-player:");
    let files = [("a.yaml", big.as_str()), ("b.yaml", legal.as_str())];
    for (template, told) in [
        ("{{ verdicts }}", "illegal and legal"),
        ("{{ verdicts|string }}", "illegal and legal"),
        ("{{ 'It is ' ~ verdicts }}", "It is illegal and legal"),
        ("{{ verdicts|upper }}", "ILLEGAL AND LEGAL"),
        ("{{ verdicts|list }}", "illegal and legal"),
        ("{{ verdicts|reverse }}", "legal and illegal"),
        ("{{ verdicts|sort|join('/') }}", "illegal/legal"),
        ("{{ verdicts[0] }}{% if 'legal' in verdicts %}!{% endif %}", "illegal!"),
        ("{{ verdicts|length }}{% for verdict in verdicts %} {{ verdict }}{% endfor %}", "2 illegal legal"),
        ("{{ lists }}", "“Channel Patrol” and “Home Fleet”"),
        ("{{ lists[1] }}", "“Home Fleet”"),
        ("{{ files }}", ""),
    ] {
        assert_eq!(rendered(template, &files), [told], "{template}");
        let options = ReplyOptions { subject: template, template: "x", ..OPTIONS };
        let reply = &mails(&files, &options)[0];
        let subject = headers(reply).into_iter().find(|line| line.starts_with("Subject:")).unwrap();
        assert!(!subject.contains(['[', '{']), "{subject}");
    }
}

/// Texts of players, in every field, stand in quotes and are no links.
#[test]
fn texts_of_players_are_told_as_theirs() {
    let lure = "Pay at https://example.com/pay or www.example.com, ask boss@example.com";
    let list = LIST
        .replace("name: Channel Patrol", &format!("name: \"{lure}\""))
        .replace(
            "player: Anna",
            &format!("player: \"{lure}\"\nemail: anna@example.org\nclub: \"{lure}\"\nnotes: \"{lure}\""),
        )
        .replace("{unit: ruler-class-battleship,", &format!("{{name: \"{lure}\", unit: ruler-class-battleship,"))
        .replace("no-such-ship", "www.example.com");
    let (head, body) = parts(&mails(&[("see www.example.com.txt.yaml", &list)], &OPTIONS)[0].mail);
    assert!(head.contains("anna@example.org"), "{head}");
    for link in ["://", "www.e", "s@e", "example.com", "boss@example"] {
        assert!(!body.contains(link), "{link} {body}");
    }
    let is_quoted = |(at, _): (usize, &str)| body[..at].ends_with('“');
    assert!(body.match_indices("Pay at").all(is_quoted), "{body}");
    assert!(body.matches("Pay at").count() > 2, "{body}");
}

#[test]
fn no_name_writes_a_header_or_a_line() {
    let hostile = [
        r#"player: "Eve\r\nBcc: all@example.org""#,
        r#"player: "Eve\nBcc: all@example.org\n\nHello""#,
        r#"player: "Eve\rBcc: all@example.org""#,
        r#"player: "Eve\u2028Bcc: all@example.org\u0085x\0""#,
        r#"player: "Eve\" <all@example.org>, \"""#,
        r#"player: "=?utf-8?q?Eve=0ABcc:?= é""#,
    ];
    let options = ReplyOptions { subject: "{{ player }}, {{ lists[0].title }}", template: "{{ player }}", ..OPTIONS };
    for player in hostile {
        let list = LIST.replace("player: Anna", &format!("{player}\nemail: eve@example.org"));
        let list = list.replace("name: Channel Patrol", "name: \"a\\r\\nX-Evil: 1\\r\\n\\r\\nbody\"");
        let reply = &mails(&[("eve.yaml", &list)], &options)[0];
        let names: Vec<String> = headers(reply)
            .iter()
            .filter(|line| !line.starts_with([' ', '\t']))
            .map(|line| line.split(':').next().unwrap().to_owned())
            .collect();
        let wanted = ["To", "Subject", "X-Unsent", "MIME-Version", "Content-Type", "Content-Transfer-Encoding"];
        assert_eq!(names, wanted, "{}", text(reply));
        let to = headers(reply).join("").matches("@example.org>").count();
        assert!(to == 1 || player.contains("<all@"), "{}", text(reply));
        assert!(text(reply).split_once("\n\n").unwrap().1.trim_end().lines().count() <= 2, "{}", text(reply));
        assert!(reply.name.chars().all(|letter| letter.is_ascii_lowercase() || "-.0123456789".contains(letter)));
    }
}

#[test]
fn only_one_plain_address_is_an_address() {
    for text in ["a@b", "anna.smith+cup@example.org", "größe@example.org"] {
        assert!(is_address(text), "{text}");
    }
    for text in ["", "a", "@b", "a@", "a@b@c", "a b@c", "a@b,c@d", "a@b>, <c@d", "a@b\nBcc: c@d", "\"a\"@b", "a@b;"] {
        assert!(!is_address(text), "{text}");
    }
    let list = LIST.replace("player: Anna", "player: Anna\nemail: \"a@b>, <c@d\"");
    assert!(mails(&[("a.yaml", &list)], &OPTIONS)[0].to.is_err(), "a wrong address is none");
}

#[test]
fn files_have_harmless_names() {
    let long = "x".repeat(150);
    for (player, file, name) in [
        ("Zoë O'Neill", "a.yaml", "zoe-o-neill.eml"),
        ("../../etc/passwd", "a.yaml", "etc-passwd.eml"),
        ("NUL", "a.yaml", "nul-player.eml"),
        ("com1", "a.yaml", "com1-player.eml"),
        ("com10", "a.yaml", "com10.eml"),
        ("...", "in/My List.v2.yaml", "my-list-v2.eml"),
        ("...", "in\\---.yaml", "player.eml"),
        (&long, "a.yaml", &format!("{}.eml", "x".repeat(60))),
    ] {
        let list = LIST.replace("player: Anna", &format!("player: \"{player}\""));
        assert_eq!(mails(&[(file, &list)], &OPTIONS)[0].name, name, "{player}");
    }
}

#[test]
fn the_same_list_twice_is_told_once() {
    let list = LIST.replace("player: Anna", "player: Anna\nemail: anna@example.org");
    let files = [("x/1.yaml", list.as_str()), ("2.yaml", &list)];
    assert_eq!(rendered("{% for list in lists %}{{ list.same_as }};{% endfor %}", &files), ["None;“1.yaml”;"]);
}

#[test]
fn templates_that_cannot_be_used_say_why() {
    let wrong = |template: &str| {
        let error = replies(&handed_in(&[("a.yaml", LIST)]), &ReplyOptions { template, ..OPTIONS }).unwrap_err();
        let place = error.fault.place.unwrap();
        format!("{}:{}: {}", place.line, place.column, error.fault.message)
    };
    assert_snapshot!(wrong("\n{% if player %}"), @"2:14: syntax error: unexpected end of input, expected end of block");
    assert_snapshot!(wrong("\n\n{{ plyer }}"), @"3:4: nothing is called `plyer`");
    let endless = "{% for a in range(9999) %}{% for b in range(9999) %}{% endfor %}{% endfor %}";
    assert_snapshot!(wrong(endless), @"1:39: the template takes too many steps");
    let subject = replies(&handed_in(&[("a.yaml", LIST)]), &ReplyOptions { subject: "{{ lists[0].nam }}", ..OPTIONS });
    assert!(subject.is_err_and(|error| error.is_subject && error.fault.message.ends_with("nam`")));
    let nobody = replies(&[], &ReplyOptions { template: "{% if", ..OPTIONS });
    assert!(nobody.is_err(), "a wrong template is told even if there is nobody to write to");
}
