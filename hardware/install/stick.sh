#!/bin/sh
# stick.sh DEVICE: writes the address of this box, and the one-time word, on a stick whose name is PISTE.
set -eu
folder=$(mktemp -d /run/piste-stick.XXXXXX)
mount -o nosuid,nodev,noexec,sync "$1" "$folder"
trap 'umount "$folder"; rmdir "$folder"' EXIT
# The wrapper becomes the user piste, who may not write on the stick: it makes the page, root writes it.
/usr/local/bin/piste first-run --port "${PISTE_PORT:-8000}" --html > "$folder/PISTE.html.new"
mv -f "$folder/PISTE.html.new" "$folder/PISTE.html"
