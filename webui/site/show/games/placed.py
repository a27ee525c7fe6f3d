"""How each family of games sets up a position by hand, or corrects the board of its running game.

A `webui.site.placing.draft.Draft` holds what is typed and tapped; the referee decides whether the pieces may stand.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, TypeAlias, cast

from referee.core import CHANCE, Kind, Space
from referee.games.tock import Tock
from referee.match import Match

from ....table.transitions.lies import may_be_next, owed_throw
from ....words import N_, Words
from ...placing.draft import AS_IT_IS, DRAW, Draft
from .track import track

OF_A_THROW = frozenset({"dice", "drawn", "asked", "touched", "player"})
OF_A_TURN = frozenset({"turn", "player", "aside", "threshold", "dice", "level", "target", "full_hands", "asked"})
OF_A_DEAL = frozenset({"dealer", "deal", "phase", "turn", "hands", "given", "played"})
"""Keys of a position that a new throw, turn or deal starts without."""

Stands: TypeAlias = Callable[[], dict[str, Any]]
"""Makes the pieces of a draft as a position. Raises NotSo."""


class NotSo(ValueError):
    """An impossible position, or one without a next move; the message is the referee's."""


class Placing:
    """How a family of games sets up a position: by its points, without a board.

    Attributes:
        pieces: the keys of a position that hold its pieces.
        bare: what the drawn board does not show, because nobody knows it.
        listed: its spaces stand in lists too.
        starts: a space with a protectable piece -> that piece.
    """

    pieces: ClassVar[frozenset[str]] = frozenset()
    bare: ClassVar[Mapping[str, Any]] = {}
    listed: ClassVar[bool] = False
    starts: ClassVar[Mapping[Space, Kind]] = {}

    def now(self, match: Match) -> Draft:
        """The draft of a match's present position."""
        position = written(match)
        return Draft({}, turn=position["turn"] - 1, points=tuple(map(str, position["points"])))

    def position_of(self, before: Mapping[str, Any], draft: Draft, stands: Stands) -> Mapping[str, Any]:
        """The position to play on from. Raises NotSo.

        Args:
            before: the position of the running game; {} once it is over.
            draft: the position set up.
            stands: makes its pieces.
        """
        points = _numbers(draft.points)
        dead = [player for player, number in enumerate(points, 1) if number < 0]
        deaths = [player for player in before.get("deaths", ()) if player in dead]
        fallen = {"deaths": [*deaths, *(player for player in dead if player not in deaths)]} if dead else {}
        remaining = _without(before, OF_A_TURN | {"deaths"})
        return remaining | fallen | {"points": points, "turn": draft.turn + 1}

    def whose(self, w: Words, names: Sequence[str], *, stays: bool) -> Iterator[tuple[int, str]]:
        """The form's question who goes on: each answer, and its words; `stays`: no change is an answer."""
        for player, name in enumerate(names):
            yield player, w.t("%(name)s plays now", name=name)

    def goes_on(self, w: Words, match: Match, names: Sequence[str]) -> Iterator[tuple[int, str]]:
        """The same for correcting the running game; the first answer is no change."""
        yield from ()


class PlacingMen(Placing):
    """Of men on arrows."""

    pieces = frozenset({"white", "black"})
    bare: ClassVar[Mapping[str, Any]] = {"marked": {}}

    def now(self, match: Match) -> Draft:
        """The men, whose turn it is, and the points if the game has any."""
        position = written(match)
        points = tuple(map(str, position["score"])) if "score" in position else ()
        return Draft(spaces_of(match), turn=position.get("player", DRAW + 1) - 1, points=points)

    def position_of(self, before: Mapping[str, Any], draft: Draft, stands: Stands) -> Mapping[str, Any]:
        """The men, before a throw."""
        points = _numbers(draft.points)
        turn = {} if draft.turn == DRAW else {"player": draft.turn + 1}
        score = {"score": points} if points else {}
        return _without(before, OF_A_THROW) | turn | score | stands()

    def whose(self, w: Words, names: Sequence[str], *, stays: bool) -> Iterator[tuple[int, str]]:
        """A player plays, or both throw for it."""
        yield from super().whose(w, names, stays=stays)
        yield DRAW, w.t("They throw for who begins")

    def goes_on(self, w: Words, match: Match, names: Sequence[str]) -> Iterator[tuple[int, str]]:
        """The player who throws or plays next."""
        due, throw = match.game.awaits(match.state), owed_throw(match)
        now = 0 if due is None else due.player
        if match.state.opening or match.state.asked:
            yield AS_IT_IS, _waits(w, match, names)
            return
        if throw:
            dice = w.all_of(throw)
            yield AS_IT_IS, w.t("%(name)s plays the throw that lies there: %(dice)s", name=names[now], dice=dice)
        else:
            yield AS_IT_IS, w.t("%(name)s throws now", name=names[now])
        for player, name in enumerate(names):
            if throw and player == now:
                yield player, w.t("The throw does not count: %(name)s throws again", name=name)
            elif player != now:
                yield player, w.t("%(name)s throws now", name=name)


class PlacingPawns(Placing):
    """Of pawns, and the cards that go on."""

    pieces = frozenset({"pawns", "fresh"})
    listed = True
    starts: ClassVar[Mapping[Space, Kind]] = {
        hole.space: f"pawn {hole.seat}" for hole in track().holes if hole.kind == "hole" and hole.seat
    }

    def now(self, match: Match) -> Draft:
        """The pawns; with paper cards on the table, the turn stays as it is."""
        game = cast(Tock, match.game)
        position = written(match)
        closed = game.hands == "known" or position["phase"] == "deal"  # no page contains hands held by phones
        return Draft(spaces_of(match), turn=position["dealer"] - 1 if closed else AS_IT_IS)

    def position_of(self, before: Mapping[str, Any], draft: Draft, stands: Stands) -> Mapping[str, Any]:
        """The pawns, before a deal or with the cards as they are."""
        dealt = {} if draft.turn == AS_IT_IS else {"dealer": draft.turn + 1}
        remaining = before if draft.turn == AS_IT_IS else _without(before, OF_A_DEAL)
        return _without(remaining, self.pieces) | dealt | stands()

    def whose(self, w: Words, names: Sequence[str], *, stays: bool) -> Iterator[tuple[int, str]]:
        """Somebody deals again, or everything goes on."""
        if stays:
            yield AS_IT_IS, w.t("The cards, and whose turn it is, stay as they are")
        for player, name in enumerate(names):
            yield player, w.t("The cards are dealt anew by %(name)s", name=name)

    def goes_on(self, w: Words, match: Match, names: Sequence[str]) -> Iterator[tuple[int, str]]:
        """Who deals or lays a card next; a player passed over here laid a card that nobody reported."""
        others, due = may_be_next(match), match.game.awaits(match.state)
        if not others or due is None:
            yield AS_IT_IS, w.t("The cards, and whose turn it is, stay as they are")
            return
        deals = due.actor == CHANCE
        now = N_("%(name)s deals the cards now") if deals else N_("%(name)s plays now")
        yield AS_IT_IS, w.t(now, name=names[due.player])
        for player, over in others.items():
            yield player, _plays_now(w, now, names[player], [names[seat] for seat in over])


def written(match: Match) -> dict[str, Any]:
    """The position of a match, as its game writes it."""
    position: dict[str, Any] = json.loads(match.game.position(match.state))
    return position


def spaces_of(match: Match) -> dict[Space, Kind]:
    """Only the spaces of the board, without cards and words."""
    known = match.game.appearance(match.state)
    return {space: kind for space, kind in known.items() if not space.startswith(("said", "pile"))}


def _waits(w: Words, match: Match, names: Sequence[str]) -> str:
    """What comes first, regardless of the player: the draw, or the answer to a declaration."""
    due = match.game.awaits(match.state)
    if match.state.opening or due is None:
        return w.t("They throw for who begins")
    return w.t("%(name)s answers first", name=names[due.actor])


def _plays_now(w: Words, now: str, name: str, over: list[str]) -> str:
    """Who is next according to `now`, and whose cards nobody reported."""
    if not over:
        return w.t(now, name=name)
    return w.tn(
        "%(name)s plays now: %(others)s laid a card that was not told",
        "%(name)s plays now: %(others)s each laid a card that was not told",
        len(over),
        name=name,
        others=w.all_of(over),
    )


def _without(position: Mapping[str, Any], keys: frozenset[str] | set[str]) -> dict[str, Any]:
    return {key: value for key, value in position.items() if key not in keys}


def _numbers(typed: tuple[str, ...]) -> list[int]:
    try:
        return [int(text) for text in typed]
    except ValueError as error:
        raise NotSo("points: expected whole numbers") from error


POINTS, MEN, PAWNS = Placing(), PlacingMen(), PlacingPawns()
