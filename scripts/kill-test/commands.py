"""Every command of `muster` that writes files, and what it is run with."""

import shutil
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent

# Lists in many forms, so that a batch writes a dozen files.
HANDED_IN = [
    "achterberg-channel-cup.yaml", "Boehm Ostsee.yaml", "Cup list.eml", "Flotte_Brandt.csv", "Hansen (1000).json",
    "Ishikawa.rosz", "Piers.docx", "bruce.txt", "duquesne.md", "novak.html", "perfidia-games-three-lists.yaml",
    "underhill.csv",
]  # fmt: skip
EXPORTS = ["text", "markdown", "json", "csv", "ros", "rosz", "word"]
KINDS = ["list", "unit", "rule", "overlay", "ruleset"]


@dataclass
class Command:
    """A command that writes. `{in}` in its arguments is the folder of inputs. It runs in the folder that it writes to."""

    name: str
    args: list
    # It writes several files, one after the other.
    is_batch: bool = False
    # Run again as it is, it completes what a killed run began. Other commands need --force then.
    goes_on: bool = False

    def words(self, inputs, force=False):
        args = [arg.replace("{in}", str(inputs)) for arg in self.args]
        return [*args, "--force"] if force else args


def commands(data=None):
    """All of them. With the community's files in the folder `data`, also those that import catalogues."""
    fleet, lists = "{in}/grand-fleet.yaml", "{in}/handed-in"
    units = "{in}/denmark.csv"
    all = [
        *(
            Command(f"check {form}", ["check", lists, "--format", form, "-o", f"report.{form}"])
            for form in ["human", "json", "jsonl", "csv", "html", "sarif", "github"]
        ),
        Command("fix", ["fix", "{in}/broken.yaml", "-o", "mended.yaml"]),
        Command("complete", ["complete", "{in}/channel-patrol.yaml", "-o", "full.yaml"]),
        Command("collection", ["collection", "{in}/channel-patrol.yaml", fleet, "-o", "owned.yaml"]),
        Command("import of a list", ["import", f"{lists}/bruce.txt", "-o", "list.yaml"]),
        Command("import of units", ["import", units, "--ruleset", "dw-2.5", "-o", "units.yaml"]),
        Command("import of a folder", ["import", lists, "-o", "lists"], is_batch=True, goes_on=True),
        *(Command(f"export {form}", ["export", fleet, "--to", form, "-o", f"fleet.{form}"]) for form in EXPORTS),
        Command("export of units", ["export", "{in}/denmark.yaml", "--ruleset", "dw-2.5", "--to", "csv", "-o", "units.csv"]),
        Command("print", ["print", fleet, "-o", "fleet.pdf"]),
        Command("print into a folder", ["print", lists, "--layout", "index", "--layout", "force-list", "-o", "pdf/"], True),
        Command("reply", ["reply", lists, "-o", "mails"], is_batch=True, goes_on=True),
        Command("compare", ["compare", lists, "{in}/late", "--format", "csv", "-o", "changes.csv"]),
        Command("diff", ["diff", "{in}/channel-cup.yaml", "--format", "markdown", "-o", "diff.md"]),
        Command("migrate", ["migrate", "{in}/crimson-sails.yaml", "--to", "1.1.0", "-o", "moved.yaml"]),
        *(Command(f"new {kind}", ["new", kind, *(["dw-2.5"] if kind != "ruleset" else []), "-o", "new.yaml"]) for kind in KINDS),
        Command("new schemas", ["new", "schemas", "-o", "schemas"], is_batch=True),
        Command("new hooks", ["new", "hooks", "-o", "club"], is_batch=True),
        Command("report", ["report", "{in}/crimson-sails.yaml", "--expect", "undetermined", "-o", "case.yaml"]),
        Command("new event-key", ["new", "event-key", "-o", "event.key"]),
        Command("seal", ["seal", fleet, "--event", "{in}/sealing-cup.yaml", "-o", "fleet.muster"]),
        Command("freeze", ["freeze", lists, "-o", "event.muster"]),
        Command("check of an archive", ["check", "{in}/event.muster", "--format", "json", "-o", "again.json"]),
    ]
    if data:
        # The recipe of an import is in the folder of the ruleset, and not in the program.
        files = ["--rulesets", str(ROOT / "rulesets"), "--ruleset", "dw-2.5", "--data", str(Path(data).resolve())]
        all.append(Command("import --all", ["import", "--all", *files, "-o", "catalogue"], is_batch=True))
    return all


def prepare(folder, muster):
    """Makes the folder of inputs from the examples."""
    examples = ROOT / "examples"
    (folder / "handed-in").mkdir(parents=True)
    for name in HANDED_IN:
        shutil.copy(examples / "submissions" / name, folder / "handed-in")
    shutil.copytree(examples / "submissions-late", folder / "late")
    for name, source in {
        "grand-fleet.yaml": "dw-2.5/grand-fleet-2500.yaml",
        "channel-patrol.yaml": "dw-2.5/channel-patrol.yaml",
        "broken.yaml": "dw-1.1/drake-passage-775.yaml",
        "crimson-sails.yaml": "dw-4/crimson-sails-1250.yaml",
        "channel-cup.yaml": "events/channel-cup-2026.yaml",
    }.items():
        shutil.copy(examples / source, folder / name)
    shutil.copy(ROOT / "rulesets/dw-2.5/2/catalogue/kingdom-of-denmark.yaml", folder / "denmark.yaml")
    muster(["export", str(folder / "denmark.yaml"), "--to", "csv", "--ruleset", "dw-2.5", "-o", str(folder / "denmark.csv")])
    muster(["new", "event-key", "-o", str(folder / "event.key")])
    key = (folder / "event.key").read_text().split("# public key: ")[1].split()[0]
    (folder / "sealing-cup.yaml").write_text((folder / "channel-cup.yaml").read_text() + f"key: {key}\n")
    muster(["freeze", str(folder / "handed-in"), "-o", str(folder / "event.muster")])
