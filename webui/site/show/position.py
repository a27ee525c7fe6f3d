"""The board of a position that is not on the table: an example of the rules, or a moment of a game."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import cast

from markupsafe import Markup, escape
from msgspec.structs import replace

from referee.core import Move, Roll
from referee.games import find
from referee.match import Match

from ...table.belief.value import Belief
from ...table.values.sentence import plain_sentence
from ...table.values.setup import COLOURS, NO_GAME, Setup, players_at
from ...table.values.state import Sight, Table, Throws, Turned
from ...table.values.view import TilesPlayer, View, ViewPlayer
from ...table.viewing import view
from .page import Page, page

DRAWN = re.compile(r'(<svg class="(?:arrows|tock|ring|ruler)"(?:\s(?!role)[\w-]+="[^"]*")*)(?:\srole="group")?')
"""A drawing whose parts have no names of their own on such a page."""
NAMED = re.compile(r'\s(?:id|aria-label|data-throw|method|action)="[^"]*"')


def running_setup(view: View) -> Setup | None:
    """The running game with its house rules, as a setup for one player; None without one."""
    game = view.game
    if game is None or game.name == NO_GAME:
        return None
    own = {name: value for name, value in game.options.items() if name not in ("cocked", "games")}
    least = find(game.name).player_range[0]
    return Setup(game.name, players_at(range(1, least + 1)), game.profile, tuple(sorted(own.items())), game.games)


def picture(html: str, label: str) -> Markup:
    """A drawn board as one of several on a page: a group of that name without ids and without forms.

    A board drawn in one piece (arrows, Tock's cross, the seats around the cloth) is an image of that name too.
    """
    head, _, rest = html.partition("<section")
    board, tail = rest.rsplit("</section>", 1)
    attributes, _, inside = NAMED.sub("", board).partition(">")
    inside = re.sub(r"<(/?)form\b", r"<\1div", inside)
    named = f'aria-label="{escape(label)}"'
    inside = DRAWN.sub(lambda drawn: f'{drawn[1]} role="img" {named}', inside)
    return Markup(f'{head}<div{attributes} role="group" {named}>{inside}</div>{tail}')


def position_view(
    setup: Setup, match: Match, *, dice: tuple[int, ...] = (), move: Move = None, offers: bool = True
) -> View:
    """The live table's view of this match, played by touch.

    Args:
        setup: the game and its players.
        match: its state.
        dice: those on the table.
        move: a legal move that is not accepted yet; None for none.
        offers: compute the possible actions; a picture does not show them.
    """
    return view(
        Table(
            setup,
            match,
            belief=Belief.sure(match),
            started=offers,
            sight=Sight("none"),
            throws=Throws(count=sum(isinstance(event, Roll) for event in match.events), dice=dice),
            turned=Turned(move),
            sentence=plain_sentence,
        )
    )


def board_of(
    shown: View, language: str, refused: Collection[int] = (), painted: Sequence[str] = COLOURS[:4]
) -> Page:
    """The page of a view as a picture, without controls and hints.

    Args:
        shown: the view.
        language: of `webui.table.values.languages.LANGUAGES`.
        refused: tiles that the acting player tried to close against the rules.
        painted: colours of the frames at places 1 to 4.
    """
    return page(
        replace(
            shown,
            players=tuple(_marked(player, refused) for player in shown.players) if refused else shown.players,
            state="waiting_move",
            due=None,
            doubt=None,
            undo=False,
            legal=(),
            continuations=(),
            put_back=(),
        ),
        language,
        painted,
    )


def _marked(player: ViewPlayer, refused: Collection[int]) -> ViewPlayer:
    """The acting player of tiles with these marked as refused; any other player unchanged."""
    if not player.turn:
        return player
    playing = cast(TilesPlayer, player)
    tiles = (replace(tile, state="refused") if tile.number in refused else tile for tile in playing.tiles)
    return replace(playing, tiles=tuple(tiles))
