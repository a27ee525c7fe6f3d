"""The pages beside the table, which anybody may read."""

from __future__ import annotations

from . import advice, fairness, played, rules, wall

BESIDE = (rules.routes, played.routes, fairness.routes, wall.routes, advice.routes)
"""Their blueprints."""
