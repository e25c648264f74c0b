"""Asks the observer about mutants, one by one, and starts it again after a mutant that does not end."""

import os
import resource
import select
import subprocess

# The most seconds of a mutant, and the most memory. The observer itself ends most mutants that run in circles.
MOST = 60
MEMORY = 6 << 30


class Observer:
    def __init__(self, program, tests):
        self.program, self.tests, self.process = program, tests, None

    def start(self):
        limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        self.process = subprocess.Popen(
            [self.program], cwd=self.tests, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            preexec_fn=limit)
        self.lists = int(self.process.stdout.readline())

    def ask(self, mutant):
        """`killed BY`, `alive` or `unreached`."""
        if self.process is None or self.process.poll() is not None:
            self.start()
        spent = self.seconds()
        try:
            self.process.stdin.write(b"%d\n" % mutant)
            self.process.stdin.flush()
        except BrokenPipeError:
            # It ended with its last answer.
            self.process.wait()
            return self.ask(mutant)
        answer = ""
        while not answer and self.seconds() < spent + MOST:
            if select.select([self.process.stdout], [], [], 5)[0]:
                answer = self.process.stdout.readline().decode().strip() or "killed: it ends the program"
        if not answer or self.process.poll() is not None:
            self.process.kill()
            self.process.wait()
            self.process = None
        return answer or "killed: it does not end"

    def seconds(self):
        """The processor time that the observer has used; a busy machine changes nothing about it."""
        with open(f"/proc/{self.process.pid}/stat", encoding="utf-8") as file:
            user, system = file.read().rsplit(")", 1)[1].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
