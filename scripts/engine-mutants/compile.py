"""Makes a copy of the workspace whose engine holds all mutants, and leaves out those that do not compile."""

import hashlib
import json
import os
import re
import subprocess

import rewrite

ENGINE = "crates/engine/src"
DIGEST = "../engine/src/ready/digest.rs"


def listed(root):
    """cargo-mutants' mutants of the engine, by their numbers."""
    command = ["cargo", "mutants", "--list", "--json", "--package", "muster-engine", "--dir", root]
    return dict(enumerate(json.loads(subprocess.run(command, check=True, capture_output=True).stdout), 1))


def copy(root, tree):
    """Copies what git keeps, but leaves files that are the same as they are, so that cargo builds little anew."""
    command = ["git", "-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split("\0")
    for name in names:
        # The rewritten engine is written afterwards; the app's window is no crate of the copy.
        if name and not name.startswith((ENGINE, "src-tauri/", "ui/")) and os.path.isfile(os.path.join(root, name)):
            with open(os.path.join(root, name), "rb") as file:
                content = file.read()
            if name == "Cargo.toml":
                content = content.replace(b', "src-tauri"', b"")
            # This build script takes a file of the engine into itself.
            content = content.replace(DIGEST.encode(), b"digest.rs") if name == "crates/library/build.rs" else content
            put(os.path.join(tree, name), content)
    with open(os.path.join(root, ENGINE, "ready/digest.rs"), "rb") as file:
        put(os.path.join(tree, "crates/library/digest.rs"), file.read())


def put(path, content):
    """Writes a file unless it has this content already."""
    if os.path.exists(path):
        with open(path, "rb") as file:
            if file.read() == content:
                return
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(content)


def write(root, tree, mutants):
    """Writes the engine with these mutants, and returns those that the grammar has no place for, and the texts."""
    files = {}
    for number, mutant in mutants.items():
        files.setdefault(mutant["file"], {})[number] = mutant
    placed, unviable, texts = set(), set(), {}
    for folder, _, names in os.walk(os.path.join(root, ENGINE)):
        for name in names:
            path = os.path.relpath(os.path.join(folder, name), root)
            with open(os.path.join(root, path), "rb") as source:
                text = source.read()
            if path in files:
                file = rewrite.File(text, files[path])
                placed |= file.placed
                unviable |= file.unviable
                text = file.rewritten()
            if path == f"{ENGINE}/lib.rs":
                text += b"\npub mod mutants;\n"
            texts[path] = text
            put(os.path.join(tree, path), text)
    written = {int(number) for text in texts.values() for number in re.findall(rb"crate::mutants::is\((\d+)\)", text)}
    assert written == placed, f"lost while rewriting: {sorted(placed - written)}"
    module = rewrite.MODULE.replace("COUNT", str(max(mutants) + 1))
    put(os.path.join(tree, ENGINE, "mutants.rs"), module.encode())
    return set(mutants) - placed - unviable, unviable, texts


# The engine judges all lists under each mutant.
PROFILE = ["profile.dev.package.muster-engine.opt-level=2"]


def cargo(tree, target, *arguments):
    """Runs cargo in the copy, and returns whether it succeeds, and its messages."""
    environment = {**os.environ, "CARGO_TARGET_DIR": target, "CARGO_PROFILE_DEV_DEBUG": "0"}
    command = ["cargo", arguments[0], "--quiet", "--message-format=json"]
    for setting in PROFILE:
        command += ["--config", setting]
    run = subprocess.run([*command, *arguments[1:]], cwd=tree, env=environment, stdout=subprocess.PIPE, text=True)
    return run.returncode == 0, [json.loads(line) for line in run.stdout.splitlines() if line.startswith("{")]


def built(tree, target, *arguments):
    """The programs that cargo builds in the copy, with the folders of their packages."""
    is_built, messages = cargo(tree, target, *arguments)
    if not is_built:
        errors = [message["message"]["rendered"] for message in messages if message["reason"] == "compiler-message"]
        raise SystemExit("\n".join(error for error in errors if error.startswith("error")) + "\nThe copy does not compile.")
    made = [message for message in messages if message["reason"] == "compiler-artifact" and message.get("executable")]
    return [(message["executable"], os.path.dirname(message["manifest_path"])) for message in made]


def observer(here, tree, target):
    """The observer, compiled."""
    with open(os.path.join(here, "observer.rs"), "rb") as file:
        put(os.path.join(tree, "tests/examples/mutants.rs"), file.read())
    return built(tree, target, "build", "--package", "muster-tests", "--example", "mutants")[-1][0]


def test_programs(tree, target, packages):
    """The programs with the tests of these packages."""
    named = [word for package in packages for word in ("--package", package)]
    return built(tree, target, "test", "--no-run", "--lib", "--tests", *named)


def compile_all(root, tree, target, mutants):
    """Compiles the engine until all mutants in it compile. Returns those, and the others with the compiler's words."""
    copy(root, tree)
    memory = Memory(root, tree, mutants)
    failed = memory.failed
    alive = {number: mutant for number, mutant in mutants.items() if number not in failed}
    while True:
        lost, unviable, texts = write(root, tree, alive)
        failed.update({number: ("let", "`||` beside `let`") for number in unviable})
        failed.update({number: ("place", "not found by the grammar") for number in lost})
        is_built, messages = cargo(tree, target, "build", "--package", "muster-engine")
        wrong = {}
        for message in messages:
            message = message.get("message") if message["reason"] == "compiler-message" else None
            if not message or message["level"] != "error" or not message["spans"]:
                continue
            for span in message["spans"]:
                if span["is_primary"]:
                    words = ((message["code"] or {}).get("code", ""), message["message"])
                    found = place(words[0], span, texts)
                    # A mutant may have taken what the engine uses behind it.
                    found = found or [number for other in message["spans"] for number in place(words[0], other, texts)]
                    if not found:
                        raise SystemExit(f"The engine does not compile, and no mutant is the cause:\n{message['rendered']}")
                    wrong.update({number: words for number in found})
        failed.update(wrong)
        if is_built:
            memory.keep()
            return {number: mutant for number, mutant in alive.items() if number not in failed}, failed
        if not wrong:
            raise SystemExit("The engine does not compile.")
        print(f"{len(wrong)} mutants do not compile", flush=True)
        alive = {number: mutant for number, mutant in alive.items() if number not in wrong}


class Memory:
    """The mutants of the same engine that did not compile the last time, so that the next run need not find them again."""

    def __init__(self, root, tree, mutants):
        self.path = os.path.join(os.path.dirname(tree), "failed.json")
        sums = hashlib.sha256(json.dumps(mutants).encode())
        for folder, folders, names in os.walk(os.path.join(root, ENGINE)):
            folders.sort()
            for name in sorted(names):
                with open(os.path.join(folder, name), "rb") as file:
                    sums.update(file.read())
        self.engine, self.failed = sums.hexdigest(), {}
        if os.path.exists(self.path):
            with open(self.path, encoding="utf-8") as file:
                kept = json.load(file)
            if kept["engine"] == self.engine:
                self.failed = {int(number): tuple(words) for number, words in kept["failed"].items()}

    def keep(self):
        with open(self.path, "w", encoding="utf-8") as file:
            json.dump({"engine": self.engine, "failed": self.failed}, file)


def place(code, span, texts):
    """The mutants in whose text an error is. The cause may be in the place that called a macro."""
    while span:
        if span["file_name"] in texts:
            text, offset = texts[span["file_name"]], span["byte_start"]
            return rewrite.deleted_arms(text, offset) if code == "E0004" else rewrite.belongs(text, offset)
        span = span["expansion"] and span["expansion"]["span"]
    return []


def failures(mutants, failed):
    """Which failures say that the mutant itself does not compile, and which that only its rewriting does not."""
    kinds = {}
    for number, (code, words) in failed.items():
        # A function's value stands in the same place as in cargo-mutants' own mutant, and so do the operands.
        is_sure = mutants[number]["genre"] == "FnValue" or code in ("let", "E0277", "E0368", "E0369", "E0599")
        kinds[number] = ("unviable" if is_sure else "unjudged", f"{code} {words}".replace("\n", " "))
    return kinds
