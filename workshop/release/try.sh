#!/bin/bash
# try.sh ARCHIVE RELEASE WORK [CPU]: installs the archive on a fresh Debian, the network off, and prints what it measured.
#
#   sudo workshop/release/try.sh dist/piste-VERSION-offline.tar trixie /var/tmp/piste-try
#   sudo workshop/release/try.sh dist/piste-VERSION-offline.tar trixie /var/tmp/piste-try arm64    (under qemu-user, slow)
#
# A debootstrap root is made once in WORK and never written to again; each run works in an overlay over it and leaves nothing but
# WORK/RELEASE-CPU.log. Needs root, debootstrap, util-linux; for systemd-nspawn systemd-container, for arm64 qemu-user-static.
# Beside the real packages a stand-in for apt's picamera2 is installed, with packages named vision and models in it, as a trap.
set -euo pipefail
[ $# -ge 3 ] || { echo "usage: try.sh ARCHIVE RELEASE WORK [CPU]" >&2; exit 2; }
archive=$(realpath "$1")
release=$2
work=$(realpath -m "$3")
cpu=${4:-$(dpkg --print-architecture)}
base=$work/$release-$cpu
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
mkdir -p "$work"

# told NAME VALUE: one measured thing.
told() { printf '%s\t%s\t%s\t%s\n' "$release" "$cpu" "$1" "$2"; }

# within COMMAND...: in the overlay, with no network but a loopback.
within() { env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG="${TRY_LANG:-fr_FR.UTF-8}" HOME=/root chroot "$root" "$@"; }

# timed NAME COMMAND...: seconds of a step, and megabytes that it laid down.
timed() {
  local name=$1 before=$SECONDS size
  size=$(laid)
  shift
  "$@" >>"$log" 2>&1 || { echo "$name failed; the end of $log:" >&2; tail -n 15 "$log" >&2; exit 1; }
  told "$name: seconds" $((SECONDS - before))
  told "$name: megabytes" $(($(laid) - size))
}

laid() { du -sm --apparent-size "$over/up" | cut -f 1; }

bootstrap() {
  [ -d "$base/usr" ] || debootstrap --arch="$cpu" --keyring=/usr/share/keyrings/debian-archive-keyring.gpg \
    "$release" "$base" http://deb.debian.org/debian >"$work/$release-$cpu.bootstrap.log" 2>&1
}

# stand_in: a package like apt's python3-picamera2, as far as Python sees it, and a trap beside it.
stand_in() {
  local tree
  tree=$(mktemp -d)
  mkdir -p "$tree/DEBIAN" "$tree/usr/lib/python3/dist-packages"
  printf 'Package: python3-picamera2\nVersion: 0-standin\nArchitecture: all\nMaintainer: Piste\nDescription: stand-in\n' >"$tree/DEBIAN/control"
  for name in picamera2 libcamera vision models; do
    mkdir "$tree/usr/lib/python3/dist-packages/$name"
    echo "TRAP = True" >"$tree/usr/lib/python3/dist-packages/$name/__init__.py"
  done
  dpkg-deb --root-owner-group -b "$tree" "$1" >/dev/null
  rm -rf "$tree"
}

# first_page: seconds from the start of the service's command to the first page, and its memory then.
first_page() {
  within runuser -u piste -- /opt/piste/current/bin/python - <<'PY'
import subprocess, time, urllib.request
start = time.monotonic()
server = subprocess.Popen(["/opt/piste/current/bin/piste", "serve", "--port", "8123", "--camera", "demo", "--data", "/var/lib/piste"],
                          stdout=subprocess.DEVNULL)
def ask(path):
    return urllib.request.urlopen(f"http://127.0.0.1:8123{path}", timeout=30).read()
while True:
    try:
        page = ask("/")
        break
    except OSError:
        if server.poll() is not None or time.monotonic() - start > 600:
            raise SystemExit("no page came")
        time.sleep(0.05)
print("first page: seconds", round(time.monotonic() - start, 1), sep="\t")
def memory(what):
    for line in open(f"/proc/{server.pid}/status"):
        if line.startswith("VmRSS"):
            print(f"memory of the service, {what}: megabytes", int(line.split()[1]) // 1024, sep="\t")
time.sleep(20)
memory("following the demonstration film")
ask("/readyz")
server.terminate()
print("ends by itself", server.wait(60), sep="\t")
PY
}

steps() {
  mount -t overlay overlay -o "lowerdir=$base,upperdir=$over/up,workdir=$over/work" "$root"
  mount -t proc proc "$root/proc"
  mount --rbind /dev "$root/dev"
  mount -t tmpfs run "$root/run"
  ip link set lo up 2>/dev/null || true
  mkdir -p "$root/root/usb"
  tar -x -f "$archive" -C "$root/root/usb"
  told "the archive: megabytes" "$(du -sm "$archive" | cut -f 1)"
  local there
  there=$(cd "$root" && echo root/usb/piste-*)
  timed "install.sh" within "/$there/install.sh" --name "Table rouge"
  timed "install.sh again" within "/$there/install.sh"
  told "disk of /opt/piste: megabytes" "$(du -sm "$root/opt/piste" | cut -f 1)"
  timed "pip install flask" within sh -c "python3 -m venv /root/flask && /root/flask/bin/pip install -q --no-index --find-links /$there/wheels flask"
  first_page | while IFS=$'\t' read -r name value; do told "$name" "$value"; done
  # with picamera2's stand-in, whose packages vision and models must not be ours
  stand_in "$root/root/picamera2.deb"
  within dpkg -i /root/picamera2.deb >>"$log" 2>&1
  rm -rf "$root"/opt/piste/versions/*/.complete
  timed "install.sh with picamera2's stand-in" within "/$there/install.sh"
  told "vision is ours" "$(within /opt/piste/current/bin/python -I -c 'import vision, models, picamera2; print(picamera2.TRAP and not hasattr(vision, "TRAP") and not hasattr(models, "TRAP"))')"
  timed "uninstall.sh" within /opt/piste/box/uninstall.sh
  told "data kept" "$([ -d "$root/var/lib/piste" ] && echo yes || echo no)"
  told "left elsewhere" "$(cd "$root" && find opt etc usr/local -name '*piste*' | tr '\n' ' ')"
  timed "uninstall.sh --data" within "/$there/uninstall.sh" --data
  told "data and user gone" "$([ ! -d "$root/var/lib/piste" ] && ! grep -q '^piste:' "$root/etc/passwd" && echo yes || echo no)"
  if [ "$cpu" = "$(dpkg --print-architecture)" ] && command -v systemd-nspawn >/dev/null; then booted "$there"; fi
}

# booted FOLDER: the same under systemd, as process 1 of a container without a network.
booted() {
  within "/$1/install.sh" >>"$log" 2>&1
  umount -l "$root/run" "$root/dev" "$root/proc"
  # What the container's systemd does with the kernel's programs for other processors would be done to this machine.
  within systemctl --quiet mask systemd-binfmt.service proc-sys-fs-binfmt_misc.automount proc-sys-fs-binfmt_misc.mount
  SYSTEMD_NSPAWN_UNIFIED_HIERARCHY=1 systemd-nspawn --quiet --register=no --keep-unit --private-network --directory="$root" --boot --console=pipe \
    </dev/null >>"$log" 2>&1 &
  local nspawn=$! left=240 first
  while ! first=$(pgrep -P "$nspawn" -x systemd); do left=$((left - 1)); [ "$left" -gt 0 ] || return 1; sleep 1; done
  enter() { nsenter -t "$first" -m -p -u -i -n -C -r -w "$@"; }
  local since=$SECONDS
  until enter /opt/piste/current/bin/python -c 'import urllib.request; urllib.request.urlopen("http://127.0.0.1:8000/readyz", timeout=5)' 2>/dev/null; do
    left=$((left - 1)); [ "$left" -gt 0 ] || { enter journalctl -u piste --no-pager -n 20 >&2; break; }
    sleep 1
  done
  told "under systemd, ready: seconds" $((SECONDS - since))
  sleep 5
  told "under systemd, piste.service" "$(enter systemctl show piste -p ActiveState,SubState,NRestarts --value | tr '\n' ' ')"
  told "under systemd, exposure" "$(enter systemd-analyze security piste --no-pager 2>/dev/null | sed -n 's/.*level for piste.service: //p')"
  # shellcheck disable=SC2016  # the shell inside asks
  enter sh -c 'kill -9 $(systemctl show piste -p MainPID --value)'
  sleep 15
  told "under systemd, killed and back" "$(enter systemctl show piste -p ActiveState,NRestarts --value | tr '\n' ' ')"
  told "under systemd, first-run.service" "$(enter systemctl show piste-first-run -p Result --value)"
  # the teacher's page asks for the box to be shut down
  enter runuser -u piste -- sh -c 'umask 077; echo off > /run/piste/power'
  left=60
  while kill -0 "$nspawn" 2>/dev/null && [ "$left" -gt 0 ]; do left=$((left - 1)); sleep 1; done
  told "under systemd, shut down by the page's word" "$(kill -0 "$nspawn" 2>/dev/null && echo no || echo yes)"
  kill -9 "$first" 2>/dev/null || true
  wait "$nspawn" 2>/dev/null || true
}

if [ "${PISTE_TRY_INSIDE:-}" != yes ]; then
  bootstrap
  PISTE_TRY_INSIDE=yes exec unshare --mount --net "$here/try.sh" "$archive" "$release" "$work" "$cpu"
fi
over=$(mktemp -d "$work/over.XXXXXX")
log=$work/$release-$cpu.log
: >"$log"
root=$over/root
mkdir -p "$over/up" "$over/work" "$root"
trap 'umount -l -R "$root" 2>/dev/null || true; rm -rf --one-file-system "$over"' EXIT
steps
