"""The steps of a worked throw in words: the throw, what is possible, what is tried, what is done."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, cast

from referee.core import CHANCE, Kind, Move, Outcome
from referee.games.arrows import ArrowGame, Play, Say
from referee.games.tock import CardPlay, Discard
from referee.games.tock.board import BASE
from referee.games.tock.cards import IN
from referee.games.trente import Keep
from referee.match import Match

from .. import Words
from ..games import words_of
from ..games.arrows import move_text
from ..games.forms import tell
from ..games.sentences import move_sentence, outcome_sentence
from ..games.tiles import choices, either
from ..games.tock import card_says
from ..men import saying

FEW = 3
"""Up to so many ways to play a throw are listed; of more only the number."""

NO_BREAK = "\N{NON-BREAKING HYPHEN}"
"""Joins the arrows of one man's way, kept on a line."""


class WorkedWords:
    """How a worked throw is told, as any game has it; a family of games says what is its own.

    Attributes:
        aloud: outcomes about nobody in particular that are worded.
        offers: the drawn board shows what may be done.
    """

    aloud: ClassVar[frozenset[str]] = frozenset({"draws_again", "exchanged", "pack"})
    offers: ClassVar[bool] = False

    def thrown(self, w: Words, match: Match, dice: tuple[int, ...]) -> str:
        """What the dice show."""
        return w.tn("The die shows %(dice)s.", "The dice show %(dice)s.", len(dice), dice=w.all_of(dice))

    def looked(self, w: Words, match: Match) -> str:
        """Whose turn it is."""
        return w.t("It is %(name)s's turn.", name=acting(match))

    def held(self, match: Match) -> tuple[str, ...]:
        """The cards of who is to play, as far as they are known."""
        return ()

    def may(self, w: Words, match: Match, dice: tuple[int, ...]) -> str:
        """Everything that may be done now, or the number of ways; "" without a choice."""
        return ""

    def way(self, w: Words, match: Match, move: Move) -> str:
        """A move as players say it."""
        return match.game.to_text(move)

    def wished(self, w: Words, match: Match, move: Move) -> str:
        """What somebody would like to do, as a question."""
        return w.t("%(move)s?", move=self.way(w, match, move))

    def refused(self, tried: str) -> frozenset[int]:
        """The tiles that somebody would have closed."""
        return frozenset()

    def done(self, w: Words, before: Match, after: Match) -> tuple[str, ...]:
        """What was done."""
        return (move_sentence(w, before.game, after.events[-1], acting(before), after.players),)

    def marked(self, move: Move) -> bool:
        """What a move has moved is marked on the board."""
        return False

    def ended(self, w: Words, before: Match, after: Match) -> tuple[str, ...]:
        """What an event ended, and why."""
        told = after.game.outcomes(before.state, after.state)
        own = [one for one in told if one.player is not None or one.what in self.aloud]
        return tuple(outcome_sentence(w, after.game, one, after.players) for one in own)


ANY_GAME = WorkedWords()
"""Of a game of no family."""


class WorkedTiles(WorkedWords):
    """Of a game of tiles."""

    offers = True

    def may(self, w: Words, match: Match, dice: tuple[int, ...]) -> str:
        """What may be closed."""
        moves = [move.tiles for move in match.game.legal(match.state)]
        return w.t("You may close %(moves)s.", moves=choices(w, {"dice": dice}, moves))

    def way(self, w: Words, match: Match, move: Move) -> str:
        """The tiles."""
        return w.all_of(move.tiles)

    def refused(self, tried: str) -> frozenset[int]:
        """Those that are named."""
        return frozenset(int(tile) for tile in tried.split("+") if tile)

    def done(self, w: Words, before: Match, after: Match) -> tuple[str, ...]:
        """What was closed, and what is still open."""
        score = before.game.scores(after.state)[0]
        left = w.tn("%(n)s point is still open.", "%(n)s points are still open.", score)
        return w.t("You close %(move)s.", move=w.all_of(after.events[-1].tiles)), left

    def ended(self, w: Words, before: Match, after: Match) -> tuple[str, ...]:
        """Why the turn stops, and at how many points."""
        told = after.game.outcomes(before.state, after.state)
        return tuple(text for one in told if one.what == "stops" for text in _stopped(w, after.game.name, one))


class WorkedMen(WorkedWords):
    """Of a game of men on arrows."""

    def thrown(self, w: Words, match: Match, dice: tuple[int, ...]) -> str:
        """Who throws what."""
        return w.t("%(name)s throws %(dice)s.", name=acting(match), dice=w.all_of(dice))

    def may(self, w: Words, match: Match, dice: tuple[int, ...]) -> str:
        """The ways to play it, where they are few."""
        said = list(dict.fromkeys(self.way(w, match, move) for move in match.game.legal(match.state)))
        if not said:
            return ""
        if len(said) == 1:
            return w.t("There is only one way to play it: %(moves)s.", moves=said[0])
        if len(said) <= FEW:
            return w.t("It may be played so: %(moves)s.", moves=either(w, said))
        return w.tn("There is %(n)s way to play it.", "There are %(n)s ways to play it.", len(said))

    def way(self, w: Words, match: Match, move: Move) -> str:
        """Where men go, or what is said."""
        if isinstance(move, Say):
            return saying(w, move.word)
        game = cast(ArrowGame, match.game)
        return move_text(w, game.journey(match.state, move)).replace("-", NO_BREAK)

    def done(self, w: Words, before: Match, after: Match) -> tuple[str, ...]:
        """Who plays what, and the men that it takes."""
        move = after.events[-1]
        if not self.marked(move):
            return super().done(w, before, after)
        told = w.t("%(name)s plays %(move)s.", name=acting(before), move=self.way(w, before, move))
        return (told, *_captured(w, before, move))

    def marked(self, move: Move) -> bool:
        """The men that moved."""
        return isinstance(move, Play)


class WorkedPawns(WorkedWords):
    """Of a game of pawns and cards."""

    aloud = WorkedWords.aloud | {"match"}

    def looked(self, w: Words, match: Match) -> str:
        """Who holds which cards."""
        hand = self.held(match)
        if not hand:
            return w.t("Everybody waits for the cards.")
        return w.t("%(name)s holds %(cards)s.", name=acting(match), cards=w.all_of(hand))

    def held(self, match: Match) -> tuple[str, ...]:
        """The hand whose turn it is."""
        return tuple(match.state.hands[match.state.turn].known)

    def may(self, w: Words, match: Match, dice: tuple[int, ...]) -> str:
        """The cards that can be played."""
        moves = match.game.legal(match.state)
        playable = list(dict.fromkeys(move.card for move in moves if self.marked(move)))
        if not moves:
            return ""
        if playable:
            return w.t("%(name)s can play %(cards)s.", name=acting(match), cards=w.any_of(playable))
        return w.t("None of them can be played: one is laid down.")

    def way(self, w: Words, match: Match, move: Move) -> str:
        """A card and what it does."""
        return card_says(w, move) if isinstance(move, CardPlay | Discard) else super().way(w, match, move)

    def done(self, w: Words, before: Match, after: Match) -> tuple[str, ...]:
        """Who lays what, and the pawns that it eats; of a card that is laid down its outcome says so."""
        move = after.events[-1]
        if isinstance(move, Discard):
            return ()
        told = super().done(w, before, after)
        return (*told, *_eaten(w, before, after, move.steps)) if isinstance(move, CardPlay) else told

    def marked(self, move: Move) -> bool:
        """The pawns that a card moved."""
        return isinstance(move, CardPlay)


class WorkedAside(WorkedWords):
    """Of a game in which dice are set aside."""

    def may(self, w: Words, match: Match, dice: tuple[int, ...]) -> str:
        """That dice must be set aside, or thrown again."""
        moves = match.game.legal(match.state)
        if not all(isinstance(move, Keep) for move in moves):
            return ""
        return w.t("Set one die aside at least.") if moves else w.t("Throw on.")

    def way(self, w: Words, match: Match, move: Move) -> str:
        """The dice."""
        return w.all_of(move.dice) if isinstance(move, Keep) else super().way(w, match, move)


def _captured(w: Words, before: Match, move: Play) -> tuple[str, ...]:
    """The men that a play sends to the bar, if no outcome reports them."""
    stood, stands = before.game.appearance(before.state), before.game.effect(before.state, move)
    taken = sum(_many(kind) - _many(stood[space]) for space, kind in stands.items() if space.startswith("bar-"))
    return (w.tn("%(n)s man is captured.", "%(n)s men are captured.", taken),) if taken > 0 else ()


def _eaten(w: Words, before: Match, after: Match, steps: Iterable[object]) -> tuple[str, ...]:
    """The pawns that the steps of a card send back to their bases."""
    stood, stands = (sum(row.count(BASE) for row in match.state.board.pawns) for match in (before, after))
    eaten = stands - stood + sum(step == IN for step in steps)
    told = w.tn("%(n)s pawn goes back to its base.", "%(n)s pawns go back to their bases.", eaten)
    return (told,) if eaten > 0 else ()


def _many(kind: Kind) -> int:
    """ "white x 3" as 3; 0 for none."""
    return int(kind.partition(" x ")[2] or 0)


def begins(before: Match, after: Match) -> bool:
    """Whether an event only decided who begins, or repeats that draw."""
    told = after.game.outcomes(before.state, after.state)
    return any(one.what in ("starts", "draws_again") for one in told)


def _stopped(w: Words, game: str, one: Outcome) -> tuple[str, str]:
    passes = words_of(game).passes
    points = w.tn("You stop at %(n)s point.", "You stop at %(n)s points.", one.named["score"])
    return tell(w, passes.get(one.named["reason"], ""), one.named), points


def acting(match: Match) -> str:
    """The name of who is to act or to throw; "" once the match is over."""
    due = match.game.awaits(match.state)
    if due is None:
        return ""
    return str(match.players[due.player if due.actor == CHANCE else due.actor])
