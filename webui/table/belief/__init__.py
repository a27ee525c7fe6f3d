"""How probable each way is in which the game may have gone. Nothing here knows a rule or a tile."""
