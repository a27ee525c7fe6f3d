"""A table followed through time: motion, hands, dice that were thrown."""
