"""The values of an action or a new game, from a form."""

from __future__ import annotations

from collections.abc import Mapping

from werkzeug.datastructures import MultiDict

from referee.core import Game
from referee.games import GAMES
from referee.options import choices

from ..table.games import SHOWN
from ..table.values.setup import PlayerSeat, players_at
from ..table.values.shown import most_places
from ..words import words
from ..words.games import words_of
from ..words.offer import in_series, player_name
from .digits import whole

Form = MultiDict[str, str]
LONGEST_TOLD = 40
"""How many characters of a wrong number its refusal shows."""


AT_FIRST = 4
"""Places that the new-game form shows for every game."""


class FormError(ValueError):
    """A form whose fields its page would not send."""


def _number(text: str) -> int:
    number = whole(text.strip())
    if number is None:
        raise FormError(f"expected a whole number; got {text[:LONGEST_TOLD]!r}")
    return number


def numbers(form: Form, name: str) -> list[int]:
    """All whole numbers under that name: several fields, or "6 2" in one. Raises FormError."""
    return [_number(part) for text in form.getlist(name) for part in text.replace(",", " ").split()]


def action_of(form: Form) -> dict[str, object]:
    """The action of a form, as `webui.table.values.actions.action_from_json` takes it. Raises FormError."""
    moment = {"moment": form["moment"]} if "moment" in form else {}
    action: dict[str, object] = {"action": form.get("action", ""), "by": "teacher", **moment}
    if action["action"] in ("camera_on", "camera_off"):
        return {"action": "use_camera", "on": action["action"] == "camera_on"}
    if "dice" in form or "die1" in form:
        action["dice"] = numbers(form, "dice") + [n for k in range(1, 7) for n in numbers(form, f"die{k}")]
    if action["action"] == "close_tiles":
        action["tiles"] = numbers(form, "tiles")
    if action["action"] == "play":
        action["move"] = form.get("move", "") or dice_set_aside(form)
    if action["action"] == "deal_cards":
        action["hands"] = [hand.split() or None for hand in form.getlist("hand")]
    if action["action"] in ("touch_man", "answer_men"):
        action["space"] = form.get("space", "")
    if action["action"] == "answer_men":
        action["kind"] = form.get("kind", "")
    if action["action"] == "answer_tile":
        seat, tile = _number(form.get("seat", "")), _number(form.get("tile", ""))
        action |= {"seat": seat, "tile": tile, "state": form.get("state", "")}
    if action["action"] in ("replace_player", "join", "leave"):
        action["seat"] = _number(form.get("seat", ""))
    if action["action"] in ("replace_player", "join"):
        action["name"] = " ".join(form.get("name", "").split())
    if action["action"] == "roll" and "count" in form:
        action["count"] = _number(form["count"])
    if action["action"] == "resume_game":
        action["game"] = _number(form.get("game", ""))
    if action["action"] == "correct_tiles":
        seats = numbers(form, "seat")
        action["seats"] = {str(seat): _open(form, seat) for seat in seats if _changed(form, seat)}
    return action


def dice_set_aside(form: Form) -> str:
    """The dice ticked to be set aside, as a move; one that decides for `first`, 12 or 30, comes first."""
    ticked, first = numbers(form, "keep"), form.get("first", "")
    decides = {"12": (1, 2, 3), "30": (4, 5, 6)}.get(first, ())
    return "+".join(str(die) for die in sorted(ticked, key=lambda die: die not in decides))


def _open(form: Form, seat: int) -> list[int]:
    return sorted(set(numbers(form, f"all-{seat}")) - set(numbers(form, f"closed-{seat}")))


def _changed(form: Form, seat: int) -> bool:
    return set(numbers(form, f"was-{seat}")) != set(numbers(form, f"closed-{seat}"))


def setup_of_form(form: Form, language: str) -> dict[str, object]:
    """The new game of a form, as `webui.table.values.setup.Setup.from_json` takes it. Raises FormError."""
    profile = form.get("profile", "")
    game = game_of(profile)
    kind = next((kind for kind in SHOWN if kind.name == game), None)
    most = 0 if kind is None else most_places(kind)
    return {
        "game": game,
        "profile": profile,
        "games": _number(form.get("games", "1")) if kind is None or in_series(kind) else 1,
        "language": language,
        "counts": form.get("counts", "next"),
        "options": options_of(form, game, profile),
        "players": _players(form, language, kind, most),
    }


def _players(form: Form, language: str, kind: type[Game] | None, most: int) -> list[dict[str, object]]:
    """The players and their places. Two who move men get places 1 and 2, whatever the form says; nobody plays alone.

    If all places are needed, all play, with or without a name.
    """
    if kind is not None and kind.player_range[0] == AT_FIRST:
        return [_player(form, player, language) for player in players_at(range(1, AT_FIRST + 1))]
    named = words_of("" if kind is None else kind.name).sides(words(language))
    if not named:
        return [_player(form, player, language) for player in players_at(seats_of(form, most))]
    seats = _those_named(form, seats_of(form, AT_FIRST), most)
    chosen = [*seats, *(place for place in range(1, AT_FIRST + 1) if place not in seats)][: max(most, len(seats))]
    sides = [*named, *("" for _ in chosen)]
    return [
        _player(form, at, language, sides[k - 1]) | {"seat": k} for k, at in enumerate(players_at(chosen), start=1)
    ]


def _those_named(form: Form, seats: list[int], most: int) -> list[int]:
    """If there are more places than seats: those with a typed name, and others as far as there is room.

    Ticks left from another game take nobody's seat. If no name was typed, all places stay.
    """
    typed = [place for place in seats if _typed(form, place)]
    if len(seats) <= most or not typed:
        return seats
    rest = [place for place in seats if place not in typed]
    return sorted([*typed, *rest[: max(0, most - len(typed))]])


def seats_of(form: Form, most: int) -> list[int]:
    """The players' places: the ticked ones, and those with a typed first name.

    The form hides places beyond `most` for its game: nobody plays there, whatever it remembers.
    Raises FormError.
    """
    ticked = set(numbers(form, "seat"))
    return [place for place in range(1, most + 1) if place in ticked or _typed(form, place)]


def _typed(form: Form, place: int) -> bool:
    """Whether somebody typed a new name there."""
    name = form.get(f"name-{place}", "").strip()
    return bool(name) and name != form.get(f"was-{place}", "")


def _player(form: Form, player: PlayerSeat, language: str, side: str = "") -> dict[str, object]:
    name = form.get(f"name-{player.seat}", "").strip()
    name = name or side or player_name(words(language), player.seat)
    return {"name": name, "seat": player.seat, "handicap": handicap_of(form, player.seat)}


def handicap_of(form: Form, place: int) -> int:
    """The handicap of the player at a place; 0 if the form does not say. Raises FormError."""
    text = form.get(f"handicap-{place}", "").strip().replace("−", "-") or "0"
    return -_number(text[1:]) if text.startswith("-") else _number(text)


def game_of(profile: str) -> str:
    """The game that a rule profile belongs to. Raises FormError for an unknown profile."""
    for game in GAMES:
        if profile in game.profiles:
            return str(game.name)
    raise FormError(
        f"profile: expected one of {[name for game in GAMES for name in game.profiles]}; got {profile!r}"
    )


def options_of(form: Form, game: str, profile: str) -> Mapping[str, object]:
    """The house rules that the form names for this rule profile, or else for its game, as their own values.

    Raises FormError.
    """
    options: dict[str, object] = {}
    for rule in (rule for kind in GAMES if kind.name == game for rule in choices(kind)):
        text = form.get(f"{profile}.{rule.name}", form.get(f"{game}.{rule.name}"))
        if text is None or rule.name == "games":
            continue
        known = {str(value): value for value in rule.values}
        if rule.values and text not in known:
            raise FormError(f"{rule.name}: expected {rule.expected}; got {text!r}")
        options[rule.name] = known[text] if rule.values else _number(text)
    return options
