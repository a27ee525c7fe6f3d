"""The pages of a hall: the tables of every box of a school, what was played in a week, and tournaments."""
