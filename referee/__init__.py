"""Pure rules of every game, matches, records and the coach.

Standard library only. This room reads no clock, no file, no random generator, and knows no camera.
"""
