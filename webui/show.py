"""From the live table's view to what a page draws: every word chosen, every tile named, nothing decided.

`page(view, language)` is pure. A template walks over the result and writes no sentence of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .now import Now, now
from .sentences import event_sentence
from .words import Words, words

View = Mapping[str, Any]
SIDES: Mapping[int, str] = {1: "bottom", 2: "left", 3: "top", 4: "right"}
STORY = 3
TOLD = frozenset(
    {
        "game_started",
        "die_cocked",
        "die_off_board",
        "move_accepted",
        "move_refused",
        "turn_passed",
        "corrected",
    }
)
"""Events of the story beside the board; the others show as they happen."""


@dataclass(frozen=True)
class Tile:
    """One tile of a frame.

    Attributes:
        number: the number on it.
        state: open, closed, provisional, refused, missing or unknown.
        says: its state in words, for ears.
        hint: True when a legal move closes it.
        fix: "" or "open" / "closed": what a hand must make of it.
        chosen: True when it is already part of this throw's move.
    """

    number: int
    state: str
    says: str
    hint: bool
    fix: str
    chosen: bool


@dataclass(frozen=True)
class Frame:
    """One player's frame of tiles, or the box while it is his.

    Attributes:
        seat, side: the place at the board, 1 to 4, and where the page draws it.
        player, name, colour, shape: who sits there.
        turn, done: plays now; has finished this game.
        points: in words, of the running game.
        tiles: in the numbers' order.
        playable: True when its tiles may be tapped now.
    """

    seat: int
    side: str
    player: int
    name: str
    colour: str
    shape: str
    turn: bool
    done: bool
    points: str
    tiles: tuple[Tile, ...]
    playable: bool


@dataclass(frozen=True)
class Choice:
    """Something to tap: numbers, and how they read."""

    numbers: tuple[int, ...]
    says: str


@dataclass(frozen=True)
class Die:
    """A die as it lies: its value or None, the picture it was read from, and words for ears."""

    value: int | None
    crop: str | None
    says: str


@dataclass(frozen=True)
class Line:
    """One row of the scores.

    Attributes:
        name, colour, shape: the player.
        score, total, total_says: points of the running game; of the whole series; these in words.
        games: points of each ended game.
        rank: 1 for the fewest points; equal points share a rank.
        turn, winner: plays now; has won what has just ended.
    """

    name: str
    colour: str
    shape: str
    score: int
    total: int
    total_says: str
    games: tuple[int, ...]
    rank: int
    turn: bool
    winner: bool


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
    frames: tuple[Frame, ...]
    dice: tuple[Die, ...]
    due_dice: int
    moves: tuple[Choice, ...]
    doubt: tuple[Choice, ...]
    doubt_crops: tuple[str, ...]
    lines: tuple[Line, ...]
    series: bool
    story: tuple[str, ...]
    undo: bool
    throw: str
    can_throw: bool
    can_close: bool
    can_go_on: bool
    can_correct_dice: bool


def page(view: View, language: str) -> Page:
    """What the table page shows of a view, in a language of `webui.words.LANGUAGES`."""
    w = words(language)
    game = view.get("game") or {}
    due = view.get("due") or {}
    state = view["state"]
    return Page(
        version=view["version"],
        state=state,
        title=game_name(w, game.get("profile") or game.get("game", "")) if game else w.t("No game yet"),
        which_game=_which_game(w, game),
        layout=game.get("layout") or "occe",
        mode=view["mode"],
        camera=view["camera"]["state"],
        alerts=tuple(_alerts(w, view)),
        now=now(w, view),
        frames=tuple(_frame(w, view, player) for player in _at_the_board(view)),
        dice=tuple(_die(w, die) for die in view["dice"]),
        due_dice=due.get("dice", 0) if due.get("what") == "throw" else 0,
        moves=tuple(_move(w, move) for move in _moves(view)),
        doubt=tuple(_reading(w, reading) for reading in (view["doubt"] or {}).get("readings", ())),
        doubt_crops=tuple((view["doubt"] or {}).get("crops", ())),
        lines=lines(w, view),
        series=game.get("games", 1) > 1,
        story=_story(view, language),
        undo=bool(view["undo"]),
        throw=f"{game.get('game_number', 0)}-{view['throws']}-{due.get('player', 0)}",
        can_throw=state in ("waiting_throw", "rolling", "doubt"),
        can_close=state in ("waiting_move", "provisional", "refused"),
        can_go_on=state == "provisional",
        can_correct_dice=bool(view["undo"]) and any(die["value"] for die in view["dice"]),
    )


def game_name(w: Words, key: str) -> str:
    """A game's or a profile's name as players say it; an unknown key stays as it is."""
    names = {
        "occe_child": w.t("OCCE, children's rule"),
        "occe_adult": w.t("OCCE, grown-ups' rule"),
        "royal": w.t("Tric-Trac Royal"),
        "none": w.t("Dice only"),
    }
    return names.get(key, key)


def lines(w: Words, view: View) -> tuple[Line, ...]:
    """The scores, in playing order, with shared ranks (fewest points first)."""
    totals = [int(player["total"]) for player in view["players"]]
    winners = set(view["winners"])
    return tuple(
        Line(
            name=player["name"],
            colour=player["colour"],
            shape=player["shape"],
            score=player["score"],
            total=total,
            total_says=w.tn("%(n)s point", "%(n)s points", total),
            games=tuple(player["games"]),
            rank=1 + sum(other < total for other in totals),
            turn=player["turn"],
            winner=player["player"] in winners,
        )
        for player, total in zip(view["players"], totals, strict=True)
    )


def _which_game(w: Words, game: Mapping[str, Any]) -> str:
    if not game or game.get("games", 1) < 2:
        return ""
    return w.t("Game %(number)s of %(games)s", number=game["game_number"], games=game["games"])


def _alerts(w: Words, view: View) -> list[str]:
    says = {
        "camera_lost": w.t("The camera does not answer. Go on by touch: nothing is lost."),
        "board_moved": w.t("The board has moved. I am looking for it again."),
        "light_low": w.t("It is a little dark to see well."),
        "journal_full": w.t("The memory is full: the game can no longer be kept."),
        "journal_read_only": w.t("The memory cannot be written: the game cannot be kept."),
        "journal_broken": w.t("The memory is broken: the game cannot be kept."),
        "journal_corrupt": w.t("The memory was damaged; I go on from what could be saved."),
        "journal_unreadable": w.t(
            "The last game was kept by another version of Piste; it cannot go on here."
        ),
    }
    return [says[word] for word in view["problems"] if word in says]


def _at_the_board(view: View) -> Sequence[Mapping[str, Any]]:
    """Every player for frames of their own; the one who plays for a box that all share."""
    players: Sequence[Mapping[str, Any]] = view["players"]
    if (view.get("game") or {}).get("layout") != "box":
        return players
    return [player for player in players if player["turn"]] or players[-1:]


def _frame(w: Words, view: View, player: Mapping[str, Any]) -> Frame:
    fixes = {f["tile"]: f["state"] for f in view["put_back"] if f["seat"] == player["seat"]}
    may_close = player["turn"] and view["state"] in ("waiting_move", "provisional", "refused")
    hints = {n for move in view["legal"] for n in move} if may_close else set()
    hints |= {n for more in view["continuations"] for n in more} if may_close else set()
    return Frame(
        seat=player["seat"],
        side=SIDES[player["seat"]],
        player=player["player"],
        name=player["name"],
        colour=player["colour"],
        shape=player["shape"],
        turn=player["turn"],
        done=player["done"],
        points=w.tn("%(n)s point", "%(n)s points", player["score"]),
        tiles=tuple(_tile(w, tile, hints, fixes) for tile in player["tiles"]),
        playable=may_close,
    )


def _tile(w: Words, tile: Mapping[str, Any], hints: set[int], fixes: Mapping[int, str]) -> Tile:
    state = tile["state"]
    says = {
        "open": w.t("open"),
        "closed": w.t("closed"),
        "provisional": w.t("just closed"),
        "refused": w.t("refused"),
        "missing": w.t("missing"),
    }.get(state, w.t("not seen"))
    fix = fixes.get(tile["number"], "")
    if fix:
        says = ", ".join((says, w.t("open it again") if fix == "open" else w.t("close it")))
    number = tile["number"]
    return Tile(number, state, says, state == "open" and number in hints, fix, state == "provisional")


def _die(w: Words, die: Mapping[str, Any]) -> Die:
    value = die["value"]
    says = w.t("a die that shows %(value)s", value=value) if value else w.t("a die that does not count")
    return Die(value, die.get("crop"), says)


def _moves(view: View) -> list[list[int]]:
    """The legal moves to offer now; where one stands already, the wider ones that contain it."""
    if view["state"] in ("waiting_move", "refused"):
        return [list(move) for move in view["legal"]]
    if view["state"] == "provisional":
        return [sorted([*view["provisional"], *more]) for more in view["continuations"]]
    return []


def _move(w: Words, move: Sequence[int]) -> Choice:
    return Choice(tuple(move), w.t("Close %(tiles)s", tiles=w.all_of(move)))


def _reading(w: Words, reading: Sequence[int]) -> Choice:
    return Choice(tuple(reading), w.all_of(reading))


def _story(view: View, language: str) -> tuple[str, ...]:
    names = {player["player"]: player["name"] for player in view["players"]}
    worth = [event for event in reversed(view["history"]) if event["event"] in TOLD][:STORY]
    return tuple(event_sentence(event, names, language) for event in worth)
