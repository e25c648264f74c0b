"""Clients that do what no browser does. Each kind notes how its connections ended."""

import asyncio
import socket
import struct
import time
from collections import Counter, defaultdict

# How long a client may be kept before the server must have ended its connection: the sum of its limits, and some more.
MOST = 150


class Bad:
    """All kinds of them, and what they saw."""

    def __init__(self, port, kinds):
        self.port, self.own = port, f"127.0.0.1:{port}"
        # Where so many wait for a place, a client may lose its own before its request was read.
        self.is_crowded = "held" in kinds or "slow" in kinds
        self.ends, self.faults = defaultdict(Counter), Counter()

    def post(self, name, length, host=None, more=""):
        host = self.own if host is None else host
        return (f"POST /api/{name} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n{more}"
                f"Content-Length: {length}\r\n\r\n").encode()  # fmt: skip

    async def open(self):
        return await asyncio.open_connection("127.0.0.1", self.port)

    async def status(self, reader):
        """The status of an answer; 0 if the connection ends without one."""
        try:
            line = await asyncio.wait_for(reader.readline(), MOST)
        except (ConnectionError, TimeoutError, asyncio.TimeoutError) as fault:
            return -1 if isinstance(fault, (TimeoutError, asyncio.TimeoutError)) else 0
        parts = line.split()
        return int(parts[1]) if len(parts) > 1 and parts[1].isdigit() else 0

    def note(self, kind, status, allowed):
        self.ends[kind]["closed" if status == 0 else "no answer" if status == -1 else status] += 1
        if status not in allowed and not (status == 0 and self.is_crowded):
            self.faults[f"{kind} ended with {status}"] += 1

    # --- Requests that must be refused ---

    async def refused(self, kind, sent, allowed):
        reader, writer = await self.open()
        try:
            writer.write(sent)
            await writer.drain()
        except ConnectionError:
            pass  # It was refused before it was sent whole.
        status = await self.status(reader)
        writer.close()
        self.note(kind, status, allowed)

    def wrong(self):
        """Requests with what is wrong about them, and the statuses that they may get. 0 is an end without an answer."""
        post, own = self.post, self.own
        get = lambda path, more="": f"GET {path} HTTP/1.1\r\nHost: {own}\r\nConnection: close\r\n{more}\r\n".encode()
        evil = "evil.example"
        return [
            ("foreign host", post("version", 2, evil) + b"{}", {421}),
            ("foreign host with our port", post("version", 2, f"{evil}:{self.port}") + b"{}", {421}),
            ("no host", b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n", {400}),
            ("two hosts", get("/", f"Host: {evil}\r\n"), {400}),
            ("foreign origin", post("version", 2, more=f"Origin: http://{evil}\r\n") + b"{}", {403}),
            ("origin null", post("version", 2, more="Origin: null\r\n") + b"{}", {403}),
            ("unknown call", post("no-such-call", 2) + b"{}", {404}),
            ("wrong method", get("/api/judge"), {405}),
            ("wrong type", post("judge", 2).replace(b"application/json", b"text/plain") + b"{}", {415}),
            ("no JSON", post("judge", 5) + b"{nope", {400}),
            ("wrong arguments", post("judge", 2) + b"{}", {400}),
            ("deep JSON", post("judge", 200_000) + b"[" * 200_000, {400}),
            ("declared too large", post("read", 99_999_999_999), {413}),
            ("too large", post("read", 9 << 20) + b" " * (9 << 20), {413}),
            ("too large in pieces", post("read", 0).replace(b"Content-Length: 0", b"Transfer-Encoding: chunked")
             + f"{9 << 20:x}\r\n".encode() + b" " * (9 << 20) + b"\r\n0\r\n\r\n", {413}),
            ("submissions too large", post("submissions", 65 << 20), {413}),
            ("path out of the folder", get("/../../../../etc/passwd.txt"), {400, 404}),
            ("garbage", bytes(range(256)) * 4 + b"\r\n\r\n", {400, 0}),
            ("another protocol", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(200), {400, 0}),
            ("HTTP/2 preface", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", {400, 505, 0}),
            ("wrong version", b"GET / HTTP/9.9\r\n\r\n", {400, 505, 0}),
            ("broken chunk", post("judge", 0).replace(b"Content-Length: 0", b"Transfer-Encoding: chunked")
             + b"zz\r\n{}\r\n0\r\n\r\n", {400, 0}),
            ("two lengths", post("version", 2, more="Content-Length: 20\r\n") + b"{}", {400, 0}),
            ("negative length", post("version", -1) + b"{}", {400, 0}),
            ("length and chunks", post("version", 2, more="Transfer-Encoding: chunked\r\n") + b"0\r\n\r\n", {200, 400, 0}),
            ("long header", get("/", "X-Long: " + "x" * 1_000_000 + "\r\n"), {400, 431, 0}),
            ("many headers", get("/", "".join(f"X-{number}: 1\r\n" for number in range(5_000))), {400, 431, 0}),
            ("long path", get("/" + "x" * 100_000), {400, 414, 431, 0}),
        ]  # fmt: skip

    async def all_wrong(self, until, pause):
        wrong = self.wrong()
        while time.monotonic() < until:
            for kind, sent, allowed in wrong:
                await self.guarded(kind, self.refused(kind, sent, allowed))
                await asyncio.sleep(pause)

    # --- Clients that break off ---

    async def broken(self, until, pause):
        fleet = b'{"list": {"muster": 1, "ruleset": "dw-2.5", "squadrons": []}}'
        whole = self.post("candidates", len(fleet)) + fleet
        moments = [b"", b"P", whole[:40], self.post("judge", 5000), self.post("judge", 5000) + b"{" * 2000, whole,
                   self.post("submissions", 20 << 20) + b" " * 100_000]  # fmt: skip
        number = 0
        while time.monotonic() < until:
            sent = moments[number % len(moments)]
            number += 1
            try:
                _, writer = await self.open()
                if number % 2:
                    # The connection is reset and not closed.
                    linger = struct.pack("ii", 1, 0)
                    writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
                writer.write(sent)
                await asyncio.sleep(0.01)
                writer.close()
                self.ends["broken off"]["closed by the client"] += 1
            except OSError:
                self.ends["broken off"]["refused"] += 1
            await asyncio.sleep(pause)

    # --- Clients that take their time ---

    async def slow(self, kind, head, rest, until):
        """Sends its request byte by byte until the server ends the connection."""
        while time.monotonic() < until:
            await self.guarded(kind, self.drip(kind, head, rest, until))

    async def drip(self, kind, head, rest, until):
        reader, writer = await self.open()
        writer.write(head)
        answer = asyncio.ensure_future(self.status(reader))
        begun = time.monotonic()
        for byte in rest:
            if answer.done() or time.monotonic() > until:
                break
            try:
                writer.write(bytes([byte]))
                await writer.drain()
            except ConnectionError:
                break
            await asyncio.wait([answer], timeout=0.5)
        if time.monotonic() < until:
            status = await answer
            self.note(kind, status, {400, 408, 0})
            if time.monotonic() - begun > MOST:
                self.faults[f"{kind} was kept for more than {MOST} s"] += 1
        else:
            answer.cancel()
        writer.close()

    async def never_reading(self, until):
        """Asks again and again, and reads a byte each second."""
        args = b'{"ruleset": "dw-2.5", "nation": "kingdom-of-britannia"}'
        sent = (self.post("units", len(args)) + args) * 200
        while time.monotonic() < until:
            await self.guarded("slow reader", self.read_slowly(sent, until))

    async def read_slowly(self, sent, until):
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1024)
        writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        writer.write(sent)
        begun = time.monotonic()
        while time.monotonic() < until:
            if not await reader.read(1):
                break
            # What is on its way hides from it whether the server has ended the connection.
            if time.monotonic() - begun > MOST:
                break
            await asyncio.sleep(1)
        is_long = time.monotonic() - begun > MOST
        self.ends["slow reader"]["gave up" if is_long else "closed"] += 1
        writer.transport.abort()

    async def held(self, until):
        """Opens a connection and says nothing. Opens another one when it is closed."""
        while time.monotonic() < until:
            await self.guarded("held", self.hold(until))

    async def hold(self, until):
        reader, writer = await self.open()
        begun = time.monotonic()
        try:
            await asyncio.wait_for(reader.read(1), max(until - time.monotonic(), 0.01))
            self.ends["held"]["closed"] += 1
            if time.monotonic() - begun > 2 * MOST:
                self.faults[f"held was kept for more than {2 * MOST} s"] += 1
        except (TimeoutError, asyncio.TimeoutError):
            pass
        writer.close()

    async def guarded(self, kind, doing):
        try:
            await doing
        except OSError as fault:
            self.ends[kind]["refused" if isinstance(fault, ConnectionRefusedError) else "closed"] += 1
            await asyncio.sleep(0.2)

    async def all(self, seconds, held, slow, kinds):
        until = time.monotonic() + seconds
        head = self.post("judge", 5000)
        line = b"POST /api/judge HTTP/1.1\r\nHost: " + self.own.encode() + b"\r\nX-Slow: " + b"x" * 10_000
        tasks = {
            "wrong": [self.all_wrong(until, 0.1) for _ in range(2)],
            "broken": [self.broken(until, 0.05) for _ in range(2)],
            "slow": [
                *(self.slow("headers byte by byte", b"", line, until) for _ in range(slow)),
                *(self.slow("body byte by byte", head, b" " * 5000, until) for _ in range(slow)),
                *(self.slow("large body byte by byte", self.post("submissions", 9 << 20), b" " * 5000, until) for _ in range(3)),
                *(self.never_reading(until) for _ in range(slow)),
            ],
            "held": [self.held(until) for _ in range(held)],
        }
        chosen = [task for kind, several in tasks.items() for task in several if kind in kinds or task.close()]
        await asyncio.gather(*chosen)


def run(port, seconds, held, slow, kinds, pipe):
    """Runs all of them in a process of their own, so that they do not slow down those who measure."""
    bad = Bad(port, kinds)
    asyncio.run(bad.all(seconds, held, slow, kinds))
    pipe.send(({kind: dict(ends) for kind, ends in bad.ends.items()}, dict(bad.faults)))
