#!/usr/bin/env bash
# The step of action.yml: its inputs are in the environment, where the command reads them itself.
set -euo pipefail

if ! [[ "$PACKAGE_VERSION" =~ ^[0-9A-Za-z^~][0-9A-Za-z.^~-]*$ ]]; then
  echo 'The input version is to be a version or a tag of the package' >&2
  exit 2
fi

status=0
npx --yes "netemu-conformance@$PACKAGE_VERSION" || status=$?

report="$NETEMU_CONFORMANCE_OUT/report.json"
if [ -f "$report" ]; then
  verdict="$(node -p 'JSON.parse(require("fs").readFileSync(process.argv[1])).verdict' "$report")"
  { echo "verdict=$verdict"; echo "report=$report"; } >> "$GITHUB_OUTPUT"
fi
exit "$status"
