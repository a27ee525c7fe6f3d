"""From the live table's view to what a page draws."""
