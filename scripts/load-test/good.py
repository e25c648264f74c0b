"""Clients that use the server as the screens do, and note how long each answer took and whether it was right."""

import base64
import hashlib
import http.client
import json
import random
import socket
import threading
import time
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
EXAMPLES = ROOT / "examples"
# Nobody waits longer for an answer.
PATIENCE = 60


class Client:
    """One browser with one connection, which stays open between calls."""

    def __init__(self, port):
        self.port, self.connection = port, None

    def ask(self, method, path, body=None):
        """The status and a digest of the answer. A kept connection that the server has closed meanwhile is made anew, as
        browsers do; the third part says so."""
        for is_again in (False, True):
            is_kept = self.connection is not None
            if not is_kept:
                self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
                self.connection.connect()
                self.connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            try:
                headers = {"Content-Type": "application/json", "Origin": f"http://127.0.0.1:{self.port}"}
                self.connection.request(method, path, body, headers if body is not None else {})
                answer = self.connection.getresponse()
            except (http.client.RemoteDisconnected, ConnectionResetError, BrokenPipeError):
                self.close()
                if is_again or not is_kept:
                    raise
                continue
            content = answer.read()
            if answer.will_close:
                self.close()
            return answer.status, hashlib.sha256(content).hexdigest(), is_again
        raise AssertionError

    def close(self):
        if self.connection:
            self.connection.close()
        self.connection = None

    def json(self, name, args):
        """What a call answers, as JSON."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.request("POST", f"/api/{name}", json.dumps(args), {"Content-Type": "application/json"})
        answer = json.loads(connection.getresponse().read())
        connection.close()
        return answer


def calls(port):
    """What the screens ask for, as (name, how often, method, path, body, status)."""
    text = (EXAMPLES / "dw-2.5/grand-fleet-2500.yaml").read_text()
    fleet = Client(port).json("read", {"text": text})["documents"][0]["list"]
    broken = {**fleet, "mfv": 1500}
    files = []
    for path in sorted((EXAMPLES / "submissions").iterdir())[:20]:
        packed = base64.b64encode(path.read_bytes()).decode()
        files.append({"name": path.name, "text": packed, "packed": True})
    page = {"paper": "A4", "private": False}
    large = {"files": [{"name": "notes.txt", "text": "x" * (10 << 20), "packed": False}]}
    asked = [
        ("judge", 30, {"list": fleet}),
        ("candidates", 30, {"list": fleet}),
        ("judge, illegal", 6, {"list": broken}),
        ("mends", 3, {"list": broken, "most": 3}),
        ("units", 4, {"ruleset": "dw-2.5", "nation": "kingdom-of-britannia"}),
        ("explain", 4, {"ruleset": "dw-2.5", "rule": "cap-large"}),
        ("export", 4, {"list": fleet, "to": "word", "open": True}),
        ("read", 3, {"text": text}),
        ("import", 3, {"text": (EXAMPLES / "submissions/bruce.txt").read_text()}),
        ("preview", 2, {"list": fleet, "layouts": ["force-list"], **page}),
        ("print", 1, {"list": fleet, "layouts": ["force-list", "stat-cards"], **page}),
        ("submissions", 1, {"files": files}),
        ("submissions, 10 MB", 0.25, large),
        ("rulesets", 1, {}),
        ("version", 4, {}),
    ]
    path = lambda name: "/api/" + name.split(",")[0]
    all = [(name, often, "POST", path(name), json.dumps(args).encode(), 200) for name, often, args in asked]
    all.append(("page", 4, "GET", "/", None, 200))
    all.append(("refused", 2, "POST", "/api/units", b'{"ruleset": "chess"}', 422))
    return all


class Log:
    """What the clients noted, by the name of the call."""

    def __init__(self, answers):
        self.lock, self.answers = threading.Lock(), answers
        self.times, self.faults, self.again = defaultdict(list), defaultdict(int), 0

    def note(self, name, seconds, status, expected, digest, is_again):
        with self.lock:
            self.times[name].append(seconds)
            self.again += is_again
            if status != expected:
                self.faults[f"{name} was answered with {status}"] += 1
            elif self.answers.setdefault(name, digest) != digest:
                self.faults[f"{name} was answered in another way than before"] += 1

    def fault(self, name, told):
        with self.lock:
            self.faults[f"{name}: {told}"] += 1


def work(port, calls, log, until, seed, pause):
    """One person, who thinks for a moment between calls."""
    chance, client = random.Random(seed), Client(port)
    weights = [call[1] for call in calls]
    while time.monotonic() < until:
        name, _, method, path, body, status = chance.choices(calls, weights)[0]
        begun = time.monotonic()
        try:
            found, digest, is_again = client.ask(method, path, body)
            log.note(name, time.monotonic() - begun, found, status, digest, is_again)
        except (OSError, http.client.HTTPException) as fault:
            client.close()
            log.fault(name, f"no answer after {time.monotonic() - begun:.0f} s ({type(fault).__name__})")
        # Now and then a person comes back later, with a new connection.
        if chance.random() < 0.05:
            client.close()
        time.sleep(min(chance.expovariate(1 / pause), 5 * pause))


def run(port, calls, persons, seconds, answers, pause, seed=1):
    """Lets that many persons work for so long. Returns the log."""
    log, until = Log(answers), time.monotonic() + seconds
    threads = [
        threading.Thread(target=work, args=(port, calls, log, until, seed * 1000 + number, pause))
        for number in range(persons)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return log
