"""A lesson: a class is spread over the tables of the box, round by round."""
