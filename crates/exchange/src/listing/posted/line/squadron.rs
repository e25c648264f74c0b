//! Makes a squadron of a unit that a line names: its numbers, and how it belongs to the one before.

use muster_engine::catalogue::FieldingWay;
use muster_engine::relations;

use super::unit::UnitHit;
use super::{LEAST_PRICE, LineReader, Mention, MentionReference, MentionStanding, PendingWords};
use crate::listing::posted::language::WordSort;
use crate::listing::posted::names::{NameMatch, name_words};
use crate::listing::posted::numbers::{is_group, number};
use crate::listing::posted::units::UnitKey;
use crate::listing::posted::words::Word;

/// Whether a word may stand between a unit and what a list says of its models: `Gull [90 pts]: 3 Gulls`.
fn is_beside_name(word: &Word) -> bool {
    is_group(word) || word.number().is_some() || WordSort::Points.has(&word.folded)
}

impl LineReader<'_, '_> {
    pub(super) fn put(&mut self, at: usize, hit: &UnitHit) -> usize {
        // "A wing of 3 wings" is one, and so is a name in brackets behind a shorter name of the same unit.
        let is_again = self.last_end.is_some_and(|end| {
            let is_apart = end < at || self.gap(at).contains('(');
            is_apart && self.words[end..at].iter().all(|word| WordSort::GroupsOf.is(word))
        });
        // "Gull section: 5 Gulls" is one too.
        let is_told = hit.counted.is_stated
            && self
                .last_end
                .and_then(|end| self.words.get(end..at))
                .is_some_and(|words| words.iter().all(is_beside_name))
            && self.gap(at).contains([':', '-', '\u{2013}']);
        let is_same =
            |mention: &&mut Mention| mention.key == hit.key && (is_again || is_told && mention.models.is_none());
        if let Some(mention) = self.current_mut().filter(is_same) {
            mention.models = mention.models.or(hit.counted.models);
            return hit.end;
        }
        if self.completes(at, hit) {
            return hit.end;
        }
        self.settle();
        self.find_again(at);
        let (catalogue, ready) = self.units.get(hit.key);
        if let Some(place) = hit.misspelt {
            let word = &self.words[place];
            self.reading.misspelt.push((self.text[word.start..word.end].to_owned(), hit.key));
        }
        let mut mention = Mention::new(hit.key);
        (mention.start, mention.end) = (self.words[at].start, self.words[hit.end - 1].end);
        mention.squadrons = hit.counted.squadrons;
        mention.models = hit.counted.models;
        mention.is_exact = hit.counted.is_times;
        mention.is_whole = hit.is_whole;
        if hit.counted.is_full && mention.models.is_none() {
            mention.models = catalogue.unit(ready).squadron.and_then(|size| size.max);
        }
        // "210 Gulls x3": no squadron has so many models, and all together cost about that.
        let is_price = |models: &u32| {
            let base = catalogue.unit(ready).points.unwrap_or(u32::MAX);
            hit.counted.squadrons == 1 && !hit.counted.is_times && *models >= base.max(LEAST_PRICE)
        };
        if let Some(points) = mention.models.filter(|models| *models > mention.most(self.units) && is_price(models)) {
            mention.points = Some(points);
            mention.models = None;
        }
        if let Some(models) = mention.models
            && self.gap(at + 1).contains(['\t', '|'])
        {
            // The first column may number the rows.
            mention.models = None;
            self.bare.push((models, None));
        }
        mention.refers = self.refers(at, hit);
        if mention.refers == MentionReference::AsHost
            && let Some(escort) = self.current_mut().filter(|escort| escort.standing == MentionStanding::Own)
        {
            escort.standing = MentionStanding::Attached;
        }
        let named = self.reading.mentions.len() - usize::from(self.has_above);
        mention.standing = self.standing(at, hit, named > 0);
        let is_brought = mention.standing == MentionStanding::Brought;
        mention.bringer = self.current.filter(|_| is_brought).map(|place| self.reading.mentions[place].key);
        let about = self.units.about(hit.key);
        let mut place = hit.between.start;
        while let Some(found) = about.options.cut_at(self.words, place).filter(|_| place < hit.between.end) {
            mention.options.extend(found.things.first().map(|option| (ready.options[*option].id.clone(), None)));
            place = found.words.end;
        }
        for pending in std::mem::take(&mut self.pending) {
            match pending {
                PendingWords::Role(role) => mention.roles.push(role),
                PendingWords::Place(place) => mention.allocation = Some(place),
                PendingWords::Mark(numeral) => {
                    mention.options.extend(self.mark_of(hit.key, numeral).map(|id| (id, None)));
                }
            }
        }
        if named == 0 {
            self.reading.lead = self.words[at].start;
        }
        if is_brought && self.words.get(hit.end).is_some_and(|word| WordSort::Each.is(word)) {
            mention.squadrons = self.current.map_or(1, |place| self.reading.mentions[place].squadrons);
        }
        let end = self.divide(hit, &mut mention);
        // In `2 Gulls (escort to Tern) 90`, the price is that of the Gulls.
        let is_host = mention.refers == MentionReference::AsHost && self.gap(hit.end).contains([')', ']']);
        self.reading.mentions.push(mention);
        if !is_host {
            self.current = Some(self.reading.mentions.len() - 1);
            self.last_end = Some(end);
        }
        self.last_option = None;
        end
    }

    /// How a squadron belongs to the one that is named before it.
    pub(super) fn standing(&self, at: usize, hit: &UnitHit, is_behind: bool) -> MentionStanding {
        let (catalogue, ready) = self.units.get(hit.key);
        let is_joined = |word: &Word| WordSort::Attached.is(word);
        // `Gull with 2 Terns`, if those may join it.
        let is_with = is_behind && at > 0 && WordSort::Joining.is(&self.words[at - 1]);
        let host = self.current.filter(|_| is_with).map(|place| self.reading.mentions[place].key);
        if catalogue.unit(ready).only == Some(FieldingWay::Attached) && is_behind
            || host.is_some_and(|host| self.may_join(hit.key, host))
            || self.words[..at].last().is_some_and(is_joined)
            || self.words.get(hit.end).is_some_and(is_joined)
        {
            MentionStanding::Attached
        } else if self.is_wing(hit.key) {
            MentionStanding::Brought
        } else if host.is_some() && catalogue.unit(ready).attaches.iter().any(|attachment| attachment.to.is_empty()) {
            // It may join any squadron.
            MentionStanding::Attached
        } else {
            MentionStanding::Own
        }
    }

    /// Counts squadrons instead of models where a word for squadrons stands behind the name: `two Gull squadrons of three`. The
    /// place behind it.
    pub(super) fn divide(&self, hit: &UnitHit, mention: &mut Mention) -> usize {
        let Some(group) = self.words.get(hit.end).filter(|word| is_group(word)) else { return hit.end };
        let is_of = self.words.get(hit.end + 1).is_some_and(|word| WordSort::GroupsOf.is(word));
        let each = self.words.get(hit.end + 2).filter(|_| is_of).and_then(number);
        let is_plural = self.text[..group.end].ends_with('s') && !mention.is_exact && mention.squadrons == 1;
        if each.is_some() || is_plural && mention.models.is_some_and(|models| models > 1) {
            mention.squadrons = mention.models.unwrap_or(1);
            mention.models = each;
        }
        if each.is_some() { hit.end + 3 } else { hit.end }
    }

    /// Whether squadrons of a unit may be attached to one of another.
    fn may_join(&self, key: UnitKey, host: UnitKey) -> bool {
        let ((catalogue, ready), (own, unit)) = (self.units.get(host), self.units.get(key));
        let joining = relations::joined_by(self.units.ruleset, catalogue.written(), catalogue.unit(ready));
        joining.iter().any(|joining| joining.id == own.unit(unit).id)
    }

    /// Takes a unit that the line refers to as what the last unit is attached to: `2 Terns attached to the Gull`. False if those
    /// may not join it.
    pub(super) fn joins(&mut self, host: &NameMatch<UnitKey>) -> bool {
        let [key] = host.things.as_slice() else { return false };
        let Some(place) = self.current.filter(|place| *place > 0 || !self.has_above) else { return false };
        let Some(escort) = self.reading.mentions.get(place) else { return false };
        if escort.standing == MentionStanding::Brought || !self.may_join(escort.key, *key) {
            return false;
        }
        let (start, end) = (self.words[host.words.start].start, self.words[host.words.end - 1].end);
        self.reading.mentions[place].standing = MentionStanding::Attached;
        self.reading.mentions.push(Mention { start, end, refers: MentionReference::AsHost, ..Mention::new(*key) });
        true
    }

    /// Takes the rest of the last unit's name, which stands in brackets: "Gull [Night]" is the unit Gull Night. False if the
    /// brackets hold something else.
    fn completes(&mut self, at: usize, hit: &UnitHit) -> bool {
        let is_behind = self.last_end == Some(at) && self.gap(at).contains(['(', '[']) && !hit.counted.is_stated;
        let Some(mention) = self.current.filter(|_| is_behind).map(|place| &self.reading.mentions[place]) else {
            return false;
        };
        let words = |key: UnitKey| name_words(&self.units.get(key).0.unit(self.units.get(key).1).name);
        let all = words(hit.key);
        if mention.key == hit.key || !words(mention.key).iter().all(|word| all.contains(word)) {
            return false;
        }
        if let Some(mention) = self.current_mut() {
            (mention.key, mention.is_whole) = (hit.key, true);
        }
        self.last_end = Some(hit.end);
        true
    }

    /// Whether a name speaks of a squadron named elsewhere.
    fn refers(&self, at: usize, hit: &UnitHit) -> MentionReference {
        let has_article =
            self.words[at.saturating_sub(1)..hit.end].iter().any(|word| WordSort::DefiniteArticles.is(word));
        let is_one = WordSort::Articles.is(&self.words[at]) && hit.counted.models == Some(1);
        let is_escort = |place: usize| {
            let (catalogue, ready) = self.units.get(self.reading.mentions[place].key);
            catalogue.unit(ready).only == Some(FieldingWay::Attached)
        };
        // `2 Gulls (escort to Tern)`
        let before = &self.text[..self.words[at].start];
        let is_open = before.rfind(['(', '[']) > before.rfind([')', ']']);
        let is_told = is_open && at > 0 && WordSort::Referring.is(&self.words[at - 1]) && self.current.is_some();
        // "The Gull carries 5 Terns" says something of the Gull.
        let is_subject = self.reading.mentions.len() == usize::from(self.has_above)
            && self.words.get(hit.end).is_some_and(|word| WordSort::Carrying.is(word));
        if !hit.counted.is_stated && is_subject {
            MentionReference::AsSubject
        } else if !hit.counted.is_stated && (is_told || self.current.is_some_and(is_escort)) {
            MentionReference::AsHost
        } else if !hit.counted.is_stated && has_article || is_one && self.reading.is_talk {
            MentionReference::Perhaps
        } else {
            MentionReference::No
        }
    }
}
