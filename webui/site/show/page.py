"""From the live table's view to what a page draws: every word chosen, every tile named, nothing decided.

`page(view, language)` is pure. A template walks over the result and writes no sentence of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import Any

from ...live.moment import moment_of
from ...table.setup import COLOURS
from ...table.view import shows_legal
from ...words import Words, words
from ...words.doubts import TileQuestion, tile_question
from ...words.games.first_read import Now
from ...words.games.sentences import event_sentence
from ...words.men import SAYINGS
from ...words.now import legal_now, now
from ...words.offer import game_title, profile_name
from ...words.practice import piste_plays, throws_asked, which_practice
from ...words.stakes import at_stake, payments
from .board import Bed, ShownDie, ShownFrame, beds, dice, dice_to_correct, frames, in_their_frames, may_close
from .ending import ending
from .games import Family, family_of
from .scores import Line
from .story import story

View = Mapping[str, Any]

STALE = frozenset({"waiting_throw", "rolling", "put_back", "waiting_start", "paused"})
"""States in which the dice on the table are those of a throw that was played."""
CUES = {
    "waiting_throw": "throw",
    "rolling": "throw",
    "doubt": "hand",
    "reading": "throw",
    "waiting_move": "tile",
    "refused": "tile",
    "provisional": "throw",
}
"""State -> the pictogram of what the hands should do."""
QUIET = frozenset(
    {"tile_flipped", "light_low", "paused", "resumed", "camera_lost", "camera_back", "board_moved", "board_back"}
)
"""Events that end no praise."""
COVERED_BY = QUIET | {"move_refused", "move_withdrawn", "board_reset"}
"""Events whose sentence comes in the place of praise only once that could be read."""


@dataclass(frozen=True)
class Tap:
    """Something to tap: numbers, and how they read."""

    numbers: tuple[int, ...]
    says: str


@dataclass(frozen=True)
class Page:
    """All that the table page shows; the names are the template's.

    `family` tells which templates draw the game, `own` is what those of a game without tiles draw. `practice` tells
    what a game for practice is, "" for none; `rolls` how many dice may be drawn by a tap, `watching` that Piste plays.
    `refused` names the refusal that stands, "" for none; `to_set_up` tells that the camera has to be set up.
    `praised` names the closing that praise is told of, or was until something else had to be said, as long as no throw
    came since; `praising` that it stands there.
    """

    version: int
    number: int
    moment: str
    state: str
    title: str
    which_game: str
    layout: str
    mode: str
    camera: str
    alerts: tuple[str, ...]
    to_set_up: bool
    now: Now
    praised: str
    praising: bool
    frames: tuple[ShownFrame, ...]
    beds: tuple[Bed, ...]
    hands: bool
    cue: str
    dice: tuple[ShownDie, ...]
    stale: bool
    rolled: int
    due_dice: int
    moves: tuple[Tap, ...]
    shows_legal: str
    in_doubt: bool
    doubt: tuple[Tap, ...]
    doubt_crops: tuple[str, ...]
    asked: TileQuestion | None
    tile_crop: str
    lines: tuple[Line, ...]
    series: bool
    stakes: str
    payments: tuple[str, ...]
    story: tuple[str, ...]
    undo: bool
    ending: tuple[str, ...]
    throw: str
    over: bool
    refused: str
    can_throw: bool
    can_close: bool
    can_go_on: bool
    dice_to_correct: tuple[ShownDie, ...]
    family: Family
    own: Any
    practice: str
    rolls: tuple[tuple[int, str], ...]
    watching: bool


def page(view: View, language: str, painted: Sequence[str] = COLOURS[:4]) -> Page:
    """What the table page shows of a view, in a language of `webui.words.LANGUAGES`.

    Where the board has frames of its own, each player has the colour of his: `painted` are those of places 1 to 4.
    """
    w = words(language)
    view = _only_watched(in_their_frames(view, painted))
    rolls, watching = throws_asked(w, view), piste_plays(view)
    game = view.get("game") or {}
    due = view.get("due") or {}
    state = view["state"]
    stale = _stale(view)
    family = family_of(view)
    return Page(
        version=view["version"],
        number=view.get("id") or 0,
        moment=moment_of(view).text,
        state=state,
        title=game_name(w, game) if game else w.t("No game yet"),
        which_game=which_game(w, game, crawford=bool(view.get("crawford"))),
        layout=game.get("layout") or "occe",
        mode=view["mode"],
        camera=view["camera"]["state"],
        alerts=tuple(_alerts(w, view)),
        to_set_up=bool({"board_moved", "mirrored"} & set(view["problems"])),
        now=_now(w, view, language),
        praised=_praised(view),
        praising=_praise_for(view) is not None,
        frames=frames(w, view) if with_tiles(view) else (),
        beds=beds(w, view, painted) if with_tiles(view) else (),
        hands=bool(view["camera"].get("hands")),
        cue="" if rolls or watching else _cue(w, view),
        dice=() if stale and not any(die.get("at") for die in view["dice"]) else dice(w, view),
        stale=stale,
        rolled=view["throws"] + bool((view["doubt"] or {}).get("readings")),
        due_dice=due.get("dice", 0) if due.get("what") == "throw" else 0,
        moves=tuple(_move(w, move) for move in _moves(view)),
        shows_legal=shows_legal(view),
        in_doubt=bool((view["doubt"] or {}).get("readings")),
        doubt=_answers(w, view),
        doubt_crops=_crops(view),
        asked=tile_question(w, view),
        tile_crop=str((view["doubt"] or {}).get("tile_crop") or ""),
        lines=family.lines(w, view),
        series=game.get("games", 1) > 1,
        stakes=at_stake(w, view),
        payments=payments(w, view),
        story=story(view, language),
        undo=bool(view["undo"]),
        ending=(family.ending or ending)(w, view) if state in ("series_over", "game_over") else (),
        throw=f"{game.get('game_number', 0)}-{view['throws']}-{due.get('player', 0)}",
        over=state in ("series_over", "game_over"),
        refused=_refused(view),
        can_throw=_can_throw(view),
        can_close=may_close(view),
        can_go_on=state == "provisional" and not view["ripens"],
        dice_to_correct=dice_to_correct(w, view),
        family=family,
        own=family.shown(w, view),
        practice=which_practice(w, game),
        rolls=rolls,
        watching=watching,
    )


def _stale(view: View) -> bool:
    """The dice on the table are those of a throw that was played: the next is due, or a word that moves nothing."""
    due = (view["due"] or {}).get("what")
    said = [view["provisional"], *view["legal"]]
    return (due == "throw" and view["state"] in STALE) or any(str(word) in SAYINGS for word in said)


def _only_watched(view: View) -> View:
    """The view without what may be done next, while Piste plays."""
    if not piste_plays(view):
        return view
    gone: dict[str, Any] = {name: [] for name in ("legal", "steps", "offers", "cards") if name in view}
    return {**view, **gone}


def _cue(w: Words, view: View) -> str:
    due = view["due"] or {}
    return "hand" if tile_question(w, view) else "" if due.get("what") == "deal" else CUES.get(view["state"], "")


def _refused(view: View) -> str:
    """The move that was refused and stands so, by its time; a refused throw takes no choice back."""
    verdict = view["verdict"] if view["state"] == "refused" else None
    return str(verdict["t"]) if verdict and not verdict.get("throw") else ""


def _can_throw(view: View) -> bool:
    """People may tell what they threw: they throw, not Piste."""
    practice = (view["game"] or {}).get("practice") or {}
    throws = view["state"] in ("waiting_throw", "rolling", "reading", "doubt")
    return throws and (view["due"] or {}).get("what") != "deal" and practice.get("dice") != "piste"


def _now(w: Words, view: View, language: str) -> Now:
    """What a player reads first: praise for what was just closed stands until the next throw."""
    if "board_moved" in view["problems"]:
        return Now("calm", w.t("The board has moved"), (w.t("I am looking for it again."),))
    told = now(w, view)
    closed = _praise_for(view)
    if closed is None:
        return told
    names = {player["player"]: player["name"] for player in view["players"]}
    praise = w.t("%(done)s That is right!", done=event_sentence(closed, names, language))
    return replace(told, says=(praise, *told.says))


def _praise_for(view: View) -> View | None:
    """The closing that the sentence praises."""
    if view["state"] != "waiting_throw" or "board_moved" in view["problems"]:
        return None
    return _just_closed(view, QUIET)


def _praised(view: View) -> str:
    """The name of the closing that is praised, or that was before something else had to be said; "" once it is over."""
    closed = None if view["state"] == "paused" else _just_closed(view, COVERED_BY)
    return "" if closed is None else f"{closed['t']}-{closed['player']}"


def _of_piste(view: View, event: View) -> bool:
    practice = (view["game"] or {}).get("practice") or {}
    return event.get("seat") in practice.get("seats", ())


def with_tiles(view: View) -> bool:
    """The game has tiles to close, or there is none."""
    return all("tiles" in player for player in view["players"])


def _just_closed(view: View, passing: Set[str]) -> View | None:
    """The closing of a person's that was accepted last, while nothing but `passing` events came since."""
    for event in reversed(view["history"]):
        if event["event"] == "move_accepted":
            found: View = event
            return found if found.get("closed") and not _of_piste(view, found) else None
        if event["event"] not in passing:
            return None
    return None


def game_name(w: Words, game: Mapping[str, Any]) -> str:
    """The game's rule profile as players say it; a game of rules of its own has its game's name."""
    profile = game.get("profile", "")
    return profile_name(w, profile) if profile else game_title(w, game["name"])


def which_game(w: Words, game: Mapping[str, Any], *, crawford: bool = False) -> str:
    """Which game of a series or match runs, how long it is, and that it is a play-off or Crawford's; or ""."""
    told = []
    if points := game.get("options", {}).get("points"):
        told.append(w.tn("Match to %(n)s point", "Match to %(n)s points", points))
        told.append(w.t("Game %(number)s", number=game["game_number"]))
    if crawford:
        told.append("Crawford")
    if game and game.get("games", 1) > 1:
        told.append(w.t("Game %(number)s of %(games)s", number=game["game_number"], games=game["games"]))
    if game.get("settling"):
        told.append(w.t("Play-off"))
    return " · ".join(told)


def _alerts(w: Words, view: View) -> list[str]:
    says = {
        "camera_lost": w.t("The camera does not answer. Go on by touch: nothing is lost."),
        "film_ended": w.t("The film is over. Go on by touch; a new game shows it again."),
        "mirrored": w.t("The camera shows the board as in a mirror: I cannot follow the game (“Set up the camera”)."),
        "area_moved": w.t("The dice area has moved: mark it again (“Where do the dice fall?”). Until then I ask."),
        "aside_moved": w.t(
            "The place for dice set aside has moved: mark it again. Until then set dice aside by touch."
        ),
        "light_low": w.t("It is a little dark to see well."),
        "journal_full": w.t("The memory is full: the game can no longer be kept."),
        "journal_read_only": w.t("Nothing can be saved: the game is not kept."),
        "journal_broken": w.t("The memory is broken: the game cannot be kept."),
        "journal_gone": w.t("The memory was taken away: the game is not kept until it is back, or Piste starts again."),
        "journal_busy": w.t("Another program holds the memory: nothing new is kept until it lets go."),
        "table_failed": w.t("Something went wrong while I looked at the table. I am trying again."),
        "table_stopped": w.t("I have stopped looking at the table. Go on by touch: nothing is lost."),
        "journal_corrupt": w.t("The memory was damaged; I go on from what could be saved."),
        "journal_unreadable": w.t(
            "Something of a game cannot be read; I go on from what can be, and nothing is thrown away."
        ),
    }
    ended = ["film_ended"] if view["camera"]["state"] == "ended" else []
    return [says[word] for word in (*view["problems"], *ended) if word in says]


def _moves(view: View) -> list[list[int]]:
    """The legal moves to offer now; where one stands already, the wider ones that contain it."""
    if shows_legal(view) == "never" or not with_tiles(view):
        return []
    if view["state"] in ("reading", "waiting_move", "refused"):
        return legal_now(view)
    if view["state"] == "provisional":
        return [sorted([*view["provisional"], *more]) for more in view["continuations"]]
    return []


def _move(w: Words, move: Sequence[int]) -> Tap:
    return Tap(tuple(move), w.t("Close %(tiles)s", tiles=w.all_of(move)))


def _crops(view: View) -> tuple[str, ...]:
    """The pictures of the dice that are asked about: where the readings tell which ones differ, of those alone."""
    doubt = view["doubt"] or {}
    crops, readings = tuple(doubt.get("crops", ())), doubt.get("readings", ())
    alike = {len(reading) for reading in readings} == {len(crops)}
    differ = [k for k in range(len(crops)) if alike and len({reading[k] for reading in readings}) > 1]
    return tuple(crops[k] for k in differ) or crops


def _answers(w: Words, view: View) -> tuple[Tap, ...]:
    """The readings to tap, likeliest first; () while nobody is asked about the dice."""
    readings = (view["doubt"] or {}).get("readings", ()) if view["state"] == "doubt" else ()
    return tuple(Tap(tuple(reading), w.all_of(reading)) for reading in readings)
