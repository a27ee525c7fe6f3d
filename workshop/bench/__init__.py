"""What reading costs, as ratios to one common network: `python -m workshop bench`."""
