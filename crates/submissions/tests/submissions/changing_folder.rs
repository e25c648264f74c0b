//! A folder that somebody changes while its lists are read.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use muster_engine::report::Verdict;
use muster_library::fault::{FaultKind, FileFault};
use muster_library::files::{Files, FolderItem, MemoryFiles, PathKind};
use muster_library::shelf::Shelf;
use muster_submissions::{HandIn, Intake, NewestGames, judge_paths};

const LIST: &str = "muster: 1\nruleset: dw-2.5\nnation: kingdom-of-britannia\nmfv: 500\nsquadrons: []\n";

/// Files of which one is gone when it is read, and one is only half written.
#[derive(Debug)]
struct ChangingFiles(MemoryFiles);

impl Files for ChangingFiles {
    fn read_up_to(&self, path: &Path, most: u64) -> Result<Vec<u8>, FileFault> {
        if path.ends_with("gone.yaml") {
            return Err(FileFault::new(FaultKind::NoAccess, "there is no such file"));
        }
        let bytes = self.0.read_up_to(path, most)?;
        Ok(if path.ends_with("half.yaml") { bytes[..bytes.len() / 2].to_vec() } else { bytes })
    }

    fn list(&self, folder: &Path) -> Vec<PathBuf> {
        self.0.list(folder)
    }

    fn kind(&self, path: &Path) -> Option<PathKind> {
        self.0.kind(path)
    }

    fn real(&self, path: &Path) -> Option<PathBuf> {
        self.0.real(path)
    }

    fn search(&self, folder: &Path) -> Vec<FolderItem> {
        self.0.search(folder)
    }
}

/// Each file has an outcome that says what became of it, and the others are judged.
#[test]
fn what_goes_or_is_half_written_has_an_outcome_too() {
    let of = |name: &str| (PathBuf::from("lists").join(name), LIST.as_bytes().to_vec());
    let files = ["anna.yaml", "gone.yaml", "half.yaml", "zoe.yaml"].map(of).into_iter().collect::<MemoryFiles>();
    let files: Arc<dyn Files> = Arc::new(ChangingFiles(files));
    let shelf = Shelf::empty(&files).and_built_in();
    let games = NewestGames::new(&shelf);
    let mut verdicts = Vec::new();
    judge_paths(&Intake::new(&games), &[PathBuf::from("lists")], |handed| {
        if let HandIn::Lists(lists) = handed {
            verdicts.extend(lists.into_iter().map(|list| (list.report.file, list.report.verdict)));
        }
    });
    let verdict = |name: &str| {
        let of_file = verdicts.iter().filter(|(file, _)| file.ends_with(name));
        of_file.map(|(_, verdict)| *verdict).collect::<Vec<_>>()
    };
    assert_eq!(verdict("anna.yaml"), [Verdict::Illegal]);
    assert_eq!(verdict("gone.yaml"), [Verdict::Unreadable]);
    assert!(matches!(verdict("half.yaml")[..], [one] if one != Verdict::Legal), "{verdicts:?}");
    assert_eq!(verdict("zoe.yaml"), [Verdict::Illegal]);
}
