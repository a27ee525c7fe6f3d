"""Sentences about a game: why a move does not fit, what an event ended, what was done, the names of things.

Pure, and without Flask: `piste watch` uses it too. A plain sentence covers whatever a game has no words for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

from referee.core import Foul, Game, Move, Outcome
from referee.story import PLAYERS

from ...table.values.events import EventLine
from .. import Words, words
from ..corrections import ReportedEvent
from ..events import EVENTS
from . import refusal_of, words_of
from .forms import Values, shown, tell
from .row import GameWords


def sentence(rule: str, values: Values, language: str) -> str:
    """Why a move is refused, for a child; a rule without words is described by its id and its values."""
    w, refusal = words(language), refusal_of(rule)
    return _plain_refusal(w, rule, values) if refusal is None else tell(w, refusal, values)


def foul_sentence(foul: Foul, language: str, named: Values | None = None) -> str:
    """The same for the referee's own value; the live table receives it.

    Args:
        foul: the broken rule.
        language: of `webui.table.values.languages.LANGUAGES`.
        named: the players behind its numbers: `everybody` by playing number, and see `GameWords.refusals`.
    """
    return sentence(foul.rule, {**dict(foul.values), **(named or {})}, language)


def _plain_refusal(w: Words, rule: str, values: Values) -> str:
    named = "; ".join(f"{name}: {shown(w, value)}" for name, value in values.items())
    rule = rule.replace("_", " ")
    if not named:
        return w.t("That does not go with the rule “%(rule)s”.", rule=rule)
    return w.t("That does not go with the rule “%(rule)s” (%(values)s).", rule=rule, values=named)


def event_sentence(event: EventLine, names: Mapping[int, str], language: str) -> str:
    """One event in one sentence; `names` are the players' by playing number.

    Raises LookupError for an unknown word.
    """
    reported: ReportedEvent = {**event, "other": names.get(event.get("target", 0), "")}  # type: ignore[typeddict-item]  # `shown` may be missing
    return EVENTS[event["event"]](words(language), reported, names.get(event.get("player", 0), ""))


def outcome_sentence(w: Words, game: Game, ended: Outcome, names: Sequence[str]) -> str:
    """The result of an event, in one sentence or more; as a record has it, if there are no words.

    Args:
        w: the reader's words.
        game: the game.
        ended: of its `outcomes`.
        names: the players', in playing order.
    """
    row = words_of(game.name)
    outcome = row.outcomes.get(ended.what)
    return game.outcome_text(ended) if outcome is None else tell(w, outcome, _named(w, row, ended, names))


def _named(w: Words, row: GameWords, ended: Outcome, names: Sequence[str]) -> dict[str, object]:
    """The values of an outcome with players by their names: `name`, `everybody`; and `why`."""
    values: dict[str, Any] = {**ended.named, "everybody": tuple(names)}
    for key in PLAYERS & values.keys():
        who = values[key]
        values[key] = tuple(names[player] for player in who) if isinstance(who, tuple) else names[who]
    if ended.player is not None:
        values["name"] = names[ended.player]
    if "reason" in values:
        values["why"] = tell(w, row.passes.get(values["reason"], f"({values['reason']})"), values)
    return values


def move_sentence(w: Words, game: Game, move: Move, name: str, names: Sequence[str] = ()) -> str:
    """What a player did, in one sentence.

    Args:
        w: the reader's words.
        game: the game.
        move: one of its moves.
        name: who made it.
        names: the players', in playing order.
    """
    known = {"name": name, "move": game.to_text(move), "everybody": tuple(names)}
    move_words = words_of(game.name).moves.get(type(move))
    values = {field.name: getattr(move, field.name) for field in fields(move)} if move_words else {}
    return (tell(w, move_words, {**values, **known}) if move_words else "") or w.t("%(name)s plays %(move)s.", **known)
