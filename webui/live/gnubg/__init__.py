"""GNU Backgammon, where it is installed: a program apart that analyses matches and plays in practice."""
