"""Turns the live table's view into the values that a page draws: words chosen, tiles named, nothing decided.

`page(view, language)` is pure. A template walks over the result and writes no sentence of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from msgspec import structs

from ...interrupted import ENDED, OVER
from ...live.revision import revision_of
from ...table.values.setup import COLOURS
from ...table.values.view import View, ViewT
from ...words import Words, words
from ...words.doubts import TileQuestion, tile_question
from ...words.games.first_read import Now, acting_name
from ...words.men import SAYINGS
from ...words.now import now
from ...words.offer import game_title, profile_name
from ...words.practice import piste_plays, throws_asked, which_practice
from ...words.stakes import at_stake, payments
from .board import Bed, ShownDie, ShownFrame, dice, dice_to_correct, in_their_frames, may_close
from .games import Family, family_of
from .scores import Line
from .story import story

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


@dataclass(frozen=True)
class Tap:
    """A button: numbers, and their label."""

    numbers: tuple[int, ...]
    says: str


@dataclass(frozen=True)
class Page:
    """All that the table page shows; the names are the template's.

    `family` chooses the templates; `own` is what those of a game without tiles draw. `practice` says what a game for
    practice is, "" for none; `rolls`: how many dice a tap may draw; `watching`: Piste plays. `refused` names the
    current refusal, "" for none; `to_set_up`: the camera needs setting up.
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
    family: Family[Any]
    own: object
    practice: str
    rolls: tuple[tuple[int, str], ...]
    watching: bool

    @property
    def goes_on(self) -> bool:
        """A game is played, and not paused."""
        return self.state not in OVER | {"paused"}

    @property
    def frames(self) -> tuple[ShownFrame, ...]:
        """The frames of the players."""
        return tuple(bed.frame for bed in self.beds if bed.frame is not None)


def page(
    view: View, language: str, painted: Sequence[str] = COLOURS[:4], *, ended: Sequence[str] = ()
) -> Page:
    """The table page of a view, in a language of `webui.table.values.languages.LANGUAGES`.

    Once a lesson is over, `ended` stands where nothing is played.
    If the board has frames, each player has the colour of his: `painted` are those of places 1 to 4.
    """
    w = words(language)
    view = _only_watched(in_their_frames(view, painted))
    family = family_of(view)
    rolls, watching, asked = throws_asked(w, view), piste_plays(view), tile_question(w, view)
    over = view.state in ENDED
    stale = _stale(view)
    return Page(
        version=view.version,
        number=view.id or 0,
        moment=revision_of(view).text,
        state=view.state,
        title=playing(w, view) or (w.t("No game yet") if not ended else ""),
        which_game=which_game(w, view),
        layout=view.layout,
        mode=view.mode,
        camera=view.camera.state,
        alerts=alerts(w, view),
        to_set_up=bool({"board_moved", "mirrored"} & {*view.problems}),
        now=called(w, view, now(w, view, family.words), ended),
        beds=family.beds(w, view, painted),
        hands=view.camera.hands,
        cue="" if rolls or watching else _cue(view, asked),
        dice=() if stale and not any(die.at for die in view.dice) else dice(w, view),
        stale=stale,
        rolled=view.throws + bool(view.readings),
        due_dice=view.due.dice if view.due is not None and view.due.what == "throw" else 0,
        moves=tuple(Tap(move, w.t("Close %(tiles)s", tiles=w.all_of(move))) for move in family.moves(view)),
        shows_legal=view.shows_legal,
        in_doubt=bool(view.readings),
        doubt=_answers(w, view),
        doubt_crops=_crops(view),
        asked=asked,
        tile_crop="" if view.doubt is None else view.doubt.tile_crop or "",
        lines=family.lines(w, view),
        series=view.game is not None and view.game.games > 1,
        stakes=at_stake(w, view),
        payments=payments(w, view),
        story=story(view, language),
        undo=view.undo,
        ending=family.ending(w, view) if over else (),
        throw=f"{0 if view.game is None else view.game.game_number}-{view.throws}-{view.acting}",
        over=over,
        refused=_refused(view),
        can_throw=_can_throw(view) and not (ended and view.game is None),
        can_close=may_close(view),
        can_go_on=view.state == "provisional" and not view.ripens,
        dice_to_correct=dice_to_correct(w, view),
        family=family,
        own=family.shown(w, view),
        practice=which_practice(w, view.practice),
        rolls=rolls,
        watching=watching,
    )


def called(w: Words, view: View, sentence: Now, ended: Sequence[str]) -> Now:
    """What the teacher has called at every table: to look up, with the tone "eyes", or the end of the lesson.

    Else the sentence.
    """
    if view.eyes:
        return replace(sentence, tone="eyes", headline=w.t("Eyes on me!"))
    return Now("end", w.t("The lesson is over"), tuple(ended)) if ended and view.game is None else sentence


def before_all(w: Words, view: View, sentence: Now) -> Now:
    """What a screen of all tables says: nobody reads there whose move was refused, or why."""
    if sentence.tone != "refused":
        return sentence
    name = acting_name(view)
    return Now("calm", w.t("%(name)s checks the move", name=name) if name else w.t("The move is being checked"))


def _stale(view: View) -> bool:
    """The dice on the table belong to a played throw: the next throw is due, or a declaration."""
    moves = [view.provisional, *view.legal]
    return (view.owed == "throw" and view.state in STALE) or any(str(word) in SAYINGS for word in moves)


def _only_watched(view: ViewT) -> ViewT:
    """The view without the possible actions, while Piste plays."""
    if not piste_plays(view):
        return view
    gone: dict[str, tuple[()]] = {name: () for name in ("legal", "steps", "offers", "cards") if hasattr(view, name)}
    return structs.replace(view, **gone)


def _cue(view: View, asked: TileQuestion | None) -> str:
    cue = "hand" if asked else "" if view.owed == "deal" else CUES.get(view.state, "")
    return "" if cue == "tile" and view.by_touch else cue


def _refused(view: View) -> str:
    """The time of the standing refused move; a refused throw takes no choice back."""
    verdict = view.verdict if view.state == "refused" else None
    return str(verdict["t"]) if verdict and not verdict.get("throw") else ""


def _can_throw(view: View) -> bool:
    """People may enter their throw: they throw, not Piste."""
    people = view.practice is None or view.practice.dice != "piste"
    return view.state in ("waiting_throw", "rolling", "reading", "doubt") and view.owed != "deal" and people


def game_name(w: Words, game: str, profile: str) -> str:
    """A game's rule profile as players call it; a game with its own rules has its game's name."""
    return profile_name(w, profile) if profile else game_title(w, game)


def playing(w: Words, view: View) -> str:
    """The name of the running game; "" for none."""
    return "" if view.game is None else game_name(w, view.game.name, view.game.profile)


def which_game(w: Words, view: View) -> str:
    """The number of the running game in its series or match, and whether it is a play-off or Crawford's; or ""."""
    game = view.game
    if game is None:
        return ""
    parts = []
    if points := game.options.get("points"):
        parts.append(w.tn("Match to %(n)s point", "Match to %(n)s points", points))
        parts.append(w.t("Game %(number)s", number=game.game_number))
    if view.called:
        parts.append(view.called)
    if game.games > 1:
        parts.append(w.t("Game %(number)s of %(games)s", number=game.game_number, games=game.games))
    if view.play_off:
        parts.append(w.t("Play-off"))
    return " · ".join(parts)


def alerts(w: Words, view: View) -> tuple[str, ...]:
    """What keeps Piste from following the table or storing its game, a sentence each."""
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
    ended = ["film_ended"] if view.camera.state == "ended" else []
    return tuple(says[word] for word in (*view.problems, *ended) if word in says)


def _crops(view: View) -> tuple[str, ...]:
    """The pictures of the dice in question: only those that differ between the readings, if these show which."""
    crops, readings = view.crops, view.readings
    alike = {len(reading) for reading in readings} == {len(crops)}
    differ = [k for k in range(len(crops)) if alike and len({reading[k] for reading in readings}) > 1]
    return tuple(crops[k] for k in differ) or crops


def _answers(w: Words, view: View) -> tuple[Tap, ...]:
    """The readings to tap, likeliest first; () if there is no question about the dice."""
    readings = view.readings if view.state == "doubt" else ()
    return tuple(Tap(reading, w.all_of(reading)) for reading in readings)
