"""The network that finds the board, and how it came to be."""
