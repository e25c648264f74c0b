//! Messages as the protocol frames them: headers, a blank line, and so many bytes of JSON.

use std::io::{self, BufRead, Read};

use lsp_server::Message;

use crate::lines::{InputLine, InputLines};

/// The largest message that is read. A list file may have 8 MB.
const MESSAGE_BYTES: u64 = 64 * 1024 * 1024;
/// The longest header.
const HEADER_BYTES: usize = 4096;

/// The messages of an input.
#[derive(Debug)]
pub(super) struct Messages<R>(InputLines<R>);

/// What came.
#[derive(Debug)]
pub(super) enum IncomingMessage {
    Whole(Message),
    /// Something that is no message, and why.
    Broken(String),
}

impl<R: BufRead> Messages<R> {
    pub(super) fn new(reader: R) -> Self {
        Self(InputLines::new(reader, HEADER_BYTES))
    }

    /// Waits for the next message. None at the end of the input, also if it ends within a message.
    pub(super) fn read(&mut self) -> io::Result<Option<IncomingMessage>> {
        let mut length = None;
        loop {
            let Some(line) = self.0.read()? else { return Ok(None) };
            let InputLine::Whole(line) = line else { continue };
            let line = String::from_utf8_lossy(&line);
            match (line.trim(), length) {
                ("", Some(length)) => return self.body(length).transpose(),
                // Blank lines between messages.
                ("", None) => {}
                (header, _) => {
                    let Some((name, value)) = header.split_once(':') else { continue };
                    if name.trim().eq_ignore_ascii_case("content-length") {
                        length = value.trim().parse::<u64>().ok();
                    }
                }
            }
        }
    }

    fn body(&mut self, length: u64) -> Option<io::Result<IncomingMessage>> {
        let reader = self.0.reader();
        if length > MESSAGE_BYTES {
            let most = MESSAGE_BYTES / 1024 / 1024;
            let skipped = io::copy(&mut reader.by_ref().take(length), &mut io::sink());
            return Some(skipped.map(|_| IncomingMessage::Broken(format!("a message has at most {most} MB"))));
        }
        let mut body = Vec::new();
        match reader.by_ref().take(length).read_to_end(&mut body) {
            Ok(_) if (body.len() as u64) < length => None,
            Ok(_) => Some(Ok(match serde_json::from_slice(&body) {
                Ok(message) => IncomingMessage::Whole(message),
                Err(error) => IncomingMessage::Broken(format!("this is no message: {error}")),
            })),
            Err(error) => Some(Err(error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{IncomingMessage, Message, Messages};

    fn read(input: &[u8]) -> Vec<&'static str> {
        let mut messages = Messages::new(input);
        let mut found = Vec::new();
        while let Ok(Some(message)) = messages.read() {
            found.push(match message {
                IncomingMessage::Whole(Message::Request(_)) => "request",
                IncomingMessage::Whole(Message::Notification(_)) => "notification",
                IncomingMessage::Whole(Message::Response(_)) => "response",
                IncomingMessage::Broken(_) => "broken",
            });
        }
        found
    }

    #[test]
    fn what_is_no_message_stops_no_other() {
        let note = r#"{"jsonrpc":"2.0","method":"exit"}"#;
        let good = format!("Content-Length: {}\r\n\r\n{note}", note.len());
        assert_eq!(read(good.as_bytes()), ["notification"]);
        let broken = format!("garbage\r\nContent-Length: 3\r\n\r\n{{}}x{good}");
        assert_eq!(read(broken.as_bytes()), ["broken", "notification"]);
        let long = format!("{}\r\nContent-Type: x\r\ncontent-length:{}\r\n\r\n{note}", "x".repeat(100_000), note.len());
        assert_eq!(read(long.as_bytes()), ["notification"]);
        assert!(read(b"Content-Length: 99999999999999\r\n\r\n{}").contains(&"broken"));
        assert!(read(b"Content-Length: 20\r\n\r\n{}").is_empty());
        assert!(read(b"Content-Length: -1\r\n\r\n{}").is_empty());
    }
}
