//! The example of README.md.

use muster::Muster;

fn main() {
    let report = Muster::new().judge("Kingdom of Britannia, 1000 points\n3 Tribal Cruisers");
    assert_eq!(report.verdict, muster::Verdict::Illegal);
    for finding in &report.findings {
        println!("{}: {}", finding.rule, finding.message);
    }
}
