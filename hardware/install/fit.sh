#!/bin/sh
# fit.sh [FOLDER]: lets the service fit the version in use, that of FOLDER. Versions up to 0.2.0 do not tell systemd that they are
# ready, nor that they live: for them a drop-in says so, else the service would never count as started.
set -eu
version=${1:-/opt/piste/current}
folder=${PISTE_UNITS:-/etc/systemd/system}/piste.service.d
if grep -rqs NOTIFY_SOCKET --include='*.py' "$version"/lib/python3*/site-packages/webui; then
  rm -f "$folder/10-silent.conf"
  rmdir "$folder" 2>/dev/null || true
else
  mkdir -p "$folder"
  printf '[Service]\nType=exec\nWatchdogSec=0\n' > "$folder/10-silent.conf"
fi
[ ! -d /run/systemd/system ] || systemctl daemon-reload
