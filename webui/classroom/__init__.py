"""The tables of one box: where they are, and how they open."""
