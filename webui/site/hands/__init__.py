"""Hands of cards in phones: which phone holds which place, and the page that shows it."""
