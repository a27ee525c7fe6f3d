#!/bin/bash
# access-point.sh on|off|show: a Wi-Fi of the box's own, for schools whose network keeps devices apart (NetworkManager).
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=hardware/install/words.sh
. "$here/words.sh"

connection=piste
name=${PISTE_WIFI:-Piste}
address=10.42.0.1
manager=${PISTE_MANAGER:-/etc/NetworkManager}
names=$manager/dnsmasq-shared.d/piste.conf
leads=$manager/dispatcher.d/90-piste

usage() {
  say "usage : $0 on|off|show   (PISTE_WIFI=nom : le nom du réseau ; WIFI_DEVICE=wlan0 : par quelle carte)" \
      "usage: $0 on|off|show   (PISTE_WIFI=name: the network's name; WIFI_DEVICE=wlan0: by which card)" >&2
  exit 2
}

# A pass phrase that children can type: three groups of four small letters and digits, none of them like another.
# `head` reads first, so that nothing ever writes into a closed pipe.
phrase() {
  head -c 4096 /dev/urandom | LC_ALL=C tr -dc 'abcdefghjkmnpqrstuvwxyz23456789' | cut -c 1-12 | sed 's/\(....\)\(....\)/\1-\2-/'
}

exists() {
  nmcli -g connection.id connection show "$connection" >/dev/null 2>&1
}

ssid() {
  nmcli -g 802-11-wireless.ssid connection show "$connection"
}

password() {
  nmcli -s -g 802-11-wireless-security.psk connection show "$connection"
}

# told OPTION...: the box's card and the teacher's page show what a tablet needs to join, where Piste is installed.
told() {
  ! command -v piste >/dev/null || piste first-run --port "${PISTE_PORT:-8000}" "$@" >/dev/null
}

# portal: on this Wi-Fi every name is the box, and port 80 leads to Piste, which answers what phones ask there to find out
# whether the Wi-Fi has Internet (webui/site/probes.py). Nothing else is passed on: the box is not the Internet.
portal() {
  command -v nft >/dev/null || say "Sans nft (paquet nftables), les téléphones ne sont pas menés à la page de Piste." \
    "Without nft (package nftables) phones are not led to Piste's page."
  mkdir -p "${names%/*}" "${leads%/*}"
  printf 'address=/#/%s\nlocal=/#/\n' "$address" >"$names"
  cat >"$leads" <<END
#!/bin/sh
# Of Piste's access-point.sh: NetworkManager runs this with an interface and what became of it.
[ "\${CONNECTION_ID-}" = $connection ] || exit 0
nft 'add table ip piste; delete table ip piste'
[ "\$2" = up ] || exit 0
nft "table ip piste { chain port80 { type nat hook prerouting priority dstnat;
  iifname \"\$1\" ip daddr $address tcp dport 80 redirect to :${PISTE_PORT:-8000}; }; }"
END
  chmod 755 "$leads"
}

# no_portal: takes both away.
no_portal() {
  rm -f "$names" "$leads"
  ! command -v nft >/dev/null || nft 'add table ip piste; delete table ip piste'
}

show() {
  exists || { say "Pas encore de Wi-Fi de Piste : $0 on" "No Wi-Fi of Piste's yet: $0 on"; return 0; }
  say "Réseau : $(ssid)" "Network: $(ssid)"
  say "Mot de passe : $(password)" "Password: $(password)"
  say "Adresse : http://$address:${PISTE_PORT:-8000}/" "Address: http://$address:${PISTE_PORT:-8000}/"
}

on() {
  if ! exists; then
    say "Je crée le réseau Wi-Fi « $name »." "Making the Wi-Fi network \"$name\"."
    nmcli connection add type wifi con-name "$connection" ssid "$name" autoconnect yes \
      ${WIFI_DEVICE:+ifname "$WIFI_DEVICE"} \
      802-11-wireless.mode ap 802-11-wireless.band bg \
      802-11-wireless-security.key-mgmt wpa-psk 802-11-wireless-security.psk "$(phrase)" \
      802-11-wireless-security.proto rsn 802-11-wireless-security.pmf 1 \
      ipv4.method shared ipv4.addresses $address/24 ipv6.method disabled >/dev/null
  fi
  portal
  nmcli connection up "$connection" >/dev/null
  show
  told --wifi "$(ssid)" --wifi-password "$(password)"
}

off() {
  no_portal
  exists || { say "Il n'y en a pas." "There is none."; return 0; }
  nmcli connection delete "$connection" >/dev/null
  told --wifi ''
  say "Le réseau de Piste est retiré." "Piste's network is removed."
}

command -v nmcli >/dev/null || fail "il faut NetworkManager (nmcli)" "this needs NetworkManager (nmcli)"
# shellcheck source=/dev/null
[ ! -r /etc/piste/piste.conf ] || . /etc/piste/piste.conf
case "${1-}" in
  on) as_root; on ;;
  off) as_root; off ;;
  show) as_root; show ;;
  *) usage ;;
esac
