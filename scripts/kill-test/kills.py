"""Kills commands at random moments, and looks at what they leave."""

import time
from dataclasses import dataclass, field

from work import Fault, Usual, halves, is_writing


@dataclass
class Tally:
    """What became of the runs of one command."""

    name: str
    seconds: float = 0.0
    killed: int = 0
    # They ended before the moment came.
    ended: int = 0
    # After the kill, all files were as before, all were new, or some were.
    old: int = 0
    new: int = 0
    some: int = 0
    # Runs that left a temporary file, which the next run took away.
    left: int = 0
    faults: dict = field(default_factory=dict)

    def fault(self, told):
        self.faults[told] = self.faults.get(told, 0) + 1


def usual(work, command):
    """How a command runs: where nothing is, and over old files. Raises a fault if it does not run."""
    return [Usual(work, command, over) for over in (False, True)]


def kill(work, way, moments, tally):
    """Runs a command once and kills it. Then runs it to its end."""
    way.clear(work)
    child = work.start(way.words)
    moment = moments.random()
    begun = time.monotonic()
    if moments.random() < 0.5:
        # Any moment of the run.
        until = begun + moment * way.seconds * 1.02
    else:
        # Any moment from when it begins to write.
        while child.poll() is None and not is_writing(work.folder):
            pass
        until = time.monotonic() + moment * way.writes
    while child.poll() is None and time.monotonic() < until:
        # Sleeps are too coarse for the last moments.
        if until - time.monotonic() > 0.002:
            time.sleep(0.0005)
    child.kill()
    child.communicate()
    if child.returncode == -9:
        tally.killed += 1
    else:
        tally.ended += 1
    now, temporary = work.found()
    tally.left += temporary > 0
    if now == way.before:
        tally.old += 1
    elif now == way.after:
        tally.new += 1
    else:
        tally.some += 1
    for fault in halves(way.before, way.after, now):
        tally.fault(f"after the kill, {fault}")
    again(work, way, tally)


def again(work, way, tally):
    """The next run must succeed, and leave the same files as a run that nothing disturbed, and no others."""
    try:
        status, said = work.run(way.words_again(work))
    except Fault as fault:
        tally.fault(f"in the next run, {fault}")
        return
    if status != way.status:
        tally.fault(f"the next run ended with {status} instead of {way.status}: {said.strip()[-200:]}")
    now, temporary = work.found()
    for name in sorted(set(now) | set(way.after)):
        if now.get(name) != way.after.get(name):
            tally.fault(f"after the next run, {name} is {'other than usual' if name in now else 'not there'}")
    if temporary:
        tally.fault("the next run left a temporary file")
    if work.left_in_temp():
        tally.fault("the next run left what the killed one unpacked in the folder for temporary files")


def run(work, commands, kills, moments, say):
    """Kills all commands in turn, `kills` times in all. Returns a tally of each."""
    tallies, ways = {}, []
    for command in commands:
        tally = tallies[command.name] = Tally(command.name)
        try:
            for way in usual(work, command):
                ways.append((way, tally))
                tally.seconds = max(tally.seconds, way.seconds)
        except Fault as fault:
            tally.fault(f"undisturbed, {fault}")
    done, round = 0, 0
    while ways and done < kills and round < 20 * kills:
        way, tally = ways[round % len(ways)]
        round += 1
        before = tally.killed
        kill(work, way, moments, tally)
        done += tally.killed - before
        if done % 200 == 0 and tally.killed > before:
            say(f"{done} kills")
    return list(tallies.values())
