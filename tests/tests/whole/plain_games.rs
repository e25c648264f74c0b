//! Games that lack what most games have.

use serde_json::json;

use crate::invented;

#[test]
fn a_game_without_nations_asks_for_none() {
    let declarations = json!({
        "kind": "ruleset", "id": "plain", "name": "Plain", "edition": "1", "version": "1.0.0", "summary": "Nothing."
    });
    let units = json!([{ "id": "ark", "name": "Ark", "points": 1 }]);
    let catalogue = json!({ "kind": "catalogue", "source": "invented", "units": units });
    let world = json!({ "declarations": declarations, "special-rules": [], "cards": [], "catalogues": [catalogue] });
    let ruleset = invented::build(&world, Vec::new());
    let list = invented::list(vec![json!({ "unit": "ark" })], &json!({ "mfv": 10 }));
    assert_eq!(muster_engine::check(&ruleset, &list).findings, []);
}
