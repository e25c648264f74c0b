"""Answers calls on lines by `MUSTER serve`, for run.py --stdio: over_http.py MUSTER."""

import json
import subprocess
import sys
import urllib.error
import urllib.request

server = subprocess.Popen([sys.argv[1], "serve", "--port", "0"], stdout=subprocess.PIPE, text=True)
try:
    address = server.stdout.readline().split()[3]
    for line in sys.stdin:
        asked = json.loads(line)
        body, head = json.dumps(asked["args"]).encode(), {"Content-Type": "application/json"}
        request = urllib.request.Request(f"{address}api/1/{asked['call']}", body, head)
        try:
            told = {"answer": json.load(urllib.request.urlopen(request))}
        except urllib.error.HTTPError as refused:
            problem = json.load(refused)
            told = {"fault": {"code": problem["code"], "message": problem["detail"], "help": problem.get("help")}}
        print(json.dumps({"id": asked["id"], **told}), flush=True)
finally:
    server.terminate()
