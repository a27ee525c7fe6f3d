"""The pages of all tables at once: the class's, on the projector, and the live part of the teacher's."""
