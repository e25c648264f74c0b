//! What the calls answer.

mod calls;
mod own_units;
mod paper;
mod properties;
mod schema;
mod unicode;
