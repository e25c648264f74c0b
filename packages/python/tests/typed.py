"""Read by mypy alone: the types of the package fit what a person writes."""

from collections.abc import Iterator
from typing import Literal

import muster

report: muster.Report = muster.check("x", event="channel-cup-2026")
verdict: Literal["legal", "illegal", "undetermined", "unreadable"] = report["verdict"]
points: int | None = report["points"]
rules: list[str] = [finding["rule"] for finding in report["findings"]]
reports: Iterator[muster.Report] = muster.check_all(["x", b"x", {"muster": 1}])
rows: muster.Rows = muster.rows_of_paths("lists", event="cup.yaml")
nations: list[str | None] = [row["nation"] for row in rows["rows"]]
names: list[str] = list(muster.frame(rows)["name"])
report["no-such-key"]  # type: ignore[typeddict-item]
