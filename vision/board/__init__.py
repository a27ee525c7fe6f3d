"""Where the board stands in the picture."""
