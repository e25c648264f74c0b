"""Answers calls on lines by the package of Python, for run.py --stdio. PYTHONPATH leads to the package."""

import json
import sys

import muster

for line in sys.stdin:
    asked = json.loads(line)
    try:
        told = {"answer": muster.call(asked["call"], **asked["args"])}
    except muster.MusterFault as fault:
        told = {"fault": {"code": fault.code, "message": fault.message, "help": fault.help}}
    print(json.dumps({"id": asked["id"], **told}), flush=True)
