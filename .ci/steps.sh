# Sourced by Samples/tour and Tests/run: timed stages, and the installation of what is missing.
# Kept to the bash 3.2 of macOS.

set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD
orrery=$root/.build/debug/orrery
logs=$root/.build/logs
mkdir -p "$logs"

# stage NAME COMMAND...: runs the command, keeps what it says in a log, and prints one line. On
# failure the end of the log follows, and the script ends.
stage() {
  local name=$1 start=$SECONDS status log
  shift
  log=$logs/$(printf %s "$name" | tr ' ' -).log
  printf '%-28s' "$name"
  # A subshell of its own, not a condition: `set -e` has no effect inside a condition.
  set +e
  (set -e; "$@") >"$log" 2>&1 </dev/null
  status=$?
  set -e
  if [ "$status" -eq 0 ]; then
    printf '%4d s   %s\n' $((SECONDS - start)) "$(summary "$log")"
  else
    printf '%4d s   FAILED\n\n' $((SECONDS - start))
    complaints "$log" >&2
    printf '\nThe whole log is in %s\n' "${log#"$root"/}" >&2
    exit "$status"
  fi
}

# The last line of a log that a command wrote for the reader, marked by `=> `.
summary() { sed -n 's/^=> //p' "$1" | tail -n 1; }

# What went wrong: failed expectations and errors where there are any, else the end of the log.
complaints() {
  if grep -qE '^✘|error:' "$1"; then
    grep -E -A 4 '^✘|error:' "$1" | grep -vE '^(✔|◇|--$)' | head -n 120
  else
    tail -n 40 "$1"
  fi
}

as_root() { if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi; }

have() { command -v "$1" >/dev/null 2>&1; }

# install DEBIAN-PACKAGES BREW-FORMULAE: space-separated lists of what is missing.
install() {
  if [ -z "$1" ]; then
    echo '=> nothing to install'
  elif have apt-get; then
    as_root apt-get update -q
    # shellcheck disable=SC2086
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends $1
    echo "=> installed$1"
  elif have brew; then
    # shellcheck disable=SC2086
    brew install --quiet $2
    echo "=> installed$2"
  else
    echo "error: neither apt-get nor brew is here; install these by hand:$1"
    return 1
  fi
}

has_graphviz() { have pkg-config && pkg-config --exists libgvc libcgraph; }

# Graphviz as a library, which the drawing of SVG, PNG and PDF links to.
install_graphviz() {
  if has_graphviz; then install '' ''; else install ' libgraphviz-dev pkg-config' ' graphviz pkgconf'; fi
}
