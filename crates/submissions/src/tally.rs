//! Counts what was handed in: the lists of each verdict, and what became of each file.

use std::collections::HashSet;

use muster_engine::plural::count;
use muster_engine::report::{Report, Verdict};
use muster_engine::words::verdict::shown;
use muster_library::fault::FaultKind;
use muster_library::listed::ListStanding;

use crate::batch::HandIn;
use crate::submission::Submission;

/// How many lists there are of each verdict, and how many files without a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SubmissionTally {
    legal: u32,
    illegal: u32,
    undetermined: u32,
    unreadable: u32,
    /// Lists that were read from another form, in which something was not understood.
    doubtful: u32,
    /// Files that hold no list, also those inside mails and archives.
    others: u32,
    /// Folders without lists. They count as unreadable lists, but are no files.
    folders: u32,
    /// Versions below lists that count in their place: earlier ones, and late ones.
    earlier: u32,
    late: u32,
    /// The files. Parts of a mail or an archive are not counted.
    files: HashSet<String>,
}

impl SubmissionTally {
    /// Counts everything that was handed in.
    #[must_use]
    pub fn of(handed_in: &[HandIn]) -> Self {
        let mut tally = Self::default();
        for handed in handed_in {
            match handed {
                HandIn::Lists(lists) => {
                    for list in lists {
                        if list.came.is_folded() {
                            tally.fold(list);
                            continue;
                        }
                        tally.add(&list.came.file, &list.report, list.is_doubtful());
                    }
                }
                HandIn::NoList { file, packed_in, .. } => tally.pass_over(packed_in.as_ref().unwrap_or(file)),
            }
        }
        tally
    }

    /// Counts a list that came in a file.
    pub fn add(&mut self, file: &str, report: &Report, is_doubtful: bool) {
        if report.findings.iter().any(|finding| finding.rule.as_str() == FaultKind::NoLists.id()) {
            self.folders += 1;
        } else {
            self.files.insert(file.to_owned());
        }
        self.count(report.verdict, is_doubtful);
    }

    /// Counts a version in whose place another list counts.
    pub fn fold(&mut self, list: &Submission) {
        self.files.insert(list.came.file.clone());
        self.count_version(list.came.counts);
    }

    /// Counts a version in whose place another list counts, without its file.
    pub fn count_version(&mut self, standing: ListStanding) {
        let number = if standing == ListStanding::Late { &mut self.late } else { &mut self.earlier };
        *number += 1;
    }

    /// How many versions do not count, in words: `2 earlier, 1 late`. None if all lists count.
    #[must_use]
    pub fn versions(&self) -> Option<String> {
        let parts = [(self.earlier, "earlier"), (self.late, "late")];
        let parts: Vec<String> =
            parts.iter().filter(|(number, _)| *number > 0).map(|(number, what)| format!("{number} {what}")).collect();
        (!parts.is_empty()).then(|| parts.join(", "))
    }

    /// Counts a list by its verdict.
    pub fn count(&mut self, verdict: Verdict, is_doubtful: bool) {
        // An unreadable list is not counted as doubtful, so that each list counts once.
        self.doubtful += u32::from(is_doubtful && verdict != Verdict::Unreadable);
        match verdict {
            Verdict::Legal => self.legal += 1,
            Verdict::Illegal => self.illegal += 1,
            Verdict::Undetermined => self.undetermined += 1,
            Verdict::Unreadable => self.unreadable += 1,
        }
    }

    /// Counts so many things that hold no list.
    pub fn add_others(&mut self, others: u32) {
        self.others = self.others.saturating_add(others);
    }

    /// Counts something that holds no list and came in a file.
    pub fn pass_over(&mut self, file: &str) {
        self.files.insert(file.to_owned());
        self.others += 1;
    }

    /// How many lists there are.
    #[must_use]
    pub fn lists(&self) -> u32 {
        self.legal + self.illegal + self.undetermined + self.unreadable
    }

    /// How many files hold no list.
    #[must_use]
    pub fn others(&self) -> u32 {
        self.others
    }

    /// The verdicts that occur, with their numbers, best first.
    #[must_use]
    pub fn verdicts(&self) -> Vec<(u32, Verdict)> {
        let all = [
            (self.legal, Verdict::Legal),
            (self.illegal, Verdict::Illegal),
            (self.undetermined, Verdict::Undetermined),
            (self.unreadable, Verdict::Unreadable),
        ];
        all.into_iter().filter(|(number, _)| *number > 0).collect()
    }

    /// The lists in words: `60 lists: 30 legal, 25 illegal, 5 cannot tell`.
    #[must_use]
    pub fn sentence(&self) -> String {
        let verdicts: Vec<String> =
            self.verdicts().into_iter().map(|(number, of)| format!("{number} {}", shown(of))).collect();
        let lists = count(self.lists(), "list");
        if verdicts.is_empty() { lists } else { format!("{lists}: {}", verdicts.join(", ")) }
    }

    /// How many files there are.
    #[must_use]
    pub fn files(&self) -> u32 {
        u32::try_from(self.files.len()).unwrap_or(u32::MAX)
    }

    /// What became of the files: `43 lists, 9 read with doubts, 8 need a person`. A person is needed for unreadable
    /// lists and for files without a list. None if there are no files without a list and no doubts.
    #[must_use]
    pub fn outcome(&self) -> Option<String> {
        if self.others == 0 && self.doubtful == 0 {
            return None;
        }
        let person = self.unreadable + self.others - self.folders;
        let mut parts = vec![count(self.lists() - self.unreadable - self.doubtful, "list")];
        if self.doubtful > 0 {
            parts.push(format!("{} read with doubts", self.doubtful));
        }
        if person > 0 {
            parts.push(format!("{person} {} a person", if person == 1 { "needs" } else { "need" }));
        }
        Some(parts.join(", "))
    }
}
