//! Looks up the list's own values. Selectors compare with them: `{own: bloc}`, `{setting: core}`.

use crate::force::parts::ReferenceValues;
use crate::force::whole::Force;
use crate::ready::bits::Bits;
use crate::shapes::catalogue::TraitValue;
use crate::shapes::list::{OpenKind, OptionPick, RolePick, Squadron};
use crate::shapes::selector::Reference;
use crate::text::slug::slug;

impl<'a> Force<'a> {
    /// The list's own values for each reference that selectors make.
    pub(super) fn look_up_references(&self) -> Vec<ReferenceValues> {
        let own = |reference: &Reference| -> Vec<String> {
            match reference {
                Reference::Setting(setting) if self.agreed.is_open(setting) => Vec::new(),
                Reference::Setting(setting) => self.agreed.word(setting).map(str::to_owned).into_iter().collect(),
                Reference::Own(name) if name == "nation" => self.nation.map(str::to_owned).into_iter().collect(),
                Reference::Holder(role) => self.characters(role).into_iter().map(slug).collect(),
                Reference::Own(name) if name == "unit" => self.units().into_iter().map(|(id, _)| id).collect(),
                Reference::Own(name) => {
                    let nation = self.nation.and_then(|id| self.ruleset.declarations().nations.get(id));
                    let value = nation.and_then(|nation| nation.traits.get(name));
                    value.into_iter().flat_map(TraitValue::words).map(str::to_owned).collect()
                }
            }
        };
        let vocabulary = self.ruleset.vocabulary();
        let references = vocabulary.references();
        let open = |reference: &Reference| match reference {
            Reference::Setting(setting) => self.agreed.is_open(setting),
            Reference::Holder(_) => self.leaves_open(OpenKind::Roles),
            Reference::Own(name) if name == "unit" => {
                self.leaves_open(OpenKind::Options) || self.units().iter().any(|(_, is_known)| !is_known)
            }
            Reference::Own(_) => self.nation.is_none(),
        };
        references
            .map(|(name, reference, bit)| {
                let words = own(reference);
                let values = words.iter().fold(Bits::default(), |bits, word| bits.union(&vocabulary.bit(name, word)));
                ReferenceValues { bit, name: name.to_owned(), words, values, open: open(reference) }
            })
            .collect()
    }

    /// The ids of the list's units, attached ones too, and of the options bought for them, each with whether its unit is known.
    fn units(&self) -> Vec<(String, bool)> {
        let mut ids = Vec::new();
        self.list.squadrons.iter().for_each(|squadron| self.add_units(squadron, self.nation, &mut ids));
        for squadron in self.list.groups.iter().flat_map(|group| &group.squadrons) {
            self.add_units(squadron, self.nation, &mut ids);
        }
        ids
    }

    /// Adds the ids of one squadron, and of what is attached to it.
    #[expect(clippy::indexing_slicing, reason = "the unit gives out the place of its option")]
    fn add_units(&self, squadron: &Squadron, nation: Option<&'a str>, ids: &mut Vec<(String, bool)>) {
        let nation = squadron.nation.as_ref().map_or(nation, |name| self.ruleset.nation(name));
        let found = self.find(nation, &squadron.unit);
        let is_known = found.is_some();
        ids.push((found.map_or_else(|| slug(&squadron.unit), |found| found.unit.id.clone()), is_known));
        let named = squadron.options.iter().flat_map(|pick| match pick {
            OptionPick::Every(name) => vec![name.as_str()],
            OptionPick::Some(counts) => counts.keys().map(String::as_str).collect(),
        });
        let ids_of = named.map(|name| match found.and_then(|found| Some((found, found.ready.find(name)?))) {
            Some((found, option)) => found.ready.options[option].id.clone(),
            None => slug(name),
        });
        ids.extend(ids_of.map(|id| (id, is_known)));
        squadron.attached.iter().for_each(|attached| self.add_units(attached, nation, ids));
    }

    /// The special characters who hold a role, in attached squadrons too.
    fn characters(&self, role: &str) -> Vec<&'a str> {
        let all = self.list.each_squadron().flat_map(|squadron| &squadron.roles);
        let held = all.filter_map(|pick| match pick {
            RolePick::Detailed(detail) if self.role(&detail.role) == Some(role) => detail.character.as_deref(),
            _ => None,
        });
        held.collect()
    }

    /// Adds the bits that mean "has the value that the list states", if `has` or `may_have` contains such a value.
    pub(super) fn refer(&self, has: &mut Bits, may_have: &mut Bits) {
        for ReferenceValues { bit, values, open, .. } in &self.references {
            if has.meets(values) {
                has.insert(*bit);
            } else if *open || may_have.meets(values) {
                may_have.insert(*bit);
            }
        }
    }
}
