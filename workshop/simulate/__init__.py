"""Whole games without pixels: looks drawn from a noise model that was counted over recorded games."""
