"""Kills `muster serve` while clients ask it. It stores nothing, so only two things can be wrong: that it leaves files, or
that the next one does not answer at the same address."""

import http.client
import json
import socket
import subprocess
import threading
import time

from kills import Tally
from work import Fault

LIST = {
    "muster": 1, "ruleset": "dw-2.5", "nation": "kingdom-of-britannia", "mfv": 1000,
    "squadrons": [{"unit": "ruler-class-battleship", "roles": ["commodore"]}],
}  # fmt: skip
CALLS = {
    "judge": {"list": LIST},
    "candidates": {"list": LIST},
    "export": {"list": LIST, "to": "word", "open": True},
    "print": {"list": LIST, "layouts": ["force-list"], "paper": "A4", "private": False},
}


def ask(port, name):
    """The status of a call."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        connection.request("POST", f"/api/{name}", json.dumps(CALLS[name]), {"Content-Type": "application/json"})
        answer = connection.getresponse()
        answer.read()
        return answer.status
    finally:
        connection.close()


def serve(work, port):
    """Starts the server and waits for its first line, which tells its address."""
    child = work.start(["serve", "--port", str(port)], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    line = child.stdout.readline().decode()
    if f":{port}/" not in line:
        child.kill()
        raise Fault(f"it did not start again: {child.communicate()[1].decode(errors='replace')[-300:]}")
    return child


def free_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


def run(work, kills, moments):
    tally, port = Tally("serve"), free_port()
    work.clear({})
    names = list(CALLS)
    for _ in range(kills):
        try:
            child = serve(work, port)
        except Fault as fault:
            tally.fault(str(fault))
            break
        stop = threading.Event()

        def client(first):
            number = first
            while not stop.is_set():
                try:
                    status = ask(port, names[number % len(names)])
                except (OSError, http.client.HTTPException):
                    return  # The server is killed.
                if status != 200:
                    tally.fault(f"{names[number % len(names)]} was answered with {status}")
                number += 1

        clients = [threading.Thread(target=client, args=(number,)) for number in range(4)]
        for one in clients:
            one.start()
        time.sleep(0.05 + moments.random() * 0.4)
        child.kill()
        stop.set()
        child.communicate()
        for one in clients:
            one.join()
        tally.killed += 1
        files, temporary = work.found()
        if files or temporary or work.left_in_temp():
            tally.fault("it left files")
        else:
            tally.old += 1
    return tally
