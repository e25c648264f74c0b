//! Completes the traits of a unit: from its card, by inference and from its categories.

use muster_engine::catalogue::TraitValue;

use super::card::{inferred, merge, sort};
use super::entry::CatalogueEntry;
use super::model::EntryReader;
use super::notice::NoticeKind;
use super::recipe::Traits;

impl EntryReader<'_> {
    /// Adds inferred traits and traits of the categories, and sorts all traits.
    pub(super) fn completed(&mut self, mut traits: Traits, root: &CatalogueEntry) -> Traits {
        let more = inferred(&traits, &self.recipe.class.infer);
        for (name, value) in &more {
            let words = value.words().collect::<Vec<_>>().join(", ");
            self.notices.add(NoticeKind::Inferred, root.line, &root.name, format!("{name} {words}"));
        }
        merge(&mut traits, &more);
        let mut said = Traits::new();
        for category in self.categories(root) {
            match self.recipe.categories.get(&category) {
                Some(more) => more.iter().for_each(|(name, value)| {
                    merge(&mut said, &Traits::from_iter([(name.clone(), value.clone())]));
                }),
                None => self.notices.add(NoticeKind::Unknown, root.line, &root.name, format!("category {category:?}")),
            }
        }
        for (name, value) in &said {
            let words: Vec<&str> = value.words().collect();
            match traits.get(name) {
                Some(have) if !have.words().any(|have| words.contains(&have)) => {
                    let (have, words) = (have.words().collect::<Vec<_>>().join(", "), words.join(", "));
                    self.notices.add(
                        NoticeKind::Differs,
                        root.line,
                        &root.name,
                        format!("{name} {have} on the card, but filed as {words}"),
                    );
                }
                Some(_) => {}
                None if words.len() == 1 => {
                    self.notices.add(
                        NoticeKind::Inferred,
                        root.line,
                        &root.name,
                        format!("{name} {}, as it is filed", words.join(", ")),
                    );
                    traits.insert(name.clone(), TraitValue::One(words.join("")));
                }
                None => self.notices.add(
                    NoticeKind::Missing,
                    root.line,
                    &root.name,
                    format!("no {name} on the card; filed as {}", words.join(" or ")),
                ),
            }
        }
        let order = self.recipe.traits.clone();
        sort(&mut traits, order.iter());
        traits
    }
}
