"""The server that is measured, as the system sees it."""

import os
import subprocess
import threading
import time


class Server:
    """`muster serve` at a free port."""

    def __init__(self, muster):
        self.child = subprocess.Popen([muster, "serve", "--port", "0"], stdout=subprocess.PIPE, text=True)
        line = self.child.stdout.readline()
        self.port = int(line.split("http://")[1].split("/")[0].rsplit(":", 1)[1])

    def now(self):
        """Resident memory in MB, its largest so far, open files and threads."""
        with open(f"/proc/{self.child.pid}/status") as file:
            lines = dict(line.split(":", 1) for line in file)
        kb = lambda name: int(lines[name].split()[0]) / 1024
        files = len(os.listdir(f"/proc/{self.child.pid}/fd"))
        return {"memory": kb("VmRSS"), "largest": kb("VmHWM"), "files": files, "threads": int(lines["Threads"])}

    def stop(self):
        """Ends it as Ctrl-C does. Returns how long that took."""
        begun = time.monotonic()
        self.child.terminate()
        self.child.wait(30)
        return time.monotonic() - begun


class Gauge:
    """Looks at the server each second, and keeps the most that it saw."""

    def __init__(self, server):
        self.server, self.most, self.stopped = server, {}, threading.Event()
        self.thread = threading.Thread(target=self.look)

    def look(self):
        while not self.stopped.wait(0.5):
            for name, value in self.server.now().items():
                self.most[name] = max(value, self.most.get(name, 0))

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.stopped.set()
        self.thread.join()
