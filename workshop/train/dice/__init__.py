"""The dice network: how its training pictures, its weights and its figures come to be."""
