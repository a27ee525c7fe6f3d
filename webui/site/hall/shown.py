"""The tables of other boxes in words: the same cards as a box's own, made from what leaves it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import get_args

from ...live.classroom.card import Need
from ...live.hall.present import HallBox
from ...live.hall.remote import RemoteCard, RemotePlayer
from ...table.values.view import View, ViewDie, ViewDue, ViewGame, ViewPlayer
from ...words import Words
from ...words.games.first_read import FamilyWords, Now, acting_name, thinks_over
from ...words.now import now
from ...words.offer import colour_names
from ..show.card import ShownTable, need_says, table_name
from ..show.page import alerts, before_all, game_name, playing, which_game
from ..show.scores import Line


@dataclass(frozen=True)
class HallTable:
    """A table of some box.

    Attributes:
        box: its letters.
        box_name: what it is called.
        up: whether its box is connected.
        school_class: who plays; "" where that is not known.
        shown: its card.
        calls: why somebody is needed there; "" if nobody is.
    """

    box: str
    box_name: str
    up: bool
    school_class: str
    shown: ShownTable
    calls: str


@dataclass(frozen=True)
class ShownBox:
    """A box as one card, where there are too many tables for a card each.

    Attributes:
        letters, name: of the box.
        up: whether it is connected.
        classes: that play.
        cards: of its tables, in the order of their numbers.
        tables: in words: all; or one, which calls, has closed everything or spoke last, or none where nobody plays.
    """

    letters: str
    name: str
    up: bool
    classes: tuple[str, ...]
    cards: tuple[RemoteCard, ...]
    tables: tuple[HallTable, ...]

    @property
    def calls(self) -> bool:
        """Whether somebody is needed at any of its tables."""
        return any(card.calls for card in self.cards)

    @property
    def playing(self) -> int:
        """At how many tables a game goes on."""
        return sum(card.plays for card in self.cards)

    @property
    def closed(self) -> int:
        """The tiles that have been closed in the games of its tables."""
        return sum(card.closed or 0 for card in self.cards)


@dataclass(frozen=True)
class HallFilter:
    """Which tables are shown; "" for all.

    Attributes:
        box: of this box, by its letters.
        school_class: of this class.
        game: with this game, by its name.
    """

    box: str = ""
    school_class: str = ""
    game: str = ""

    def takes(self, box: str, school_class: str, game: str) -> bool:
        """Whether a table or a result is among them."""
        wanted = (self.box, box), (self.school_class, school_class), (self.game, game)
        return all(not only or only == value for only, value in wanted)


def box_name(w: Words, letters: str, name: str) -> str:
    """What a box is called: its name, or its first letters."""
    return name or w.t("Box %(letters)s", letters=letters[:4])


def player_name(w: Words, player: RemotePlayer) -> str:
    """What a player is called: as much of a name as has left the box, or the colour."""
    return player.name or colour_names(w).get(player.colour, player.colour).capitalize()


def filtered(boxes: Iterable[HallBox], wanted: HallFilter) -> list[tuple[HallBox, tuple[RemoteCard, ...]]]:
    """The tables of the filter, box by box; a box without any is not there."""
    every = wanted == HallFilter()
    found = (
        (box, tuple(card for card in box.cards if every or wanted.takes(box.letters, card.school_class, _game(card))))
        for box in boxes
    )
    return [(box, cards) for box, cards in found if cards]


def shown_box(w: Words, box: HallBox, cards: tuple[RemoteCard, ...], each_table: bool) -> ShownBox:
    """The card of a box, of these of its tables; `each_table` says how every one stands."""
    busy = [card for card in cards if card.game is not None or card.calls]
    news = sorted(busy, key=lambda card: (not card.calls, not card.shut, card.number != box.newest))[:1]
    return ShownBox(
        letters=box.letters,
        name=box_name(w, box.letters, box.name),
        up=box.up,
        classes=tuple(sorted({card.school_class for card in cards} - {""})),
        cards=cards,
        tables=tuple(hall_table(w, box, card) for card in (cards if each_table else news)),
    )


def hall_table(w: Words, box: HallBox, card: RemoteCard) -> HallTable:
    """A table's card in words."""
    view = _view(w, card)
    sentence, first = before_all(w, view, now(w, view, WORDS)), playing(w, view)
    shut = next((player for player in view.players if player.player == card.shut), None)
    headline = w.t("Bravo, %(name)s: everything is closed, 0 points!", name=shut.name) if shut else sentence.headline
    shown = ShownTable(
        card=card,
        name=table_name(w, card.number, card.name),
        game=" · ".join(text for text in (first, which_game(w, view)) if text),
        tone="end" if shut else sentence.tone,
        headline=headline if first else w.t("Nobody plays just now."),
        says="",
        lines=tuple(_line(w, player, card) for player in card.players),
        alerts=alerts(w, view),
    )
    says = (_call(w, need, shown) for need in card.calls)
    return HallTable(
        box=box.letters, box_name=box_name(w, box.letters, box.name), up=box.up, school_class=card.school_class,
        shown=shown, calls=next(filter(None, says), "".join(shown.alerts[:1])),
    )  # fmt: skip


def kinds(w: Words, games: Iterable[str]) -> dict[str, str]:
    """Games, each with its name."""
    return dict(sorted(((game, game_name(w, game, "")) for game in games), key=lambda named: named[1].casefold()))


def _game(card: RemoteCard) -> str:
    return card.game.name if card.game else ""


def _call(w: Words, need: str, shown: ShownTable) -> str:
    """Why somebody is needed, in words that everybody may read; "" for a reason that is not known here."""
    if need == "refusal":
        return w.t("The move is being checked")
    return need_says(w, need, shown) if need in get_args(Need) else ""


def _line(w: Words, player: RemotePlayer, card: RemoteCard) -> Line:
    tiles = len(player.open) + (player.closed or 0)
    return Line(
        name=player_name(w, player), colour=player.colour, shape=player.shape, score=player.score, score_says="",
        total=player.total, total_says="", games=(), balance="", rank=1, start=1,
        turn=player.player == card.acting, winner=player.winner, left=player.left,
        done=tuple(tile not in player.open for tile in range(1, tiles + 1)) if player.closed is not None else (),
    )  # fmt: skip


def _view(w: Words, card: RemoteCard) -> View:
    """As much of the table's view as has left its box."""
    game = card.game
    players = tuple(
        ViewPlayer(
            player=player.player, seat=player.seat, name=player_name(w, player), colour=player.colour,
            shape=player.shape, handicap=0, turn=player.player == card.acting, left=player.left, score=player.score,
            total=player.total,
        )
        for player in card.players
    )  # fmt: skip
    acts = next((player for player in players if player.turn), None)
    return View(
        state=card.state,
        problems=card.problems,
        game=None if game is None else ViewGame(
            name=game.name, profile=game.profile, options={}, layout=game.layout, games=game.games,
            game_number=game.game_number, language=w.language, counts="next", recorded=False, practice=None,
        ),
        players=players,
        due=ViewDue(player=acts.player, seat=acts.seat, what="throw", dice=2) if acts else None,
        dice=tuple(ViewDie(face) for face in card.dice),
        throws=card.throws,
        winners=tuple(player.player for player in card.players if player.winner),
    )  # fmt: skip


def _moves(w: Words, view: View) -> Now:
    name = acting_name(view)
    if not name:
        return Now("calm", w.t("One moment…"))
    if not view.faces:
        return Now("act", w.t("%(name)s plays.", name=name))
    return Now("act", w.t("%(name)s plays %(dice)s.", name=name, dice=w.all_of(view.faces)))


WORDS: FamilyWords[View] = FamilyWords(
    {"waiting_move": _moves, "provisional": _moves}, lambda w, view, name: thinks_over(w, name)
)
