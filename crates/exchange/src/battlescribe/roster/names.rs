//! Compares what the name of a selection says with what the id of its entry says. People see the name, programs go by the
//! id.

use muster_engine::catalogue::{Unit, UnitOption};
use muster_engine::slug::slug;

use super::file::Selection;
use super::read::RosterReader;
use crate::listing::Doubt;

/// The names of what a selection was read as.
pub(super) struct SelectionNames {
    /// What it is called in a sentence.
    title: String,
    /// The slugs of all its names.
    slugs: Vec<String>,
}

impl SelectionNames {
    /// The names of a unit.
    pub(super) fn of_unit(unit: &Unit) -> Self {
        let names = unit.aliases.iter().chain([&unit.id, &unit.name]).map(String::as_str);
        Self { title: unit.name.clone(), slugs: names.flat_map(slugs).collect() }
    }

    /// The names of the models of a unit.
    pub(super) fn of_models(unit: &Unit) -> Self {
        let Self { title, mut slugs } = Self::of_unit(unit);
        slugs.extend(unit.members.iter().map(|member| slug(&member.name)));
        Self { title, slugs }
    }

    /// The names of an option.
    pub(super) fn of_option(option: &UnitOption) -> Self {
        let names = option.aliases.iter().chain([&option.id, &option.name]).map(String::as_str);
        Self { title: option.name.clone(), slugs: names.flat_map(slugs).collect() }
    }

    /// Whether a name is one of these.
    fn has(&self, name: &str) -> bool {
        let name = slug(name);
        self.slugs.contains(&name)
    }

    /// Whether a name is one of these with more or fewer words around it.
    fn is_like(&self, name: &str) -> bool {
        self.slugs.iter().any(|own| are_alike(own, name))
    }

    /// Whether a name has the same first word.
    fn begins_like(&self, name: &str) -> bool {
        let name = slug(name);
        let first = name.split('-').next();
        self.slugs.iter().any(|own| own.split('-').next() == first)
    }
}

/// Whether one name is the other with more words around it: `Tribal` and `Tribal Class`, `Fighter` and `XY Fighter`.
pub(super) fn are_alike(one: &str, other: &str) -> bool {
    let [one, other] = [one, other].map(|name| format!("-{}-", slug(name)));
    one.len() > 2 && other.len() > 2 && (one.contains(&other) || other.contains(&one))
}

/// The slugs of a name: with and without what stands in brackets behind it, which data add to tell entries of one name
/// apart.
fn slugs(name: &str) -> impl Iterator<Item = String> {
    let bare = name.split(['(', '[']).next().unwrap_or_default();
    [slug(name), slug(bare)].into_iter().filter(|slug| !slug.is_empty())
}

impl RosterReader<'_> {
    /// Tells if a selection has another name than what it was read as, or the id of something else.
    pub(super) fn compare(&mut self, selection: &Selection, own: &SelectionNames, is_model: bool) {
        let (name, title) = (&selection.name, &own.title);
        let of_others = self.other_ids(selection, own);
        if let Some(other) = of_others.first() {
            let text = format!("`{name}` is read as `{title}`, but has the id of `{other}`");
            return self.listing.doubts.push(Doubt::differs(selection.line, text, None));
        }
        if own.has(name) {
            return;
        }
        // Files call models by the first word of their unit, which may be the whole name of another.
        let is_told_apart = !is_model || !own.begins_like(name);
        let units = self.units.units_called(name);
        // Models have the names of options that make such models.
        let options = self.units.options_called(name).filter(|_| !is_model);
        let other = units.chain(options).find(|other| !own.has(other)).map(str::to_owned);
        if let Some(other) = other.filter(|_| is_told_apart) {
            let text = format!("the name says `{other}`, the id of its entry says `{title}`, which is read");
            self.listing.doubts.push(Doubt::differs(selection.line, text, None));
        } else if !own.is_like(name) {
            let said = format!("`{name}` is taken as `{title}`, by the id of its entry");
            if !self.listing.concluded.contains(&said) {
                self.listing.concluded.push(said);
            }
        }
    }

    /// Tells if a selection that is read by its name has the id of something else.
    pub(super) fn compare_id(&mut self, selection: &Selection) {
        let slugs = slugs(&selection.name).collect();
        let own = SelectionNames { title: selection.name.clone(), slugs };
        if let Some(other) = self.other_ids(selection, &own).first() {
            let text = format!("`{}` has the id of `{other}`", selection.name);
            self.listing.doubts.push(Doubt::differs(selection.line, text, None));
        }
    }

    /// The names of things that have an id of a selection, if the thing that was read has not.
    fn other_ids(&self, selection: &Selection, own: &SelectionNames) -> Vec<String> {
        let of_others = selection.ids.iter().flat_map(|id| {
            let names: Vec<&str> = self.units.names_of(id).collect();
            let is_own = names.iter().any(|name| own.has(name));
            names.into_iter().filter(move |_| !is_own)
        });
        of_others.map(str::to_owned).collect()
    }
}
