#!/usr/bin/env python3
"""Fuzzes every door for some time, and reports coverage: run.py FOLDER SECONDS [DOOR...]

FOLDER keeps what was built, the corpora and what was found. What is found (a crash, an input that takes longer than ten
seconds or more than a gigabyte) is kept in FOLDER/found/DOOR, and the exit status is 1. See docs/fuzzing.md."""

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
# What cargo-fuzz uses too: count edges, and tell the fuzzer what is compared. A sanitizer finds little in Rust without
# `unsafe`, needs nightly, and is several times slower.
FLAGS = " ".join(
    ["--cfg fuzzing", "-Cpasses=sancov-module"]
    + [f"-Cllvm-args=-sanitizer-coverage-{flag}" for flag in ("level=4", "inline-8bit-counters", "pc-table", "trace-compares")]
)
LIMITS = ["-timeout=10", "-rss_limit_mb=1024", "-max_len=12000", "-print_final_stats=1"]
# A door that keeps finding something is not started more often.
STARTS = 4
LINE = re.compile(rb"cov: (\d+) ft: (\d+) corp: (\d+)/")


def doors():
    names = re.findall(r'^name = "(\w+)"\npath = "doors/', (HERE / "Cargo.toml").read_text(), re.M)
    assert names
    return names


def build(folder):
    """Builds all doors and the maker of seeds. Returns the folder with the programs."""
    version = subprocess.run(["rustc", "-vV"], capture_output=True, text=True, check=True).stdout
    host = re.search(r"^host: (.*)$", version, re.M)[1]
    command = ["cargo", "build", "--release", "--locked", "--target", host, "--target-dir", folder / "build"]
    # The name of the target keeps the flags from build scripts.
    subprocess.run(command, cwd=HERE, env={**os.environ, "RUSTFLAGS": FLAGS, "CARGO_INCREMENTAL": "0"}, check=True)
    return folder / "build" / host / "release"


def once(program, args, log):
    """Runs a door. Returns its exit status."""
    env = {**os.environ, "RAYON_NUM_THREADS": "1", "TMPDIR": str(log.parent)}
    with open(log, "wb") as out:
        return subprocess.run(["nice", program, *LIMITS, *args], stdout=out, stderr=out, env=env).returncode


def fuzz(program, folder, door, seconds):
    """Fuzzes a door for some time, and makes its corpus small. Returns what the fuzzer told."""
    corpus, found, work = folder / "corpus" / door, folder / "found" / door, folder / "work" / door
    shutil.rmtree(work, ignore_errors=True)
    for path in (corpus, found, work):
        path.mkdir(parents=True, exist_ok=True)
    sources = [path for path in (folder / "seeds" / door, HERE / "regressions" / door) if path.is_dir()]
    before, end, starts, executed = set(found.iterdir()), time.monotonic() + seconds, 0, 0
    first, last = None, (0, 0, 0)
    while starts < STARTS and time.monotonic() < end - 1:
        starts += 1
        log = work / f"{starts}.log"
        left = int(end - time.monotonic())
        args = [f"-max_total_time={left}", f"-dict={folder}/seeds/words.dict", f"-artifact_prefix={found}/", corpus, *sources]
        status = once(program, args, log)
        text = log.read_bytes()
        told = [tuple(map(int, match.groups())) for match in LINE.finditer(text)]
        begun = re.search(rb"INITED " + LINE.pattern, text)
        if begun and first is None:
            first = tuple(map(int, begun.groups()))
        last = max([last, *told])
        executed += sum(map(int, re.findall(rb"stat::number_of_executed_units: (\d+)", text)))
        if status == 0:
            break
    small = work / "small"
    small.mkdir()
    if once(program, ["-merge=1", f"-artifact_prefix={work}/", small, corpus, *sources], work / "merge.log") == 0:
        shutil.rmtree(corpus)
        small.rename(corpus)
    kept = [path.stat().st_size for path in corpus.iterdir()]
    return first or (0, 0, 0), last, executed, kept, sorted(set(found.iterdir()) - before)


def main():
    folder, seconds = Path(sys.argv[1]).resolve(), int(sys.argv[2])
    chosen = sys.argv[3:] or doors()
    programs = build(folder)
    shutil.rmtree(folder / "seeds", ignore_errors=True)
    subprocess.run([programs / "seeds"], env={**os.environ, "SEEDS": str(folder / "seeds")}, check=True, stderr=subprocess.DEVNULL)
    wrong = []
    print("| door | inputs tried | each second | edges: seeds | edges: end | features: seeds | features: end | corpus |")
    print("|---|---|---|---|---|---|---|---|", flush=True)
    for door in chosen:
        begin = time.monotonic()
        first, last, executed, kept, found = fuzz(programs / door, folder, door, seconds)
        speed = executed / max(1, min(seconds, time.monotonic() - begin))
        figures = [f"{executed:,}", f"{speed:,.0f}", *(f"{figure:,}" for pair in zip(first[:2], last[:2]) for figure in pair)]
        print("|", " | ".join([door, *figures, f"{len(kept):,} ({sum(kept) / 1e6:.1f} MB)"]), "|", flush=True)
        wrong += found
    for path in wrong:
        print(f"found: {path}", file=sys.stderr)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
