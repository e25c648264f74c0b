//! Takes out of a list what is the player's: names, notes, addresses, and whatever else decides nothing.
//!
//! Every field is named here, so that a new one does not build before somebody has decided about it.

use std::collections::HashMap;

use indexmap::IndexMap;
use muster_engine::list::{
    ArmyList, CardDetail, CardPick, Group, ModelCount, RoleDetail, RolePick, SheetPick, Squadron, SquadronPart,
};

use crate::fault::step;

/// The list without what is the player's. `named` has the pointers to names of squadrons on which findings rest: these
/// stay.
#[must_use]
pub(super) fn pared(list: &ArmyList, named: &[&str]) -> ArmyList {
    let ids = Ids::of(list);
    let ArmyList {
        muster,
        kind: _,
        name: _,
        player: _,
        club: _,
        email: _,
        date: _,
        notes: _,
        private_notes: _,
        points,
        salt: _,
        ruleset,
        nation,
        mfv,
        settings,
        consents,
        open,
        overlays,
        sheet,
        squadrons: own,
        groups,
        decks,
        extra: _,
    } = list.clone();
    let deck = |cards: Vec<CardPick>| cards.into_iter().map(card).collect();
    let group = |(place, group): (usize, Group)| {
        let Group { kind, name: _, id: _, squadrons: own, notes: _, private_notes: _, extra: _ } = group;
        let at = format!("/groups/{place}/squadrons");
        Group { kind, squadrons: squadrons(own, &at, &ids, named), ..Group::default() }
    };
    ArmyList {
        muster,
        points,
        ruleset,
        nation,
        mfv,
        settings,
        consents,
        open,
        overlays,
        sheet: sheet.map(sheet_of),
        squadrons: squadrons(own, "/squadrons", &ids, named),
        groups: groups.into_iter().enumerate().map(group).collect(),
        decks: decks.into_iter().map(|(id, cards)| (id, deck(cards))).collect(),
        ..ArmyList::default()
    }
}

fn squadrons(squadrons: Vec<Squadron>, at: &str, ids: &Ids, named: &[&str]) -> Vec<Squadron> {
    let pared = squadrons.into_iter().enumerate().map(|(place, one)| {
        let at = step(at, &place.to_string());
        let Squadron {
            unit,
            id,
            name,
            nation,
            models,
            mark,
            options,
            roles,
            attached,
            allocation,
            slot,
            brought_by,
            carries,
            entry_turn,
            points,
            notes: _,
            private_notes: _,
            extra: _,
        } = one;
        let name_at = step(&at, "name");
        Squadron {
            unit,
            id: id.and_then(|id| ids.new.get(&id).cloned()),
            name: name.filter(|_| named.contains(&name_at.as_str())),
            nation,
            models: models.map(models_of),
            mark,
            options,
            roles: roles.into_iter().map(role).collect(),
            attached: self::squadrons(attached, &step(&at, "attached"), ids, named),
            allocation,
            slot,
            brought_by: brought_by.map(|id| ids.of_reference(&id)),
            carries: carries.iter().map(|id| ids.of_reference(id)).collect(),
            entry_turn,
            points,
            ..Squadron::default()
        }
    });
    pared.collect()
}

fn models_of(models: ModelCount) -> ModelCount {
    match models {
        ModelCount::Count(count) => ModelCount::Count(count),
        ModelCount::Parts(parts) => ModelCount::Parts(
            parts
                .into_iter()
                .map(|SquadronPart { count, mark, options, extra: _ }| SquadronPart {
                    count,
                    mark,
                    options,
                    extra: IndexMap::new(),
                })
                .collect(),
        ),
    }
}

fn role(pick: RolePick) -> RolePick {
    match pick {
        RolePick::Role(role) => RolePick::Role(role),
        RolePick::Detailed(RoleDetail { role, model, r#trait, character, extra: _ }) => {
            RolePick::Detailed(RoleDetail { role, model, r#trait, character, extra: IndexMap::new() })
        }
    }
}

fn card(pick: CardPick) -> CardPick {
    match pick {
        CardPick::Known(card) => CardPick::Known(card),
        CardPick::Detailed(CardDetail { card: name, replaces, cost, traits }) => CardPick::Detailed(CardDetail {
            card: name,
            replaces: replaces.map(|replaced| Box::new(card(*replaced))),
            cost,
            traits: traits.into_iter().filter(|(key, _)| !key.starts_with("x-")).collect(),
        }),
    }
}

/// What a list says of its sheet, without the path, which is one on the player's machine.
fn sheet_of(SheetPick { file: _, rows, extra: _ }: SheetPick) -> SheetPick {
    let rows = (1..=rows.len()).map(|number| format!("row {number}")).collect();
    SheetPick { file: "sheet.yaml".to_owned(), rows, extra: IndexMap::new() }
}

/// New ids for squadrons that others refer to, and for those that are used more than once. Other ids decide nothing.
struct Ids {
    new: HashMap<String, String>,
}

impl Ids {
    fn of(list: &ArmyList) -> Self {
        // How often each id stands in squadrons. One that is referred to counts as if it stood there once more.
        let mut counted: IndexMap<&str, usize> = IndexMap::new();
        for squadron in list.each_squadron() {
            for id in squadron.brought_by.iter().chain(&squadron.carries) {
                *counted.entry(id).or_default() += 2;
            }
            if let Some(id) = &squadron.id {
                *counted.entry(id).or_default() += 1;
            }
        }
        let used = counted.into_iter().filter(|(_, times)| *times > 1).map(|(id, _)| id.to_owned());
        Self { new: (1..).zip(used).map(|(number, id)| (id, format!("squadron-{number}"))).collect() }
    }

    /// The new id for one that is referred to, also if no squadron has it.
    fn of_reference(&self, id: &str) -> String {
        self.new.get(id).cloned().unwrap_or_default()
    }
}
