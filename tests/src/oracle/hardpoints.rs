//! Which hardpoint each weapon or generator goes to that a list states by a name that several hardpoints offer.
//!
//! Each piece goes to a hardpoint that has room: one whose default it is, then one that may stay empty, then in the order
//! of the catalogue. Pieces that stand in a hardpoint make room for others if they fit elsewhere. So a piece finds no room only
//! if there is no way to place it and all those before it. Then it goes to the first hardpoint that offers it, which
//! holds too many. If pieces make room for others, there may be several good ways. Promised is only how often options of
//! each name are taken, not in which hardpoints they stand, so lists are compared only if nothing has to make room.

use std::collections::BTreeMap;

use muster_engine::slug::slug;

use super::bought::{BoughtOptions, OptionStatement};

/// A weapon or a generator, and where it may go.
#[derive(PartialEq, Eq)]
struct OraclePiece {
    /// The options that it may be, one for each hardpoint that offers it, the best first.
    offers: Vec<usize>,
    /// The part of the squadron whose models have it, if the list states one.
    part: Option<usize>,
}

/// How many pieces each hardpoint still takes, and how many of each option: on all models, and on those of each part.
type HardpointRooms = BTreeMap<(Holder, Option<usize>), i64>;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Holder {
    Hardpoint(usize),
    Option(usize),
}

impl BoughtOptions<'_> {
    /// Whether a list that states this option means any hardpoint that offers an option of its name.
    pub(super) fn is_of_any_hardpoint(&self, index: usize) -> bool {
        let offer = &self.offers[index];
        let word = slug(&offer.option.name);
        let namesakes = self.offers.iter().filter(|other| slug(&other.option.name) == word).count();
        self.is_hardpoint(offer.of) && offer.option.id == word && namesakes > 1
    }

    /// Takes what is stated, each piece in a hardpoint that has room. `parts` has the number of models of each part.
    pub(super) fn place(&mut self, stated: &[OptionStatement], parts: &[u32], group: Option<&str>) {
        let (any, fixed): (Vec<OptionStatement>, Vec<OptionStatement>) =
            stated.iter().partition(|stated| self.is_of_any_hardpoint(stated.offer));
        for stated in &fixed {
            self.offers[stated.offer].times += stated.times;
        }
        if any.is_empty() {
            return;
        }
        let piece = |stated: &OptionStatement| OraclePiece { offers: self.offers_of(stated.offer), part: stated.part };
        let pieces: Vec<OraclePiece> =
            any.iter().flat_map(|stated| (0..stated.times).map(move |_| piece(stated))).collect();
        // Some hardpoints come with an option. How often it is taken is known when the other hardpoints are filled.
        let mut before = vec![0; self.offers.len()];
        for last in [false, true] {
            let mut filled = self.clone();
            let (standing, is_settled) = self.fill(&pieces, &self.rooms(&fixed, parts, &before), &before);
            for offer in standing {
                filled.offers[offer].times += 1;
            }
            filled.is_settled = is_settled;
            if last {
                *self = filled;
                return;
            }
            filled.take_unstated(group);
            before = filled.offers.iter().map(|offer| offer.times).collect();
        }
    }

    fn is_hardpoint(&self, choice: Option<usize>) -> bool {
        choice.is_some_and(|choice| self.choices[choice].choice.hardpoint)
    }

    /// The options of hardpoints that have the same name as an option.
    fn offers_of(&self, index: usize) -> Vec<usize> {
        let word = slug(&self.offers[index].option.name);
        let same =
            |offer: &usize| self.is_hardpoint(self.offers[*offer].of) && slug(&self.offers[*offer].option.name) == word;
        let mut offers: Vec<usize> = (0..self.offers.len()).filter(same).collect();
        offers.sort_by_key(|offer| {
            let hardpoint = self.offers[*offer].of.map(|choice| &self.choices[choice]);
            hardpoint.map(|hardpoint| {
                let default = hardpoint.choice.default.as_ref();
                let is_default = default == Some(&self.offers[*offer].option.id);
                (hardpoint.under.is_some(), !is_default, default.is_some())
            })
        });
        offers
    }

    /// The rooms of hardpoints, less what the list states for one hardpoint alone. `before` is how often each option is
    /// taken that hardpoints may come with.
    fn rooms(&self, fixed: &[OptionStatement], parts: &[u32], before: &[u32]) -> HardpointRooms {
        let mut rooms = HardpointRooms::new();
        for (index, hardpoint) in self.choices.iter().enumerate() {
            let most = hardpoint.choice.max.map_or(i64::from(u32::MAX), i64::from);
            let choosers = hardpoint.under.map_or_else(|| self.choosers(hardpoint), |under| before[under]);
            let options = (0..self.offers.len()).filter(|offer| self.offers[*offer].of == Some(index));
            let options: Vec<(usize, i64)> =
                options.map(|offer| (offer, i64::from(self.offers[offer].option.max.unwrap_or(1)))).collect();
            let mut room = |part: Option<usize>, models: u32| {
                let sum = |is_it: &dyn Fn(usize) -> bool| -> i64 {
                    let there =
                        |stated: &&OptionStatement| is_it(stated.offer) && (part.is_none() || stated.part == part);
                    fixed.iter().filter(there).map(|stated| i64::from(stated.times)).sum()
                };
                let stated = sum(&|offer| self.offers[offer].choices.contains(&index));
                rooms.insert((Holder::Hardpoint(index), part), most * i64::from(models) - stated);
                for (option, most) in &options {
                    let stated = sum(&|offer| offer == *option);
                    rooms.insert((Holder::Option(*option), part), most * i64::from(models) - stated);
                }
            };
            room(None, choosers);
            for (part, models) in parts.iter().enumerate() {
                room(Some(part), choosers.min(*models));
            }
        }
        rooms
    }

    /// The option that each piece is, and whether the first hardpoint with room is right for each.
    fn fill(&self, pieces: &[OraclePiece], rooms: &HardpointRooms, before: &[u32]) -> (Vec<usize>, bool) {
        let pieces = self.defaults_first(pieces, rooms);
        let (mut placed, mut over): (Vec<&OraclePiece>, Vec<&OraclePiece>) = (Vec::new(), Vec::new());
        let mut standing = Vec::new();
        for piece in &pieces {
            placed.push(piece);
            let found = if over.contains(piece) { None } else { self.fit(&placed, rooms) };
            match found {
                Some(found) => standing = found,
                None => over.extend(placed.pop()),
            }
        }
        let is_there = |offer: &&usize| {
            let under = self.offers[**offer].of.and_then(|hardpoint| self.choices[hardpoint].under);
            under.is_none_or(|under| before[under] > 0)
        };
        standing.extend(over.iter().filter_map(|piece| piece.offers.iter().find(is_there).or(piece.offers.first())));
        let settled = standing.iter().zip(self.first_fit(&pieces, rooms)).all(|(one, other)| Some(*one) == other);
        (standing, settled)
    }

    /// The pieces, first those that find room in a hardpoint whose default they are.
    fn defaults_first<'p>(&self, pieces: &'p [OraclePiece], rooms: &HardpointRooms) -> Vec<&'p OraclePiece> {
        let mut rooms = rooms.clone();
        let is_default = |offer: &usize| {
            let hardpoint = self.offers[*offer].of.map(|choice| &self.choices[choice]);
            hardpoint.is_some_and(|hardpoint| {
                hardpoint.under.is_none() && hardpoint.choice.default.as_ref() == Some(&self.offers[*offer].option.id)
            })
        };
        let (mut first, later): (Vec<&OraclePiece>, Vec<&OraclePiece>) = pieces.iter().partition(|piece| {
            let own = piece.offers.iter().copied().filter(is_default);
            self.take_room(piece, own, &mut rooms).is_some()
        });
        first.extend(later);
        first
    }

    /// The option that each piece is if none makes room for others; none for those without room.
    fn first_fit(&self, pieces: &[&OraclePiece], rooms: &HardpointRooms) -> Vec<Option<usize>> {
        let mut rooms = rooms.clone();
        pieces.iter().map(|piece| self.take_room(piece, piece.offers.iter().copied(), &mut rooms)).collect()
    }

    /// Takes a place in the first hardpoint with room, and tells the option there.
    fn take_room(
        &self,
        piece: &OraclePiece,
        mut offers: impl Iterator<Item = usize>,
        rooms: &mut HardpointRooms,
    ) -> Option<usize> {
        let wanted = |offer: usize| self.wanted(offer, piece.part);
        let found = offers.find(|offer| wanted(*offer).iter().all(|room| rooms[room] > 0))?;
        for room in wanted(found) {
            *rooms.entry(room).or_default() -= 1;
        }
        Some(found)
    }

    /// The rooms that a piece takes: of its hardpoint, and of its option. If the list names the models that have the piece, the
    /// option's room is that of these models alone.
    fn wanted(&self, offer: usize, part: Option<usize>) -> Vec<(Holder, Option<usize>)> {
        let hardpoint = Holder::Hardpoint(self.offers[offer].of.unwrap_or_default());
        let of_part = part.map(|part| (hardpoint, Some(part)));
        [(hardpoint, None), (Holder::Option(offer), part)].into_iter().chain(of_part).collect()
    }

    /// The first way to give each piece a hardpoint, if there is one.
    fn fit(&self, pieces: &[&OraclePiece], rooms: &HardpointRooms) -> Option<Vec<usize>> {
        let Some((piece, others)) = pieces.split_first() else { return Some(Vec::new()) };
        for offer in &piece.offers {
            let wanted = self.wanted(*offer, piece.part);
            if wanted.iter().any(|room| rooms[room] <= 0) {
                continue;
            }
            let mut less = rooms.clone();
            for room in wanted {
                *less.entry(room).or_default() -= 1;
            }
            if let Some(found) = self.fit(others, &less) {
                return Some(std::iter::once(*offer).chain(found).collect());
            }
        }
        None
    }
}
