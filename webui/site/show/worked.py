"""Worked throws of the rules: every step as the referee plays it, with the board after it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from referee.core import Event, Foul, Move, Roll, SetUp, Touched
from referee.match import Match

from ...table.values.setup import PlayerSeat, Setup, players_at
from ...words import Words
from ...words.games.sentences import foul_sentence
from ...words.men import place_of
from ...words.rules import Example, ExampleStep, paragraph_of
from ...words.rules.moves import WorkedWords, acting, begins
from .games import family_played
from .page import Page
from .position import board_of, position_view

PLAYERS = ("Léa", "Max", "Zoé", "Tom")
"""Who plays in an example that one player alone cannot play."""


@dataclass(frozen=True)
class ShownStep:
    """One step of a worked throw.

    Attributes:
        tone: look, throw, good, refused, played or end; each has its own sign on the page.
        says: sentences.
        why: the paragraph that explains a refusal; "" for none.
        rule: the id of the broken rule, or "".
        score: the open points after it.
        board: the table.
        hand: the acting player's cards, if the step looks at them.
    """

    tone: str
    says: tuple[str, ...]
    why: str
    rule: str
    score: int
    board: Page
    hand: tuple[str, ...] = ()


@dataclass(frozen=True)
class ShownExample:
    """A worked throw, to step through.

    Attributes:
        key, title: its name on the page, and in words.
        steps: every step, in order.
    """

    key: str
    title: str
    steps: tuple[ShownStep, ...]


@dataclass(frozen=True)
class Worked:
    """The state of an example.

    Attributes:
        w: the reader's words.
        setup: the game with its house rules, for the smallest number of players.
        match: the match so far.
        tell: the descriptions of its family.
    """

    w: Words
    setup: Setup
    match: Match
    tell: WorkedWords

    def then(self, event: Event) -> Worked:
        """The state after one more event."""
        return replace(self, match=self.match.then(event))

    def shown(
        self,
        tone: str,
        *says: str,
        dice: tuple[int, ...] = (),
        foul: Foul | None = None,
        move: Move = None,
        tried: str = "",
    ) -> ShownStep:
        """A step with the present board; `move` lies on it, and does not count yet."""
        match, game = self.match, self.match.game
        view = position_view(self.setup, match, dice=dice or _newest(match), move=move, offers=self.tell.offers)
        board = board_of(view, self.w.language, self.tell.refused(tried))
        score = game.scores(match.state)[0]
        if foul is None:
            return ShownStep(tone, says, "", "", score, board)
        refusal = foul_sentence(foul, self.w.language, {"everybody": match.players})
        return ShownStep("refused", (*says, refusal), paragraph_of(game.name, foul.rule), foul.rule, score, board)


def worked(w: Words, example: Example, setup: Setup) -> list[ShownStep]:
    """Every step of an example as the referee plays it, as few games long as it needs, with the house rules of a setup.

    Raises IllegalMove for an example that these house rules forbid.
    """
    alone = replace(setup, players=_few(setup, w.t("You")), games=example.games)
    match = alone.match()
    now = Worked(w, alone, match, family_played(match.game).worked)
    if example.position:
        now = now.then(SetUp(example.position_text()))
    shown: list[ShownStep] = []
    for step in example.steps:
        now, shown_step = _worked_step(now, step)
        shown.append(shown_step)
    return shown


def _few(setup: Setup, name: str) -> tuple[PlayerSeat, ...]:
    """The smallest number of players of the game: one of that name, or some with names of their own."""
    least = setup.build().player_range[0]
    return players_at(range(1, least + 1), (name,) if least == 1 else PLAYERS)


def _worked_step(now: Worked, step: ExampleStep) -> tuple[Worked, ShownStep]:
    if step.throw:
        return _throw_step(now, step.throw)
    if step.attempt:
        return now, _attempt_step(now, step.attempt)
    if step.play:
        return _play_step(now, step.play)
    if step.touch:
        return _touch_step(now, step.touch)
    sentences = _sentences(now.tell.looked(now.w, now.match), now.tell.may(now.w, now.match, ()))
    return now, replace(now.shown("look", *sentences), hand=now.tell.held(now.match))


def _throw_step(now: Worked, dice: tuple[int, ...]) -> tuple[Worked, ShownStep]:
    tell, match = now.tell, now.match
    sentence = tell.thrown(now.w, match, dice)
    foul = match.game.roll_refusal(match.state, Roll(dice))
    if foul is not None:
        return now, now.shown("refused", sentence, dice=dice, foul=foul)
    after = now.then(Roll(dice))
    over = tell.ended(now.w, match, after.match)
    legal = after.match.game.legal(after.match.state)
    more = () if over and not legal else _sentences(tell.may(now.w, after.match, dice))
    tone = "end" if over and not begins(match, after.match) else "throw"
    return after, after.shown(tone, sentence, *over, *more, dice=dice)


def _attempt_step(now: Worked, text: str) -> ShownStep:
    match = now.match
    move = match.game.from_text(text)
    foul = match.game.move_refusal(match.state, move)
    sentence = now.tell.wished(now.w, match, move)
    if foul is not None:
        return now.shown("refused", sentence, foul=foul, tried=text)
    return now.shown("good", sentence, now.w.t("Yes, that fits."), move=move)


def _play_step(now: Worked, text: str) -> tuple[Worked, ShownStep]:
    move = now.match.game.from_text(text)
    after = now.then(move)
    says = (*now.tell.done(now.w, now.match, after.match), *now.tell.ended(now.w, now.match, after.match))
    if not now.tell.marked(move):
        return after, after.shown("played", *says)
    lies = now.shown("played", *says, move=move)
    return after, replace(lies, score=after.match.game.scores(after.match.state)[0])


def _touch_step(now: Worked, space: str) -> tuple[Worked, ShownStep]:
    sentence = now.w.t("%(name)s touches a man on %(place)s.", name=acting(now.match), place=place_of(now.w, space))
    after = now.then(Touched(space))
    return after, after.shown("look", sentence, *now.tell.ended(now.w, now.match, after.match))


def _sentences(*texts: str) -> tuple[str, ...]:
    return tuple(text for text in texts if text)


def _newest(match: Match) -> tuple[int, ...]:
    """The dice of the last throw that counts, () before one."""
    index = match.newest(Roll)
    dice: tuple[int, ...] = () if index is None else match.events[index].dice
    return dice
