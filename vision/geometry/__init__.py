"""The plane of the board, and how a lens bends what is straight."""
