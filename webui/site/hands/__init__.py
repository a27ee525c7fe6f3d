"""Hands of cards on phones: which phone holds which place, and the page that shows it."""
