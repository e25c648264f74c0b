//! What part of the circle around a model an arc of fire covers.

use indexmap::IndexMap;

use crate::shapes::declarations::Sector;

/// The sectors of an arc as a card prints it: an arc that the ruleset declares (`F`, `270 Fore`), or several of them
/// (`FPS`, `F/P/S`, `P&S`). None if part of it is not declared.
#[must_use]
pub fn sectors(declared: &IndexMap<String, Vec<Sector>>, printed: &str) -> Option<Vec<Sector>> {
    if let Some(sectors) = declared.get(printed) {
        return Some(sectors.clone());
    }
    let parts = printed.split(['/', '&', '+', ',']).map(str::trim);
    let each = parts.map(|part| declared.get(part).cloned().or_else(|| by_letter(declared, part)));
    Some(each.collect::<Option<Vec<_>>>()?.concat())
}

/// The sectors of arcs that are written without anything between their letters.
fn by_letter(declared: &IndexMap<String, Vec<Sector>>, printed: &str) -> Option<Vec<Sector>> {
    if printed.is_empty() {
        return None;
    }
    let each = printed.chars().map(|letter| declared.get(letter.encode_utf8(&mut [0; 4]) as &str).cloned());
    Some(each.collect::<Option<Vec<_>>>()?.concat())
}

#[cfg(test)]
mod tests {
    use super::{Sector, sectors};

    #[test]
    fn arcs_are_put_together_from_those_that_are_declared() {
        let declared = [("F", (-45, 45)), ("S", (45, 135)), ("270 Fore", (-135, 135)), ("FS", (0, 1))];
        let declared = declared.map(|(name, (from, to))| (name.to_owned(), vec![Sector { from, to }])).into();
        let told = |printed: &str| {
            let sectors = sectors(&declared, printed)?;
            Some(sectors.iter().map(|sector| (sector.from, sector.to)).collect::<Vec<_>>())
        };
        assert_eq!(told("270 Fore"), Some(vec![(-135, 135)]));
        assert_eq!(told("F/S"), Some(vec![(-45, 45), (45, 135)]));
        assert_eq!(told("S & F"), Some(vec![(45, 135), (-45, 45)]));
        assert_eq!(told("SF"), Some(vec![(45, 135), (-45, 45)]));
        // A name that is declared is not taken apart.
        assert_eq!(told("FS"), Some(vec![(0, 1)]));
        for unknown in ["", "F/", "F/X", "FX", "270 Aft"] {
            assert_eq!(told(unknown), None, "{unknown}");
        }
    }
}
