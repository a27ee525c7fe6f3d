#!/bin/sh
# power.sh FILE: does what the teacher's page asked for in FILE, "off" or "restart", and forgets it.
set -eu
file=$1
# Read no more than a word, and forget it first: after the restart it must not be asked for again.
word=$(head -c 16 "$file" | tr -d '\n')
rm -f -- "$file"
case "$word" in
  off) exec "${SYSTEMCTL:-systemctl}" --no-block poweroff ;;
  restart) exec "${SYSTEMCTL:-systemctl}" --no-block reboot ;;
  *) echo "power.sh: expected off or restart in $file; got something else" >&2; exit 2 ;;
esac
