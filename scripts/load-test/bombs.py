"""Small calls that cost a program much which does not bound its work: archives that burst, texts of very many lines, lists
of thousands of squadrons. Some of their senders are gone before the answer; others never read it."""

import asyncio
import base64
import io
import json
import random
import time
import zipfile
from collections import Counter, defaultdict

# How long a bomb may go unanswered.
MOST = 45


def zipped(files):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, text in files:
            archive.writestr(name, text)
    return packed.getvalue()


def given(name, content):
    return {"name": name, "text": base64.b64encode(content).decode(), "packed": True}


def nested(depth, content, name):
    for _ in range(depth):
        content, name = zipped([(name, content)]), "deeper.zip"
    return content


def mails(depth, text):
    mail = f"From: a@example.org\nTo: b@example.org\nSubject: list\n\n{text}"
    for level in range(depth):
        mail = (f"From: a@example.org\nTo: b@example.org\nSubject: level {level}\nMIME-Version: 1.0\n"
                f"Content-Type: multipart/mixed; boundary=b{level}\n\n--b{level}\nContent-Type: message/rfc822\n"
                f"Content-Disposition: attachment; filename=m.eml\n\n{mail}\n--b{level}--\n")  # fmt: skip
    return mail.encode()


def attached(depth):
    squadron = {"unit": "x"}
    for _ in range(depth):
        squadron = {"unit": "x", "attached": [squadron]}
    return squadron


def bombs(names):
    """The bombs, each with what it is, its call and its arguments. `names` are those of units."""
    chance = random.Random(1)
    head = {"muster": 1, "ruleset": "dw-2.5", "nation": "kingdom-of-britannia", "mfv": 1000}
    listed = lambda squadrons: {**head, "squadrons": squadrons}
    entries = lambda count: "\n".join(f"{chance.randint(1, 9)} {chance.choice(names)} {chance.randint(10, 300)} pts" for _ in range(count))
    fleet = entries(600)
    wild = "\n".join("".join(chance.choices("abcdefghij klmnop", k=40)) for _ in range(300))
    rows = "Unit,Models,Points,Options\n" + "\n".join(f"{chance.choice(names)},3,100,none" for _ in range(600))
    lines = "\n" * 160_000
    said = ("note that this is\n" * 5_000)[:60_000]
    texts = [
        ("archive of 30 texts of 160,000 lines", given("a.zip", zipped([(f"{n}.txt", lines) for n in range(30)]))),
        ("archive of texts of units", given("a.zip", zipped([(f"{n}.txt", fleet) for n in range(6)]))),
        ("archive of texts of words", given("a.zip", zipped([(f"{n}.txt", wild * 5) for n in range(2)]))),
        ("archive of texts that say little", given("a.zip", zipped([(f"{n}.txt", said) for n in range(40)]))),
        ("archive of tables", given("a.zip", zipped([(f"{n}.csv", rows) for n in range(20)]))),
        ("archive of many documents", given("a.zip", zipped([(f"{n}.yaml", "muster: 1\nruleset: dw-2.5\nmfv: 100\n---\n" * 1500) for n in range(20)]))),
        ("text of very many names", given("a.txt", entries(400).encode())),
        ("text of long lines", given("a.txt", "\n".join(" ".join(chance.choices(names, k=130)) for _ in range(5)).encode())),
        ("table", given("a.csv", rows[:15_000].encode())),
        ("archives in archives", given("a.zip", nested(12, fleet, "a.txt"))),
        ("mails in mails", given("a.eml", mails(12, fleet[:8_000]))),
        ("mail of encoded words", given("a.eml", b"From: " + b"=?utf-8?Q?a?=" * 180 + b"\nTo: a@b.c\nSubject: x\n\nx\n" )),
    ]  # fmt: skip
    calls = [(what, "submissions", {"files": [file]}) for what, file in texts]
    calls += [(what, "import", {"text": file["text"], "packed": True, "file": file["name"]}) for what, file in texts]
    many = [{"unit": chance.choice(["ruler-class-battleship", "tribal-class-cruiser", "x"])} for _ in range(450)]
    calls += [
        ("mends of 450 squadrons", "mends", {"list": listed(many), "most": 20}),
        ("additions to 450 squadrons", "additions", {"list": {**listed(many), "mfv": 1_000_000}}),
        ("candidates for 450 squadrons", "candidates", {"list": listed(many)}),
        ("candidates for 1500 squadrons", "candidates", {"list": listed([{"unit": "x"}] * 1500)}),
        ("judging 1500 squadrons", "judge", {"list": listed([{"unit": "x"}] * 1500)}),
        ("judging attached squadrons", "judge", {"list": listed([attached(25)] * 40)}),
        ("reading many documents", "read", {"text": "muster: 1\nruleset: dw-2.5\nmfv: 100\n---\n" * 450}),
        ("reading aliases", "read", {"text": "a: &a [1,1,1,1,1,1,1,1]\n" + "".join(f"b{n}: *a\n" for n in range(1500))}),
        ("reading deep", "read", {"text": "[" * 18_000}),
        ("printing 300 squadrons", "preview", {"list": listed(many[:300]), "layouts": ["force-list", "stat-cards"],
                                               "paper": "A4", "private": False}),
    ]  # fmt: skip
    return [(what, name, json.dumps(args).encode()) for what, name, args in calls]


class Bombs:
    """Sends bombs, and notes how they ended."""

    def __init__(self, port, bombs):
        self.port, self.bombs = port, bombs
        self.ends, self.faults, self.slowest = defaultdict(Counter), Counter(), {}

    async def send(self, what, name, body, is_patient):
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        except OSError:
            self.ends[what]["refused"] += 1
            return
        head = f"POST /api/{name} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nContent-Type: application/json\r\n"
        writer.write(f"{head}Connection: close\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body)
        begun = time.monotonic()
        try:
            if not is_patient:
                await asyncio.sleep(0.2)
                self.ends[what]["gone"] += 1
                return
            line = await asyncio.wait_for(reader.readline(), MOST)
            status = int(line.split()[1]) if line else 0
            self.ends[what][status or "closed"] += 1
            if status == 200 or status == 422:
                self.slowest[what] = max(self.slowest.get(what, 0), time.monotonic() - begun)
            if status not in (0, 200, 408, 413, 422, 503):
                self.faults[f"{what} ended with {status}"] += 1
        except (asyncio.TimeoutError, TimeoutError):
            self.faults[f"{what} had no answer after {MOST} s"] += 1
        except (OSError, ValueError, IndexError):
            self.ends[what]["closed"] += 1
        finally:
            writer.transport.abort()

    async def never_read(self, name, body, until):
        """Asks for a large answer, and reads nothing of it."""
        while time.monotonic() < until:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1024)
                head = f"POST /api/{name} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nContent-Type: application/json\r\n"
                writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
                writer.transport.pause_reading()
                while time.monotonic() < until and not writer.transport.is_closing():
                    await asyncio.sleep(1)
                writer.transport.abort()
                self.ends["never reads"]["closed"] += 1
            except OSError:
                await asyncio.sleep(0.5)

    async def all(self, seconds, each_second, readers, large):
        until, sent = time.monotonic() + seconds, []
        reading = [asyncio.ensure_future(self.never_read(*large[number % len(large)], until)) for number in range(readers)]
        begun = time.monotonic()
        for number in range(seconds * each_second):
            await asyncio.sleep(max(begun + number / each_second - time.monotonic(), 0))
            if time.monotonic() > until + 5:
                self.faults["the bombs could not be sent as fast as they should be"] += 1
                break
            what, name, body = self.bombs[number % len(self.bombs)]
            sent.append(asyncio.ensure_future(self.send(what, name, body, number // len(self.bombs) % 2 == 0)))
        await asyncio.gather(*sent, *reading)


def run(port, bombs, seconds, each_second, readers, large, pipe):
    """Sends them in a process of its own."""
    sender = Bombs(port, bombs)
    asyncio.run(sender.all(seconds, each_second, readers, large))
    pipe.send(({kind: dict(ends) for kind, ends in sender.ends.items()}, dict(sender.faults), sender.slowest))
