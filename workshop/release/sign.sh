#!/bin/sh
# sign.sh KEY FOLDER: signs FOLDER/SHA256SUMS with the maintainer's SSH key; the signature lies beside it.
#
# Who has the public key checks it so (allowed_signers holds one line: maintainer@piste PUBLIC-KEY):
#   ssh-keygen -Y verify -f allowed_signers -I maintainer@piste -n piste-release -s SHA256SUMS.sig < SHA256SUMS
#   sha256sum --check SHA256SUMS
set -eu
[ $# -eq 2 ] || { echo "usage: sign.sh KEY FOLDER" >&2; exit 2; }
cd "$2"
sha256sum --check --quiet SHA256SUMS
rm -f SHA256SUMS.sig
ssh-keygen -q -Y sign -n piste-release -f "$1" SHA256SUMS
echo "$2/SHA256SUMS.sig"
