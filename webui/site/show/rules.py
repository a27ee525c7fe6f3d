"""The page of a game's rules: its paragraphs as the house plays it, and the worked throws as the referee plays them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from referee.core import Foul, Game, Roll, SetUp
from referee.games import find
from referee.games.tiles import Close
from referee.match import Match
from referee.options import values

from ...table.setup import NO_GAME, PlayerSeat, Setup, players_at
from ...words import Words, words
from ...words.games import words_of
from ...words.games.forms import tell
from ...words.games.sentences import foul_sentence
from ...words.games.tiles import choices
from ...words.offer import game_title
from ...words.rules import SHEETS, Example, Options, Paragraph, PlayStep, ThrowStep, TryStep, paragraph_of
from .page import Page
from .position import board_of, position_view

View = Mapping[str, Any]


@dataclass(frozen=True)
class ShownStep:
    """One step of a worked throw.

    Attributes:
        tone: throw, good, refused, played or end; each has its own sign on the page.
        says: sentences.
        why: the paragraph that explains a refusal; "" where nothing is refused.
        rule: the id of the rule that is broken, or "".
        score: the points that are open after it.
        board: what lies on the table.
    """

    tone: str
    says: tuple[str, ...]
    why: str
    rule: str
    score: int
    board: Page


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
class ShownParagraph:
    """A paragraph of the rules as the house plays them.

    Attributes:
        key, title: its name on the page, and in words.
        says: sentences.
        rules: ids of the rules that it explains.
        examples: worked throws.
    """

    key: str
    title: str
    says: tuple[str, ...]
    rules: tuple[str, ...]
    examples: tuple[ShownExample, ...]


@dataclass(frozen=True)
class ShownRules:
    """The page of a game's rules.

    Attributes:
        game, title: its name, and how players call it.
        aim: what it is about; "" where nobody has written the page yet.
        about: the game in a sentence, where it has one.
        running: the house rules are those of the game that goes on.
        paragraphs: in reading order.
    """

    game: str
    title: str
    aim: str
    about: str
    running: bool
    paragraphs: tuple[ShownParagraph, ...]


def rules_page(setup: Setup, language: str, *, running: bool) -> ShownRules:
    """The rules of a game with the house rules of a setup; of a game without a page, its name alone.

    Args:
        setup: the game; who plays does not matter.
        language: of `webui.words.LANGUAGES`.
        running: it is the game that goes on.
    """
    w, game = words(language), setup.build()
    sheet, about = SHEETS.get(game.name), words_of(game.name).about
    options = values(game)
    return ShownRules(
        game.name,
        game_title(w, game.name),
        "" if sheet is None else tell(w, sheet.aim, options),
        w.t(about) if about else "",
        running,
        tuple(_paragraph(w, one, setup, options) for one in (sheet.paragraphs if sheet else ())),
    )


def default_setup(game: str) -> Setup:
    """A game with its sheet's own rules. Raises LookupError for a game that nobody knows."""
    found = find(game)
    return Setup(game, players_at(range(1, found.player_range[0] + 1)), profile=next(iter(found.profiles), ""))


def why_link(view: View) -> tuple[str, str] | None:
    """The game and the paragraph that explain the refusal a view tells of; None where there is nothing to explain."""
    verdict, game = view.get("verdict") or {}, view.get("game") or {}
    if verdict.get("event") != "move_refused" or game.get("name", NO_GAME) == NO_GAME:
        return None
    key = paragraph_of(game["name"], verdict["rule"])
    return (game["name"], key) if key else None


def _paragraph(w: Words, told: Paragraph, setup: Setup, options: Options) -> ShownParagraph:
    return ShownParagraph(
        told.key,
        w.t(told.title),
        tuple(tell(w, sentence, options) for sentence, when in told.says if when(options)),
        told.rules,
        tuple(_example(w, one, setup) for one in told.examples if one.when(options)),
    )


def _example(w: Words, example: Example, setup: Setup) -> ShownExample:
    return ShownExample(example.key, w.t(example.title), tuple(worked(w, example, setup)))


def worked(w: Words, example: Example, setup: Setup) -> list[ShownStep]:
    """Every step of an example as the referee plays it, one game long, with the house rules of a setup."""
    alone = replace(setup, players=_few(setup, w.t("You")), games=1)
    match = alone.match()
    if example.position:
        match = match.then(SetUp(example.position))
    shown: list[ShownStep] = []
    for step in example.steps:
        match, one = _worked_step(w, alone, match, step)
        shown.append(one)
    return shown


def _few(setup: Setup, name: str) -> tuple[PlayerSeat, ...]:
    """As few players as the game can have, the first of that name."""
    return players_at(range(1, setup.build().player_range[0] + 1), (name,))


def _worked_step(w: Words, setup: Setup, match: Match, step: Any) -> tuple[Match, ShownStep]:
    match step:
        case ThrowStep(dice):
            return _thrown(w, setup, match, dice)
        case TryStep(text):
            return match, _tried(w, setup, match, text)
        case PlayStep(text):
            return _played(w, setup, match, text)
    raise TypeError(f"expected a step of an example; got {step!r}")


def _thrown(w: Words, setup: Setup, match: Match, dice: tuple[int, ...]) -> tuple[Match, ShownStep]:
    told = w.tn("The die shows %(dice)s.", "The dice show %(dice)s.", len(dice), dice=w.all_of(dice))
    foul = match.game.roll_refusal(match.state, Roll(dice))
    if foul is not None:
        return match, _step(w, setup, match, told, dice=dice, foul=foul)
    after = match.then(Roll(dice))
    ended = _ended(w, match, after)
    if ended:
        return after, _step(w, setup, after, told, *ended, dice=dice, tone="end")
    return after, _step(w, setup, after, told, _may(w, match.game, dice, after.state), dice=dice, tone="throw")


def _may(w: Words, game: Game, dice: tuple[int, ...], state: Any) -> str:
    """Everything that may be done with a throw."""
    moves = game.legal(state)
    if all(isinstance(move, Close) for move in moves):
        told = choices(w, {"dice": dice}, [move.tiles for move in moves])
        return w.t("You may close %(moves)s.", moves=told)
    return w.t("You may play %(moves)s.", moves=w.one_of(game.to_text(move) for move in moves))


def _said(w: Words, game: Game, text: str) -> str:
    """A move as players say it."""
    move = game.from_text(text)
    return w.all_of(move.tiles) if isinstance(move, Close) else text


def _tried(w: Words, setup: Setup, match: Match, text: str) -> ShownStep:
    move = match.game.from_text(text)
    foul = match.game.move_refusal(match.state, move)
    told = w.t("%(move)s?", move=_said(w, match.game, text))
    if foul is not None:
        return _step(w, setup, match, told, foul=foul, tried=text)
    return _step(w, setup, match, told, w.t("Yes, that fits."), tone="good", move=move)


def _played(w: Words, setup: Setup, match: Match, text: str) -> tuple[Match, ShownStep]:
    after = match.then(match.game.from_text(text))
    score = match.game.scores(after.state)[0]
    told = w.t("You close %(move)s.", move=_said(w, match.game, text))
    left = w.tn("%(n)s point is still open.", "%(n)s points are still open.", score)
    return after, _step(w, setup, after, told, left, *_ended(w, match, after), tone="played")


def _ended(w: Words, before: Match, after: Match) -> list[str]:
    """The turn that an event ended, and why; what it ended besides is not the example's."""
    passes, told = words_of(after.game.name).passes, after.game.outcomes(before.state, after.state)
    return [
        text
        for one in told
        if one.what == "stops"
        for text in (
            tell(w, passes.get(one.named["reason"], ""), one.named),
            w.tn("You stop at %(n)s point.", "You stop at %(n)s points.", one.named["score"]),
        )
    ]


def _step(
    w: Words,
    setup: Setup,
    match: Match,
    *says: str,
    tone: str = "",
    dice: tuple[int, ...] = (),
    foul: Foul | None = None,
    move: Any = None,
    tried: str = "",
) -> ShownStep:
    """A step with the board as it stands then."""
    game = match.game
    score = game.scores(match.state)[0]
    refused = {int(tile) for tile in tried.split("+")} if tried else set()
    lying = dice or _newest(match)
    shown = board_of(position_view(setup, match, dice=lying, move=move), w.language, refused)
    told = (*says, foul_sentence(foul, w.language)) if foul else says
    rule = foul.rule if foul else ""
    why = paragraph_of(game.name, rule) if foul else ""
    return ShownStep("refused" if foul else tone, told, why, rule, score, shown)


def _newest(match: Match) -> tuple[int, ...]:
    """The dice of the throw that counts last, () before one."""
    index = match.newest(Roll)
    dice: tuple[int, ...] = () if index is None else match.events[index].dice
    return dice
