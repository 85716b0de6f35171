/** The shell functions of every script: POSIX, with curl, awk, sed, od and the usual small tools. */
export const PLAYER = String.raw`command -v curl > /dev/null || { echo 'curl is missing' >&2; exit 2; }
work=$(mktemp -d) || exit 2
exec < /dev/null
[ -n "$ATTEMPT" ] || ATTEMPT=1
# Ids and names of this run begin with these digits instead of the recorded ones.
R=$(printf '%010u' "$(od -An -N4 -tu4 /dev/urandom | tr -d ' \n')" | tail -c 8)
projects=
: > "$work/recorded.body"
end_all() { for url in $projects; do ask end DELETE "$url"; done; rm -rf "$work"; }
trap end_all EXIT
trap 'exit 2' INT TERM

# ask N METHOD PATH [curl options]: the answer is in the files N.code, N.headers and N.body.
ask() {
  n=$work/$1 method=$2 url=$BASE_URL$3; shift 3
  : > "$n.headers"; : > "$n.body"
  code=$(curl -sS -g --path-as-is --http1.1 --max-time "$TIMEOUT" $CURL_OPTIONS -X "$method" "$@" \
    -D "$n.headers" -o "$n.body" -w '%{http_code}' "$url" 2> "$n.error") || code="curl $?"
  echo "$code" > "$n.code"
}
# What was sent at once is sent at once again: behind a gate that opens when all are there.
gate() { GATED=yes; rm -f "$work/gate"; mkfifo "$work/gate"; exec 9<> "$work/gate"; }
open() { sleep 1; exec 9>&-; sleep 1; exec 9<> "$work/gate"; exec 9>&-; wait; }
code() { cat "$work/$1.code"; }

# made N [PATH]: without what it makes, nothing can be told; a project is removed at the end.
made() {
  case $(code "$1") in 2??) ;; *) verdict 2 "$1" ;; esac
  [ -z "$2" ] || projects="$2/$(id "$1" /project_id) $projects"
}

# flat N: the values of a JSON text as lines "pointer value"; brackets stand for objects and arrays.
flat() {
  LC_ALL=C awk '{ text = text $0 "\n" } END {
    while (match(text, /"([^"\\]|\\.)*"|[][{},:]|[^][{},:" \t\r\n]+/)) {
      token = substr(text, RSTART, RLENGTH); text = substr(text, RSTART + RLENGTH)
      if (token == ":") named = 1
      else if (token == ",") { named = 0; item[depth]++ }
      else if (token == "}" || token == "]") { depth--; named = 0; print path[depth] " " token }
      else if (kind[depth] == "{" && !named) path[depth] = path[depth - 1] "/" substr(token, 2, length(token) - 2)
      else {
        if (kind[depth] == "[") path[depth] = path[depth - 1] "/" item[depth]
        print path[depth] " " token
        named = 0
        if (token == "{" || token == "[") { path[depth + 1] = path[depth]; kind[++depth] = token; item[depth] = 0 }
      }
    }
  }' "$work/$1.body"
}
# at N POINTER: the lines of that value.
at() { flat "$1" | P=$2 awk '{ p = ENVIRON["P"] } index($0, p " ") == 1 || index($0, p "/") == 1 { print substr($0, length(p) + 2) }'; }
id() { at "$1" "$2" | sed -n '1s/^"\([0-9A-Fa-f-]\{36\}\)"$/\1/p'; }

# look N WHAT POINTER: what is held against the recording.
look() {
  case $2 in
    header) tr -d '\r' < "$work/$1.headers" | grep -i "^$3:" | sed -n '1{s/^[^:]*:[[:space:]]*//; s/[[:space:]]*$//; p;}' ;;
    type) at "$1" "$3" | sed -n '1{s/^".*/string/; s/^-\{0,1\}[0-9]\{1,\}$/integer/; s/^-\{0,1\}[0-9].*/number/; s/^true$/boolean/; s/^false$/boolean/; p;}' ;;
    body) flat "$1" | grep -v '/console ' ;;
    *) at "$1" "$3" ;;
  esac
}
# Ids in a list are given anew each time.
masked() { [ "$1" != body ] && cat && return; sed 's/[0-9A-Fa-f]\{8\}\(-[0-9A-Fa-f]\{4\}\)\{3\}-[0-9A-Fa-f]\{12\}/id/g; s/conformance-[0-9a-f]\{8\}-/conformance-/g'; }

# counted N CREATIONS: whether a list shows fewer or more drawings than there are ids of those created.
counted() {
  shown=$(flat "$1" | grep -c '^/[0-9]* {$')
  created=$(for n in $2; do case $(code "$n") in 2??) id "$n" /drawing_id ;; esac; done | sort -u | grep -c .)
  if [ "$shown" -lt "$created" ]; then echo fewer; elif [ "$shown" -gt "$created" ]; then echo more; fi
}

# either CODE ACCEPTABLE N N…: which of some requests that were the same has that code, else which is acceptable, else the first.
either() {
  wrong=$1 right=" $2 " of=$3; shift 2
  for n in "$@"; do case $right in *" $(code "$n") "*) of=$n ;; esac; done
  for n in "$@"; do [ "$(code "$n")" != "$wrong" ] || of=$n; done
  echo "$of"
}

# taken N, refused N: where a write goes otherwise than it went, what is read behind it shows nothing.
taken() { case $(code "$1") in 2??) ;; *) verdict 1 "$1" ;; esac; }
refused() { case $(code "$1") in 2??) verdict 1 "$1" ;; esac; }

# decide N CODE ACCEPTABLE WHAT [POINTER [BEFORE]]: whether the recorded answer came again, where it was wrong.
decide() {
  now=$(code "$1")
  case "$4 $now $2" in
    *' curl 6 '* | *' curl 7 '*) verdict 2 "$1" ;;
    'status curl '*' curl') verdict 0 "$1" ;;
    status*)
      case " $3 " in *" $now "*) verdict 1 "$1" ;; esac
      [ "$now" = "$2" ] && verdict 0 "$1"
      verdict 2 "$1" ;;
  esac
  case $now in "$2") ;; [1-4]??) verdict 1 "$1" ;; *) verdict 2 "$1" ;; esac
  seen=$(look "$1" "$4" "$5")
  if [ "$4" = other ]; then case $seen in '' | "\"$6\"") verdict 1 "$1" ;; *) verdict 0 "$1" ;; esac; fi
  case $4 in fewer | more) [ "$(counted "$1" "$6")" = "$4" ] && verdict 0 "$1"; verdict 1 "$1" ;; esac
  [ -n "$6" ] && [ "$(look "$6" "$4" "$5")" = "$seen" ] && verdict 1 "$1"
  [ "$4" = change ] && verdict 0 "$1"
  [ "$(look recorded "$4" "$5" | masked "$4")" = "$(printf '%s\n' "$seen" | masked "$4")" ] && verdict 0 "$1"
  verdict 1 "$1"
}

# answer N: all of it but its time.
answer() { code "$1"; grep -iv '^date:' "$work/$1.headers"; cat "$work/$1.body"; }

# until_shown, with the arguments of decide: sends the last request again, until the defect shows or 40 times.
until_shown() {
  left=40 before=
  while [ "$left" -gt 0 ]; do
    this=$(answer "$1")
    # The same answer shows no more than before.
    if [ "$this" != "$before" ]; then (GATED=; decide "$@") > "$work/decided" && break; fi
    case $(code "$1") in curl*) break ;; esac
    send_last; left=$((left - 1)) before=$this
  done
  decide "$@"
}

# Only printable characters reach the terminal, whatever the server sends.
printable() { head -c 2000 | LC_ALL=C tr -cd '\12\40-\176'; }
verdict() {
  # What was sent at once meets in another way each time.
  if [ "$1.$GATED" = 1.yes ] && [ "$ATTEMPT" -lt 3 ] && [ -f "$0" ]; then
    trap - EXIT; end_all
    ATTEMPT=$((ATTEMPT + 1)); export ATTEMPT BASE_URL TIMEOUT
    exec sh "$0"
  fi
  printf 'Expected  %s\nRecorded  %s\nSeen      status %s\n' "$EXPECTED" "$RECORDED" "$(code "$2")"
  cat "$work/$2.body" "$work/$2.error" | printable | awk '{ print "          | " $0 }'
  case $1 in 0) echo 'The defect shows.' ;; 1) echo 'The defect does not show.' ;; *) echo 'Cannot tell.' ;; esac
  exit "$1"
}`;
