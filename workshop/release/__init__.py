"""What a release is made of: the archive that installs without a network, its bill of materials, its checksums."""
