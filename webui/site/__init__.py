"""The site beside the board: pages, API, streams, and who may do what."""
