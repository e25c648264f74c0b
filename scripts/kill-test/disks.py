"""Disks that are full, that may not be written, or that go away while a command writes.

It runs as the user who is root in a namespace of its own, in which mounts are its own.
"""

import contextlib
import os
import resource
import shutil
import subprocess
import time

from kills import Tally, usual
from work import Fault, found, halves, is_writing

MOST = 64 << 20
PAGE = 4096


def mount(*words):
    subprocess.run(["mount", *words], check=True)


class Disk:
    """A small disk in memory, on which the folders of a `Work` are."""

    def __init__(self, work):
        self.work, self.at = work, work.folder.parent / "disk"
        self.at.mkdir(exist_ok=True)
        self.usual_folders = work.folder, work.temp

    def __enter__(self):
        mount("-t", "tmpfs", "-o", f"size={MOST}", "none", str(self.at))
        self.work.folder, self.work.temp = self.at / "work", self.at / "temp"
        self.work.clear({})
        return self

    def __exit__(self, *_):
        subprocess.run(["umount", "-l", str(self.at)], check=False, stderr=subprocess.DEVNULL)
        self.work.folder, self.work.temp = self.usual_folders

    def free(self):
        there = os.statvfs(self.at)
        return there.f_bavail * there.f_bsize

    def fill(self, leave):
        """Fills the disk but for these bytes."""
        with open(self.at / "filler", "wb") as file:
            os.posix_fallocate(file.fileno(), 0, max(self.free() - leave, 1))
        assert self.free() <= leave + PAGE

    def empty(self):
        (self.at / "filler").unlink(missing_ok=True)


def judged(tally, way, status, said, told, now, temporary):
    """Looks at what a run left that could not write all. It must say why, in one of the words of `told`."""
    tally.killed += 1
    for fault in halves(way.before, way.after, now):
        tally.fault(fault)
    if temporary:
        tally.fault("a temporary file is left")
    if now == way.after and status == way.status:
        tally.new += 1
        return
    tally.old += now == way.before
    tally.some += now != way.before
    if status != 2:
        tally.fault(f"it ended with {status} although not all was written: {said.strip()[-200:]}")
    elif not any(words in said for words in told):
        tally.fault(f"it does not say why: {said.strip()[-200:]}")


def full(work, way, tally, steps=6):
    """Runs it with ever less room on the disk."""
    with Disk(work) as disk:
        way.run(work)
        needed = sum(len(content) + PAGE for content in way.after.values()) + 8 * PAGE
        for step in range(steps):
            way.clear(work)
            disk.fill(needed * step // (steps - 1) // PAGE * PAGE)
            try:
                status, said = work.run(way.words)
                judged(tally, way, status, said, ["No space left on device"], *found(work.folder))
            except Fault as fault:
                tally.fault(str(fault))
            disk.empty()


def read_only(work, way, tally):
    """Runs it where nothing may be written."""
    with Disk(work) as disk:
        way.clear(work)
        mount("-o", "remount,ro", str(disk.at))
        try:
            # The folder for temporary files is another one.
            work.temp = disk.usual_folders[1]
            status, said = work.run(way.words)
            judged(tally, way, status, said, ["Read-only file system"], *found(work.folder))
        except Fault as fault:
            tally.fault(str(fault))
        mount("-o", "remount,rw", str(disk.at))


def limited(work, way, tally, steps=4):
    """Runs it with a limit on the size of files, both with and without the signal that ends most programs."""
    largest = max(map(len, way.after.values()))
    for step in range(steps):
        bytes = largest * step // steps
        for is_killed in (False, True):
            way.clear(work)
            limit = lambda bytes=bytes: resource.setrlimit(resource.RLIMIT_FSIZE, (bytes, bytes))
            try:
                # Python ignores the signal. Its children do so, too, if it is not restored for them.
                status, said = work.run(way.words, preexec_fn=limit, restore_signals=is_killed)
            except Fault as fault:
                tally.fault(str(fault))
                continue
            now, temporary = found(work.folder)
            if is_killed and status < 0:
                tally.killed += 1
                for fault in halves(way.before, way.after, now):
                    tally.fault(fault)
            else:
                judged(tally, way, status, said, ["File too large"], now, temporary)


def whole(words, folder):
    """The words with whole paths in place of those of files that are written."""
    output = words.index("-o") + 1
    is_ours = lambda at: at == output or words[at] == "list.yaml"
    path = lambda word: str(folder / word) + ("/" if word.endswith("/") else "")
    return [path(word) if is_ours(at) else word for at, word in enumerate(words)]


def vanish(work, way, how, moment, tally):
    """Runs it, and takes its folder away while it writes."""
    with Disk(work) as disk:
        way.clear(work)
        if work.temp.is_relative_to(disk.at):
            work.temp = disk.usual_folders[1]
        # With whole paths, or from within the folder.
        is_whole = moment * 100 % 1 < 0.7
        child = work.start(whole(way.words, work.folder), cwd="/") if is_whole else work.start(way.words)
        begun = time.monotonic()
        while child.poll() is None and not is_writing(work.folder) and time.monotonic() < begun + way.seconds:
            pass
        time.sleep(moment * way.writes)
        inside = os.open(disk.at, os.O_RDONLY)
        gone = f"/proc/self/fd/{inside}/work"
        if how == "renamed":
            gone = disk.at / "elsewhere"
            os.rename(work.folder, gone)
        elif how == "deleted":
            gone = None
            for _ in range(1000):
                shutil.rmtree(work.folder, ignore_errors=True)
                if not work.folder.exists():
                    break
        else:
            subprocess.run(["umount", "-l", str(disk.at)], check=True)
            # The place goes away with the drive, unless something was written there at this very moment.
            with contextlib.suppress(OSError):
                disk.at.rmdir()
        try:
            said = child.communicate(timeout=120)[1].decode(errors="replace")
        except subprocess.TimeoutExpired:
            child.kill()
            child.communicate()
            tally.fault("it took more than two minutes")
            said = ""
        tally.killed += 1
        status = child.returncode
        # The path of a temporary file is gone with the folder. The next run that writes there removes it.
        now, _ = found(gone) if gone else ({}, 0)
        again, _ = found(work.folder) if work.folder.exists() else ({}, 0)
        faults = [] if how == "deleted" else halves(way.before, way.after, now)
        for fault in faults:
            tally.fault(f"in the folder that was {how}, {fault}")
        # If the folder went away before the first file was written, the command makes it and writes all files there.
        is_all_new = all(again.get(name) == content for name, content in way.after.items())
        if again and how != "deleted" and not is_all_new:
            tally.fault(f"the folder that was {how} was made again, with {len(again)} files")
        if status == 101 or status < 0 or "panicked at" in said:
            tally.fault(f"it ended with {status}: {said.strip()[-200:]}")
        elif now == way.after or is_all_new or (how == "deleted" and status == way.status):
            tally.new += 1
        else:
            tally.some += 1
            if status != 2:
                tally.fault(f"it ended with {status} although not all was written: {said.strip()[-200:]}")
            elif "cannot" not in said:
                tally.fault(f"it does not say why: {said.strip()[-200:]}")
        os.close(inside)
        if how == "unmounted":
            shutil.rmtree(disk.at, ignore_errors=True)
            disk.at.mkdir()


def other_user(work, way, tally):
    """Runs it as a user who may read everything here and write nothing."""
    way.clear(work)
    work.temp.chmod(0o777)
    user = {"user": 65534, "group": 65534, "extra_groups": []}
    try:
        status, said = work.run(way.words, **user)
        judged(tally, way, status, said, ["Permission denied"], *found(work.folder))
    except Fault as fault:
        tally.fault(str(fault))


def no_reader(work, command, tally):
    """Writes into a device that is always full: as the output file, and as standard output."""
    words = command.words(work.inputs)
    at = words.index("-o")
    with open("/dev/full", "wb") as device:
        for args, told in ((words[:at] + words[at + 2 :], "cannot write the output"),
                           (words[:at] + ["-o", "/dev/full"] + words[at + 2 :], "cannot write /dev/full")):  # fmt: skip
            work.clear({})
            tally.killed += 1
            try:
                status, said = work.run(args, stdout=device)
            except Fault as fault:
                tally.fault(str(fault))
                continue
            if status != 2 or not (told in said or "No space left on device" in said):
                tally.fault(f"`{' '.join(args)}` into a full device ended with {status}: {said.strip()[-200:]}")


def run(work, commands, moments, rounds):
    """All of them, for all commands. Returns a tally of each way in which a disk can fail."""
    names = ["full disk", "read-only disk", "limit on file size", "no permission", "full device",
             "folder renamed", "folder deleted", "drive unmounted"]  # fmt: skip
    tallies = {name: Tally(name) for name in names}
    for command in commands:
        try:
            ways = usual(work, command)
        except Fault as fault:
            tallies["full disk"].fault(f"{command.name}, undisturbed: {fault}")
            continue
        for way in ways:
            for name, test in {"full disk": full, "read-only disk": read_only, "limit on file size": limited}.items():
                noted(tallies[name], command, lambda tally: test(work, way, tally))
            if os.environ.get("KILL_TEST_INSIDE") != "mapped":
                noted(tallies["no permission"], command, lambda tally: other_user(work, way, tally))
            for name in ("folder renamed", "folder deleted", "drive unmounted"):
                for _ in range(rounds if command.is_batch else 1):
                    noted(tallies[name], command,
                          lambda tally: vanish(work, way, name.split()[1], moments.random(), tally))  # fmt: skip
        if not command.is_batch and command.name not in ("print", "freeze"):
            noted(tallies["full device"], command, lambda tally: no_reader(work, command, tally))
    return [tally for tally in tallies.values() if tally.killed or tally.faults]


def noted(tally, command, test):
    """Runs a test, and names the command in its faults."""
    one = Tally(tally.name)
    test(one)
    for count in ("killed", "ended", "old", "new", "some", "left"):
        setattr(tally, count, getattr(tally, count) + getattr(one, count))
    for fault, times in one.faults.items():
        told = f"{command.name}: {fault}"
        tally.faults[told] = tally.faults.get(told, 0) + times
