# shellcheck shell=bash
# What the scripts beside this one share: they speak French, or English where the terminal's language is English.

# speaks_english: true where the terminal's language is English.
speaks_english() {
  case "${LC_ALL:-${LC_MESSAGES:-${LANG:-}}}" in
    en*) return 0 ;;
    *) return 1 ;;
  esac
}

# say FRENCH ENGLISH: one line in the terminal's language.
say() {
  if speaks_english; then printf '%s\n' "$2"; else printf '%s\n' "$1"; fi
}

# step FRENCH ENGLISH: a numbered line, with the seconds since the first one.
STEPS=0
step() {
  STEPS=$((STEPS + 1))
  say "[$STEPS, ${SECONDS} s] $1" "[$STEPS, ${SECONDS} s] $2"
}

# fail FRENCH ENGLISH: says why, and ends the script.
fail() {
  say "Erreur : $1" "Error: $2" >&2
  exit 1
}

# as_root: ends the script where it is not run by root.
as_root() {
  [ "$(id -u)" -eq 0 ] || fail "il faut les droits d'administrateur : sudo $0" "this needs the rights of an administrator: sudo $0"
}

# systemd_runs: true where systemd is what started this machine; not in a chroot.
systemd_runs() {
  [ -d /run/systemd/system ]
}
