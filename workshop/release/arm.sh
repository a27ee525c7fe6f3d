#!/bin/bash
# arm.sh WHEELS WORK: Piste on 64-bit Arm, under qemu-user: installs the wheel, imports everything, reads pictures, plays matches, serves.
#
#   sudo workshop/release/arm.sh WHEELS /var/tmp/piste-arm
#
# The pictures WORK/pictures/*.png are read here too (with $PYTHON, this checkout's environment) and compared: values and states the
# same, places within a pixel, probabilities within a hundredth; so is what is told of the recorded matches, word by word. Needs root,
# debootstrap, qemu-user-static, curl. The kernel is told of qemu where it does not know it yet (binfmt_misc).
set -euo pipefail
[ $# -eq 2 ] || { echo "usage: arm.sh WHEELS WORK" >&2; exit 2; }
wheels=$(realpath "$1")
work=$(realpath -m "$2")
root=$work/root
python=${PYTHON:-python3}
checkout=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
export ORT_DISABLE_TELEMETRY=1 PYTHONPATH=$checkout
mkdir -p "$work/pictures"

told() { printf '%s\t%s\n' "$1" "$2"; }
# The processor is a Raspberry Pi 4's: of qemu's own largest one, numpy's products are not numbers (qemu 7.2, its SVE).
inside=(env -i QEMU_CPU=cortex-a72 PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 HOME=/root ORT_DISABLE_TELEMETRY=1 chroot "$root")
within() { "${inside[@]}" "$@"; }

# known: the kernel starts Arm programs by qemu.
known() {
  [ -e /proc/sys/fs/binfmt_misc/register ] || mount -t binfmt_misc binfmt_misc /proc/sys/fs/binfmt_misc
  [ -e /proc/sys/fs/binfmt_misc/qemu-aarch64 ] || cat /usr/lib/binfmt.d/qemu-aarch64.conf >/proc/sys/fs/binfmt_misc/register
}

# unpacked: a root of Debian's Arm packages. They are unpacked, not configured: that would take an hour under qemu, and Python needs none of it.
unpacked() {
  [ -x "$root/usr/bin/python3" ] && return
  local first=$work/first name
  debootstrap --foreign --arch=arm64 --variant=minbase --include=python3,python3-venv \
    --keyring=/usr/share/keyrings/debian-archive-keyring.gpg trixie "$first" http://deb.debian.org/debian >"$work/bootstrap.log"
  mkdir -p "$root"/usr/{bin,sbin,lib} "$root"/{proc,dev,tmp,root}
  for name in bin sbin lib; do ln -sfn "usr/$name" "$root/$name"; done
  for name in "$first"/var/cache/apt/archives/*.deb; do dpkg-deb --fsys-tarfile "$name" | tar -x -C "$root" --keep-directory-symlink 2>/dev/null || true; done
  rm -rf "$first"
}

# everything: imports each module of ours that the wheel holds.
everything() {
  within /root/piste/bin/python -I - <<'PY'
import importlib, platform, sys
from importlib.metadata import files
names = sorted({str(f)[:-3].replace("/", ".").removesuffix(".__init__") for f in files("piste") if str(f).endswith(".py")})
for name in names:
    if name != "hardware.pi_camera":
        importlib.import_module(name)
print(platform.machine(), sys.version.split()[0], f"{len(names)} modules", sep=", ")
PY
}

# served: the site on a port of its own; its first page, what it says that works (the film is too fast for an emulated processor), its end.
served() {
  local port=8124 server before=$SECONDS left=600 ended=0
  rm -rf "$root/root/data"
  "${inside[@]}" /root/piste/bin/piste serve --host 127.0.0.1 --port "$port" --camera demo --data /root/data >"$work/served.log" 2>&1 &
  server=$!
  until curl --silent --fail --max-time 60 --output "$work/page.html" "http://127.0.0.1:$port/"; do
    left=$((left - 1))
    if ! kill -0 "$server" 2>/dev/null || [ "$left" -le 0 ]; then tail -n 5 "$work/served.log" >&2; return 1; fi
    sleep 1
  done
  told "serves: seconds to the first page" $((SECONDS - before))
  told "its page: bytes" "$(wc -c <"$work/page.html")"
  told "what works" "$(curl --silent --max-time 60 "http://127.0.0.1:$port/readyz")"
  kill -TERM "$server"
  wait "$server" || ended=$?
  told "ends when it is told to" "$ended"
}

left() { for name in mnt/wheels mnt/pictures mnt/records proc dev; do umount "$root/$name" 2>/dev/null || true; done; }

known
unpacked
trap left EXIT
mount --bind /dev "$root/dev"
mkdir -p "$root/mnt/wheels" "$root/mnt/pictures" "$root/mnt/records"
mount --bind "$wheels" "$root/mnt/wheels"
mount --bind "$work/pictures" "$root/mnt/pictures"
mount --bind "$checkout/tests/referee/records" "$root/mnt/records"
mount -t proc proc "$root/proc"
# pip looks for the certificates of the network even where it is to use none
mkdir -p "$root/etc/ssl/certs"
cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
rm -rf "$root/root/piste"
SECONDS=0
within /usr/bin/python3 -m venv --without-pip /root/piste
pip=$(cd "$root" && echo usr/share/python-wheels/pip-*.whl)
within /root/piste/bin/python "/$pip/pip" install --quiet --no-index --find-links /mnt/wheels --no-compile /mnt/wheels/"$(basename "$wheels"/piste-*.whl)"
told "the wheel installs: seconds" "$SECONDS"
told "imports" "$(everything)"
SECONDS=0
# shellcheck disable=SC2046  # names of our own
within /root/piste/bin/piste read $(cd "$work" && printf '/mnt/%s ' pictures/*.png) >"$work/arm.jsonl"
told "reads $(wc -l <"$work/arm.jsonl") pictures: seconds" "$SECONDS"
"$python" -c 'from webui.cli import main; main()' read "$work"/pictures/*.png >"$work/here.jsonl"
"$python" -m workshop.release.alike "$work/here.jsonl" "$work/arm.jsonl" && told "alike" yes
for record in "$root"/mnt/records/*.txt; do
  within /root/piste/bin/piste replay "/mnt/records/$(basename "$record")" >"$work/replayed.txt"
  LANG=C.UTF-8 "$python" -c 'from webui.cli import main; main()' replay "$record" >"$work/replayed-here.txt"
  cmp "$work/replayed.txt" "$work/replayed-here.txt"
  told "plays $(basename "$record" .txt): lines, as here" "$(wc -l <"$work/replayed.txt")"
done
served
