"""The card of a table in words: whose turn, the points, the last sentence, and why its teacher is needed there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...live.classroom.card import TableCard, card
from ...table.values.view import View
from ...words import N_, Words
from ...words.now import now, passed_sentence
from .board import in_their_frames
from .games import family_of
from .page import alerts, before_all, called, playing, which_game
from .scores import Line
from .story import story

NEEDS = {
    "question": N_("A question waits for an answer."),
    "refusal": N_("A move that does not fit stands on the board."),
    "tablet": N_("No tablet of the pupils’ is at this table any more."),
    "still": N_("Nothing has happened for two minutes."),
    "unbegun": N_("This table has not begun yet."),
    "over": N_("The game is over."),
}
"""Why the teacher is needed, where no alert of the table says it."""


@dataclass(frozen=True)
class ShownTable:
    """A table's card as a page draws it.

    Attributes:
        card: the same as a value.
        name: of the table.
        game: what is played, and which game of how many; "" for nothing.
        tone, headline: of the first sentence at the table, or of the praise for who has just closed everything.
        says: what was reported last.
        lines: the players and their points.
        alerts: what keeps Piste from following the table.
        next: who comes into its next game; "" for nobody.
    """

    card: TableCard
    name: str
    game: str
    tone: str
    headline: str
    says: str
    lines: tuple[Line, ...]
    alerts: tuple[str, ...]
    next: str = ""


def shown_card(
    w: Words, view: View, painted: Sequence[str], number: int = 1, name: str = "", colour: str = "", *,
    ended: Sequence[str] = (), for_all: bool = False,
) -> ShownTable:
    """The card of a table; one that a recording plays is as free as an empty one.

    Args:
        w: the reader's words.
        view: the table's, for everybody.
        painted: the colours of the board's frames at places 1 to 4.
        number, name, colour: of the table; its number is its name if it has none.
        ended: as `page` has it.
        for_all: everybody sees the card, so that it names no refused move.
    """
    view = View(version=view.version, eyes=view.eyes) if view.recorded else in_their_frames(view, painted)
    family, first = family_of(view), playing(w, view)
    sentence, value = called(w, view, now(w, view, family.words), ended), card(view, number, name, colour)
    sentence = before_all(w, view, sentence) if for_all else sentence
    shut = passed_sentence(w, view) if value.shut and sentence.tone != "eyes" else ""
    return ShownTable(
        card=value,
        name=table_name(w, number, name),
        game=" · ".join(text for text in (first, which_game(w, view)) if text),
        tone="end" if shut else sentence.tone,
        headline=shut or (sentence.headline if first or ended else w.t("Nobody plays just now.")),
        says="".join(story(view, w.language, refusals=not for_all)[:1]),
        lines=family.lines(w, view),
        alerts=alerts(w, view),
    )


def table_name(w: Words, number: int, name: str = "") -> str:
    """What a table is called: its name, or its number."""
    return name or w.t("Table %(number)s", number=number)


def need_says(w: Words, need: str, shown: ShownTable) -> str:
    """One sentence: why the teacher is needed."""
    return w.t(NEEDS[need]) if need in NEEDS else " ".join(shown.alerts[:1])
