//! Tests of the calls.

mod calls;
mod own_units;
mod paper;
mod properties;
mod schema;
mod submissions;
mod unicode;
