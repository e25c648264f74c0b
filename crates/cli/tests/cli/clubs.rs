//! Clubs: the recipes of `docs/clubs.md`, and two members who keep house rules under git.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::{folder, muster_with};

/// The blocks of a page: language and text.
fn blocks(page: &str) -> Vec<(&str, &str)> {
    page.split("```").skip(1).step_by(2).filter_map(|block| block.split_once('\n')).collect()
}

#[test]
fn recipes_do_what_they_say() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = fs::read_to_string(root.join("docs/clubs.md")).unwrap().replace("\r\n", "\n");
    let folder = folder(&[]);
    let blocks = blocks(&page);
    // A recipe begins with the name of its file.
    let recipes = blocks.windows(2).filter(|pair| pair[0].0 == "yaml" && pair[0].1.starts_with("# "));
    let mut tried = 0;
    for pair in recipes {
        let (recipe, told) = (pair[0].1, pair[1].1);
        let name = recipe.lines().next().and_then(|line| line.strip_prefix("# ")).unwrap();
        fs::write(folder.path().join(name), recipe).unwrap();
        let lint = muster_with(folder.path(), "", &["lint", name]);
        assert!(lint.out.starts_with("sound") && !lint.out.contains("warning"), "{lint}");
        let diff = muster_with(folder.path(), "", &["diff", name]);
        assert_eq!(diff.status, 0, "{diff}");
        for line in told.lines() {
            assert!(diff.out.contains(line), "{name} does not say {line:?}: {diff}");
        }
        tried += 1;
    }
    assert!(tried >= 5, "{tried} recipes");
}

/// A folder under git, with the program where its hooks find it.
struct Repository<'f> {
    folder: &'f Path,
}

impl Repository<'_> {
    fn git(&self, args: &[&str]) -> Output {
        let program = Path::new(env!("CARGO_BIN_EXE_muster"));
        let path = std::env::var_os("PATH").unwrap_or_default();
        let paths = std::iter::once(program.parent().unwrap().to_owned()).chain(std::env::split_paths(&path));
        Command::new("git")
            .current_dir(self.folder)
            .args(["-c", "user.name=Anna", "-c", "user.email=anna@example.org", "-c", "init.defaultBranch=main"])
            .args(args)
            .env("PATH", std::env::join_paths(paths).unwrap())
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .output()
            .unwrap()
    }

    /// Runs git, which must succeed. Returns what it and its hooks said.
    fn must(&self, args: &[&str]) -> String {
        let output = self.git(args);
        let said = said(&output);
        assert!(output.status.success(), "git {args:?}: {said}");
        said
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&[output.stdout.as_slice(), &output.stderr].concat()).into_owned()
}

const HOUSE_RULES: &str = "\
muster: 1
kind: overlay
id: wessex
name: Wessex Club rules
extends: {id: dw-2.5, version: ^1.0}
prices:
  attacker-class-frigate: 32
";
const LIST: &str = "\
muster: 1
name: Channel Watch
player: Ben
ruleset: dw-2.5
nation: kingdom-of-britannia
mfv: 500
settings: {level: ensign}
squadrons:
  - {unit: ruler-class-battleship, roles: [commodore]}
  - {unit: attacker-class-frigate, models: 4}
";

fn unit(name: &str) -> String {
    let id = name.to_lowercase().replace(' ', "-");
    format!(
        "kind: catalogue\nnation: kingdom-of-britannia\nsource: Wessex\nunits:\n- id: {id}\n  name: {name}\n  points: 50\n  \
         traits: {{size: small, type: naval, capital: false}}\n  squadron: {{min: 1, max: 3}}\n"
    )
}

#[test]
fn two_members_keep_house_rules_under_git() {
    let folder = folder(&[]);
    let club = Repository { folder: folder.path() };
    club.must(&["init", "--quiet"]);
    club.write("house-rules/overlay.yaml", HOUSE_RULES);
    club.write("lists/ben.yaml", LIST);
    let made = muster_with(club.folder, "", &["new", "hooks", "-o", "."]);
    assert_eq!(made.status, 0, "{made}");
    let again = muster_with(club.folder, "", &["new", "hooks", "-o", "."]);
    assert!(again.status == 2 && again.err.contains("pre-commit is there already"), "{again}");
    club.must(&["config", "core.hooksPath", ".githooks"]);
    club.must(&["add", "."]);
    let first = club.must(&["commit", "-m", "Our house rules"]);
    assert!(first.contains("sound: house-rules"), "{first}");

    // Anna and Ben each add a unit of one nation in a file of their own. Git joins them by itself.
    club.must(&["checkout", "--quiet", "-b", "ben"]);
    club.write("house-rules/catalogue/kingdom-of-britannia.ben.yaml", &unit("Solent Launch"));
    club.must(&["add", "."]);
    club.must(&["commit", "-m", "A launch"]);
    club.must(&["checkout", "--quiet", "main"]);
    club.write("house-rules/catalogue/kingdom-of-britannia.anna.yaml", &unit("Harbour Guard"));
    club.must(&["add", "."]);
    club.must(&["commit", "-m", "A guard"]);
    club.must(&["merge", "--no-edit", "ben"]);
    let units = muster_with(
        club.folder,
        "",
        &["units", "dw-2.5", "--event", "house-rules", "--nation", "kingdom-of-britannia"],
    );
    assert!(units.out.contains("Solent Launch") && units.out.contains("Harbour Guard"), "{units}");

    // Both change one price. The marks of git are told, and cannot be committed.
    club.must(&["checkout", "--quiet", "ben"]);
    club.write("house-rules/overlay.yaml", &HOUSE_RULES.replace("32", "28"));
    club.must(&["commit", "-am", "Frigates are cheap"]);
    club.must(&["checkout", "--quiet", "main"]);
    club.write("house-rules/overlay.yaml", &HOUSE_RULES.replace("32", "35"));
    let dearer = club.must(&["commit", "-am", "Frigates are dear"]);
    assert!(dearer.contains("Attacker Class Frigate: 35 points, 32 before (+3)"), "{dearer}");
    assert!(dearer.contains("Ben: Channel Watch"), "{dearer}");
    assert!(!club.git(&["merge", "--no-edit", "ben"]).status.success());
    let lint = muster_with(club.folder, "", &["lint", "house-rules"]);
    assert!(lint.status != 0 && lint.to_string().contains("overlay.yaml:7:1"), "{lint}");
    let judged = muster_with(club.folder, "", &["check", "lists", "--event", "house-rules"]);
    assert!(judged.status == 2 && judged.to_string().contains("<<<<<<< HEAD"), "{judged}");
    let refused = club.git(&["commit", "-am", "Joined"]);
    assert!(!refused.status.success() && said(&refused).contains("conflict-mark"), "{}", said(&refused));
    club.write("house-rules/overlay.yaml", &HOUSE_RULES.replace("32", "30").replace("frigate: 30", "frigate: 33"));
    club.must(&["commit", "-am", "Joined"]);

    // A word that is not known is refused, whatever stands in the folder but is not part of the commit.
    club.write("house-rules/overlay.yaml", &HOUSE_RULES.replace("frigate", "frigat"));
    club.must(&["add", "."]);
    club.write("house-rules/overlay.yaml", HOUSE_RULES);
    let refused = club.git(&["commit", "-m", "A slip"]);
    assert!(!refused.status.success() && said(&refused).contains("attacker-class-frigat"), "{}", said(&refused));
}

/// `lint --witness` shows a legal list of each nation, or names the rules that forbid every list.
#[test]
fn house_rules_are_shown_to_be_playable() {
    let head = "muster: 1\nkind: overlay\nid: club\nname: The club\nversion: 1.0.0\nextends: {id: dw-2.5, version: ^2.0}\n\
                only: {nations: [kingdom-of-britannia]}\n";
    let house = |rule: &str| {
        format!("{head}rules:\n- id: house\n  title: A rule of the house\n  kind: limit\n  clauses:\n  - {rule}\n")
    };
    let fine =
        house("{limit: {of: {models: {size: massive}}, max: 1}, subject: {one: Massive model, many: Massive models}}");
    let without = house("{each: squadron, where: {size: [large, massive]}, says: '{name} is too large'}");
    let files = folder(&[("fine.yaml", &fine), ("small.yaml", &without)]);
    let lint = |args: &[&str]| muster_with(files.path(), "", &[&["lint"], args].concat());
    let usual = lint(&["fine.yaml", "--witness"]);
    assert!(usual.out.contains("note[playable]: Kingdom of Britannia at 1000: a legal list is 1 "), "{usual}");
    let shown = lint(&["fine.yaml", "--witness", "--mfv", "600"]);
    assert!(
        shown.status == 0 && shown.out.contains("note[playable]: Kingdom of Britannia at 600: a legal list is 1 "),
        "{shown}"
    );
    // Each rule earns its place, or is told.
    assert!(shown.out.contains("note[rule-shown]: `house` alone forbids a list: Kingdom of Britannia"), "{shown}");
    let idle = house(
        "{limit: {of: {models: {unit: attacker-class-frigate}}, max: 900}, subject: {one: frigate, many: frigates}}",
    );
    let files = folder(&[("idle.yaml", &idle)]);
    let told = muster_with(files.path(), "", &["lint", "idle.yaml", "--witness", "--mfv", "600"]);
    let wanted = "warning[rule-not-shown]: found no list that `house` alone forbids";
    assert!(told.status == 0 && told.out.contains(wanted), "{told}");
    // Attached squadrons are built, too. That no list with sixteen cards or a turn of entry is found proves little.
    let deck = house("{limit: {of: {cards: {deck: tacs}}, min: 3}, subject: {one: card, many: cards}}");
    let attached =
        house("{limit: {of: {attached: {}}, max: 2}, subject: {one: attached squadron, many: attached squadrons}}");
    let turn = house("{each: squadron, limit: {of: {entry-turn: {}}, max: 3}, says: '{name} comes late'}");
    let files = folder(&[("deck.yaml", &deck), ("attached.yaml", &attached), ("turn.yaml", &turn)]);
    let said = |name: &str| muster_with(files.path(), "", &["lint", name, "--witness", "--mfv", "600"]);
    let deck = said("deck.yaml");
    let wanted = "no legal list was found, and the search tries only some decks, for which `house` asks";
    assert!(deck.status == 0 && deck.out.contains("warning[playable]") && deck.out.contains(wanted), "{deck}");
    let attached = said("attached.yaml");
    assert!(attached.status == 0 && attached.out.contains("note[rule-shown]"), "{attached}");
    let turn = said("turn.yaml");
    let wanted = "`house` alone forbids; the search tries only some turns of entry";
    assert!(turn.status == 0 && turn.out.contains("note[rule-not-tried]") && turn.out.contains(wanted), "{turn}");
    // A charge is shown by a list that it charges, or told.
    let charge = |after: u32| {
        let charge = format!("{{points: 5, each: {{squadrons: {{unit: attacker-class-frigate}}}}, after: {after}}}");
        format!(
            "{head}rules:\n- id: house\n  title: A rule of the house\n  kind: definition\n  charges:\n  - {charge}\n"
        )
    };
    let files = folder(&[("some.yaml", &charge(0)), ("none.yaml", &charge(90))]);
    let said = |name: &str| muster_with(files.path(), "", &["lint", name, "--witness", "--mfv", "600"]);
    let wanted = "warning[rule-not-shown]: found no list that `house` charges";
    let (some, none) = (said("some.yaml"), said("none.yaml"));
    assert!(some.status == 0 && !some.out.contains(wanted), "{some}");
    assert!(none.status == 0 && none.out.contains(wanted), "{none}");
    // A nation without units has no lists.
    let nobody = "muster: 1\nkind: overlay\nid: club\nname: The club\nextends: {id: dw-1.1, version: ^1.0}\n\
                  only: {nations: [kingdom-of-britannia]}\n";
    let files = folder(&[("nobody.yaml", nobody)]);
    let nobody = muster_with(files.path(), "", &["lint", "nobody.yaml", "--witness", "--mfv", "600"]);
    assert!(nobody.out.contains("no nation that the overlay allows has units"), "{nobody}");
    let forbidden = lint(&["small.yaml", "--witness", "--mfv", "600"]);
    let wanted = "error[unplayable]: Kingdom of Britannia at 600: no legal list was found: `commodore-one`, `commodore-required` and `house` together";
    assert!(forbidden.status == 1 && forbidden.out.contains(wanted), "{forbidden}");
}

/// Each kind of rule needs another kind of list to show what it does: another bearer of a role, larger squadrons, another option, a group.
#[test]
fn each_kind_of_rule_is_shown_by_a_list_or_told() {
    let overlay = |game: &str, nation: &str, mfv: u32, rules: &str| {
        format!(
            "muster: 1\nkind: overlay\nid: club\nname: The club\nversion: 1.0.0\nextends: {{id: {game}}}\n\
             only: {{nations: [{nation}]}}\nfixes: {{mfv: {mfv}}}\nrules:\n{rules}"
        )
    };
    let rule = |id: &str, clause: &str| {
        format!("- id: {id}\n  title: The rule {id}\n  kind: limit\n  clauses:\n  - {clause}\n")
    };
    let shown = |id: &str| format!("note[rule-shown]: `{id}` alone forbids a list");
    let squid = rule(
        "on-a-squid",
        "{each: bearer, where: {role: commodore, not: {unit: ika-mechanical-squid}}, says: '{name} is no squid'}",
    );
    let half = rule(
        "no-half",
        "{limit: {of: {dearest: {}}, max: {percent: [50, {points: {}}]}}, subject: {one: point, many: points}}",
    );
    let threes = rule(
        "in-threes",
        "{each: squadron, where: {unit: uwatsu-class-frigate}, limit: {of: {models: {}}, min: 3}, says: '{name} is small'}",
    );
    let captain =
        rule("no-captain", "{each: squadron, where: {rank: [captain, major]}, says: '{name} ranks too high'}");
    let fleet = rule("a-fleet", "{limit: {of: {groups: {}}, min: 1}, subject: {one: fleet, many: fleets}}");
    let automata = rule(
        "automata",
        "{limit: {of: {points: {designation: automata}}, min: {percent: [20, mfv]}}, subject: Automata}",
    );
    let two = rule("two-small", "{limit: {of: {squadrons: {size: small}}, max: 2}, subject: {one: it, many: them}}");
    let three = rule(
        "three-frigates",
        "{limit: {of: {squadrons: {unit: uwatsu-class-frigate}}, max: 3}, subject: {one: it, many: them}}",
    );
    let sun = "empire-of-the-blazing-sun";
    let cases = [
        (overlay("dw-1.1", sun, 600, &squid), vec![shown("on-a-squid")]),
        (overlay("dw-1.1", sun, 500, &format!("{half}{threes}")), vec![shown("no-half"), shown("in-threes")]),
        (overlay("legions-2.0", "covenant-of-antarctica", 750, &captain), vec![shown("no-captain")]),
        (
            overlay("dw-4", "enlightened", 700, &format!("{fleet}{automata}")),
            vec!["Enlightened at 700: a legal list is".to_owned(), shown("a-fleet"), shown("automata")],
        ),
        (
            overlay("dw-1.1", sun, 600, &format!("{two}{three}")),
            vec![shown("two-small"), "`two-small` seems to forbid the same".to_owned()],
        ),
    ];
    for (overlay, wanted) in cases {
        let files = folder(&[("club.yaml", &overlay)]);
        let told = muster_with(files.path(), "", &["lint", "club.yaml", "--witness"]);
        assert!(told.status == 0 && wanted.iter().all(|wanted| told.out.contains(wanted)), "{wanted:#?}\n{told}");
    }
}
