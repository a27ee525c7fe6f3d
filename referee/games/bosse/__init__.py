"""Le Tric Trac's men, from S1: how a throw is played on the way round, with the two closed arrows called bosses."""
