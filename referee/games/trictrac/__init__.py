"""Le Tric Trac (S1): men go once round to the two closed arrows, the bosses; two men together take or leave one."""

from .game import TricTrac

__all__ = ["TricTrac"]
