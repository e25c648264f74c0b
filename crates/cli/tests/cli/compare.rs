//! `muster compare`.

use insta::assert_snapshot;

use crate::{LEGAL, folder, muster_with};

#[test]
fn folders_are_compared_by_player() {
    let of = |player: &str, barges: u32| {
        LEGAL
            .replace("mfv", &format!("player: {player}\nmfv"))
            .replace("barge, models: 3", &format!("barge, models: {barges}"))
    };
    let (anna, bo, cleo) = (of("Anna", 3), of("Bo", 3), of("Cleo", 3));
    let (other_anna, dora) = (of("Anna", 2), of("=Dora", 3));
    let folder = folder(&[
        ("friday/1.yaml", &anna),
        ("friday/2.yaml", &bo),
        ("friday/3.yaml", &cleo),
        ("saturday/a.yaml", &bo),
        ("saturday/b.yaml", &other_anna),
        ("saturday/c.yaml", &dora),
        ("saturday/photo.png", "\u{89}PNG"),
        ("broken/x.yaml", "muster: 1\nruleset: [\n"),
    ]);
    let compare = |args: &[&str]| muster_with(folder.path(), "", &[&["compare", "friday"], args].concat());
    assert_snapshot!(compare(&["saturday"]), @"
    changed Anna: Pond: legal, 340 points → legal, 240 points
      no mail tells who sent them; both state the name “Anna”
      Barge: 2 models instead of 3; 200 points instead of 300
      friday/1.yaml → saturday/b.yaml
    new =Dora: Pond: legal, 340 points
      saturday/c.yaml
    gone Cleo: Pond: legal, 340 points
      friday/3.yaml
    same Bo: Pond: legal, 340 points
      friday/2.yaml → saturday/a.yaml
    4 lists: 1 changed, 1 new, 1 gone, 1 the same
    ---- 0
    note: no list: saturday/photo.png: a file without text
    ");
    assert_snapshot!(compare(&["saturday", "--format", "csv"]), @"
    outcome,player,name,verdict-before,verdict-after,terms-before,terms-after,points-before,points-after,mfv-before,mfv-after,changes,fingerprint-before,fingerprint-after,file-before,file-after,senders,remarks
    changed,Anna,Pond,legal,legal,,,340,240,500,500,Barge: 2 models instead of 3; 200 points instead of 300,ipqp2ev36grc6n6u-7vdolpkktc7cq2gc,w4ganb7ki2egogzn-7vdolpkktc7cq2gc,friday/1.yaml,saturday/b.yaml,,no mail tells who sent them; both state the name “Anna”
    new,'=Dora,Pond,,legal,,,,340,,500,,,ipqp2ev36grc6n6u-7vdolpkktc7cq2gc,,saturday/c.yaml,,
    gone,Cleo,Pond,legal,,,,340,,500,,,ipqp2ev36grc6n6u-7vdolpkktc7cq2gc,,friday/3.yaml,,,
    same,Bo,Pond,legal,legal,,,340,340,500,500,,ipqp2ev36grc6n6u-7vdolpkktc7cq2gc,ipqp2ev36grc6n6u-7vdolpkktc7cq2gc,friday/2.yaml,saturday/a.yaml,,
    ---- 0
    note: no list: saturday/photo.png: a file without text
    ");
    let json = compare(&["saturday", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!((&json["format"], &json["changed"], &json["same"]), (&1.into(), &1.into(), &1.into()));
    assert_eq!(json["lists"][0]["changes"][0]["points-after"], 200);
    // What could not be read is told, and the rest is compared.
    let broken = compare(&["broken"]);
    assert_eq!((broken.status, broken.out.lines().last()), (2, Some("3 lists: 3 gone")));
    assert!(broken.err.contains("--> broken/x.yaml:2:10"), "{}", broken.err);
    let nowhere = compare(&["nowhere"]);
    assert_eq!(nowhere.status, 2);
    assert!(nowhere.err.contains("there is no such file or folder"), "{}", nowhere.err);
}

#[test]
fn a_sheet_is_named_and_not_compared() {
    let sheet = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/dw-2.5/flashpoint-prussia.yaml");
    let list = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/dw-2.5/channel-patrol.yaml");
    let ran = muster_with(folder(&[]).path(), "", &["compare", sheet, list]);
    assert_eq!((ran.status, ran.out.lines().last()), (0, Some("1 list: 1 new")), "{ran}");
    assert!(ran.err.contains("flashpoint-prussia.yaml: it is a sheet"), "{ran}");
}
