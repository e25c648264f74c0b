//! Deadlines of events: a day, with an hour and a time zone if the event states them.

use crate::day::is_day;

/// The form of a deadline, as a regular expression.
pub(crate) const PATTERN: &str = "^[0-9]{4}-[0-9]{2}-[0-9]{2}([T ][0-9]{2}:[0-9]{2}(:[0-9]{2})?)?\
                                  ( ?(Z|[+-][0-9]{2}:[0-9]{2})| [A-Za-z][A-Za-z0-9_+/-]*)?$";
/// How a deadline is written, for people.
const HELP: &str = "write it as YYYY-MM-DD, with an hour and a time zone: 2026-11-28T23:59 Europe/London";

/// The parts of a deadline as they are written.
#[derive(Clone, Copy, Debug)]
struct WrittenDeadline<'t> {
    day: &'t str,
    /// `23:59` or `23:59:30`.
    hour: Option<&'t str>,
    /// `Europe/London`, `Z` or `+01:00`.
    zone: Option<&'t str>,
}

impl<'t> WrittenDeadline<'t> {
    /// None if a text has another form. The day, the hour or the zone may still be none that there is.
    fn of(text: &'t str) -> Option<Self> {
        let (day, rest) = text.split_at_checked(10)?;
        if !crate::army::is_date(day) {
            return None;
        }
        let is_clock = |text: &str| {
            let parts: Vec<&str> = text.split(':').collect();
            matches!(parts.len(), 2 | 3)
                && parts.iter().all(|part| part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_digit()))
        };
        let behind_mark =
            rest.strip_prefix(['T', ' ']).filter(|rest| rest.starts_with(|first: char| first.is_ascii_digit()));
        let (hour, rest) = match behind_mark {
            Some(clock) => {
                let end = clock.find(|letter: char| !letter.is_ascii_digit() && letter != ':').unwrap_or(clock.len());
                let (hour, rest) = clock.split_at_checked(end)?;
                (Some(hour).filter(|hour| is_clock(hour)).map(Some)?, rest)
            }
            None => (None, rest),
        };
        let is_offset = |zone: &str| {
            zone == "Z" || zone.strip_prefix(['+', '-']).is_some_and(|clock| clock.len() == 5 && is_clock(clock))
        };
        let is_name = |zone: &str| {
            zone.starts_with(|first: char| first.is_ascii_alphabetic())
                && zone.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_+/-".contains(&byte))
        };
        let zone = match (rest, rest.strip_prefix(' ')) {
            ("", _) => None,
            (offset, None) if is_offset(offset) => Some(offset),
            (_, Some(zone)) if is_offset(zone) || is_name(zone) => Some(zone),
            _ => return None,
        };
        Some(Self { day, hour, zone })
    }
}

/// Whether a text has the form of a deadline.
pub(crate) fn has_form(text: &str) -> bool {
    WrittenDeadline::of(text).is_some()
}

/// What is wrong with a text as a deadline, and what would help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeadlineFault {
    /// What is wrong, in words that follow a colon.
    pub message: String,
    /// What would help.
    pub help: String,
}

impl DeadlineFault {
    fn new(message: String) -> Self {
        Self { message, help: HELP.to_owned() }
    }
}

/// The parts of a text that is a deadline by its form and its day.
fn written(text: &str) -> Result<WrittenDeadline<'_>, DeadlineFault> {
    let none = || DeadlineFault::new(format!("{text:?} is no deadline"));
    let written = WrittenDeadline::of(text).ok_or_else(none)?;
    if is_day(written.day) { Ok(written) } else { Err(DeadlineFault::new(format!("there is no day {}", written.day))) }
}

/// What is wrong with a text as a deadline; none if it is one.
#[cfg(feature = "full")]
pub(crate) fn fault(text: &str) -> Option<DeadlineFault> {
    Deadline::parse(text).err()
}

/// The same without a table of time zones.
#[cfg(not(feature = "full"))]
pub(crate) fn fault(text: &str) -> Option<DeadlineFault> {
    written(text).err()
}

#[cfg(feature = "full")]
pub use self::moment::Deadline;

#[cfg(feature = "full")]
mod moment {
    use jiff::civil::{Date, Time};
    use jiff::tz::{Disambiguation, Offset, TimeZone, TimeZoneDatabase};
    use jiff::{SignedDuration, Timestamp, Zoned};
    use muster_engine::nearest::nearest;

    use super::{DeadlineFault, WrittenDeadline, written};

    /// The time until which lists of an event count.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Deadline {
        /// As the event states it.
        text: String,
        /// The first moment that is too late.
        end: Timestamp,
        zone: TimeZone,
        /// What the event does not state and the machine decides, in words; none if the event states hour and zone.
        concluded: Option<String>,
    }

    impl Deadline {
        /// Reads a deadline such as `2026-11-28T23:59 Europe/London`. A day alone goes until midnight. Without a zone, that of
        /// this machine counts.
        ///
        /// # Errors
        /// What is wrong with it.
        pub fn parse(text: &str) -> Result<Self, DeadlineFault> {
            let written = written(text)?;
            if let Some(zone) = written.zone {
                return Self::of(text, written, &self::zone(zone)?, None);
            }
            let here = TimeZone::try_system();
            let told = match here.as_ref().map(TimeZone::iana_name) {
                Ok(Some(name)) => format!("{name}, the time zone of this machine"),
                Ok(None) => "in the time zone of this machine".to_owned(),
                Err(_) => "UTC, as this machine tells no time zone".to_owned(),
            };
            Self::of(text, written, &here.unwrap_or(TimeZone::UTC), Some(told))
        }

        /// Makes a deadline in this zone. `told` says what the event did not state.
        fn of(
            text: &str,
            written: WrittenDeadline,
            zone: &TimeZone,
            told: Option<String>,
        ) -> Result<Self, DeadlineFault> {
            let wrong = |what: String| move |_: jiff::Error| DeadlineFault::new(what);
            let day: Date = written.day.parse().map_err(wrong(format!("there is no day {}", written.day)))?;
            let (time, is_day) = match written.hour {
                Some(hour) => {
                    let mut parts = hour.split(':').map(|part| part.parse::<i8>().unwrap_or(-1));
                    let mut next = || parts.next().unwrap_or(0);
                    let time =
                        Time::new(next(), next(), next(), 0).map_err(wrong(format!("there is no hour {hour}")))?;
                    (time, false)
                }
                None => (Time::midnight(), true),
            };
            let far = || wrong(format!("the day {} is too far away", written.day));
            // The whole minute is in time, or the whole second if it is stated.
            let (day, grace) = match written.hour {
                None => (day.tomorrow().map_err(far())?, 0),
                Some(hour) => (day, if hour.len() > 5 { 1 } else { 60 }),
            };
            // Where clocks are set back, the hour is there twice; the later one counts.
            let moment =
                zone.to_ambiguous_zoned(day.to_datetime(time)).disambiguate(Disambiguation::Later).map_err(far())?;
            let end = moment.timestamp().checked_add(SignedDuration::from_secs(grace)).map_err(far())?;
            let until = is_day.then(|| "until midnight".to_owned());
            let concluded: Vec<String> = until.into_iter().chain(told).collect();
            let concluded = (!concluded.is_empty()).then(|| concluded.join(", "));
            Ok(Self { text: text.to_owned(), end, zone: zone.clone(), concluded })
        }

        /// The deadline as the event states it, with what it leaves open: `2026-11-28 (until midnight, Europe/London, the time
        /// zone of this machine)`.
        #[must_use]
        pub fn words(&self) -> String {
            match &self.concluded {
                Some(concluded) => format!("{} ({concluded})", self.text),
                None => self.text.clone(),
            }
        }

        /// Whether a moment is after it.
        #[must_use]
        pub fn is_before(&self, moment: Timestamp) -> bool {
            moment >= self.end
        }

        /// A moment by the clocks of its zone.
        #[must_use]
        pub fn local(&self, moment: Timestamp) -> Zoned {
            moment.to_zoned(self.zone.clone())
        }
    }

    /// The zone with this name or offset.
    fn zone(name: &str) -> Result<TimeZone, DeadlineFault> {
        if name == "Z" {
            return Ok(TimeZone::UTC);
        }
        if let Some(clock) = name.strip_prefix(['+', '-']) {
            let mut parts = clock.split(':').map(|part| part.parse::<i32>().unwrap_or(i32::MAX));
            let (hours, minutes) = (parts.next().unwrap_or(0), parts.next().unwrap_or(0));
            let seconds = hours.saturating_mul(3600).saturating_add(minutes.saturating_mul(60));
            let signed = if name.starts_with('-') { -seconds } else { seconds };
            let offset = Offset::from_seconds(signed).ok().filter(|_| hours < 24 && minutes < 60);
            let none = || DeadlineFault::new(format!("no time zone is {name} from UTC"));
            return offset.map(TimeZone::fixed).ok_or_else(none);
        }
        // The table of the program, so that every machine knows the same zones.
        let zones = TimeZoneDatabase::bundled();
        zones.get(name).map_err(|_| {
            let names: Vec<String> = zones.available().map(|name| name.to_string()).collect();
            let fault = DeadlineFault::new(format!("no time zone is called `{name}`"));
            let near = nearest(name, names.iter().map(String::as_str));
            DeadlineFault { help: near.unwrap_or(fault.help), message: fault.message }
        })
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        fn at(text: &str) -> Timestamp {
            text.parse().unwrap()
        }

        #[test]
        fn the_whole_minute_is_in_time() {
            let deadline = Deadline::parse("2026-11-28T23:59 Europe/London").unwrap();
            assert!(!deadline.is_before(at("2026-11-28T23:59:59Z")));
            assert!(deadline.is_before(at("2026-11-29T00:00:00Z")));
            assert_eq!(deadline.words(), "2026-11-28T23:59 Europe/London");
            let second = Deadline::parse("2026-11-28T23:59:30Z").unwrap();
            assert!(!second.is_before(at("2026-11-28T23:59:30Z")) && second.is_before(at("2026-11-28T23:59:31Z")));
        }

        #[test]
        fn zones_differ_and_clocks_change() {
            for (text, last) in [
                ("2026-11-28T23:59 America/New_York", "2026-11-29T04:59:00Z"),
                ("2026-11-28T23:59 europe/berlin", "2026-11-28T22:59:00Z"),
                ("2026-11-28T23:59+05:30", "2026-11-28T18:29:00Z"),
                ("2026-11-28 23:59 -03:00", "2026-11-29T02:59:00Z"),
                // A day ends at midnight of its zone.
                ("2026-07-01 Europe/London", "2026-07-01T22:59:00Z"),
                // On that night the hour from one to two comes twice, and the second one counts.
                ("2026-10-25T01:30 Europe/London", "2026-10-25T01:30:00Z"),
                // On that night there is no such hour.
                ("2026-03-29T01:30 Europe/London", "2026-03-29T01:30:00Z"),
            ] {
                let deadline = Deadline::parse(text).unwrap();
                assert!(!deadline.is_before(at(last)), "{text}");
                assert!(deadline.is_before(at(last) + SignedDuration::from_secs(60)), "{text}");
            }
        }

        #[test]
        fn a_day_alone_says_whose_midnight_it_ends_at() {
            let berlin = TimeZoneDatabase::bundled().get("Europe/Berlin").unwrap();
            let told = Some("Europe/Berlin, the time zone of this machine".to_owned());
            let deadline = Deadline::of("2026-11-28", written("2026-11-28").unwrap(), &berlin, told).unwrap();
            assert!(!deadline.is_before(at("2026-11-28T22:59:59Z")) && deadline.is_before(at("2026-11-28T23:00:00Z")));
            let words = "2026-11-28 (until midnight, Europe/Berlin, the time zone of this machine)";
            assert_eq!(deadline.words(), words);
            assert!(Deadline::parse("2026-11-28").unwrap().words().contains("this machine"));
        }

        #[test]
        fn what_is_no_deadline() {
            let fault = |text: &str| Deadline::parse(text).unwrap_err();
            assert_eq!(fault("2026-11-28T23:59 Europe/Lodnon").help, "did you mean `Europe/London`?");
            for (text, message) in [
                ("2026-02-30T12:00 Europe/London", "there is no day 2026-02-30"),
                ("2026-11-28T24:00 Europe/London", "there is no hour 24:00"),
                ("2026-11-28T23:59+99:00", "no time zone is +99:00 from UTC"),
                ("9999-12-31", "the day 9999-12-31 is too far away"),
                ("2026-11-28T23", "\"2026-11-28T23\" is no deadline"),
                ("soon", "\"soon\" is no deadline"),
                ("2026-11-28 23:59 ", "\"2026-11-28 23:59 \" is no deadline"),
                ("2026-11-2\u{e9}", "\"2026-11-2\u{e9}\" is no deadline"),
            ] {
                assert_eq!(fault(text).message, message, "{text}");
            }
        }
    }
}
