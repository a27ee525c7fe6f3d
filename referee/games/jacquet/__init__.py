"""Jacquet (S1:7-64): a postillon goes ahead of fourteen men, all the same way round."""

from .game import Jacquet

__all__ = ["Jacquet"]
