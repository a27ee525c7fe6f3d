"""Hands of cards in phones: who holds which place, and the page that shows it."""
