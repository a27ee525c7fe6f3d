"""A position of men, pawns or points, set up by hand: on the drawn board, space by space."""
