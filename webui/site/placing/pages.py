"""The page that places pieces: every tap is a small form, so that no script is needed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import cast

from flask import flash, render_template, request, url_for
from msgspec import structs
from werkzeug.wrappers import Response

from referee.core import Kind, Space

from ...interrupted import going_on
from ...table.values.languages import LANGUAGES
from ...table.values.setup import Setup
from ...table.values.state import Table
from ...table.values.view import MenView, PawnsView
from ...words import Words
from ...words.games import words_of
from ...words.placing import why_not
from ..context import here, site
from ..deeds import REFUSED
from ..pages.login import asked_in
from ..pages.new import begun
from ..show.games import family_played
from ..show.games.placed import NotSo
from ..show.page import Page
from ..show.position import board_of, position_view
from .draft import AS_IT_IS, DRAW, Draft, pieces, tapped
from .judged import at_start, now, placing_of, position, running, stands

WORDS = {"draw": DRAW, "as-it-is": AS_IT_IS}
"""What the form says of who is next, where it is no player."""


@dataclass(frozen=True)
class PlacedSpace:
    """A space in the lists: its name for the referee, its pieces in words, and whether it has any."""

    space: Space
    says: str
    taken: bool


def placed_asked(table: Table) -> str:
    """The page, with the position of the running game."""
    return _form_page(table, now(table))


def placed_begun(table: Table) -> Response | str | tuple[str, int]:
    """Applies the taps and shows the result, or begins a game from there, having asked. 422 if it cannot."""
    draft, wrong = draft_sent(table, now(table))
    if (wanted := request.form.get("language", "")) in LANGUAGES:
        return asked_in(wanted, lambda: _form_page(table, draft))
    if "begin" not in request.form:
        return _form_page(table, draft, wrong)
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
        return _form_page(table, draft, why_not(here(), str(error))), 422
    except REFUSED:
        return _form_page(table, draft, here().t("Nobody can play on from there.")), 422


def draft_sent(table: Table, stood: Draft) -> tuple[Draft, str]:
    """The draft after a tap, and why a tap cannot be; values that the form leaves out are as in `stood`."""
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
        stands(table, after)
    except NotSo as error:
        return draft, why_not(here(), str(error))
    return (replace(after, held="") if "put" in request.form else after), ""


def _sent(table: Table, stood: Draft) -> Draft:
    """The draft of the form, before the tap."""
    spaces = _protected({**stood.spaces, **_spaces(stood.spaces)}, placing_of(table).starts)
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
        sent = json.loads(request.form.get("spaces", "{}"))
    except ValueError:
        return {}
    spaces = sent if isinstance(sent, dict) else {}
    return {space: kind for space, kind in spaces.items() if space in known and _is_kind(kind)}


def _is_kind(kind: object) -> bool:
    return isinstance(kind, str) and len(kind) < 20 and (" x " not in kind or kind.rpartition(" x ")[2].isdecimal())


def _protected(spaces: Mapping[Space, Kind], starts: Mapping[Space, Kind]) -> Mapping[Space, Kind]:
    """The pawns with protection on their `starts` as the form ticks it, once it was sent."""
    if "new" not in request.form:
        return spaces
    ticked = frozenset(request.form.getlist("new"))
    bare = {space: kind.removesuffix(" new") for space, kind in spaces.items()}
    entered = {space for space, pawn in starts.items() if space in ticked and bare.get(space) == pawn}
    return {space: f"{kind} new" if space in entered else kind for space, kind in bare.items()}


def _form_page(table: Table, draft: Draft, wrong: str = "") -> str:
    w = here()
    return draft_drawn(w, table, draft, _whose(w, table), wrong, lies="", back=url_for("teacher.show"))


def draft_drawn(
    w: Words, table: Table, draft: Draft, whose: Iterable[tuple[int, str]], wrong: str, *, lies: str, back: str
) -> str:
    """The page of a draft.

    Args:
        w: the reader's words.
        table: the running game's.
        draft: the position on the page.
        whose: each answer to who goes on, and its words.
        wrong: why the last wish cannot be; "" for nothing.
        lies: how far the running game is whose board is corrected; "" if another game is to begin.
        back: the page before.
    """
    placing, tell = placing_of(table), words_of(table.game.name).stands
    return render_template(
        "people/placing.html",
        lies=lies,
        back=back,
        where=url_for("lies.say" if lies else "position.begin"),
        drawn=_drawn(table, draft, w) if family_played(table.game).moved else None,
        said=draft,
        spaces=json.dumps(dict(draft.spaces)),
        lists=tuple(_listed(w, draft, tell)) if placing.listed else (),
        starts=tuple(_starts(table.setup, draft, placing.starts)),
        held=tell(w, draft.held, draft.spaces[draft.held]) if draft.held else "",
        players=table.setup.players,
        whose=tuple(whose),
        words={number: word for word, number in WORDS.items()},
        wrong=wrong,
    )


def _drawn(table: Table, draft: Draft, w: Words) -> Page:
    """The board with the pieces of the draft, even if the referee refuses them; dice and cards stay."""
    view = cast(MenView | PawnsView, position_view(table.setup, running(table), offers=False))
    stood = {**view.stands, **draft.spaces}
    return board_of(structs.replace(view, stands=stood, spaces=stood, **placing_of(table).bare), w.language)


def _whose(w: Words, table: Table) -> Iterator[tuple[int, str]]:
    """The form's question who goes on: each answer, and its words."""
    names = [player.name for player in table.setup.players]
    return placing_of(table).whose(w, names, stays=now(table).turn == AS_IT_IS)


def _listed(w: Words, draft: Draft, tell: Callable[[Words, Space, Kind], str]) -> Iterator[PlacedSpace]:
    for space, kind in draft.spaces.items():
        yield PlacedSpace(space, tell(w, space, kind), pieces(kind)[1] > 0)


def _starts(setup: Setup, draft: Draft, starts: Mapping[Space, Kind]) -> Iterator[tuple[Space, str, bool]]:
    """Each start with a pawn of its own place: the space, its player, whether the pawn is protected."""
    names = {str(player.seat): player.name for player in setup.players}
    for space, pawn in starts.items():
        if pieces(draft.spaces[space])[0] == pawn:
            yield space, names[pawn.removeprefix("pawn ")], draft.spaces[space].endswith(" new")
