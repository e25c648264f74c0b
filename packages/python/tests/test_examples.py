"""The examples with pandas, Polars, Dask and Jupyter, as the page for programmers tells of them."""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import muster
import nbformat
import polars
from nbclient import NotebookClient

ROOT = Path(__file__).resolve().parents[3]
EXAMPLE = Path(__file__).resolve().parents[1] / "example"
SUBMISSIONS = ROOT / "examples" / "submissions"


class Examples(unittest.TestCase):
    def test_a_frame_has_a_line_for_each_list(self):
        rows = muster.rows_of_paths(SUBMISSIONS)
        frame = muster.frame(rows)
        self.assertEqual(len(frame), len(rows["rows"]))
        self.assertEqual(list(frame["verdict"]), [row["verdict"] for row in rows["rows"]])
        self.assertEqual(frame["points"].sum(), sum(row["points"] or 0 for row in rows["rows"]))
        self.assertEqual(len(muster.frame([])), 0)

    def test_the_notebook_runs(self):
        book = nbformat.read(EXAMPLE / "league.ipynb", as_version=4)
        os.environ["LISTS"] = str(SUBMISSIONS)
        NotebookClient(book, timeout=300, resources={"metadata": {"path": str(EXAMPLE)}}).execute()
        shown = [output for cell in book.cells if cell.cell_type == "code" for output in cell.outputs]
        self.assertEqual(len(shown), 4)
        self.assertIn("legal", str(shown[1]["data"]))
        self.assertIn("at least", shown[3]["text"])

    def test_many_lists_are_judged_by_dask_and_polars(self):
        empty = {"muster": 1, "ruleset": "dw-2.5", "nation": "kingdom-of-britannia", "mfv": 500, "squadrons": []}
        lists = [json.dumps(empty), '{"muster": 1, "ruleset": "chess"}', "no list"]
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "lists.jsonl"
            path.write_text("\n".join(lists * 500) + "\n", encoding="utf-8")
            for script in ["many_with_dask.py", "many_with_polars.py"]:
                out = Path(folder) / script.removesuffix(".py")
                ran = subprocess.run(
                    [sys.executable, EXAMPLE / script, path, out], capture_output=True, encoding="utf-8", timeout=300
                )
                self.assertEqual(ran.returncode, 0, ran.stderr)
                counts = polars.read_parquet(f"{out}/*.parquet")["verdict"].value_counts()
                self.assertEqual(dict(counts.iter_rows()), {"illegal": 500, "unreadable": 1000}, script)


if __name__ == "__main__":
    unittest.main()
