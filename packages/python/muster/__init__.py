"""Judges army lists of the Dystopian Wars family of games by the rules of the books.

>>> import muster
>>> report = muster.check("Kingdom of Britannia, 1000 points\\n3 Tribal Cruisers")
>>> report["verdict"]
'illegal'

It is the engine of Muster. The reports are those of `muster check --format json`.
"""

from __future__ import annotations

import json
import os
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from . import _muster
from .reports import Report, Reports, Row, Rows

if TYPE_CHECKING:
    from pandas import DataFrame

__all__ = ["Muster", "MusterFault", "Report", "Reports", "Row", "Rows", "call", "check", "check_all", "check_paths", "frame", "rows", "rows_of_paths"]

#: A list in any form that Muster reads: a text, the bytes of a file, or a list file as a dictionary.
ListText: TypeAlias = "str | bytes | Mapping[str, Any]"
#: An event or house rules: the id of one that comes with Muster, or the path of an overlay. If it extends another overlay, that one must
#: come with Muster.
Event: TypeAlias = "str | os.PathLike[str]"
Paths: TypeAlias = "str | os.PathLike[str] | Iterable[str | os.PathLike[str]]"

#: So many lists of a stream are judged at once, on all threads.
AT_ONCE = 256


class MusterFault(Exception):
    """A call that was refused: `code` is for programs, `help` says what would help."""

    def __init__(self, code: str, message: str, help: str | None = None) -> None:
        super().__init__(code, message, help)
        self.code, self.message, self.help = code, message, help

    def __str__(self) -> str:
        return f"{self.message} ({self.help})" if self.help else self.message


class Muster:
    """An engine with rulesets of its own.

    `rulesets` are folders of rulesets, which come before those of the package. `threads` is how many lists are judged at the same
    time, one for each core if it is not stated. Threads may share one engine; a process that forks gets a new one.
    """

    def __init__(self, rulesets: Paths = (), threads: int | None = None) -> None:
        folders = _paths(rulesets)
        for folder in folders:
            if not os.path.isdir(folder):
                raise NotADirectoryError(f"there is no folder of rulesets {folder}")
        if threads is not None and threads < 1:
            raise ValueError("an engine needs at least one thread")
        self._made_of = (folders, threads or 0)
        self._engines: dict[int, _muster.Engine] = {}

    @property
    def _engine(self) -> _muster.Engine:
        # A process that was forked has no threads of the engine, so it makes its own. The parent's stays in memory, unused.
        pid = os.getpid()
        return self._engines.get(pid) or self._engines.setdefault(pid, _muster.Engine(*self._made_of))

    def __getstate__(self) -> dict[str, Any]:
        return {"made_of": self._made_of}

    def __setstate__(self, state: dict[str, Any]) -> None:
        rulesets, threads = state["made_of"]
        self.__init__(rulesets, threads or None)  # type: ignore[misc]

    def call(self, name: str, **args: Any) -> Any:
        """Answers any call of Muster. `/openapi.json` of `muster serve` describes them. A `-` in a key of `args` is written `_`."""
        given = {key.replace("_", "-"): value for key, value in args.items()}
        return _answer(self._engine.call(name, json.dumps(given).encode()))

    def check(self, text: ListText, *, event: Event | None = None) -> Report:
        """The report on one list; of several lists in a text, on the first. A text without a list has an unreadable report."""
        return cast(Reports, _answer(self._engine.call("check", _args(text, "list", _event(event)))))["reports"][0]

    def check_all(self, texts: Iterable[ListText], *, event: Event | None = None) -> Iterator[Report]:
        """The reports on the lists in a stream of texts, in their order, as they come. The memory does not grow with the stream.

        The `file` of a report is the number of its text, from 0. A text without a list has an unreadable report.
        """
        for answer in self._stream("check", texts, event):
            yield from cast(Reports, answer)["reports"]

    def rows(self, texts: Iterable[ListText], *, event: Event | None = None) -> Iterator[Row]:
        """The same with a row for each list: its facts, its verdict and the ids of what was found. They are quicker to make."""
        for answer in self._stream("rows", texts, event):
            yield from cast(Rows, answer)["rows"]

    def check_paths(self, paths: Paths, *, event: Event | None = None) -> Reports:
        """The reports on everything in files and folders, and the files that hold no list; `-` is standard input. Mails and archives
        are opened."""
        return cast(Reports, self._judged(paths, event, False))

    def rows_of_paths(self, paths: Paths, *, event: Event | None = None) -> Rows:
        """The same with a row for each list."""
        return cast(Rows, self._judged(paths, event, True))

    def _judged(self, paths: Paths, event: Event | None, rows: bool) -> Any:
        return _answer(self._engine.check_paths(_paths(paths), json.dumps(_event(event)).encode(), rows))

    def _stream(self, name: str, texts: Iterable[ListText], event: Event | None) -> Iterator[Any]:
        given, numbered = _event(event), enumerate(texts)
        while chunk := [_args(text, str(number), given) for number, text in islice(numbered, AT_ONCE)]:
            yield from map(_answer, self._engine.calls(name, chunk))


def _paths(paths: Paths) -> list[str]:
    all = [paths] if isinstance(paths, (str, os.PathLike)) else paths
    return [os.fspath(path) for path in all]


def _args(text: ListText, name: str, event: Any) -> bytes:
    if isinstance(text, Mapping):
        text = json.dumps(dict(text))
    if not isinstance(text, (str, bytes)):
        raise TypeError(f"a list is a text, bytes or a dictionary, not {type(text).__name__}")
    if isinstance(text, bytes):
        file: dict[str, Any] = {"name": name, "text": b64encode(text).decode(), "packed": True}
    else:
        file = {"name": name, "text": text}
    # Halves of letters, which a text of Python may have, become question marks.
    return json.dumps({"files": [file], "event": event}, ensure_ascii=False).encode(errors="replace")


def _event(event: Event | None) -> dict[str, str] | None:
    if event is None or isinstance(event, str) and not event.endswith((".yaml", ".yml")):
        return event if event is None else {"name": event}
    path = Path(event)
    return {"name": path.name, "text": path.read_text(encoding="utf-8")}


def _answer(answer: tuple[bool, bytes]) -> Any:
    is_answer, told = answer
    value = json.loads(told)
    if not is_answer:
        raise MusterFault(**value)
    return value


def frame(rows: Iterable[Row] | Rows) -> DataFrame:
    """A frame of pandas with a line for each row. Needs pandas."""
    import pandas

    from .reports import COLUMNS

    lines = rows["rows"] if isinstance(rows, Mapping) else list(rows)
    table = pandas.DataFrame(lines, columns=COLUMNS)
    whole = ["document", "mfv", "points", "claimed"]
    return table.astype(dict.fromkeys(whole, "Int64"))


_usual = Muster()
call = _usual.call
check = _usual.check
check_all = _usual.check_all
check_paths = _usual.check_paths
rows = _usual.rows
rows_of_paths = _usual.rows_of_paths
