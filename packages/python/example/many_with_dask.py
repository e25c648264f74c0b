"""Judges lists on many machines with Dask, and writes their rows as Parquet.

    python many_with_dask.py LISTS.jsonl OUT [ADDRESS]

LISTS.jsonl has a list in JSON on each line. ADDRESS is that of a scheduler, such as tcp://10.0.0.1:8786; without it, two workers on
this machine do the work. The package must be installed on every machine.
"""

import sys

import dask.bag as bag
import muster
import pandas
from dask.distributed import Client, LocalCluster


def main(lists: str, out: str, address: str | None = None) -> int:
    cluster = None if address else LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
    with Client(address or cluster) as client:
        lines = bag.read_text(lists, blocksize=2**22)
        frame = lines.map_partitions(judged).to_dataframe(meta=columns())
        frame.to_parquet(out, overwrite=True)
        print(f"{lines.npartitions} parts on {sum(client.ncores().values())} cores")
    if cluster:
        cluster.close()
    return 0


def judged(lines: "list[str]") -> "list[dict]":
    """The rows of some lines. Each task uses one thread, because Dask runs several tasks at once."""
    one = muster.Muster(threads=1)
    return [short(row) for row in one.rows(line for line in lines if line.strip())]


def short(row: muster.Row) -> dict:
    return {
        "nation": row["nation"],
        "mfv": row["mfv"],
        "points": row["points"],
        "verdict": row["verdict"],
        "errors": " ".join(row["errors"]),
        "fingerprint": row["fingerprint"],
    }


def columns() -> pandas.DataFrame:
    texts, numbers = ["nation", "verdict", "errors", "fingerprint"], ["mfv", "points"]
    kinds = {**dict.fromkeys(texts, "string"), **dict.fromkeys(numbers, "Int64")}
    order = ["nation", "mfv", "points", "verdict", "errors", "fingerprint"]
    return pandas.DataFrame(columns=order).astype(kinds)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
