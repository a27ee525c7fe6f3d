"""The networks that find the rows and read the tiles, and how they came to be."""
