//! Puts things in an order that depends only on what they are and how they are related, not on the order in which they
//! come. Things that are alike by themselves may still differ in their relations: of two equal ships, one may bring a
//! squadron.
//!
//! This is the canonical labelling of a small graph. First, whatever is related to different things becomes different,
//! round by round. Then each group of related things that are still alike is put in every order that its relations allow,
//! and the least of these orders counts.

#![expect(
    clippy::indexing_slicing,
    reason = "there are a colour and relations for each thing, and links lead only to such things"
)]

use std::collections::{BTreeMap, HashMap};

/// How many times a relation is looked at before the search gives up. A list of 60 squadrons that people write takes
/// hundreds; only lists made to be hard take more.
const STEPS: usize = 1_000_000;
/// How many rounds in a row make alike things different. It bounds how far away a difference may be.
const ROUNDS: usize = 32;

/// A relation of a thing: its kind and direction, and the other thing.
type Relation = (u8, usize);

/// What an order says of a thing: its colour, and its relations. The other thing of a relation is given by its place if
/// the order has it (`true`), else by its colour.
type OrderLine = (usize, Vec<(u8, bool, usize)>);

/// The place of each thing in the order. `alike` is equal for things that are alike by themselves. A link is a relation of
/// some kind from one thing to another. Things share a place only if the search gives up.
pub(crate) fn places(alike: &[usize], links: &[(usize, u8, usize)]) -> Vec<usize> {
    let mut related = vec![Vec::new(); alike.len()];
    for &(from, kind, to) in links {
        related[from].push((2 * kind, to));
        related[to].push((2 * kind + 1, from));
    }
    for relations in &mut related {
        relations.sort_unstable();
    }
    let mut search = OrderSearch { related, steps: STEPS };
    let all: Vec<usize> = (0..alike.len()).collect();
    let mut sorted = alike.to_vec();
    sorted.sort_unstable();
    let mut colours: Vec<usize> = alike.iter().map(|own| sorted.partition_point(|other| other < own)).collect();
    let refined = search.refine(&all, &mut colours);
    let order = refined.and_then(|()| search.arrange(&all, &mut colours.clone()));
    if let Some(order) = order {
        for (place, thing) in order.into_iter().enumerate() {
            colours[thing] = place;
        }
    }
    colours
}

struct OrderSearch {
    /// The relations of each thing, sorted.
    related: Vec<Vec<Relation>>,
    /// How many more relations may be looked at. What is spent depends only on the graph, so the search gives up for every
    /// order of the same things or for none.
    steps: usize,
}

impl OrderSearch {
    /// Gives other colours to those of these things that are related to other colours, until no more differ. A colour is
    /// the number of things with lower colours, so that a group of one colour has room to part. None if the steps are
    /// spent.
    fn refine(&mut self, things: &[usize], colours: &mut [usize]) -> Option<()> {
        for _ in 0..ROUNDS {
            let cost = things.iter().map(|thing| self.related[*thing].len() + 1).sum();
            self.steps = self.steps.checked_sub(cost)?;
            let mut groups: BTreeMap<usize, BTreeMap<Vec<Relation>, Vec<usize>>> = BTreeMap::new();
            for &thing in things {
                let mut sees: Vec<Relation> =
                    self.related[thing].iter().map(|(kind, other)| (*kind, colours[*other])).collect();
                sees.sort_unstable();
                groups.entry(colours[thing]).or_default().entry(sees).or_default().push(thing);
            }
            let mut parted = false;
            for (colour, group) in groups {
                parted |= group.len() > 1;
                let mut lower = 0;
                for part in group.into_values() {
                    for &thing in &part {
                        colours[thing] = colour + lower;
                    }
                    lower += part.len();
                }
            }
            if !parted {
                break;
            }
        }
        Some(())
    }

    /// These things in order. Those whose colour no other has come first, by their colour. The others fall into parts
    /// that are related only to those. None if the steps are spent.
    fn arrange(&mut self, things: &[usize], colours: &mut [usize]) -> Option<Vec<usize>> {
        let mut numbers: HashMap<usize, usize> = HashMap::new();
        for thing in things {
            *numbers.entry(colours[*thing]).or_default() += 1;
        }
        let (mut order, rest): (Vec<usize>, Vec<usize>) =
            things.iter().partition(|thing| numbers[&colours[**thing]] == 1);
        order.sort_unstable_by_key(|thing| colours[*thing]);
        let mut parts = Vec::new();
        for part in self.parts(&rest) {
            let arranged = match part.len() {
                1 => part,
                // Nothing tells these things apart, so each way of beginning is tried.
                size if size == things.len() => self.least(&part, colours)?,
                _ => self.arrange(&part, colours)?,
            };
            parts.push((self.written(&arranged, colours), arranged));
        }
        // Parts that are written alike may stand in any order.
        parts.sort_unstable();
        order.extend(parts.into_iter().flat_map(|(_, part)| part));
        Some(order)
    }

    /// These things in the order that is written as the least, of all orders that begin with one of the lowest colour.
    fn least(&mut self, things: &[usize], colours: &mut [usize]) -> Option<Vec<usize>> {
        let before: Vec<usize> = things.iter().map(|thing| colours[*thing]).collect();
        let lowest = *before.iter().min()?;
        let first: Vec<usize> = things.iter().copied().filter(|thing| colours[*thing] == lowest).collect();
        let mut tried: Vec<usize> = Vec::new();
        let mut least = None;
        for &one in &first {
            // Things with the same relations may change places, so one of them is enough.
            if tried.iter().any(|other| self.related[*other] == self.related[one]) {
                continue;
            }
            tried.push(one);
            for &other in first.iter().filter(|other| **other != one) {
                colours[other] = lowest + 1;
            }
            self.refine(things, colours)?;
            let order = self.arrange(things, colours)?;
            for (thing, colour) in things.iter().zip(&before) {
                colours[*thing] = *colour;
            }
            let written = self.written(&order, colours);
            if least.as_ref().is_none_or(|(other, _)| written < *other) {
                least = Some((written, order));
            }
        }
        least.map(|(_, order)| order)
    }

    /// These things, parted so that no relation leads from one part to another.
    fn parts(&self, things: &[usize]) -> Vec<Vec<usize>> {
        let mut left: HashMap<usize, bool> = things.iter().map(|thing| (*thing, true)).collect();
        let mut parts = Vec::new();
        for &thing in things {
            let mut part = Vec::new();
            let mut next = vec![thing];
            while let Some(thing) = next.pop() {
                if let Some(is_left) = left.get_mut(&thing)
                    && std::mem::take(is_left)
                {
                    part.push(thing);
                    next.extend(self.related[thing].iter().map(|(_, other)| *other));
                }
            }
            if !part.is_empty() {
                parts.push(part);
            }
        }
        parts
    }

    /// What an order says.
    fn written(&self, order: &[usize], colours: &[usize]) -> Vec<OrderLine> {
        let places: HashMap<usize, usize> = order.iter().enumerate().map(|(place, thing)| (*thing, place)).collect();
        let relation = |(kind, other): &Relation| match places.get(other) {
            Some(place) => (*kind, true, *place),
            None => (*kind, false, colours[*other]),
        };
        let line = |thing: &usize| {
            let mut relations: Vec<_> = self.related[*thing].iter().map(relation).collect();
            relations.sort_unstable();
            (colours[*thing], relations)
        };
        order.iter().map(line).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::places;

    /// The links of a graph after everything has got the number of its place, and the alike numbers in that order.
    fn drawn(alike: &[usize], links: &[(usize, u8, usize)]) -> (Vec<usize>, Vec<(usize, u8, usize)>) {
        let places = places(alike, links);
        let mut drawn = vec![usize::MAX; alike.len()];
        for (thing, place) in places.iter().enumerate() {
            assert_eq!(drawn[*place], usize::MAX, "two things share a place");
            drawn[*place] = alike[thing];
        }
        let mut links: Vec<_> = links.iter().map(|(from, kind, to)| (places[*from], *kind, places[*to])).collect();
        links.sort_unstable();
        (drawn, links)
    }

    /// A number below `below` that follows from `seed`.
    fn chance(seed: &mut u64, below: usize) -> usize {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(*seed >> 33).unwrap_or(0) % below
    }

    #[test]
    fn every_order_of_the_same_graph_is_drawn_alike() {
        let mut seed = 7;
        for _ in 0..2_000 {
            let size = 1 + chance(&mut seed, 9);
            let alike: Vec<usize> = (0..size).map(|_| chance(&mut seed, 2)).collect();
            let number = chance(&mut seed, 2 * size);
            let kind = |seed: &mut u64| u8::try_from(chance(seed, 4)).unwrap_or(0);
            let links: Vec<_> =
                (0..number).map(|_| (chance(&mut seed, size), kind(&mut seed), chance(&mut seed, size))).collect();
            let mut shuffled: Vec<usize> = (0..size).collect();
            for place in (1..size).rev() {
                shuffled.swap(place, chance(&mut seed, place + 1));
            }
            let mut other_alike = vec![0; size];
            for (thing, place) in shuffled.iter().enumerate() {
                other_alike[*place] = alike[thing];
            }
            let mut other_links: Vec<_> =
                links.iter().map(|(from, kind, to)| (shuffled[*from], *kind, shuffled[*to])).collect();
            other_links.reverse();
            assert_eq!(drawn(&alike, &links), drawn(&other_alike, &other_links), "{alike:?} {links:?}");
        }
    }

    #[test]
    fn things_come_in_the_order_of_what_they_are() {
        assert_eq!(places(&[5, 3, 9], &[]), [1, 0, 2]);
        // Two chains whose last things differ.
        let chains = [(0, 0, 2), (1, 0, 3), (2, 0, 4), (3, 0, 5)];
        assert_eq!(places(&[0, 0, 1, 1, 2, 3], &chains), [0, 1, 2, 3, 4, 5]);
        // Of each half, the thing that no other is like comes first.
        let halves = [(1, 0, 0), (2, 0, 0), (4, 0, 3), (5, 0, 3)];
        assert_eq!(places(&[5, 0, 0, 5, 0, 0], &halves), [0, 1, 2, 3, 4, 5]);
    }

    /// Each of these things is related to four others, but three of them to no other of the three.
    #[test]
    fn things_that_look_alike_from_everywhere_are_drawn_alike() {
        let pairs: Vec<(usize, usize)> =
            (0..3).flat_map(|one| (3..7).map(move |other| (one, other))).chain([(3, 5), (4, 6)]).collect();
        let turned = |by: usize| {
            let place = |thing: usize| (thing + by) % 7;
            let both =
                |(one, other): &(usize, usize)| [(place(*one), 0, place(*other)), (place(*other), 0, place(*one))];
            drawn(&[0; 7], &pairs.iter().flat_map(both).collect::<Vec<_>>())
        };
        (1..7).for_each(|by| assert_eq!(turned(by), turned(0), "{by}"));
    }

    #[test]
    fn one_ring_of_six_is_not_two_rings_of_three() {
        let ring = |things: &[usize]| -> Vec<(usize, u8, usize)> {
            (0..things.len()).map(|place| (things[place], 0, things[(place + 1) % things.len()])).collect()
        };
        let one = ring(&[0, 2, 4, 1, 3, 5]);
        let two = [ring(&[0, 1, 2]), ring(&[3, 4, 5])].concat();
        assert_ne!(drawn(&[0; 6], &one), drawn(&[0; 6], &two));
        assert_eq!(drawn(&[0; 6], &one), drawn(&[0; 6], &ring(&[5, 4, 3, 2, 1, 0])));
    }

    #[test]
    fn many_equal_things_take_few_steps() {
        // A hundred equal carriers with a squadron each, and fifty that carry the same fifty.
        let pairs: Vec<_> = (0..100).map(|pair| (2 * pair, 0, 2 * pair + 1)).collect();
        let everyone = (200..250).flat_map(|carrier| (250..300).map(move |load| (carrier, 1, load)));
        let links: Vec<_> = pairs.into_iter().chain(everyone).collect();
        drawn(&[0; 300], &links);
    }

    #[test]
    fn a_graph_made_to_be_hard_ends() {
        // Rings that all look alike from everywhere.
        let links: Vec<_> = (0..3_000).map(|thing| (thing, 0, thing / 6 * 6 + (thing + 1) % 6)).collect();
        let hard: Vec<_> = (0..3_000)
            .flat_map(|thing| [(thing, 0, (thing * 7 + 1) % 3_000), (thing, 1, (thing * 11 + 5) % 3_000)])
            .collect();
        for links in [links, hard] {
            assert_eq!(places(&vec![0; 3_000], &links).len(), 3_000);
        }
    }
}
