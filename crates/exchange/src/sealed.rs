//! Sealed lists: files that only the key of an event opens.
//!
//! A sealed file is an [age](https://age-encryption.org/v1) file. In it are a line of JSON, which names the event and the file
//! that was sealed, and then that file as it is. So any program for age opens it too, and a line has to be cut off then.

use std::fmt;
use std::io::Read;

use age::secrecy::ExposeSecret;
use age::x25519::{Identity, Recipient};
use age::{DecryptError, Decryptor};
use serde::{Deserialize, Serialize};

/// The version of this form of files.
const FORMAT: u32 = 1;
/// How every age file begins.
const SIGN: &[u8] = b"age-encryption.org/";
/// The longest head of an age file that is read. A head of ours has a tenth of it; each key in a longer one takes time.
const HEAD: usize = 4096;
/// The most characters of the name of a file.
const NAME: usize = 200;
/// The longest first line of what was sealed.
const LINE: usize = 4096;
/// The longest file of keys, in bytes. A key has less than a hundred.
pub const KEYS: usize = 65_536;

/// The key of an event that everybody may know: with it, lists are sealed.
#[derive(Clone)]
pub struct PublicKey(Recipient);

/// The secret keys of events: with them, sealed lists are opened.
#[derive(Clone)]
pub struct EventKeys(Vec<Identity>);

impl fmt::Debug for EventKeys {
    /// Nothing of the keys may get into a message.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "EventKeys({})", self.0.len())
    }
}

/// A file that was sealed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SealedFile {
    /// The id of the event that it was sealed for.
    pub event: String,
    /// Its name, without folders.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// The first line in a sealed file.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct SealedHead {
    sealed: u32,
    event: String,
    file: String,
}

/// Why a sealed file is not opened, or not made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SealFault {
    /// No key was given.
    #[error("the list is sealed, and only the key of its event opens it")]
    NoKey,
    /// None of the keys opens it.
    #[error("the list is sealed with another key than this: for another event, or with an earlier key of this one")]
    OtherKey,
    /// Something of it is missing or is not as it was sealed.
    #[error("the sealed file is cut short, or was changed after it was sealed")]
    Damaged,
    /// Another program encrypted it, or a newer Muster.
    #[error("the file is encrypted, but not as `muster seal` does it")]
    OtherForm,
    /// What was sealed is larger than what may be read.
    #[error("the sealed file holds too much for a list")]
    TooLarge,
    /// A text is no public key.
    #[error("this is no public key of an event: it has a letter wrong, or was cut short")]
    NoPublicKey,
    /// A file holds no secret key.
    #[error("there is no key of an event in it")]
    NoSecretKey,
}

impl PublicKey {
    /// Reads a key as an event states it: `age1…`.
    ///
    /// # Errors
    /// If it is none, or a letter of it is wrong.
    pub fn read(text: &str) -> Result<Self, SealFault> {
        text.trim().parse().map(Self).map_err(|_| SealFault::NoPublicKey)
    }
}

impl EventKeys {
    /// A new key, made by chance.
    #[must_use]
    pub fn random() -> Self {
        Self(vec![Identity::generate()])
    }

    /// Reads the keys of a file.
    ///
    /// # Errors
    /// If a line is neither a secret key nor a comment, or if there is no key.
    pub fn read(bytes: &[u8]) -> Result<Self, SealFault> {
        let text = std::str::from_utf8(bytes).ok().filter(|text| text.len() <= KEYS).ok_or(SealFault::NoSecretKey)?;
        let lines = text.trim_start_matches('\u{feff}').lines().map(str::trim);
        let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
        let keys = lines.map(|line| line.parse().map_err(|_| SealFault::NoSecretKey)).collect::<Result<Vec<_>, _>>()?;
        if keys.is_empty() { Err(SealFault::NoSecretKey) } else { Ok(Self(keys)) }
    }

    /// The public halves, as an event states them.
    pub fn public(&self) -> impl Iterator<Item = String> {
        self.0.iter().map(|key| key.to_public().to_string())
    }

    /// The file that keeps the keys, which programs for age read too.
    #[must_use]
    pub fn text(&self) -> String {
        let key = |key: &Identity| {
            format!(
                "# The secret key of an event: who has this file can open the lists that are sealed for it.\n\
                 # public key: {}\n{}\n",
                key.to_public(),
                key.to_string().expose_secret()
            )
        };
        self.0.iter().map(key).collect()
    }
}

/// Whether bytes are an encrypted file of this form, even one that is damaged.
#[must_use]
pub fn is_sealed(bytes: &[u8]) -> bool {
    bytes.starts_with(SIGN)
}

/// Seals a file for the event that has this key. The same file gives other bytes each time.
///
/// Of the name of the file, the last 200 characters are kept.
///
/// # Errors
/// If the id of the event is longer than some kilobytes.
pub fn seal(key: &PublicKey, file: &SealedFile) -> Result<Vec<u8>, SealFault> {
    // The end tells the form of the file.
    let long = file.name.chars().count().saturating_sub(NAME);
    let name = file.name.chars().skip(long).collect();
    let head = SealedHead { sealed: FORMAT, event: file.event.clone(), file: name };
    let mut whole = serde_json::to_vec(&head).map_err(|_| SealFault::OtherForm)?;
    if whole.len() >= LINE {
        return Err(SealFault::TooLarge);
    }
    whole.push(b'\n');
    whole.extend_from_slice(&file.bytes);
    // Only a writer that fails makes it fail, and memory does not.
    age::encrypt(&key.0, &whole).map_err(|_| SealFault::OtherForm)
}

/// Opens a sealed file. What was sealed may have `most` bytes.
///
/// # Errors
/// If none of the keys opens it, or if it is not as it was sealed.
pub fn open(keys: Option<&EventKeys>, bytes: &[u8], most: u64) -> Result<SealedFile, SealFault> {
    let begin = &bytes[..bytes.len().min(HEAD)];
    if !begin.windows(5).any(|end| end == b"\n--- ") {
        return Err(if bytes.len() < HEAD { SealFault::Damaged } else { SealFault::OtherForm });
    }
    let keys = keys.ok_or(SealFault::NoKey)?;
    let decryptor = Decryptor::new_buffered(bytes).map_err(|fault| told(&fault))?;
    let identities = keys.0.iter().map(|key| key as &dyn age::Identity);
    let reader = decryptor.decrypt(identities).map_err(|fault| told(&fault))?;
    let room = most.saturating_add(LINE as u64);
    let mut whole = Vec::new();
    // The last block is only taken whole, so a file that ends early fails.
    reader.take(room + 1).read_to_end(&mut whole).map_err(|_| SealFault::Damaged)?;
    let end = whole.iter().take(LINE).position(|byte| *byte == b'\n').ok_or(SealFault::OtherForm)?;
    if (whole.len() - end - 1) as u64 > most {
        return Err(SealFault::TooLarge);
    }
    let head: SealedHead = serde_json::from_slice(&whole[..end]).map_err(|_| SealFault::OtherForm)?;
    if head.sealed != FORMAT {
        return Err(SealFault::OtherForm);
    }
    // The player chose the name, so it is only a label.
    let name = head.file.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
    Ok(SealedFile { event: head.event, name, bytes: whole.split_off(end + 1) })
}

fn told(fault: &DecryptError) -> SealFault {
    match fault {
        DecryptError::NoMatchingKeys => SealFault::OtherKey,
        DecryptError::UnknownFormat => SealFault::OtherForm,
        _ => SealFault::Damaged,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{EventKeys, HEAD, NAME, PublicKey, SealFault, SealedFile, is_sealed, open, seal};

    const MOST: u64 = 1 << 20;

    fn keys() -> (EventKeys, PublicKey) {
        let keys = EventKeys::random();
        let public = PublicKey::read(&keys.public().next().unwrap()).unwrap();
        (keys, public)
    }

    fn file() -> SealedFile {
        SealedFile { event: "cup".to_owned(), name: "anna.yaml".to_owned(), bytes: b"muster: 1\n\0\xff".repeat(9) }
    }

    #[test]
    fn what_was_sealed_comes_back_for_its_key_alone() {
        let (keys, public) = keys();
        let sealed = seal(&public, &file()).unwrap();
        assert!(is_sealed(&sealed) && !sealed.windows(4).any(|some| some == b"anna"));
        assert_ne!(sealed, seal(&public, &file()).unwrap());
        let again = EventKeys::read(keys.text().as_bytes()).unwrap();
        for _ in 0..2 {
            assert_eq!(open(Some(&again), &sealed, MOST), Ok(file()));
        }
        assert_eq!(open(None, &sealed, MOST), Err(SealFault::NoKey));
        let other = EventKeys::random();
        assert_eq!(open(Some(&other), &sealed, MOST), Err(SealFault::OtherKey));
        let both = format!("\u{feff}{}\r\n\r\n{}", other.text(), keys.text());
        assert_eq!(open(Some(&EventKeys::read(both.as_bytes()).unwrap()), &sealed, MOST), Ok(file()));
    }

    #[test]
    fn no_length_and_no_changed_byte_is_opened() {
        let (keys, public) = keys();
        let sealed = seal(&public, &file()).unwrap();
        for length in 0..sealed.len() {
            assert!(open(Some(&keys), &sealed[..length], MOST).is_err(), "{length}");
            let mut changed = sealed.clone();
            changed[length] ^= 1;
            // Another program's key may stand among the keys, and one letter of it may change.
            assert!(open(Some(&keys), &changed, MOST).is_err(), "{length}");
        }
        assert!(open(Some(&keys), &[&sealed[..], b"x"].concat(), MOST).is_err());
    }

    #[test]
    fn limits_and_other_forms_are_told() {
        let (keys, public) = keys();
        let large = SealedFile { bytes: vec![b'a'; 10_000], ..file() };
        let sealed = seal(&public, &large).unwrap();
        assert_eq!(open(Some(&keys), &sealed, 10_000), Ok(large));
        assert_eq!(open(Some(&keys), &sealed, 1_000), Err(SealFault::TooLarge));
        assert_eq!(seal(&public, &SealedFile { event: "a".repeat(HEAD), ..file() }), Err(SealFault::TooLarge));
        let long = SealedFile { name: format!("{}.yaml", "a".repeat(HEAD)), ..file() };
        let name = open(Some(&keys), &seal(&public, &long).unwrap(), MOST).unwrap().name;
        assert!(name.len() == NAME && name.ends_with("a.yaml"), "{name}");
        let plain = age::encrypt(&public.0, b"muster: 1\nname: Pond\n").unwrap();
        assert_eq!(open(Some(&keys), &plain, MOST), Err(SealFault::OtherForm));
        let newer =
            age::encrypt(&public.0, b"{\"sealed\":2,\"event\":\"cup\",\"file\":\"a.yaml\"}\nmuster: 1").unwrap();
        assert_eq!(open(Some(&keys), &newer, MOST), Err(SealFault::OtherForm));
        let many = [b"age-encryption.org/v1\n".to_vec(), b"-> X25519 AAAA\nAAAA\n".repeat(1_000)].concat();
        assert_eq!(open(Some(&keys), &many, MOST), Err(SealFault::OtherForm));
        let named = SealedFile { name: "../../etc/anna.yaml".to_owned(), ..file() };
        assert_eq!(open(Some(&keys), &seal(&public, &named).unwrap(), MOST).unwrap().name, "anna.yaml");
    }

    #[test]
    fn a_faulty_key_is_no_key() {
        let (keys, _) = keys();
        let public = keys.public().next().unwrap();
        for wrong in ["", "age1", &public[..61], &public.replace(&public[10..11], "b"), keys.text().as_str()] {
            assert!(PublicKey::read(wrong).is_err(), "{wrong}");
        }
        let secret = keys.text();
        for wrong in ["", "# nothing\n", public.as_str(), secret.trim_end().split_at(secret.len() - 5).0, "\u{0}"] {
            assert!(EventKeys::read(wrong.as_bytes()).is_err(), "{wrong}");
        }
        assert!(EventKeys::read(b"\xff\xfe").is_err());
    }
}
