#!/bin/sh
# Makes calls of a server's OpenAPI document, right ones and wrong ones, and compares the answers with it: run.sh MUSTER SCHEMATHESIS.
set -eu
log=$(mktemp)
"$1" serve --port 0 > "$log" &
server=$!
trap 'kill $server; rm -f "$log"' EXIT
until address=$(sed -n 's/.*\(http:[^ ]*\).*/\1/p' "$log") && [ -n "$address" ]; do
    kill -0 $server
    sleep 0.1
done
"$2" --config-file "$(dirname "$0")/schemathesis.toml" run "${address}openapi.json" --seed 1 --max-examples "${EXAMPLES:-20}" \
    --phases fuzzing --no-color
