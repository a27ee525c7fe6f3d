"""The steps of a worked throw in words: the throw, what is possible, what is tried, what is done."""

from __future__ import annotations

from collections.abc import Iterable

from referee.core import CHANCE, Game, Kind, Move, Outcome
from referee.games.arrows import ArrowGame, Play, Say
from referee.games.tiles import Close, TileGame
from referee.games.tock import CardPlay, Discard, Tock
from referee.games.tock.board import BASE
from referee.games.tock.cards import IN
from referee.games.trente import Keep
from referee.match import Match

from .. import Words
from ..games import words_of
from ..games.arrows import move_told
from ..games.forms import tell
from ..games.sentences import move_sentence, outcome_sentence
from ..games.tiles import choices, either
from ..games.tock import card_says
from ..men import saying

FEW = 3
"""Up to so many ways to play a throw are listed; of more only the number."""

NO_BREAK = "\N{NON-BREAKING HYPHEN}"
"""Joins the arrows of one man's way, kept on a line."""

FOR_ALL = frozenset({"draws_again", "exchanged", "pack"})
"""Outcomes about nobody in particular that are worded."""


def thrown(w: Words, match: Match, dice: tuple[int, ...]) -> str:
    """Who throws what; if one player plays the example alone, what the dice show."""
    if isinstance(match.game, ArrowGame):
        return w.t("%(name)s throws %(dice)s.", name=acting(match), dice=w.all_of(dice))
    return w.tn("The die shows %(dice)s.", "The dice show %(dice)s.", len(dice), dice=w.all_of(dice))


def looked(w: Words, match: Match) -> str:
    """Whose turn it is; with cards in the hand, which."""
    if not isinstance(match.game, Tock):
        return w.t("It is %(name)s's turn.", name=acting(match))
    hand = held(match)
    if not hand:
        return w.t("Everybody waits for the cards.")
    return w.t("%(name)s holds %(cards)s.", name=acting(match), cards=w.all_of(hand))


def held(match: Match) -> tuple[str, ...]:
    """The cards of who is to play, as far as they are known; () in a game without any."""
    state = match.state
    return tuple(state.hands[state.turn].known) if isinstance(match.game, Tock) else ()


def may(w: Words, match: Match, dice: tuple[int, ...]) -> str:
    """Everything that may be done now, or the number of ways; "" without a choice."""
    game = match.game
    moves = game.legal(match.state)
    if isinstance(game, TileGame):
        return w.t("You may close %(moves)s.", moves=choices(w, {"dice": dice}, [move.tiles for move in moves]))
    if isinstance(game, ArrowGame):
        return _men_may(w, match, moves)
    if isinstance(game, Tock):
        return _cards_may(w, match, moves)
    if all(isinstance(move, Keep) for move in moves):
        return w.t("Set one die aside at least.") if moves else w.t("Throw on.")
    return ""


def _men_may(w: Words, match: Match, moves: Iterable[Move]) -> str:
    said = list(dict.fromkeys(_way(w, match, move) for move in moves))
    if not said:
        return ""
    if len(said) == 1:
        return w.t("There is only one way to play it: %(moves)s.", moves=said[0])
    if len(said) <= FEW:
        return w.t("It may be played so: %(moves)s.", moves=either(w, said))
    return w.tn("There is %(n)s way to play it.", "There are %(n)s ways to play it.", len(said))


def _cards_may(w: Words, match: Match, moves: Iterable[Move]) -> str:
    moves = tuple(moves)
    playable = list(dict.fromkeys(move.card for move in moves if isinstance(move, CardPlay)))
    if not moves:
        return ""
    if playable:
        return w.t("%(name)s can play %(cards)s.", name=acting(match), cards=w.one_of(playable))
    return w.t("None of them can be played: one is laid down.")


def wished(w: Words, match: Match, move: Move) -> str:
    """What somebody would like to do, as a question."""
    return w.t("%(move)s?", move=_way(w, match, move))


def _way(w: Words, match: Match, move: Move) -> str:
    """A move as players say it."""
    game = match.game
    if isinstance(move, Play) and isinstance(game, ArrowGame):
        return move_told(w, game.journey(match.state, move)).replace("-", NO_BREAK)
    match move:
        case Keep(dice):
            return w.all_of(dice)
        case Close(tiles):
            return w.all_of(tiles)
        case Say(word):
            return saying(w, word)
        case CardPlay() | Discard():
            return card_says(w, move)
    return game.to_text(move)


def done(w: Words, before: Match, after: Match) -> tuple[str, ...]:
    """What was done, and in a game of tiles what is still open."""
    move, game = after.events[-1], before.game
    if isinstance(move, Close):
        score = game.scores(after.state)[0]
        left = w.tn("%(n)s point is still open.", "%(n)s points are still open.", score)
        return w.t("You close %(move)s.", move=w.all_of(move.tiles)), left
    if isinstance(move, Play):
        told = w.t("%(name)s plays %(move)s.", name=acting(before), move=_way(w, before, move))
        return (told, *_captured(w, before, move))
    if isinstance(move, Discard):
        return ()  # its outcome says so
    if isinstance(move, CardPlay):
        return (move_sentence(w, game, move, acting(before), after.players), *_eaten(w, before, after, move))
    return (move_sentence(w, game, move, acting(before), after.players),)


def _captured(w: Words, before: Match, move: Play) -> tuple[str, ...]:
    """The men that a play sends to the bar, if no outcome reports them."""
    stood, stands = before.game.appearance(before.state), before.game.effect(before.state, move)
    taken = sum(_many(kind) - _many(stood[space]) for space, kind in stands.items() if space.startswith("bar-"))
    return (w.tn("%(n)s man is captured.", "%(n)s men are captured.", taken),) if taken > 0 else ()


def _eaten(w: Words, before: Match, after: Match, move: CardPlay) -> tuple[str, ...]:
    """The pawns that a card sends back to their bases."""
    stood, stands = (sum(row.count(BASE) for row in match.state.board.pawns) for match in (before, after))
    eaten = stands - stood + move.steps.count(IN)
    told = w.tn("%(n)s pawn goes back to its base.", "%(n)s pawns go back to their bases.", eaten)
    return (told,) if eaten > 0 else ()


def _many(kind: Kind) -> int:
    """ "white x 3" as 3; 0 for none."""
    return int(kind.partition(" x ")[2] or 0)


def ended(w: Words, before: Match, after: Match) -> tuple[str, ...]:
    """What an event ended, and why."""
    told = after.game.outcomes(before.state, after.state)
    if isinstance(after.game, TileGame):
        return tuple(text for one in told if one.what == "stops" for text in _stopped(w, after.game, one))
    everybody = FOR_ALL | ({"match"} if isinstance(after.game, Tock) else set())
    own = [one for one in told if one.player is not None or one.what in everybody]
    return tuple(outcome_sentence(w, after.game, one, after.players) for one in own)


def begins(before: Match, after: Match) -> bool:
    """Whether an event only decided who begins, or repeats that draw."""
    told = after.game.outcomes(before.state, after.state)
    return any(one.what in ("starts", "draws_again") for one in told)


def _stopped(w: Words, game: Game, one: Outcome) -> tuple[str, str]:
    passes = words_of(game.name).passes
    points = w.tn("You stop at %(n)s point.", "You stop at %(n)s points.", one.named["score"])
    return tell(w, passes.get(one.named["reason"], ""), one.named), points


def acting(match: Match) -> str:
    """The name of who is to act or to throw; "" once the match is over."""
    due = match.game.awaits(match.state)
    if due is None:
        return ""
    return str(match.players[due.player if due.actor == CHANCE else due.actor])
