"""Turns the live table's view into the values that a page draws."""
