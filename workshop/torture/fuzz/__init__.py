"""Feeds every parser what nobody would write, led by which lines of the program it reaches."""
