"""From the live table's view to what a page draws: every word chosen, every tile named, nothing decided.

`page(view, language)` is pure. A template walks over the result and writes no sentence of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...table.view import shows_legal
from ...words import Words, words
from ...words.doubts import TileQuestion, tile_question
from ...words.now import Now, legal_now, now
from ...words.offer import game_title, profile_name
from ...words.stakes import at_stake, payments
from .board import ShownDie, ShownFrame, dice, dice_to_correct, frames, may_close
from .scores import Line, lines
from .story import story

View = Mapping[str, Any]


@dataclass(frozen=True)
class Tap:
    """Something to tap: numbers, and how they read."""

    numbers: tuple[int, ...]
    says: str


@dataclass(frozen=True)
class Page:
    """All that the table page shows; the names are the template's."""

    version: int
    state: str
    title: str
    which_game: str
    layout: str
    mode: str
    camera: str
    alerts: tuple[str, ...]
    now: Now
    frames: tuple[ShownFrame, ...]
    dice: tuple[ShownDie, ...]
    due_dice: int
    moves: tuple[Tap, ...]
    shows_legal: str
    in_doubt: bool
    doubt: tuple[Tap, ...]
    doubt_crops: tuple[str, ...]
    asked: TileQuestion | None
    lines: tuple[Line, ...]
    series: bool
    stakes: str
    payments: tuple[str, ...]
    story: tuple[str, ...]
    undo: bool
    throw: str
    over: bool
    can_throw: bool
    can_close: bool
    can_go_on: bool
    dice_to_correct: tuple[ShownDie, ...]


def page(view: View, language: str) -> Page:
    """What the table page shows of a view, in a language of `webui.words.LANGUAGES`."""
    w = words(language)
    game = view.get("game") or {}
    due = view.get("due") or {}
    state = view["state"]
    return Page(
        version=view["version"],
        state=state,
        title=game_name(w, game) if game else w.t("No game yet"),
        which_game=which_game(w, game),
        layout=game.get("layout") or "occe",
        mode=view["mode"],
        camera=view["camera"]["state"],
        alerts=tuple(_alerts(w, view)),
        now=now(w, view),
        frames=frames(w, view),
        dice=dice(w, view),
        due_dice=due.get("dice", 0) if due.get("what") == "throw" else 0,
        moves=tuple(_move(w, move) for move in _moves(view)),
        shows_legal=shows_legal(view),
        in_doubt=bool((view["doubt"] or {}).get("readings")),
        doubt=_answers(w, view),
        doubt_crops=tuple((view["doubt"] or {}).get("crops", ())),
        asked=tile_question(w, view),
        lines=lines(w, view),
        series=game.get("games", 1) > 1,
        stakes=at_stake(w, view),
        payments=payments(w, view),
        story=story(view, language),
        undo=bool(view["undo"]),
        throw=f"{game.get('game_number', 0)}-{view['throws']}-{due.get('player', 0)}",
        over=state in ("series_over", "game_over"),
        can_throw=state in ("waiting_throw", "rolling", "reading", "doubt"),
        can_close=may_close(view),
        can_go_on=state == "provisional",
        dice_to_correct=dice_to_correct(w, view),
    )


def game_name(w: Words, game: Mapping[str, Any]) -> str:
    """The game's rule profile as players say it; a game of rules of its own has its game's name."""
    profile = game.get("profile", "")
    return profile_name(w, profile) if profile else game_title(w, game["name"])


def which_game(w: Words, game: Mapping[str, Any]) -> str:
    """Which game of a series runs, and that it is a play-off; or ""."""
    told = []
    if game and game.get("games", 1) > 1:
        told.append(w.t("Game %(number)s of %(games)s", number=game["game_number"], games=game["games"]))
    if game.get("settling"):
        told.append(w.t("Play-off"))
    return " · ".join(told)


def _alerts(w: Words, view: View) -> list[str]:
    says = {
        "camera_lost": w.t("The camera does not answer. Go on by touch: nothing is lost."),
        "film_ended": w.t("The film is over. Go on by touch; a new game shows it again."),
        "board_moved": w.t("The board has moved. I am looking for it again."),
        "light_low": w.t("It is a little dark to see well."),
        "journal_full": w.t("The memory is full: the game can no longer be kept."),
        "journal_read_only": w.t("Nothing can be saved: the game is not kept."),
        "journal_broken": w.t("The memory is broken: the game cannot be kept."),
        "journal_busy": w.t("Another program holds the memory: nothing new is kept until it lets go."),
        "table_failed": w.t("Something went wrong while I looked at the table. I am trying again."),
        "table_stopped": w.t("I have stopped looking at the table. Go on by touch: nothing is lost."),
        "journal_corrupt": w.t("The memory was damaged; I go on from what could be saved."),
        "journal_unreadable": w.t(
            "Something of the last game cannot be read; I go on from what can be, and nothing is thrown away."
        ),
    }
    ended = ["film_ended"] if view["camera"]["state"] == "ended" else []
    return [says[word] for word in (*view["problems"], *ended) if word in says]


def _moves(view: View) -> list[list[int]]:
    """The legal moves to offer now; where one stands already, the wider ones that contain it."""
    if shows_legal(view) == "never":
        return []
    if view["state"] in ("reading", "waiting_move", "refused"):
        return legal_now(view)
    if view["state"] == "provisional":
        return [sorted([*view["provisional"], *more]) for more in view["continuations"]]
    return []


def _move(w: Words, move: Sequence[int]) -> Tap:
    return Tap(tuple(move), w.t("Close %(tiles)s", tiles=w.all_of(move)))


def _answers(w: Words, view: View) -> tuple[Tap, ...]:
    """The readings to tap, likeliest first; () while nobody is asked about the dice."""
    readings = (view["doubt"] or {}).get("readings", ()) if view["state"] == "doubt" else ()
    return tuple(Tap(tuple(reading), w.all_of(reading)) for reading in readings)
