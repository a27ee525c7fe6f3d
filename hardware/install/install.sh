#!/bin/bash
# install.sh: Piste as a service of this machine (Debian 12 or 13, Raspberry Pi OS 64 bits of the same). Run it as root.
#
# It may be run again: what is done is left as it is. Beside an archive's wheels/ and debs/ it asks no network; in a
# checkout it downloads what requirements.lock names. uninstall.sh takes everything away again, but the data.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=hardware/install/words.sh
. "$here/words.sh"

prefix=/opt/piste
data=/var/lib/piste
port=
camera=
box=
host=
names=
avahi=yes
export ORT_DISABLE_TELEMETRY=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore DEBIAN_FRONTEND=noninteractive
FILES=(build.sh fit.sh words.sh power.sh stick.sh access-point.sh uninstall.sh)
UNITS=(piste.service piste-power.path piste-power.service piste-first-run.service piste-stick@.service)

usage() {
  say "usage : sudo $0 [--port 8000] [--camera auto|usb:0|pi|demo] [--name « Table rouge »] [--hostname piste-rouge] [--host-name salle3.ecole.fr] [--no-avahi]" \
      "usage: sudo $0 [--port 8000] [--camera auto|usb:0|pi|demo] [--name 'Red table'] [--hostname piste-red] [--host-name room3.school.org] [--no-avahi]"
}

options() {
  while [ $# -gt 0 ]; do
    case "$1" in
      --no-avahi) avahi=no; shift; continue ;;
      -h | --help) usage; exit 0 ;;
    esac
    [ $# -ge 2 ] || { usage >&2; exit 2; }
    case "$1" in
      --port) port=$2 ;;
      --camera) camera=$2 ;;
      --name) box=$2 ;;
      --hostname) host=$2 ;;
      --host-name) names="$names${names:+ }$2" ;;
      *) usage >&2; exit 2 ;;
    esac
    shift 2
  done
  [[ $port =~ ^[0-9]*$ ]] || fail "--port attend un nombre, pas $port" "--port expects a number; got $port"
  [[ $camera =~ ^[^[:space:]\"\'\$]*$ ]] || fail "--camera attend un mot" "--camera expects one word"
  [[ $names =~ ^[A-Za-z0-9.\ -]*$ ]] || fail "--host-name attend un nom comme salle3.ecole.fr" "--host-name expects a name such as room3.school.org"
  [[ $host =~ ^[a-z0-9-]*$ ]] || fail "--hostname attend des lettres, des chiffres et des tirets" "--hostname expects letters, digits and hyphens"
}

# machine: what this script knows how to serve, or the end.
machine() {
  local id='' like='' codename='' cpu
  if [ -r /etc/os-release ]; then
    # shellcheck disable=SC2034,SC1091  # the file sets more than is asked
    id=$(. /etc/os-release; printf '%s' "$ID")
    # shellcheck disable=SC1091
    like=$(. /etc/os-release; printf '%s' "${ID_LIKE:-}")
    # shellcheck disable=SC1091
    codename=$(. /etc/os-release; printf '%s' "${VERSION_CODENAME:-}")
  fi
  [[ " $id $like " == *" debian "* ]] || fail "il faut Debian ou Raspberry Pi OS" "this needs Debian or Raspberry Pi OS"
  cpu=$(dpkg --print-architecture)
  [[ $cpu == amd64 || $cpu == arm64 ]] || fail "il faut un système 64 bits (amd64 ou arm64), pas $cpu" "this needs a 64-bit system (amd64 or arm64); got $cpu"
  release=$codename-$cpu
}

# lacks PACKAGE...: those that are not installed.
lacks() {
  local name
  for name in "$@"; do
    dpkg-query -W -f '${db:Status-Status}\n' "$name" 2>/dev/null | grep -qx installed || printf '%s\n' "$name"
  done
}

# newer DEB...: those that this system has not, or has in an older version.
newer() {
  local deb name version has
  for deb in "$@"; do
    name=$(dpkg-deb -f "$deb" Package)
    version=$(dpkg-deb -f "$deb" Version)
    has=$(dpkg-query -W -f '${db:Status-Status} ${Version}\n' "$name" 2>/dev/null | sed -n 's/^installed //p' || true)
    if [ -z "$has" ] || dpkg --compare-versions "$has" lt "$version"; then printf '%s\n' "$deb"; fi
  done
}

# packages NAME...: from the archive beside this script where it has them for this release, else from the network.
packages() {
  local missing debs
  mapfile -t missing < <(lacks "$@")
  [ "${#missing[@]}" -gt 0 ] || return 0
  say "Il manque : ${missing[*]}" "Missing: ${missing[*]}"
  if [ -d "$here/debs/$release" ]; then
    mapfile -t debs < <(newer "$here/debs/$release"/*.deb)
    # apt reads files as a user of its own, who may not look into a stick or into root's folder.
    apt-get install -y -q --no-install-recommends -o APT::Sandbox::User=root "${debs[@]}" >"$log" 2>&1 || return 1
  elif [ -d "$here/wheels" ]; then
    say "L'archive n'a pas de paquets pour $release : ils viennent du réseau." "The archive has no packages for $release: they come from the network."
    from_network "${missing[@]}" || return 1
  else
    from_network "${missing[@]}" || return 1
  fi
  [ -z "$(lacks "$@")" ]
}

from_network() {
  { apt-get update -q && apt-get install -y -q --no-install-recommends "$@"; } >"$log" 2>&1
}

# needed NAME...: packages without which nothing runs.
needed() {
  packages "$@" || { tail -n 20 "$log" >&2; fail "ces paquets ne s'installent pas : $*" "these packages cannot be installed: $*"; }
  python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    fail "il faut Python 3.11 ou plus récent, pas $(python3 --version)" "this needs Python 3.11 or newer; got $(python3 --version)"
}

user() {
  getent group piste >/dev/null || groupadd --system piste
  id piste >/dev/null 2>&1 ||
    useradd --system --gid piste --home-dir "$data" --no-create-home --shell /usr/sbin/nologin --comment Piste piste
  install -d -o piste -g piste -m 0750 "$data"
}

# downloaded FOLDER: the wheels of requirements.lock, each checked by its hash, and Piste's own made of this checkout.
downloaded() {
  local checkout make locks=(-r requirements.lock)
  checkout=$(cd "$here/../.." && pwd)
  [ -f "$checkout/requirements.lock" ] || fail "ni wheels/ à côté de ce script, ni requirements.lock" "neither wheels/ beside this script nor requirements.lock"
  make=$(mktemp -d)
  python3 -m venv "$make/env"
  python3 -c 'import importlib.util, sys; sys.exit(importlib.util.find_spec("picamera2") is None)' && locks+=(-r requirements-pi.lock)
  (cd "$checkout" && "$make/env/bin/pip" download --quiet --only-binary :all: --require-hashes "${locks[@]}" -d "$1")
  "$make/env/bin/pip" install --quiet --no-index --find-links "$1" hatchling editables
  rm -f "$1"/piste-*.whl
  "$make/env/bin/pip" wheel --quiet --no-deps --no-build-isolation -w "$1" "$checkout"
  rm -rf "$make"
}

# wheels: where they lie. Those that this machine needs are kept, so that an update may bring Piste's own alone.
wheels() {
  install -d -m 0755 "$prefix/wheels"
  if [ -d "$here/wheels" ]; then
    rm -f "$prefix"/wheels/piste-*.whl
    cp -u "$here"/wheels/*-any.whl "$here"/wheels/*"$(uname -m)"*.whl "$prefix/wheels/"
  else
    downloaded "$prefix/wheels"
  fi
}

# replaced FOLDER LINK: a link that always leads somewhere, whenever the power goes.
replaced() {
  ln -sfn "$1" "$2.new"
  mv -T "$2.new" "$2"
}

# settled: the settings, those that are there already but for what is asked for now.
settled() {
  install -d -m 0755 /etc/piste
  local file=/etc/piste/piste.conf had_port had_camera had_names
  had_port=$(sed -n 's/^PISTE_PORT=//p' "$file" 2>/dev/null || true)
  had_camera=$(sed -n 's/^PISTE_CAMERA=//p' "$file" 2>/dev/null || true)
  had_names=$(sed -n 's/^PISTE_HOST_NAMES="\(.*\)"$/\1/p' "$file" 2>/dev/null || true)
  port=${port:-${had_port:-8000}}
  camera=${camera:-${had_camera:-auto}}
  names=${names:-$had_names}
  {
    echo "# Piste's settings on this box: systemctl restart piste takes them up."
    echo "PISTE_PORT=$port"
    echo "PISTE_CAMERA=$camera"
    [ -z "$names" ] || echo "PISTE_HOST_NAMES=\"$names\""
    echo "LANG=${LANG:-C.UTF-8}"
  } >"$file.new"
  mv "$file.new" "$file"
}

command_line() {
  cat >/usr/local/bin/piste.new <<'SH'
#!/bin/sh
# Piste's commands on this box. Root's become the user piste's, but for what changes the box itself.
if [ "$(id -u)" -eq 0 ]; then
  [ ! -r /etc/piste/piste.conf ] || . /etc/piste/piste.conf
  export PISTE_PORT="${PISTE_PORT:-8000}" PISTE_HOST_NAMES="${PISTE_HOST_NAMES:-}"
  export XDG_DATA_HOME=/var/lib PISTE_WORD=/run/piste/first-word PISTE_COMMAND="sudo piste" ORT_DISABLE_TELEMETRY=1
  [ "${1-}" = update ] || HOME=/var/lib/piste exec runuser -u piste -- /opt/piste/current/bin/piste "$@"
fi
exec /opt/piste/current/bin/piste "$@"
SH
  chmod 0755 /usr/local/bin/piste.new
  mv /usr/local/bin/piste.new /usr/local/bin/piste
}

units() {
  local name guide=$here/install.md
  [ -r "$guide" ] || guide=$here/../../docs/install.md  # an archive has it beside this script
  install -d -m 0755 "$prefix/box" /etc/systemd/system /etc/udev/rules.d
  for name in "${FILES[@]}"; do install -m 0755 "$here/$name" "$prefix/box/$name"; done
  for name in "${UNITS[@]}"; do install -m 0644 "$here/$name" "/etc/systemd/system/$name"; done
  install -m 0644 "$guide" "$prefix/box/install.md"
  install -m 0644 "$here/70-piste-stick.rules" /etc/udev/rules.d/70-piste-stick.rules
  sh "$prefix/box/fit.sh" "$prefix/current"
  systemctl enable --quiet piste.service piste-power.path piste-first-run.service
  if systemd_runs; then
    systemctl daemon-reload
    systemctl restart piste.service piste-power.path
    udevadm control --reload 2>/dev/null || true
  fi
}

named() {
  if [ -n "$host" ] && [ "$(cat /etc/hostname 2>/dev/null)" != "$host" ]; then
    printf '%s\n' "$host" >/etc/hostname
    sed -i '/^127\.0\.1\.1[[:space:]]/d' /etc/hosts
    printf '127.0.1.1\t%s\n' "$host" >>/etc/hosts
    ! systemd_runs || hostname "$host"
  fi
  [ "$avahi" = yes ] || return 0
  packages avahi-daemon || { say "Sans avahi : pas d'adresse en .local, l'adresse en chiffres reste." "No avahi: no .local address; the one in digits stays."; return 0; }
  install -d -m 0755 /etc/avahi/services
  sed "s/@PORT@/$port/" "$here/piste.avahi" >/etc/avahi/services/piste.service
}

# tidied: of the versions that are not in use the last one is kept, to go back to.
tidied() {
  local now one kept=0
  now=$(readlink "$prefix/current")
  while read -r one; do
    [ "$one" != "$now" ] || continue
    kept=$((kept + 1))
    [ "$kept" -le 1 ] || rm -rf "$one"
  done < <(find "$prefix/versions" -mindepth 1 -maxdepth 1 -type d -printf '%T@ %p\n' | sort -rn | cut -d ' ' -f 2-)
}

# answers: waits until the site says that it is ready, a minute at most.
answers() {
  local left=60
  while [ "$left" -gt 0 ]; do
    python3 - "$port" 2>/dev/null <<'PY' && return 0
import sys
import urllib.request

urllib.request.urlopen(f"http://127.0.0.1:{sys.argv[1]}/readyz", timeout=2)
PY
    left=$((left - 1))
    sleep 1
  done
  return 1
}

main() {
  options "$@"
  as_root
  log=$(mktemp)
  trap 'rm -f "$log"' EXIT
  machine
  step "Paquets du système" "Packages of the system"
  needed python3 python3-venv libstdc++6
  step "Utilisateur « piste », données dans $data" "User piste, data in $data"
  user
  step "Ce qu'il faut à Piste" "What Piste needs"
  wheels
  step "Environnement de Piste" "Piste's environment"
  local folder
  folder=$(PISTE_PREFIX=$prefix bash "$here/build.sh" "$prefix/wheels" | tail -n 1)
  [ -x "$folder/bin/piste" ] || fail "l'environnement n'a pas pu être fait" "the environment could not be made"
  replaced "$folder" "$prefix/current"
  step "Réglages, commande « piste », nom dans le réseau" "Settings, the command piste, a name in the network"
  settled
  command_line
  named
  [ -z "$box" ] || /usr/local/bin/piste first-run --port "$port" --name "$box" >/dev/null
  step "Service" "Service"
  units
  tidied
  finished
}

finished() {
  if ! systemd_runs; then
    step "Installé. Piste démarrera avec la machine." "Installed. Piste starts with the machine."
  elif answers; then
    step "Installé, et Piste répond." "Installed, and Piste answers."
    /usr/local/bin/piste first-run --port "$port" || true
  else
    journalctl -u piste -n 20 --no-pager >&2 || true
    fail "installé, mais Piste ne répond pas (journalctl -u piste)" "installed, but Piste does not answer (journalctl -u piste)"
  fi
}

main "$@"
