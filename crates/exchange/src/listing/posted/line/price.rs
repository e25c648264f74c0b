//! Numbers behind the name of a unit: how many models, and what they cost.

use super::{LineReader, Mention, MentionStanding, connects};
use crate::listing::found::MAX_NUMBER;
use crate::listing::posted::language::WordSort;
use crate::listing::posted::numbers::{is_group, number};
use crate::listing::posted::words::{Gap, Word};

/// The smallest sum of a list.
const LEAST_SUM: u32 = 100;

/// The least price that is surely one of models.
const LEAST_EACH: u32 = 20;

/// How many times the price of its models a squadron may cost, with all its options.
const MANY: u32 = 3;

impl LineReader<'_, '_> {
    pub(super) fn is(&self, at: usize, sort: WordSort) -> bool {
        self.words.get(at).is_some_and(|word| sort.is(word))
    }

    fn is_word(&self, at: usize, said: &str) -> bool {
        self.words.get(at).is_some_and(|word| word.folded == said)
    }

    /// The sum of the list: `total 985`, `940/1000`. The place behind it.
    pub(super) fn sum(&mut self, at: usize) -> Option<usize> {
        let words = self.words;
        let large = |at: usize| words.get(at).and_then(Word::number).filter(|number| *number >= LEAST_SUM);
        if self.is(at, WordSort::Totals) {
            let place = (at + 1..words.len()).find(|place| !self.is(*place, WordSort::OfTotals))?;
            let sum = large(place)?;
            let limit = large(place + 1).filter(|_| self.gap(place + 1).trim() == "/");
            self.reading.sum = Some((sum, limit));
            let next = place + 1 + usize::from(limit.is_some());
            return Some(next + usize::from(self.is(next, WordSort::Points)));
        }
        let (sum, limit) = (large(at)?, large(at + 1)?);
        if self.gap(at + 1).trim() != "/" || self.current.is_some() && limit < sum {
            return None;
        }
        self.reading.sum = Some((sum, Some(limit)));
        Some(at + 2 + usize::from(self.is(at + 2, WordSort::Points)))
    }

    /// `3x75=225` behind a unit: its models, the price of one and of all. The place behind it. Also `3 x 75`, if that is what one
    /// costs.
    fn product(&mut self, at: usize) -> Option<usize> {
        let words = self.words;
        let number = |at: usize| words.get(at).and_then(Word::number);
        let (models, is_times) = (number(at)?, self.is_word(at + 1, "x") || self.gap(at + 1).trim() == "\u{d7}");
        let from = if self.is_word(at + 1, "x") { at + 2 } else { at + 1 };
        let each = number(from).filter(|_| is_times)?;
        let all = models.checked_mul(each)?;
        let is_stated = number(from + 1) == Some(all) && self.gap(from + 1).contains('=');
        let units = self.units;
        let mention = self.current_mut().filter(|mention| mention.models.is_none_or(|known| known == models))?;
        let (catalogue, ready) = units.get(mention.key);
        let is_price = catalogue.unit(ready).points == Some(each) && models <= MAX_NUMBER;
        if !(is_stated || is_price) || models == 0 {
            return None;
        }
        mention.models = Some(models);
        mention.points = Some(all);
        mention.is_exact = true;
        let next = from + 1 + usize::from(is_stated);
        Some(next + usize::from(self.is(next, WordSort::Points)))
    }

    /// `3 Gulls @80 = 240`: the price of one stands before that of all. The place behind both.
    fn times_price(&mut self, each: u32, at: usize) -> Option<usize> {
        let all = self.words.get(at).and_then(Word::number).filter(|_| self.gap(at).trim() == "=")?;
        let mention = self.current_mut()?;
        (each.checked_mul(mention.models.unwrap_or(1)) == Some(all)).then(|| mention.points = Some(all))?;
        Some(at + 1)
    }

    /// A time, a date, the number of an edition: `19:02`, `12.9.`, `2.5`. The place behind it. Directly before a unit two
    /// numbers may count that: `2.5 Gulls`, `2-3 Gulls`.
    pub(super) fn figures(&mut self, at: usize) -> Option<usize> {
        let is_number = |at: usize| self.words.get(at).is_some_and(|word| word.number().is_some());
        let parted = |at: usize| matches!(self.gap(at), ":" | "." | "-");
        if !(is_number(at) && is_number(at + 1) && parted(at + 1)) {
            return None;
        }
        let next = at + 2 + usize::from(is_number(at + 2) && parted(at + 2));
        let from = next + usize::from(self.is_word(next, "x"));
        let counts = next == at + 2 && self.words.get(from).is_some_and(|word| !word.is_apart());
        if counts && self.name_at(from).is_some_and(|found| found.is_distinct) {
            (at..next).for_each(|at| self.leave(at));
        }
        Some(next)
    }

    /// A number in place of the one before: `2 Gulls - no, 3!`, `4 Terns (or 3?)`. It is left. The place behind it.
    fn other_number(&mut self, at: usize) -> Option<usize> {
        let before = &self.words[at.checked_sub(1)?];
        let sorts = [WordSort::Without, WordSort::Alternatives, WordSort::Edits, WordSort::Changes];
        let is_other = sorts.iter().any(|sort| sort.is(before));
        let number = self.words[at].number().filter(|number| is_other && *number <= MAX_NUMBER);
        number.filter(|_| !self.is(at + 1, WordSort::Points))?;
        self.leave(at);
        Some(at + 1)
    }

    /// The number of models that have a role: `2 Gulls (1 Commodore)`. The place behind it.
    fn of_role(&self, at: usize) -> Option<usize> {
        let is_joined = self.words.get(at + 1).is_some_and(|next| next.gap == Gap::Joined);
        (self.words[at].number() == Some(1) && is_joined && self.role_at(at + 1).is_some()).then_some(at + 1)
    }

    /// A price, a number behind a name, or a sum in brackets: the place behind it.
    pub(super) fn price(&mut self, at: usize) -> Option<usize> {
        let words = self.words;
        let (before, after) = (self.gap(at).to_owned(), self.gap(at + 1).to_owned());
        if let Some(next) =
            self.other_number(at).or_else(|| self.of_role(at)).or_else(|| self.parted(at)).or_else(|| self.product(at))
        {
            return Some(next);
        }
        let number = words[at].number()?;
        // `3-point shield` costs nothing.
        let is_compound =
            matches!(after.as_str(), "-" | "\u{2011}") && self.words.get(at + 2).is_some_and(|word| !word.is_apart());
        let is_points = self.is(at + 1, WordSort::Points) && !is_compound;
        // `2nd Lieutenant` has no number of its own.
        if after.is_empty() && at + 1 < words.len() && !is_points && !self.is_word(at + 1, "x") {
            return None;
        }
        let mut next = at + 1 + usize::from(is_points);
        let is_each = self.is(next, WordSort::Each)
            || self.is_word(next, "for") && self.is(next + 1, WordSort::Each)
            || self.is(at.wrapping_sub(1), WordSort::Each) && before.trim().is_empty() && !self.is_of_models(at - 1);
        next += usize::from(self.is(next, WordSort::Each));
        let is_of_option = before.contains('+') || self.is_of_option(at, number);
        let marked = before.contains(['@', '=', '[']) || is_points || is_each;
        let units = self.units;
        let most = self.current_mut()?.most(units);
        let (catalogue, ready) = units.get(self.current_mut()?.key);
        let base = catalogue.unit(ready).points;
        if is_points && !is_each && self.is_limit(number, base) {
            self.reading.limit = Some(number);
            return Some(next);
        }
        if before.contains('(')
            && let Some(next) = self.multiplied(at, number, most, base)
        {
            return Some(next);
        }
        if let Some(next) = marked.then(|| self.times_price(number, next)).flatten() {
            return Some(next);
        }
        if let Some(host) = self.host_of_price(number).filter(|_| marked && !is_each || before.contains('(')) {
            host.points = Some(number);
            return Some(next);
        }
        let mention = self.current_mut()?;
        if is_of_option {
            match &mut mention.points {
                Some(points) => *points = points.saturating_add(number),
                None => mention.extras = mention.extras.saturating_add(number),
            }
            return Some(next);
        }
        if next >= words.len() && self.is_sum(at, number) {
            self.reading.sum = Some((number, None));
            return Some(next);
        }
        if is_each && !is_points {
            // "2 squadrons of Gulls, 4 each"
            let mention = self.current_mut()?;
            if mention.squadrons > 1 && mention.models.is_none() && number <= most {
                mention.models = Some(number);
                return Some(next);
            }
        }
        if marked {
            let mention = self.current_mut()?;
            // "125 each" may be what each squadron costs.
            let each = mention.models.unwrap_or(1);
            let is_squadron = base.is_some_and(|base| base != number && base.saturating_mul(each) == number);
            // No squadron of several models costs what one does.
            let is_each = is_each || each > 1 && base == Some(number) && number >= LEAST_EACH;
            let times = if is_squadron { mention.squadrons } else { each.saturating_mul(mention.squadrons) };
            let points = if is_each { number.saturating_mul(times) } else { number };
            if *mention.points.get_or_insert(points) != points {
                self.leave_number(at);
            }
            return Some(next);
        }
        let times = self.is_word(at.wrapping_sub(1), "x") || before.contains(['x', '\u{d7}', '*']);
        if times {
            let mention = self.current_mut()?;
            // A second number, or one that no list may have, is told.
            if mention.models.is_none() && number <= MAX_NUMBER {
                mention.models = Some(number);
                mention.is_exact = true;
            } else {
                self.leave_number(at);
            }
            return Some(next);
        }
        if before.contains('(') && (after.contains([')', ',', ';', '/']) || next >= words.len()) {
            let mention = self.current_mut()?;
            if mention.models.is_none() && (1..=most).contains(&number) {
                mention.models = Some(number);
            } else if *mention.points.get_or_insert(number) != number {
                self.leave_number(at);
            }
            return Some(next);
        }
        self.stands_alone(at, next).then(|| self.bare.push((number, Some(at))))?;
        Some(next)
    }

    /// Whether a number belongs to the unit before it. A number before a name belongs to that. `next` is the place behind it.
    fn stands_alone(&self, at: usize, next: usize) -> bool {
        let (before, after) = (self.gap(at), self.gap(at + 1));
        let is_wide = self.words.get(at + 1).is_some_and(|word| word.gap == Gap::Column);
        next >= self.words.len()
            || self.is_before_role(at + 1)
            || self.is(at + 1, WordSort::Attached)
            || after.contains([';', ',', '(', ')', '/', '-', '?', '<', '='])
            || is_wide
            || is_column(before)
    }

    /// Whether the word for each says that all models have an option: `a lamp on each`, `a lamp each`.
    fn is_of_models(&self, at: usize) -> bool {
        let is_behind_option = self.last_option.is_some_and(|(_, end)| end == at || end + 1 == at);
        is_behind_option || at.checked_sub(1).is_some_and(|before| self.is(before, WordSort::Referring))
    }

    /// The squadron that a price behind its escorts is for, as it is not what those cost: `2 Gulls with 3 Terns (180)`.
    fn host_of_price(&mut self, number: u32) -> Option<&mut Mention> {
        let units = self.units;
        let cost = |mention: &Mention| {
            let (catalogue, ready) = units.get(mention.key);
            let models = mention.models.unwrap_or(1).saturating_mul(mention.squadrons);
            catalogue.unit(ready).points.map(|points| points.saturating_mul(models))
        };
        let (before, current) = self.reading.mentions.split_at_mut(self.current?);
        let escort = current.first().filter(|mention| mention.standing == MentionStanding::Attached)?;
        let host = before.last_mut().filter(|host| host.standing == MentionStanding::Own && host.points.is_none())?;
        let is_meant = cost(escort) != Some(number) && cost(host).is_some_and(|cost| cost > 0 && cost <= number);
        is_meant.then_some(host)
    }

    /// Whether a number at the end of the line is the sum of what it names: `= 225`, `that is 225`.
    fn is_sum(&self, at: usize, number: u32) -> bool {
        let sorts = [WordSort::Talk, WordSort::Verbs, WordSort::Spent];
        let is_told = at.checked_sub(1).is_some_and(|before| sorts.iter().any(|sort| sort.is(&self.words[before])));
        (self.gap(at).contains('=') || is_told) && (self.is_sum_of_prices(number) || self.is_sum_of_all(number))
    }

    /// Whether a number is at least the sum of the prices of the line.
    fn is_sum_of_prices(&self, number: u32) -> bool {
        let priced: Vec<u32> = self.reading.mentions.iter().filter_map(|mention| mention.points).collect();
        priced.len() > 1 && priced.into_iter().fold(0, u32::saturating_add) <= number
    }

    /// Whether a number is what all units of the line cost, none of which has a price.
    fn is_sum_of_all(&self, number: u32) -> bool {
        let cost = |mention: &Mention| {
            let (catalogue, ready) = self.units.get(mention.key);
            let models = mention.models.unwrap_or(1).saturating_mul(mention.squadrons);
            catalogue.unit(ready).points.map_or(0, |points| points.saturating_mul(models))
        };
        let own = &self.reading.mentions[usize::from(self.has_above)..];
        let all = own.iter().map(cost).fold(0, u32::saturating_add);
        own.len() > 1
            && own.iter().all(|mention| mention.points.is_none())
            && all <= number
            && own.last().map(cost) < Some(all)
    }

    /// Whether a role, or another number, stands at a word: `Gull 215 Commodore`, `Gull 3 195`.
    fn is_before_role(&self, at: usize) -> bool {
        let next = self.words.get(at);
        next.is_some_and(|next| next.gap == Gap::Joined && (next.number().is_some() || self.role_at(at).is_some()))
    }

    /// Whether a number is too large for the price of a unit, so that it is the limit of the list.
    fn is_limit(&self, number: u32, base: Option<u32>) -> bool {
        let mention = self.current.map(|place| &self.reading.mentions[place]);
        let models = mention.map_or(1, |mention| mention.models.unwrap_or(1).saturating_mul(mention.squadrons));
        base.is_some_and(|base| number / MANY > base.saturating_mul(models).max(LEAST_SUM))
    }

    /// The number behind a sign of multiplication.
    fn times(&self, at: usize) -> Option<u32> {
        let number = self.is_word(at, "x").then(|| self.words.get(at + 1)?.number()).flatten();
        number.filter(|number| *number <= MAX_NUMBER)
    }

    /// "(2 x 4)" counts squadrons, or says what each model costs: `3 Gulls (3x75)`. The place behind it. `most` is the number
    /// of models that a squadron may have, `base` what one costs.
    fn multiplied(&mut self, at: usize, number: u32, most: u32, base: Option<u32>) -> Option<usize> {
        let times = self.times(at + 1)?;
        let mention = self.current_mut()?;
        let is_count = mention.models == Some(number) && mention.squadrons == 1;
        if Some(times) == base || is_count && (times > most || times == 0) {
            mention.models = mention.models.or(Some(number));
            mention.points = Some(number.saturating_mul(times));
        } else {
            mention.squadrons = number;
            mention.models = Some(times);
        }
        Some(at + 3)
    }

    /// `in two pairs`, `in 2 squadrons of 3`, `ten strong`, `4 of them`: the place behind it.
    fn parted(&mut self, at: usize) -> Option<usize> {
        let words = self.words;
        let is_strong = self.is(at + 1, WordSort::Strong);
        if is_strong || self.is_word(at + 1, "of") && (self.is_word(at + 2, "them") || self.is_word(at + 2, "these")) {
            let number = number(&words[at])?;
            let mention = self.current_mut()?;
            if mention.models.is_some() {
                // "One of them a Sergeant"
                self.some = Some(number);
            } else {
                mention.models = Some(number);
            }
            return Some(at + if is_strong { 2 } else { 3 });
        }
        // "3 Gulls, one with a lamp", "dont un seul avec"
        let with = (at + 1..at + 3)
            .find(|next| !self.words.get(*next).is_some_and(connects) || self.is(*next, WordSort::Joining));
        if let Some(with) = with.filter(|with| self.is(*with, WordSort::Joining))
            && let Some(number) = number(&words[at]).filter(|number| *number > 0)
            && self.current_mut().is_some_and(|mention| mention.models.is_some_and(|models| models > number))
            && !self.name_at(with + 1).is_some_and(|found| found.is_distinct)
        {
            self.some = Some(number);
            return Some(with + 1);
        }
        // "Gulls, two (90)"
        let is_word = words[at].number().is_none() && self.last_end == Some(at);
        if is_word && words.get(at + 1).is_none_or(Word::is_apart) {
            let number = number(&words[at])?;
            let mention = self.current_mut().filter(|mention| mention.models.is_none())?;
            mention.models = Some(number);
            return Some(at + 1);
        }
        let parts = self.is_word(at, "in").then(|| number(words.get(at + 1)?)).flatten().filter(|parts| *parts > 0)?;
        let unit = words.get(at + 2)?;
        if !is_group(unit) && unit.folded != "pair" {
            return None;
        }
        let of = self.is_word(at + 3, "of").then(|| number(words.get(at + 4)?)).flatten();
        let mention = self.current_mut()?;
        let each = of.or_else(|| (mention.models? % parts == 0).then(|| mention.models.map(|all| all / parts))?);
        mention.squadrons = parts;
        mention.models = each;
        Some(at + 3 + 2 * usize::from(of.is_some()))
    }

    /// Whether a number directly behind an option is what that costs.
    pub(super) fn is_of_option(&self, at: usize, number: u32) -> bool {
        let Some((option, end)) = self.last_option else { return false };
        let Some(mention) = self.current.map(|place| &self.reading.mentions[place]) else { return false };
        let (_, ready) = self.units.get(mention.key);
        let points = ready.options[option].points.and_then(|points| u32::try_from(points).ok());
        let models = mention.models.unwrap_or(1).saturating_mul(mention.squadrons);
        let costs = points.is_some_and(|points| number == points || number == points.saturating_mul(models));
        end == at && costs && number > 0
    }

    /// Decides what the numbers beside the last unit mean that state no meaning: models, price of one, price of all.
    pub(super) fn settle(&mut self) {
        let bare = std::mem::take(&mut self.bare);
        let units = self.units;
        let is_above = self.current == Some(0) && self.has_above;
        let of_host = bare.last().and_then(|(number, _)| Some((*number, self.host_of_price(*number)?)));
        let is_of_host = of_host.is_some();
        if let Some((number, host)) = of_host {
            host.points = Some(number);
        }
        let Some(mention) = self.current_mut() else { return };
        let most = mention.most(units);
        let mut used = vec![false; bare.len()];
        if mention.models.is_none() && !is_above {
            // In a row with a number, a price and their product, the product tells which is which.
            let is_product =
                |row: &[(u32, Option<usize>)]| row[0].0 <= most && row[0].0.saturating_mul(row[1].0) == row[2].0;
            let product = bare.windows(3).position(is_product);
            let fits = |(number, at): &(u32, Option<usize>), is_row: bool| {
                *number <= most && *number > 0 && at.is_none() == is_row
            };
            let first = |is_row: bool| bare.iter().position(|number| fits(number, is_row));
            let place = product.or_else(|| first(false)).or_else(|| first(true));
            if let Some(place) = place {
                mention.models = Some(bare[place].0);
                used[place] = true;
            }
            if let Some(place) = product {
                used[place + 1] = true;
            }
        }
        // The last number of a row is what all models cost.
        let is_priced = !is_above || !mention.options.is_empty();
        // "190 - 2 magnets missing": no unit costs so little.
        let each = units.get(mention.key).0.unit(units.get(mention.key).1).points;
        let is_paid = |each: u32| bare.iter().any(|(number, _)| *number >= each);
        let is_small = |number: u32| each.is_some_and(|each| number < each / 2 && is_paid(each));
        let price = bare.iter().rposition(|(number, _)| !is_small(*number));
        if let Some(price) = price.filter(|price| is_priced && !used[*price]) {
            let points = bare[price].0;
            used[price] = is_of_host || *mention.points.get_or_insert(points) == points;
        }
        // The price of a model, beside that of all.
        for ((number, _), used) in bare.iter().zip(&mut used) {
            *used |= mention.points.is_some() && each == Some(*number);
        }
        mention.divide(units);
        for ((_, at), _) in bare.iter().zip(used).filter(|(_, used)| !used) {
            if let Some(at) = at {
                self.leave_number(*at);
            }
        }
    }
}

/// Whether the number stands in a column of its own.
fn is_column(before: &str) -> bool {
    before.contains(['\t', '|', ';', ':', '-', '\u{2013}', '\u{2014}', '.'])
        || before.len() > 1 && before.trim().is_empty()
}
