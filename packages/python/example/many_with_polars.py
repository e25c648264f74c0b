"""Judges lists on all cores of one machine, and counts verdicts by nation with Polars.

    python many_with_polars.py LISTS.jsonl OUT

LISTS.jsonl has a list in JSON on each line. OUT is a new folder. The rows are written in parts, so the memory does not grow with the lists.
"""

import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import muster
import polars

AT_ONCE = 50_000


def main(lists: str, out: str) -> int:
    Path(out).mkdir(parents=True)
    rows, number = muster.rows(lines(lists)), 0
    while (part := [short(row) for row in islice(rows, AT_ONCE)]) or number == 0:
        polars.DataFrame(part, schema=SCHEMA).write_parquet(Path(out) / f"{number:04}.parquet")
        number += 1
    judged = polars.scan_parquet(f"{out}/*.parquet")
    print(judged.group_by("nation", "verdict").len().sort("nation", "verdict").collect())
    return 0


def lines(path: str) -> Iterator[str]:
    with open(path, encoding="utf-8", errors="replace") as file:
        yield from (line for line in file if line.strip())


def short(row: muster.Row) -> dict:
    return {key: row[key] for key in SCHEMA}  # type: ignore[literal-required]


SCHEMA = {
    "nation": polars.String,
    "mfv": polars.Int64,
    "points": polars.Int64,
    "verdict": polars.String,
    "errors": polars.List(polars.String),
    "fingerprint": polars.String,
}

if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
