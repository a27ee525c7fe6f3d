#!/bin/bash
# build.sh WHEELS: makes an environment of the Piste whose wheel lies in WHEELS, beside those that are there.
#
# The last line on standard output is its folder, /opt/piste/versions/VERSION-pyX.Y-HASH; the same wheel makes the same
# folder, so that a second run does nothing. No network is asked: everything comes from WHEELS. `piste update` runs it, too.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=hardware/install/words.sh
. "$here/words.sh"
prefix=${PISTE_PREFIX:-/opt/piste}
export ORT_DISABLE_TELEMETRY=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore PIP_NO_CACHE_DIR=1

# found WHEELS: Piste's wheel there, exactly one.
found() {
  local wheels=("$1"/piste-*.whl)
  { [ "${#wheels[@]}" -eq 1 ] && [ -f "${wheels[0]}" ]; } ||
    fail "une roue piste-*.whl attendue dans $1" "expected one wheel piste-*.whl in $1"
  printf '%s\n' "${wheels[0]}"
}

# named WHEEL: the folder that its environment has.
named() {
  local version python sum
  version=$(basename "$1" | cut -d - -f 2)
  python=$(python3 -c 'import sys; print("py%d.%d" % sys.version_info[:2])')
  sum=$(sha256sum "$1" | cut -c 1-8)
  printf '%s\n' "$prefix/versions/$version-$python-$sum"
}

# has_picamera2: apt's library of the Raspberry Pi's camera is there. Looked up, not imported: no camera is touched.
has_picamera2() {
  python3 -c 'import importlib.util, sys; sys.exit(importlib.util.find_spec("picamera2") is None)'
}

# make FOLDER WHEELS WHEEL: the environment; what system packages bring is never used instead of what was tested.
make() {
  local see=()
  if has_picamera2; then
    say "picamera2 est là : l'environnement voit les paquets du système." "picamera2 is there: the environment sees the system's packages." >&2
    see=(--system-site-packages)
  fi
  python3 -m venv "${see[@]}" "$1"
  "$1/bin/python" -m pip install --quiet --no-index --find-links "$2" --ignore-installed "$3"
  if [ "${#see[@]}" -gt 0 ]; then
    # apt's simplejpeg is built for another numpy on Bookworm.
    "$1/bin/python" -m pip install --quiet --no-index --find-links "$2" --ignore-installed --no-deps simplejpeg
  fi
}

# check FOLDER: every package of ours is ours, whatever else bears its name, and the libraries load on this machine.
check() {
  (cd / && "$1/bin/python" -I - <<'PY'
import importlib
import sys
from pathlib import Path

home = Path(sys.prefix).resolve()
for room in ("vision", "referee", "webui", "models", "hardware", "numpy", "cv2", "flask"):
    found = Path(str(importlib.import_module(room).__file__)).resolve()
    if home not in found.parents:
        sys.exit(f"expected {room} of this environment, in {home}; got {found}")
importlib.import_module("vision.runtime")
PY
  ) && "$1/bin/piste" --version >&2
}

main() {
  local wheel folder
  wheel=$(found "$1")
  folder=$(named "$wheel")
  if [ -e "$folder/.complete" ]; then
    say "Cette version est déjà là." "This version is there already." >&2
  else
    rm -rf "$folder"
    mkdir -p "$prefix/versions"
    unfinished=$folder # not local: it is asked for when all functions have ended
    trap 'rm -rf "$unfinished"' EXIT
    make "$folder" "$1" "$wheel" >&2
    check "$folder"
    touch "$folder/.complete"
    trap - EXIT
  fi
  printf '%s\n' "$folder"
}

[ $# -eq 1 ] || { echo "usage: build.sh WHEELS" >&2; exit 2; }
main "$1"
