//! Tests of the calls.

mod calls;
mod cases;
mod clubs;
mod effort;
mod everywhere;
mod mends;
mod overview;
mod own_units;
mod paper;
mod play;
mod properties;
mod recognise;
mod schema;
mod sheets;
mod standing;
mod starters;
mod submissions;
mod unicode;
