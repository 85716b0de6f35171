#!/usr/bin/env bash
# Any pipeline that has a shell: starts the server of LAB_COMMAND, waits until it answers, judges it.
set -euo pipefail
: "${LAB_COMMAND:?the command that starts your server}" "${NETEMU_CONFORMANCE_URL:?its base URL}"

bash -c "exec $LAB_COMMAND" &
server=$!
trap 'kill "$server" 2>/dev/null || true' EXIT

for _ in $(seq 60); do
  if curl -s -o /dev/null "$NETEMU_CONFORMANCE_URL/v2/version"; then break; fi
  sleep 0.5
done

npx --yes netemu-conformance@0.1
