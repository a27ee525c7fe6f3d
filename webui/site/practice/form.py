"""The form of a practice game, and the values that fill it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import get_args

from referee.core import Game
from referee.games import profile as game_with
from referee.games.backgammon import Backgammon

from ...table.games import SHOWN
from ...table.values.practice import HowPisteThinks
from ...table.values.setup import Setup, expect_shown
from ...table.values.shown import usual_places
from ...table.values.view import View
from ...words import Words
from ...words.games import words_of
from ...words.offer import player_name
from ...words.practice import NAME, piste_name
from ..forms import Form, game_of

LONGEST = 24


@dataclass(frozen=True)
class PracticeForm:
    """The fields of the form.

    Attributes:
        profile: the marked rule profile; "" for the first one offered.
        alone: one person plays all places.
        plays, dice: as in `Practice`.
        name: a first name, "" for none.
    """

    profile: str = ""
    alone: bool = False
    plays: str = "random"
    dice: str = "piste"
    name: str = ""


def practised_last(view: View) -> PracticeForm:
    """The form for the last practice game, or for another game if that was played since."""
    game = view.game
    if game is None or game.practice is None:
        return PracticeForm("" if game is None else game.profile)
    practice = game.practice
    people = [p.name for p in view.players if p.seat not in practice.seats]
    return PracticeForm(
        game.profile, not practice.seats, practice.plays, practice.dice, people[0] if people else ""
    )


def form_sent(form: Form) -> PracticeForm:
    """The form as it was sent."""
    return PracticeForm(
        form.get("profile", ""),
        form.get("with", "") == "alone",
        plays if (plays := form.get("plays", "")) in get_args(HowPisteThinks) else "random",
        "people" if form.get("dice", "") == "people" else "piste",
        " ".join(form.get("name", "").split())[:LONGEST],
    )


def setup_practised(form: PracticeForm, w: Words) -> dict[str, object]:
    """The game of the form, as `Setup.from_json` takes it. Raises FormError or SetupError.

    Values that the form hides for a game do not count: Piste's way of playing without a coach, the thrower in a game
    without dice.
    """
    game = game_of(form.profile)
    expect_shown(game, SHOWN)
    house = game_with(form.profile)
    seats = _places(house, alone=form.alone)
    piste = () if form.alone else seats[1:]
    known = {"advice": house.solved, "gnubg": isinstance(house, Backgammon)}
    plays = form.plays if piste and known.get(form.plays) else "random"
    dice = form.dice if house.with_dice else "piste"
    return {
        "game": game,
        "profile": form.profile,
        "language": w.language,
        "options": dict(house.openly),
        "players": [{"name": name, "seat": seat} for seat, name in _names(w, house, form, seats, piste)],
        "practice": {"seats": list(piste), "plays": plays, "dice": dice},
    }


def _places(house: Game, *, alone: bool) -> tuple[int, ...]:
    """The smallest number of places of the game, but two if Piste plays."""
    least = house.player_range[0]
    return usual_places(house, least if alone else max(least, 2))


def _names(
    w: Words, house: Game, form: PracticeForm, seats: tuple[int, ...], piste: tuple[int, ...]
) -> list[tuple[int, str]]:
    own = "" if form.name.casefold().startswith(NAME.casefold()) else form.name
    sides = () if piste else words_of(house.name).sides(w)
    usual = dict(zip(seats, sides, strict=False)) or {seat: player_name(w, seat) for seat in seats}
    if len(seats) - len(piste) == 1 and not sides:
        own = own or w.t("Friend")
    people = {seat: own or usual[seat] for seat in seats[:1]} | {seat: usual[seat] for seat in seats[1:]}
    return [(seat, piste_name(seat, len(piste)) if seat in piste else people[seat]) for seat in seats]


def setup_of(form: PracticeForm, w: Words) -> Setup:
    """The same as a setup. Raises one of FormError or SetupError for an invalid form."""
    return Setup.from_json(setup_practised(form, w))
