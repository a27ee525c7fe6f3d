"""The networks, their cards, and how they came to be."""
