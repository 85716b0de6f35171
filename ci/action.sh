#!/bin/sh
# The step of action.yml: its inputs are in the environment, where the command reads them itself.
set -eu

refuse() {
  echo "::error title=netemu-conformance::$1"
  exit 2
}

manifest="$GITHUB_ACTION_PATH/package.json"
for tool in node npx; do
  command -v "$tool" >/dev/null 2>&1 ||
    refuse "There is no $tool here. Run actions/setup-node before this step, or give the container job an image with Node.js, such as node:22."
done
node -e '
  const [major, minor] = require(process.argv[1]).engines.node.match(/\d+/g).map(Number);
  const [a, b] = process.versions.node.split(".").map(Number);
  process.exit(a > major || (a === major && b >= minor) ? 0 : 1);
' "$manifest" || refuse "Node.js $(node --version) is too old: run actions/setup-node with version 22 before this step."

version="${PACKAGE_VERSION:-$(node -p 'require(process.argv[1]).version' "$manifest")}"
case "$version" in
  -* | *[!0-9A-Za-z.^~-]*) refuse 'The input version takes a version or a tag of the package.' ;;
esac

NETEMU_CONFORMANCE_OUT="${NETEMU_CONFORMANCE_OUT:-conformance-report}"
export NETEMU_CONFORMANCE_OUT
report="$NETEMU_CONFORMANCE_OUT/report.json"
# An earlier step may have left its report there, and this run may end before it writes one.
rm -f -- "$report" "$NETEMU_CONFORMANCE_OUT/report.html" "$NETEMU_CONFORMANCE_OUT/junit.xml"

status=0
npx --yes "netemu-conformance@$version" || status=$?

if [ -f "$report" ]; then
  verdict="$(node -p 'JSON.parse(require("fs").readFileSync(process.argv[1])).verdict' "$report")"
  { echo "verdict=$verdict"; echo "report=$report"; } >> "$GITHUB_OUTPUT"
fi
exit "$status"
