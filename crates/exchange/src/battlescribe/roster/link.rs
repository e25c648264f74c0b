//! Rosters that links carry. List Forge shares a roster as `https://.../listforge/` and behind it, in base64, the gzip of its
//! JSON.

use std::io::Read;

use data_encoding::{BASE64_NOPAD, BASE64URL_NOPAD};
use flate2::read::GzDecoder;

/// The part of the address before the roster; some versions add a word.
const BEFORE: &str = "/listforge";
/// How every gzip begins in base64.
const GZIP: &str = "H4sI";
/// The longest link that is read, in bytes.
const MAX_LINK: usize = 1 << 20;
/// A link may carry a roster of so many bytes at most. Known rosters have 500 KB.
const MAX_ROSTER: u64 = 16 << 20;

/// The JSON of the roster that a link in a text carries. None if no link carries one; the reason if it is damaged or too
/// large.
#[must_use]
pub fn in_link(text: &str) -> Option<Result<Vec<u8>, String>> {
    let carried = |word: &str| {
        let (_, rest) = word.split_once(BEFORE)?;
        let (_, carried) = rest.split_once('/')?;
        (carried.starts_with(GZIP) && word.len() <= MAX_LINK).then(|| carried.to_owned())
    };
    let carried = text.split_whitespace().find_map(carried)?;
    Some(unpacked(&carried).ok_or_else(|| "the link carries a roster, but is damaged or cut off".to_owned()))
}

fn unpacked(carried: &str) -> Option<Vec<u8>> {
    let plain = carried.replace("%2B", "+").replace("%2F", "/").replace("%3D", "=");
    let plain = plain.trim_end_matches(|letter: char| !letter.is_ascii_alphanumeric() && !"+/-_".contains(letter));
    let packed = [BASE64_NOPAD, BASE64URL_NOPAD].iter().find_map(|base| base.decode(plain.as_bytes()).ok())?;
    let mut json = Vec::new();
    GzDecoder::new(packed.as_slice()).take(MAX_ROSTER + 1).read_to_end(&mut json).ok()?;
    (json.len() as u64 <= MAX_ROSTER).then_some(json)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use data_encoding::BASE64;
    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::in_link;

    fn link(json: &str) -> String {
        let mut packed = GzEncoder::new(Vec::new(), Compression::default());
        packed.write_all(json.as_bytes()).unwrap();
        BASE64.encode(&packed.finish().unwrap())
    }

    #[test]
    fn a_roster_comes_out_of_its_link() {
        let (json, packed) = (r#"{"roster": {}}"#, link(r#"{"roster": {}}"#));
        for address in ["https://a.example/#/listforge/", "https://a.example/listforge-json/"] {
            let found = in_link(&format!("my list:\n{address}{packed}\n"));
            assert_eq!(found, Some(Ok(json.as_bytes().to_vec())), "{address}");
        }
        let escaped = packed.replace('+', "%2B").replace('/', "%2F").replace('=', "%3D");
        assert!(in_link(&format!("https://a.example/listforge/{escaped}")).is_some_and(|found| found.is_ok()));
    }

    #[test]
    fn other_links_carry_none_and_damaged_ones_are_told() {
        assert_eq!(in_link("https://a.example/lists/H4sIAAAA"), None);
        assert_eq!(in_link("https://a.example/listforge/about"), None);
        let packed = link(&"{\"roster\": {}}".repeat(50));
        for end in [8, 20, packed.len() - 4] {
            let found = in_link(&format!("https://a.example/listforge/{}", &packed[..end]));
            assert!(found.is_some_and(|found| found.is_err()), "{end}");
        }
    }
}
