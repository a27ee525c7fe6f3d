"""Dice as rigid bodies."""
