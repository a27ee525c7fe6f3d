"""Men on boards of arrows: what stands on each arrow."""
