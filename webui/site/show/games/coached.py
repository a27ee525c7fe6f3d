"""The coach's advice for each family of games, under the house rules.

Tiles and Trente: what to close or to set aside, and the effect of an attack; exact. On the board of arrows: countable
facts, and no best play.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from referee.coach_trente import TrenteAdvice
from referee.core import CHANCE, Game
from referee.games.arrows import ArrowGame
from referee.games.tiles import TileGame
from referee.games.trente import Keep, Trente, TrenteState
from referee.games.trente.policy import LOSE_LEAST
from referee.match import Match

from ....coach import tiles as tile_coach
from ....coach.arrows import board_lines
from ....coach.tiles import Asked
from ....coach.trente import attack_lines
from ....table.games.aside import coach_of_trente
from ....table.games.tiles import coach_of_tiles
from ....table.values.events import EventLine
from ....table.values.view import AsideView, MenView, TilesView, View, ViewT
from ....words import N_, Words
from ....words.coach import tiles as tile_words
from ....words.coach.tiles import LEVELS, Lines
from ....words.coach.trente import advice_lines, odds_lines

GameT = TypeVar("GameT", bound=Game)


@dataclass(frozen=True)
class FamilyCoach(Generic[GameT, ViewT]):
    """The coach for a family of games, in lines for a reader; () for no advice.

    Attributes:
        ahead: a description of the advice before a move, for the teacher who allows it.
        before: advice on the next move, from a game, its match, the view of it and a reading level.
        after: advice on the newest move, from the same.
    """

    ahead: str
    before: Callable[[Words, GameT, Match, ViewT, str], Lines]
    after: Callable[[Words, GameT, Match, ViewT, str], Lines]


def _after_closing(w: Words, game: TileGame, match: Match, view: View, level: str) -> Lines:
    """A judgement of the newest accepted closing: a heading, a verdict, and the advice for that throw."""
    newest = _newest_closing(view)
    if newest is None:
        return ()
    name, dice, closed, stood = newest
    if len(dice) not in game.dice_allowed(stood):
        return ()  # tiles were corrected meanwhile
    advice = coach_of_tiles(game).costs(stood, dice)
    mine = next((choice for choice in advice if set(choice.close.tiles) == set(closed)), None)
    if mine is None:
        return ()
    head = w.t("%(name)s closed %(tiles)s.", name=name, tiles=w.all_of(closed))
    verdict = _verdict(w, only=len(advice) == 1, best=not mine.cost)
    lines = () if level == LEVELS[0] and not mine.cost else tile_words.advice_lines(w, level, stood, advice)
    with_dice = w.t("With %(dice)s:", dice=w.all_of(dice))
    return (head, verdict, *((with_dice, *lines) if lines else ()))


def _verdict(w: Words, *, only: bool, best: bool) -> str:
    if only:
        return w.t("There was no other choice.")
    return w.t("Bravo, that was the cleverest!") if best else w.t("There was something cleverer.")


def _newest_closing(view: View) -> tuple[str, tuple[int, ...], tuple[int, ...], frozenset[int]] | None:
    """The last closing: player, throw, tiles, and what stood open before; None if unknown."""
    closing: EventLine | None = None
    for event in reversed(view.history):
        if event["event"] == "corrected":
            return None
        if closing is None and event["event"] == "move_accepted":
            closing = event
        elif closing is not None and event["event"] == "roll_settled":
            closed = tuple(closing["closed"])
            names = view.names
            stood = frozenset([*closing["open"], *closed])
            return names.get(closing["player"], ""), tuple(die for die in event["dice"] if die), closed, stood
    return None


def _before_closing(w: Words, game: TileGame, match: Match, view: TilesView, level: str) -> Lines:
    """Advice on the next move: after the throw what to close, before it what to expect."""
    player = next((seat for seat in view.players if seat.turn), None)
    stages = ("waiting_throw", "waiting_move", "provisional", "refused")
    if player is None or view.state not in stages:
        return ()
    stands = frozenset(tile.number for tile in player.tiles if tile.state in ("open", "provisional", "refused"))
    dice = view.faces if view.owed == "move" else ()
    head = w.t("%(name)s, to you:", name=player.name)
    asked = Asked(game, stands, dice)
    return (head, *tile_coach.lines(w, level, coach_of_tiles(game), asked))


def _due(w: Words, match: Match) -> str:
    """The player whom the coach addresses; "" if nothing is due."""
    due = match.game.awaits(match.state)
    return "" if due is None else w.t("%(name)s, to you:", name=match.players[due.player])


def _before_men(w: Words, game: ArrowGame, match: Match, view: View, level: str) -> Lines:
    head = _due(w, match)
    return (head, *board_lines(w, level, game, match.state)) if head else ()


def _before_keeping(w: Words, game: Trente, match: Match, view: View, level: str) -> Lines:
    due = game.awaits(match.state)
    if due is None:
        return ()
    lines = _trente(w, game, match.state, level, throws=due.actor == CHANCE)
    return (_due(w, match), *lines) if lines else ()


def _trente(w: Words, game: Trente, state: TrenteState, level: str, *, throws: bool) -> Lines:
    """After a throw, what to set aside; before one, the expected turn; for an attack, its effect."""
    coach = coach_of_trente(game)
    if state.asked is not None:
        return ()
    if state.level:
        points = state.points[state.target] if state.target is not None and not state.hits else None
        return attack_lines(w, level, coach, state.level, points if points is None or points >= 0 else None)
    aside = () if state.fresh else tuple(die for die in state.aside if die)
    threshold = state.threshold or game.threshold_with(())
    if state.dice:
        return advice_lines(w, level, coach.advice(aside, state.threshold if aside else 0, state.dice), LOSE_LEAST)
    if not throws:
        return ()
    odds = coach.odds(aside, state.threshold) if aside else coach.start()
    return odds_lines(w, level, threshold, odds)


def _after_keeping(w: Words, game: Trente, match: Match, view: View, level: str) -> Lines:
    """A judgement of the newest choice of dice: a heading, a verdict, and the advice for that throw."""
    index = match.newest(Keep)
    if index is None:
        return ()
    before, keep = match.until(index), match.events[index]
    state, coach = before.state, coach_of_trente(game)
    aside = tuple(die for die in state.aside if die)
    advice = coach.advice(aside, state.threshold if aside else 0, state.dice)
    after = game.threshold_after(state, keep)
    mine = next((choice for choice in advice if _same(choice, keep, after)), None)
    if mine is None:
        return ()
    head = w.t("%(name)s sets aside %(dice)s.", name=match.players[state.player], dice=w.all_of(keep.dice))
    verdict = _verdict(w, only=len(advice) == 1, best=not mine.cost)
    if len(advice) == 1:
        return (head, verdict)
    lines = () if level == LEVELS[0] and not mine.cost else advice_lines(w, level, advice, LOSE_LEAST)
    with_dice = w.t("With %(dice)s:", dice=w.all_of(state.thrown))
    return (head, verdict, *((with_dice, *lines) if lines else ()))


def _same(choice: TrenteAdvice, keep: Keep, threshold: int) -> bool:
    return sorted(choice.keep.dice) == sorted(keep.dice) and choice.threshold == threshold


TILES: FamilyCoach[TileGame, TilesView] = FamilyCoach(
    N_("Before a move: what to close"), _before_closing, _after_closing
)
MEN: FamilyCoach[ArrowGame, MenView] = FamilyCoach(
    N_("Before a move: what can be counted on the board"), _before_men, lambda w, game, match, view, level: ()
)
ASIDE: FamilyCoach[Trente, AsideView] = FamilyCoach(
    N_("Before a move: which dice to set aside"), _before_keeping, _after_keeping
)
