"""Runs of `muster` in a folder of their own, and what they leave there."""

import os
import re
import shutil
import subprocess
import time

# The name of a file that is not whole yet. The next run that writes beside it removes it.
TEMPORARY = re.compile(r"^\.muster-[0-9A-Za-z]{6}\.tmp$")
# Longer than any run takes. A run that takes longer hangs.
HANGS = 120


class Fault(Exception):
    """Something that must not be."""


class Work:
    """A folder to write to, a folder for temporary files, and the folder of inputs, which never change."""

    def __init__(self, muster, root):
        self.muster, self.inputs = str(muster), root / "in"
        self.folder, self.temp = root / "work", root / "temp"

    def clear(self, files):
        """Makes the folder anew, with these files."""
        for folder in (self.folder, self.temp):
            for entry in os.scandir(folder) if folder.exists() else ():
                shutil.rmtree(entry.path) if entry.is_dir(follow_symlinks=False) else os.unlink(entry.path)
            folder.mkdir(exist_ok=True)
        for name, bytes in files.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(bytes)

    def start(self, words, **options):
        streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
        options = {**streams, "cwd": self.folder, "env": {**os.environ, "TMPDIR": str(self.temp)}, **options}
        return subprocess.Popen([self.muster, *words], **options)

    def run(self, words, **options):
        """Runs to the end. Returns the status and what it said on standard error."""
        child = self.start(words, **options)
        try:
            said = child.communicate(timeout=HANGS)[1]
        except subprocess.TimeoutExpired:
            child.kill()
            child.communicate()
            raise Fault(f"it took more than {HANGS} seconds") from None
        said = (said or b"").decode(errors="replace")
        if child.returncode == 101 or "panicked at" in said:
            raise Fault(f"it panicked: {said[-500:]}")
        return child.returncode, said

    def found(self):
        """The files in the folder, and the names of temporary ones."""
        return found(self.folder)

    def left_in_temp(self):
        return sorted(entry.name for entry in os.scandir(self.temp))


def found(folder):
    """The files in a folder with their content, and how many temporary files are among them."""
    files, temporary = {}, 0
    for at, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(at, name)
            if TEMPORARY.match(name):
                temporary += 1
                continue
            with open(path, "rb") as file:
                content = file.read()
            # A file that git must run is not whole without its mode.
            is_program = name == "pre-commit" and not os.stat(path).st_mode & 0o100
            files[os.path.relpath(path, folder)] = b"not executable" if is_program else content
    return files, temporary


def is_writing(folder):
    """Whether a temporary file is in a folder or in one below it."""
    try:
        for entry in os.scandir(folder):
            if TEMPORARY.match(entry.name) or (entry.is_dir() and is_writing(entry.path)):
                return True
    except OSError:
        # It went away in the meantime.
        pass
    return False


def halves(before, after, now):
    """What is neither as it was nor as it should become."""
    faults = [f"{name} is gone" for name in before if name not in now]
    for name, content in now.items():
        if content not in (before.get(name), after.get(name)):
            faults.append(f"{name} is neither old nor new ({len(content)} bytes)")
    return faults


class Usual:
    """How a command runs when nothing disturbs it, with old files there or without."""

    def __init__(self, work, command, over):
        self.command, self.over = command, over
        self.before = {}
        self.words = command.words(work.inputs, force=over)
        if over:
            self._make_old(work)
        self.seconds, self.writes = 0.0, 0.0
        self.run(work)
        self.after, left = work.found()
        if left or self.after == self.before:
            raise Fault("it wrote nothing, or left temporary files")
        # The second run finds the files of the first one in the system's cache, as all later ones do.
        self.run(work)
        if work.found()[0] != self.after:
            raise Fault("two runs write different bytes")

    def _make_old(self, work):
        """Files such as an earlier run wrote, about other lists."""
        work.clear({})
        inputs, words = work.inputs, self.command.words(work.inputs)
        if self.command.name == "import of a folder":
            words += ["--mfv", "900"]
        work.run(words)
        files, _ = work.found()
        # The record of an import is read by the next one, so it must be a true one.
        is_old = self.command.name == "import of a folder"
        self.before = files if is_old else {name: b"old\n" * 50 for name in files}
        for name in self.before:
            if name.endswith("pre-commit"):
                self.before[name] = b"not executable"

    def clear(self, work):
        work.clear(self.before)

    def run(self, work):
        self.clear(work)
        begun = time.monotonic()
        child = work.start(self.words)
        writing = None
        while child.poll() is None:
            if writing is None and is_writing(work.folder):
                writing = time.monotonic()
        self.said = child.communicate()[1].decode(errors="replace")
        now = time.monotonic()
        self.status, self.seconds = child.returncode, now - begun
        # Until the end, from the moment when the first temporary file was seen.
        self.writes = now - writing if writing else 0.0
        if self.status not in (0, 1, 2) or (self.status == 2 and "cannot" in self.said):
            raise Fault(f"it ended with {self.status}: {self.said[-300:]}")

    def words_again(self, work):
        """The words of the next run, after one that did not end well."""
        return self.words if self.command.goes_on else self.command.words(work.inputs, force=True)
