"""A position of men, of pawns or of points, set up by hand: on the drawn board, space by space."""
