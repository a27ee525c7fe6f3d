"""Pages for the box itself, for the teacher."""
