//! Reads lists as people write them: units by the words that tell them from others, with numbers, prices, options and
//! roles in any order.
//!
//! `lines` and `words` split a text. `line_facts` finds what each line names, `survey` what it is, `parts` finds where each list
//! begins, and `game` finds the game. `line` reads one line, with `names`, `units`, `nations` and `numbers`. `exact` reads a line
//! that Muster wrote. `candidates` weighs all readings of a line, with `senses` (squadrons and names) and `talk` (prose).
//! `squadrons` puts a list together from its lines, with `hosts`, `heads` (limit, sum, settings) and `people` (the player).
//! `language` holds the words of languages.

mod candidates;
mod doubts;
mod entries;
mod exact;
mod game;
mod heads;
mod hosts;
mod language;
mod line;
mod line_facts;
mod lines;
mod names;
mod nations;
mod numbers;
mod parts;
mod people;
mod person;
mod placed_line;
mod senses;
mod squadrons;
mod survey;
mod talk;
mod text;
mod units;
mod unknown_entry;
mod words;

pub(super) use self::game::likeliest;
pub(super) use self::language::WordSort;
pub(super) use self::numbers::{number_word, price};
pub(crate) use self::people::player_in;
pub use self::text::MAX_TEXT;
pub(crate) use self::text::no_part;
pub(super) use self::text::{TableLine, list, read, read_all, ruleset};
pub(super) use self::units::UnitNameIndex;
