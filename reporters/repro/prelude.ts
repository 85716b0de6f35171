/** The shell functions of every script. Plain POSIX, with curl, sed, tr and cmp. */
export const PRELUDE = String.raw`command -v curl > /dev/null || { echo 'curl is missing' >&2; exit 2; }
work=$(mktemp -d) || exit 2
for file in headers body error; do : > "$work/$file"; done

# Only printable characters reach the terminal, whatever the server sends.
plain() { head -c 2000 | LC_ALL=C tr -cd '\12\40-\176'; }

new_id() { uuidgen 2> /dev/null || cat /proc/sys/kernel/random/uuid; }

# CURL_OPTIONS: more options for every request, such as -u user:password or -k.
send() {
  : > "$work/headers"
  : > "$work/body"
  code=$(curl -sS -g --path-as-is --http1.1 --max-time "$TIMEOUT" $CURL_OPTIONS \
    -D "$work/headers" -o "$work/body" -w '%{http_code}' "$@" 2> "$work/error")
  failed=$?
}

header() {
  tr -d '\r' < "$work/headers" | grep -i "^$1:" | sed -n '1{s/^[^:]*:[[:space:]]*//; s/[[:space:]]*$//; p;}'
}

# The n-th value of a member, as it stands in the JSON; members() puts each on a line of its own.
members() {
  tr '\n' ' ' < "$work/body" | sed 's/"'"$1"'"[[:space:]]*:[[:space:]]*/\
=/g' | sed -n 's/^=\("[^"]*"\).*/\1/p; t
s/^=\([^],}[:space:]]*\).*/\1/p'
}
member() { members "$1" | sed -n "${'$'}{2:-1}p"; }
unquoted() { member "$1" "$2" | sed 's/^"//; s/"$//'; }

kind() {
  case $1 in
    '') echo nothing ;;
    '"'*) echo string ;;
    [-0-9]*[.eE]*) echo fraction ;;
    [-0-9]*) echo integer ;;
    [tf]*) echo boolean ;;
    n*) echo null ;;
    '['*) echo array ;;
    '{'*) echo object ;;
    *) echo other ;;
  esac
}

step() {
  if [ "$failed" != 0 ]; then verdict 2 "$1: curl failed with $failed: $(plain < "$work/error")"; fi
  case $code in $2??) ;; *) verdict 2 "$1: status $code" ;; esac
}

verdict() {
  case $1 in
    0) what='The defect shows.' ;;
    1) what='The defect does not show.' ;;
    *) what='Cannot tell.' ;;
  esac
  printf 'Expected  %s\n' "$EXPECTED"
  printf 'Recorded  %s\n' "$RECORDED"
  printf 'Seen      %s\n' "$(printf '%s' "$2" | plain)"
  plain < "$work/body" | sed 's/^/          | /'
  printf '\n%s\n' "$what"
  exit "$1"
}`;
