"""The page on which pieces are put where they stand: every tap is a small form, so that no script is needed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from flask import flash, render_template, request, url_for
from msgspec import structs
from werkzeug.wrappers import Response

from referee.core import Kind, Space
from referee.games.arrows import ArrowGame
from referee.games.tock import Tock

from ...interrupted import going_on
from ...table.setup import Setup
from ...table.state import Table
from ...table.view import MenView, PawnsView
from ...words import LANGUAGES, N_, Words
from ...words.men import stands as men_stand
from ...words.pawns import stands as pawns_stand
from ...words.placing import why_not
from ..context import here, site
from ..deeds import REFUSED
from ..pages.login import asked_in
from ..pages.new import begun
from ..show.games.track import track
from ..show.page import Page
from ..show.position import board_of, position_view
from .draft import AS_IT_IS, DRAW, Draft, pieces, tapped
from .judged import NotSo, at_start, has_board, now, position, stands

WORDS = {"draw": DRAW, "as-it-is": AS_IT_IS}
"""What the form says of who is next, where it is no player."""

PAWN_SPACES = frozenset(hole.space for hole in track().holes)
STARTS: Mapping[Space, str] = {
    hole.space: f"pawn {hole.seat}" for hole in track().holes if hole.kind == "hole" and hole.seat
}
"""Of Tock: the start of each place, and the pawn that is protected on it once it has entered."""


@dataclass(frozen=True)
class PlacedSpace:
    """A space in the lists: the referee's name of it, what stands there in words, and whether anything does."""

    space: Space
    says: str
    taken: bool


def placed_asked(table: Table) -> str:
    """The page, as the game stands."""
    return _asked(table, now(table))


def placed_begun(table: Table) -> Response | str | tuple[str, int]:
    """What was tapped is done and shown; or the game goes on from there, having asked. 422 where it cannot."""
    draft, wrong = draft_said(table, now(table))
    if (wanted := request.form.get("language", "")) in LANGUAGES:
        return asked_in(wanted, lambda: _asked(table, draft))
    if "begin" not in request.form:
        return _asked(table, draft, wrong)
    before = site().live.snapshot()
    kind = f"back-{before.id}" if going_on(before) else "message"
    try:
        return begun(
            {"setup": table.setup.to_json(), "position": position(table, draft)},
            url_for("position.begin"),
            here().t("Yes, play on from this position"),
            lambda view: flash(here().t("You play on from this position."), kind),
        )
    except NotSo as error:
        return _asked(table, draft, why_not(here(), str(error))), 422
    except REFUSED:
        return _asked(table, draft, here().t("Nobody can play on from there.")), 422


def draft_said(table: Table, stood: Draft) -> tuple[Draft, str]:
    """The draft once what was tapped is done, and why that cannot be; what the form does not say is as it `stood`."""
    draft = _sent(table, stood)
    if (again := request.form.get("again")) is not None:
        return (at_start(table) if again == "start" else stood), ""
    taken, space = request.form.get("take", ""), request.form.get("tap", "")
    if "put" in request.form:
        draft, space = replace(draft, held=taken if taken in draft.spaces else ""), request.form.get("to", "")
    if "let_go" in request.form or space not in draft.spaces:
        return replace(draft, held=""), ""
    after = tapped(draft, space)
    try:
        stands(table.setup, after)
    except NotSo as error:
        return draft, why_not(here(), str(error))
    return (replace(after, held="") if "put" in request.form else after), ""


def _sent(table: Table, stood: Draft) -> Draft:
    """The form, before anything that was tapped is done."""
    spaces = _protected({**stood.spaces, **_spaces(stood.spaces)})
    seats = {str(seat): player for player, seat in enumerate(table.setup.seats)}
    held = request.form.get("held", "")
    turn = (seats | WORDS).get(request.form.get("turn", ""), stood.turn)
    return Draft(
        spaces=spaces,
        held=held if pieces(spaces.get(held, "empty"))[1] else "",
        turn=stood.turn if turn == AS_IT_IS else turn,  # hands in phones stay out of positions
        points=tuple(
            request.form.get(f"points-{seat}", points).strip()[:7]
            for seat, points in zip(seats, stood.points, strict=False)
        ),
    )


def _spaces(known: Mapping[Space, Kind]) -> Mapping[Space, Kind]:
    try:
        said = json.loads(request.form.get("spaces", "{}"))
    except ValueError:
        return {}
    told = said if isinstance(said, dict) else {}
    return {space: kind for space, kind in told.items() if space in known and _is_kind(kind)}


def _is_kind(kind: object) -> bool:
    return isinstance(kind, str) and len(kind) < 20 and (" x " not in kind or kind.rpartition(" x ")[2].isdecimal())


def _protected(spaces: Mapping[Space, Kind]) -> Mapping[Space, Kind]:
    """Which of the pawns on their starts are protected is as the form ticks it, once it was sent."""
    if "new" not in request.form:
        return spaces
    ticked = frozenset(request.form.getlist("new"))
    return {space: _entered(space, kind.removesuffix(" new"), ticked) for space, kind in spaces.items()}


def _entered(space: Space, kind: Kind, ticked: frozenset[str]) -> Kind:
    return f"{kind} new" if space in ticked and STARTS.get(space) == kind else kind


def _asked(table: Table, draft: Draft, wrong: str = "") -> str:
    w = here()
    return draft_drawn(w, table, draft, _whose(w, table), wrong, lies="", back=url_for("teacher.show"))


def draft_drawn(
    w: Words, table: Table, draft: Draft, whose: Iterable[tuple[int, str]], wrong: str, *, lies: str, back: str
) -> str:
    """The page of a draft.

    Args:
        w: the reader's words.
        table: the game that is played.
        draft: what stands on the page.
        whose: each answer to how it goes on, and its words.
        wrong: why what was just wished cannot be; "" for nothing.
        lies: how far the running game was whose board is told so; "" where another game is to begin.
        back: where the page was come from.
    """
    setup = table.setup
    return render_template(
        "people/placing.html",
        lies=lies,
        back=back,
        where=url_for("lies.say" if lies else "position.begin"),
        drawn=_drawn(table, draft, w) if has_board(setup) else None,
        said=draft,
        spaces=json.dumps(dict(draft.spaces)),
        lists=tuple(_listed(w, draft)) if isinstance(table.game, Tock) else (),
        starts=tuple(_starts(setup, draft)) if isinstance(table.game, Tock) else (),
        held=_says(w, draft.held, draft.spaces[draft.held]) if draft.held else "",
        players=setup.players,
        whose=tuple(whose),
        words={number: word for word, number in WORDS.items()},
        wrong=wrong,
    )


def _drawn(table: Table, draft: Draft, w: Words) -> Page:
    """The board with the pieces of the draft, whatever the referee will say of them; what lies beside is as it is."""
    match = table.playing if table.due else table.setup.match()
    view = position_view(table.setup, match, offers=False)
    assert isinstance(view, MenView | PawnsView), "asked only of boards of men and pawns"
    stood = {**view.stands, **draft.spaces}
    bare: dict[str, dict[str, str]] = {"marked": {}} if isinstance(view, MenView) else {}
    return board_of(structs.replace(view, stands=stood, spaces=stood, **bare), w.language)


def _whose(w: Words, table: Table) -> Iterator[tuple[int, str]]:
    """What the form asks of how it goes on: each answer, and its words."""
    tock = isinstance(table.game, Tock)
    if tock and now(table).turn == AS_IT_IS:
        yield AS_IT_IS, w.t("The cards, and whose turn it is, stay as they are")
    for number, player in enumerate(table.setup.players):
        text = N_("The cards are dealt anew by %(name)s") if tock else N_("%(name)s plays now")
        yield number, w.t(text, name=player.name)
    if isinstance(table.game, ArrowGame):
        yield DRAW, w.t("They throw for who begins")


def _says(w: Words, space: Space, kind: Kind) -> str:
    """A space and what stands there."""
    return (pawns_stand if space in PAWN_SPACES else men_stand)(w, space, kind)


def _listed(w: Words, draft: Draft) -> Iterator[PlacedSpace]:
    for space, kind in draft.spaces.items():
        yield PlacedSpace(space, _says(w, space, kind), pieces(kind)[1] > 0)


def _starts(setup: Setup, draft: Draft) -> Iterator[tuple[Space, str, bool]]:
    """Each start on which a pawn of its own place stands: the space, who plays it, whether the pawn is protected."""
    names = {str(player.seat): player.name for player in setup.players}
    for space, pawn in STARTS.items():
        if pieces(draft.spaces[space])[0] == pawn:
            yield space, names[pawn.removeprefix("pawn ")], draft.spaces[space].endswith(" new")
