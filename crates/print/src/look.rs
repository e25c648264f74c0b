//! How a fleet looks on its pages: drawings of its units, and the emblem and colour of its nation. The pages say the same
//! without them.

use std::collections::BTreeMap;

/// How a fleet looks.
#[derive(Clone, Debug, Default)]
pub struct FleetLook {
    /// The name of the drawing that shows a squadron, by the squadron's pointer in the list.
    pub squadrons: BTreeMap<String, String>,
    /// The name of the emblem of the list's nation.
    pub emblem: Option<String>,
    /// The colour of the list's nation: `#` and six hexadecimal digits.
    pub colour: Option<String>,
    /// The drawings by their names, as SVG in the colour `currentColor`.
    pub drawings: BTreeMap<String, String>,
    /// The traits by whose values the overview counts points, by their ids.
    pub traits: Vec<String>,
    /// The statistics that the overview counts, by their ids.
    pub stats: Vec<String>,
}
