//! Reads the mails of replies.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

/// The headers and the text of a mail, with plain line ends.
pub(crate) fn parts(mail: &[u8]) -> (String, String) {
    let mail = String::from_utf8(mail.to_vec()).unwrap().replace("\r\n", "\n");
    let (head, body) = mail.split_once("\n\n").unwrap();
    if head.contains("base64") {
        return (head.to_owned(), String::from_utf8(base64(body)).unwrap());
    }
    if !head.contains("quoted-printable") {
        return (head.to_owned(), body.to_owned());
    }
    let mut bytes = Vec::new();
    let body = body.replace("=\n", "");
    let mut rest = body.as_bytes();
    while let [first, tail @ ..] = rest {
        if let (b'=', [one, other, tail @ ..]) = (first, tail) {
            bytes.push(u8::from_str_radix(str::from_utf8(&[*one, *other]).unwrap(), 16).unwrap());
            rest = tail;
        } else {
            bytes.push(*first);
            rest = tail;
        }
    }
    (head.to_owned(), String::from_utf8(bytes).unwrap())
}

/// The bytes of a text in base 64.
fn base64(text: &str) -> Vec<u8> {
    let value = |letter: u8| match letter {
        b'A'..=b'Z' => Some(u32::from(letter - b'A')),
        b'a'..=b'z' => Some(u32::from(letter - b'a') + 26),
        b'0'..=b'9' => Some(u32::from(letter - b'0') + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let values: Vec<u32> = text.bytes().filter_map(value).collect();
    let bytes = |part: &[u32]| {
        let all = part.iter().enumerate().fold(0, |all, (place, value)| all | (value << (18 - 6 * place)));
        all.to_be_bytes()[1..part.len()].to_vec()
    };
    values.chunks(4).flat_map(bytes).collect()
}
