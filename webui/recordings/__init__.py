"""Games at random, played by the referee's rules, to be filmed; and the following of such films scored."""
