"""What reading costs, as ratios to one common network: `piste bench`."""
