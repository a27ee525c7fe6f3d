#!/bin/bash
# uninstall.sh [--data]: takes away what install.sh brought. Games and classes stay in /var/lib/piste, unless --data is said.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=hardware/install/words.sh
. "$here/words.sh"

case "${1-}" in
  "") erase=no ;;
  --data) erase=yes ;;
  *) say "usage : sudo $0 [--data]   (--data : efface aussi les parties et les classes)" "usage: sudo $0 [--data]   (--data: erases games and classes, too)" >&2; exit 2 ;;
esac
as_root

step "Service" "Service"
units=(piste.service piste-power.path piste-first-run.service)
if systemd_runs; then systemctl stop "${units[@]}" 2>/dev/null || true; fi
systemctl disable --quiet "${units[@]}" 2>/dev/null || true
rm -f /etc/systemd/system/piste.service /etc/systemd/system/piste-power.path /etc/systemd/system/piste-power.service \
  /etc/systemd/system/piste-first-run.service /etc/systemd/system/piste-stick@.service \
  /etc/systemd/system/piste.service.d/10-silent.conf /etc/udev/rules.d/70-piste-stick.rules /etc/avahi/services/piste.service
if systemd_runs; then systemctl daemon-reload; fi

if command -v nmcli >/dev/null; then
  step "Wi-Fi de la boîte" "Wi-Fi of the box"
  "$here/access-point.sh" off
fi

step "Programme" "Program"
rm -rf /opt/piste /etc/piste
rm -f /usr/local/bin/piste

if [ "$erase" = yes ]; then
  step "Données et utilisateur : effacés" "Data and user: erased"
  rm -rf /var/lib/piste
  if id piste >/dev/null 2>&1; then userdel piste 2>/dev/null || true; fi
  if getent group piste >/dev/null; then groupdel piste 2>/dev/null || true; fi
else
  step "Les données restent dans /var/lib/piste (sudo rm -r /var/lib/piste les efface)" "The data stay in /var/lib/piste (sudo rm -r /var/lib/piste erases them)"
fi
say "Les paquets du système (python3-venv, avahi-daemon) restent." "Packages of the system (python3-venv, avahi-daemon) stay."
