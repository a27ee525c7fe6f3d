"""Who plays, and from when: a player replaced, one who joins in mid-game, one who leaves for good."""
