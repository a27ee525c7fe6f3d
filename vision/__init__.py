"""What lies on the table: a frame goes in, an observation comes out.

Pixels live here and nowhere else. This room knows no turns, no rights of players, no legality and no name
of a game.
"""
