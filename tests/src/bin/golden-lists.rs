//! Writes the golden lists of all games into a folder, with what they need beside them: `golden-lists FOLDER`. Programs that
//! read files find the lists there that templates make.

use std::path::Path;
use std::{env, fs, io};

use muster_tests::golden::golden_files;

fn main() -> io::Result<()> {
    let Some(target) = env::args_os().nth(1) else {
        return Err(io::Error::other("say which folder: golden-lists FOLDER"));
    };
    for game in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("lists"))? {
        let game = game?;
        let to = Path::new(&target).join(game.file_name());
        fs::create_dir_all(&to)?;
        for file in golden_files(&game.path()) {
            fs::write(to.join(file.path.file_name().unwrap_or_default()), file.text)?;
        }
        for beside in fs::read_dir(game.path())? {
            let beside = beside?;
            if beside.file_type()?.is_dir() {
                copy_files(&beside.path(), &to.join(beside.file_name()))?;
            }
        }
    }
    Ok(())
}

/// Copies the files of a folder.
fn copy_files(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for file in fs::read_dir(from)? {
        let file = file?;
        fs::copy(file.path(), to.join(file.file_name()))?;
    }
    Ok(())
}
