//! Which hardpoint each stated weapon or generator goes to.
//!
//! A list states a weapon by its name, for all models or for some of them. Several hardpoints of a unit may offer it.
//! As many as possible find room, whatever the order in which the list states them. A weapon goes first to a hardpoint
//! whose default it is, then to one that may stay empty, because nothing has to make way there.

#![expect(
    clippy::indexing_slicing,
    reason = "the unit gives out the places of options, choices and kinds, and there are offers for each piece"
)]

use std::collections::HashSet;

use pathfinding::directed::edmonds_karp::{EdmondsKarp, SparseCapacity};

use crate::force::defaults::take_defaults;
use crate::ready::unit::{ReadyChoice, ReadyUnit};
use crate::shapes::catalogue::GroupEffect;

/// The options that a list states for a squadron: for hardpoints, for other places, and for models by themselves.
#[derive(Debug, Default)]
pub(crate) struct StatedOptions {
    /// How often each option is stated, without those that any hardpoint may take.
    pub taken: Vec<u32>,
    /// What any hardpoint may take.
    pub pieces: Vec<Piece>,
    /// The models that the list states by themselves: how many there are of each kind, and how often they take each
    /// option.
    pub parts: Vec<(Vec<u32>, Vec<u32>)>,
}

/// A weapon or generator that any hardpoint may take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    /// One of the options of its name.
    pub option: usize,
    pub times: u32,
    /// The part whose models have it; none for any models.
    pub part: Option<usize>,
}

/// How often each option is taken when all pieces have their places. Those without room go to the first hardpoint that
/// offers them. `counts` is the number of models of each kind, `group` the kind of the squadron's group.
pub(crate) fn place(ready: &ReadyUnit, stated: StatedOptions, counts: &[u32], group: Option<&str>) -> Vec<u32> {
    let StatedOptions { taken: direct, pieces, parts } = stated;
    if pieces.is_empty() {
        return direct;
    }
    let offers: Vec<Vec<HardpointOffer>> = pieces.iter().map(|piece| offers(ready, piece.option, group)).collect();
    let mut network = Network::new(ready, &pieces, &parts);
    let models_of = |part: Option<usize>, hardpoint: &ReadyChoice, taken: &[u32]| {
        part.map_or_else(|| ready.choosers(hardpoint, counts, taken), |part| models(hardpoint, &parts[part].0))
    };
    let wanted = pieces.iter().fold(0, |sum: u64, piece| sum + u64::from(piece.times));
    let mut taken = direct.clone();
    // Each round opens more hardpoints, if pieces are left. What was placed before may still move.
    for round in [Round::Defaults, Round::MayStayEmpty, Round::All, Round::WithDefaults] {
        let known = if matches!(round, Round::WithDefaults) { likely(ready, counts, &taken) } else { direct.clone() };
        for (hardpoint, choice) in ready.choices.iter().enumerate().filter(|(_, choice)| choice.hardpoint) {
            let all = choice.max.unwrap_or(u32::MAX).saturating_mul(ready.choosers(choice, counts, &known));
            network.open(hardpoint, all.saturating_sub(ready.chosen(hardpoint, &direct)));
        }
        for (piece, offers) in offers.iter().enumerate() {
            for offer in offers {
                let hardpoint = &ready.choices[offer.hardpoint];
                let is_open = match round {
                    Round::Defaults => hardpoint.default == Some(offer.option) && hardpoint.under.is_none(),
                    Round::MayStayEmpty => hardpoint.default.is_none(),
                    Round::All | Round::WithDefaults => true,
                };
                if is_open {
                    let part = pieces[piece].part;
                    let each = ready.most(offer.option, &known, group);
                    let most = each.saturating_mul(models_of(part, hardpoint, &known));
                    let stated = part.map_or(&direct, |part| &parts[part].1);
                    network.allow(piece, &pieces, offer, most.saturating_sub(stated[offer.option]));
                }
            }
        }
        network.flows.augment();
        taken.clone_from(&direct);
        let mut placed = 0;
        for (piece, offers) in offers.iter().enumerate() {
            for offer in offers {
                let times = network.placed(piece, &pieces, offer);
                taken[offer.option] = taken[offer.option].saturating_add(times);
                placed += u64::from(times);
            }
        }
        if placed == wanted {
            return taken;
        }
    }
    for (piece, offers) in offers.iter().enumerate() {
        let placed = offers.iter().fold(0, |sum: u32, offer| sum.saturating_add(network.placed(piece, &pieces, offer)));
        let there = |offer: &&HardpointOffer| ready.choices[offer.hardpoint].under.is_none_or(|under| taken[under] > 0);
        let first = offers.iter().find(there).or(offers.first()).map_or(pieces[piece].option, |offer| offer.option);
        taken[first] = taken[first].saturating_add(pieces[piece].times - placed);
    }
    taken
}

/// The hardpoints that are open to a piece.
#[derive(Clone, Copy)]
enum Round {
    /// Those whose default it is.
    Defaults,
    /// Those too that have no default.
    MayStayEmpty,
    /// Those too whose default would make way.
    All,
    /// Those too that come with an option which is a default, or which has found its place.
    WithDefaults,
}

/// A hardpoint that offers a piece, and the option that the piece is there.
#[derive(Clone, Copy)]
struct HardpointOffer {
    hardpoint: usize,
    option: usize,
}

/// The hardpoints that offer options of the same name, in the order in which they are filled. One that offers several
/// comes once.
fn offers(ready: &ReadyUnit, wanted: usize, group: Option<&str>) -> Vec<HardpointOffer> {
    let word = &ready.options[wanted].word;
    let all = ready.options.iter().enumerate().filter(|(_, option)| option.word == *word);
    let offers = all.filter_map(|(option, offered)| Some(HardpointOffer { hardpoint: offered.of?, option }));
    let mut offers: Vec<HardpointOffer> = offers
        .filter(|offer| ready.choices[offer.hardpoint].hardpoint)
        .filter(|offer| ready.in_group(offer.option, group) != Some(GroupEffect::Never))
        .collect();
    let is_default = |offer: &HardpointOffer| ready.choices[offer.hardpoint].default == Some(offer.option);
    offers.sort_by_key(|offer| {
        let (is_under, has_default) = rank(&ready.choices[offer.hardpoint]);
        (is_under, !is_default(offer), has_default)
    });
    let mut seen = HashSet::new();
    offers.retain(|offer| seen.insert(offer.hardpoint));
    offers
}

/// In which order hardpoints are filled: those that come with an option are last, and of the others those that may stay
/// empty are first.
fn rank(hardpoint: &ReadyChoice) -> (bool, bool) {
    (hardpoint.under.is_some(), hardpoint.default.is_some())
}

/// How often each option is taken if choices without a stated option take their defaults.
fn likely(ready: &ReadyUnit, counts: &[u32], taken: &[u32]) -> Vec<u32> {
    let mut likely = taken.to_vec();
    take_defaults(ready, &mut likely, |choice, taken| ready.choosers(choice, counts, taken));
    likely
}

/// The place of each of so many things when they are sorted by a key.
fn ordered<K: Ord>(number: usize, key: impl Fn(usize) -> K) -> Vec<usize> {
    let mut order: Vec<usize> = (0..number).collect();
    order.sort_by_key(|thing| key(*thing));
    let mut places = vec![0; number];
    for (place, thing) in order.into_iter().enumerate() {
        places[thing] = place;
    }
    places
}

/// How many models have a hardpoint. `counts` has the number of models of each kind.
fn models(hardpoint: &ReadyChoice, counts: &[u32]) -> u32 {
    hardpoint.kind.map_or_else(|| counts.iter().sum(), |kind| counts[kind])
}

/// Pieces flow through this network to hardpoints. From the source, an edge leads to each piece. From there, edges lead on to
/// the options that the piece may be, to the hardpoints of its part's models, to those of all models, and to the sink.
struct Network {
    flows: SparseCapacity<i64>,
    pieces: usize,
    /// The place of each hardpoint in the order in which they are filled. The search goes by it.
    places: Vec<usize>,
    /// The place of each option, in the same order of hardpoints.
    options: Vec<usize>,
}

const SOURCE: usize = 0;
const SINK: usize = 1;

impl Network {
    fn new(ready: &ReadyUnit, pieces: &[Piece], parts: &[(Vec<u32>, Vec<u32>)]) -> Self {
        let places = ordered(ready.choices.len(), |hardpoint| rank(&ready.choices[hardpoint]));
        let options = ordered(ready.options.len(), |option| ready.options[option].of.map(|choice| places[choice]));
        let size = 2 + pieces.len() + (places.len() + options.len()) * (1 + parts.len());
        let flows = SparseCapacity::new(size, SOURCE, SINK);
        let mut network = Self { flows, pieces: pieces.len(), places, options };
        for (index, piece) in pieces.iter().enumerate() {
            network.flows.set_capacity(SOURCE, 2 + index, piece.times.into());
        }
        for (part, (counts, taken)) in parts.iter().enumerate() {
            for (hardpoint, choice) in ready.choices.iter().enumerate().filter(|(_, choice)| choice.hardpoint) {
                // Whether an option that brings the hardpoint is taken is asked for all models.
                let room = choice.max.unwrap_or(u32::MAX).saturating_mul(models(choice, counts));
                let room = room.saturating_sub(ready.chosen(hardpoint, taken));
                let (from, to) = (network.hardpoint(hardpoint, Some(part)), network.hardpoint(hardpoint, None));
                network.flows.set_capacity(from, to, room.into());
            }
        }
        network
    }

    /// The node of a hardpoint, of the models of a part or of all models.
    fn hardpoint(&self, hardpoint: usize, part: Option<usize>) -> usize {
        self.block(part) + self.places[hardpoint]
    }

    /// The node of an option, of the models of a part or of all models.
    fn option(&self, option: usize, part: Option<usize>) -> usize {
        self.block(part) + self.places.len() + self.options[option]
    }

    /// The first node of the hardpoints and options of a part's models, or of all models.
    fn block(&self, part: Option<usize>) -> usize {
        2 + self.pieces + part.map_or(0, |part| part + 1) * (self.places.len() + self.options.len())
    }

    /// Lets a piece go to the hardpoint of an offer, which may have so many of the option.
    fn allow(&mut self, piece: usize, pieces: &[Piece], offer: &HardpointOffer, most: u32) {
        let Piece { times, part, .. } = pieces[piece];
        let option = self.option(offer.option, part);
        self.flows.set_capacity(2 + piece, option, times.into());
        self.flows.set_capacity(option, self.hardpoint(offer.hardpoint, part), most.into());
    }

    /// Gives a hardpoint room.
    fn open(&mut self, hardpoint: usize, room: u32) {
        let from = self.hardpoint(hardpoint, None);
        self.flows.set_capacity(from, SINK, room.into());
    }

    /// How many of a piece stand in the hardpoint of an offer.
    fn placed(&self, piece: usize, pieces: &[Piece], offer: &HardpointOffer) -> u32 {
        let to = self.option(offer.option, pieces[piece].part);
        u32::try_from(self.flows.flow(2 + piece, to)).unwrap_or(0)
    }
}
