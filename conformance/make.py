#!/usr/bin/env python3
"""Makes the conformance pack: make.py MUSTER LISTS FOLDER

Each golden list in LISTS, where `golden-lists` (tests/src/bin) wrote them, and each example becomes a file of its own,
with the report of MUSTER beside it and a line in index.json (docs/conformance.md). A golden list states its verdict in a comment: if MUSTER says otherwise, no pack is
made. An older pack in FOLDER is replaced; nothing else is.
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
STATED = re.compile(rb"# (?:.*; *)?verdict: (\w+)")


def documents(text):
    """The documents of a YAML file. A document begins after a line `---`, as in crates/golden/src/list.rs."""
    parts = re.split(rb"(?m)^---\r?\n", text)
    return parts[1:] if text.startswith(b"---") else parts


def copy_lists(source, folder):
    """Writes each list of a game as a file of its own, and gives the files in order."""
    files = []
    for file in sorted(source.glob("*.yaml")):
        parts = documents(file.read_bytes())
        for number, part in enumerate(parts, 1):
            # The numbers have equally many digits, so that files stand in the order of their lists.
            name = file.name if len(parts) == 1 else f"{file.stem}-{number:0{len(str(len(parts)))}}.yaml"
            if (folder / name).exists():
                raise SystemExit(f"{file}: there are two lists for {folder / name}")
            (folder / name).write_bytes(part)
            files.append(folder / name)
    return files


def copy_beside(source, folder, name):
    """Copies the `units` that a game's lists use, or the `sheets` that they refer to, and gives the files."""
    for file in [*source.glob(f"{name}/*.yaml"), *source.glob(f"{name}.csv")]:
        copy = folder / file.relative_to(source)
        copy.parent.mkdir(exist_ok=True)
        shutil.copy(file, copy)
    return sorted([*folder.glob(f"{name}/*.yaml"), *folder.glob(f"{name}.csv")])


def entry(report, text, beside):
    """A list's line of the index."""
    stated = STATED.search(text)
    if stated and stated[1].decode() != report["verdict"]:
        raise SystemExit(f"{report['file']}: the list says {stated[1].decode()}, the program {report['verdict']}")
    ruleset = report["ruleset"] or {}
    return {
        "list": report["file"],
        "report": f"reports/{report['file'].removesuffix('.yaml')}.json",
        "name": report["name"],
        "game": report["file"].split("/")[1],
        "ruleset": {key: ruleset.get(key) for key in ("id", "version")},
        **beside,
        "verdict": report["verdict"],
        "points": report["points"],
        "findings": [{key: finding[key] for key in ("rule", "severity")} for finding in report["findings"]],
    }


def judge(muster, pack, files, units):
    """The program's reports on these files. It runs in the pack, so that reports name files as the pack does."""
    options = [f"--units={unit}" for unit in units]
    words = [muster, "check", "--format=jsonl", *options, *files]
    run = subprocess.run(words, cwd=pack, capture_output=True, text=True)
    reports = [json.loads(line) for line in run.stdout.splitlines()]
    if [report["file"] for report in reports] != files:
        raise SystemExit(f"{muster}: {len(files)} lists gave {len(reports)} reports\n{run.stderr}")
    return reports


def game(muster, pack, source, kind):
    """Writes the lists and reports of one game, and gives their lines of the index."""
    folder = pack / kind / source.name
    folder.mkdir(parents=True)
    inside = lambda paths: [path.relative_to(pack).as_posix() for path in paths]
    files = inside(copy_lists(source, folder))
    units, sheets = (inside(copy_beside(source, folder, name)) for name in ("units", "sheets"))
    lines = []
    for report in judge(muster, pack, files, units) if files else []:
        text = (pack / report["file"]).read_bytes()
        read = [sheet for sheet in sheets if f"sheets/{pathlib.Path(sheet).name}".encode() in text]
        lines.append(entry(report, text, {"units": units, "sheets": read}))
        path = pack / lines[-1]["report"]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(report, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return lines


def main(muster, golden, folder):
    muster = str(pathlib.Path(shutil.which(muster) or muster).resolve())
    old = pathlib.Path(folder).resolve()
    if old.exists() and any(old.iterdir()) and not (old / "index.json").exists():
        raise SystemExit(f"{old}: this folder holds something that is no conformance pack")
    # The old pack stays until the new one is whole.
    pack = old.with_name(f"{old.name}.part")
    shutil.rmtree(pack, ignore_errors=True)
    pack.mkdir(parents=True)
    version = subprocess.run([muster, "--version"], capture_output=True, text=True, check=True).stdout.split()[1]
    # The rulesets' folders name the games. Other folders of examples hold lists for other purposes.
    games = sorted(path.name for path in (ROOT / "rulesets").iterdir() if path.is_dir())
    sources = {"golden": pathlib.Path(golden).resolve(), "examples": ROOT / "examples"}
    lists = [line for kind, source in sources.items() for name in games if (source / name).is_dir()
             for line in game(muster, pack, source / name, kind)]
    for file, name in (("conformance/run.py", "run.py"), ("docs/conformance.md", "README.md"), ("NOTICE", "NOTICE"),
                       ("LICENSE-MIT", "LICENSE-MIT"), ("LICENSE-APACHE", "LICENSE-APACHE")):
        shutil.copy(ROOT / file, pack / name)
    head = {"format": 1, "by": f"Muster {version}"}
    # One list a line, so that versions of a pack can be compared.
    body = ",\n".join(json.dumps(line, ensure_ascii=False) for line in lists)
    text = json.dumps(head)[:-1] + f', "lists": [\n{body}\n]}}\n'
    (pack / "index.json").write_text(text, encoding="utf-8")
    shutil.rmtree(old, ignore_errors=True)
    pack.rename(old)
    print(f"{old}: {len(lists)} lists")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        raise SystemExit("usage: make.py MUSTER LISTS FOLDER")
    main(*sys.argv[1:])
