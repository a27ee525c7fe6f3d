"""A board of men or pawns on which hands have put a few otherwise, as a person tells it."""

from __future__ import annotations

import random

from referee.core import Kind, Space
from referee.match import Match
from webui.site.placing.draft import Draft, pieces, tapped
from webui.table.values.actions import CorrectBoard


def put_otherwise(match: Match, rng: random.Random, most: int = 3) -> dict[Space, Kind]:
    """Where up to so many pieces were put: the spaces that change, which the referee may still refuse."""
    known = {
        space: kind
        for space, kind in match.game.appearance(match.state).items()
        if not space.startswith(("said", "pile"))
    }
    draft = Draft(known)
    for _ in range(rng.randint(1, most)):
        source = rng.choice([space for space, kind in draft.spaces.items() if pieces(kind)[1]])
        draft = tapped(Draft(draft.spaces, source), rng.choice([space for space in known if space != source]))
    return {space: kind for space, kind in draft.spaces.items() if kind != known[space]}


def told_otherwise(match: Match, rng: random.Random) -> CorrectBoard:
    """A person's word on such a board; now and then with who is next."""
    return CorrectBoard(put_otherwise(match, rng), rng.choice((None, None, *match.seats)))
