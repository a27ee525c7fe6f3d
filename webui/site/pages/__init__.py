"""One blueprint a page."""
