"""Fouls as they happen in random play: each gets one short whole sentence in every language."""

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from each import each

from referee.core import Deal, Event, Foul, Left, Roll, SetUp, Touched, sure_sighting
from referee.errors import BadPlace, BadStart, IllegalMove
from referee.games import GAMES, RULE_IDS, find
from referee.options import build, choices
from referee.witness import explain
from webui.table.values.languages import LANGUAGES
from webui.words.games import words_of
from webui.words.games.sentences import foul_sentence, sentence
from workshop.chance import random_event

NAMED = {"everybody": ("Ana", "Bo", "Cléo", "Dan"), "owner": "Bo", "name": "Ana", "mine": False}
"""Who is meant by the numbers of a foul, as a table tells it."""
A_NUMBER = re.compile(r"\b(players?|places?|joueur|joueuse|Spieler|Nummer|Platz) \d(?! (of the|de la|des|im) )", re.I)
"""A player as a number; a place of a house in Tock is none."""
OF_PLAYERS = {"player", "targets"}
"""Values of a foul that are playing numbers."""
LONGEST = 230
"""Characters that a child may be asked to read."""
EVENTS, FEW = 100, 25
"""Of a match by the sheet, and of one in which one rule is changed."""


def houses(game: type[Any]) -> list[Any]:
    """The game as the sheet has it, and with each house rule changed once."""
    changed = [
        build(game, {choice.name: value})
        for choice in choices(game)
        for value in choice.values[1:]
        if choice.name != "show_legal"
    ]
    return [game(), *changed]


def states(game: Any, rng: random.Random) -> Iterator[Any]:
    """Where a match stands before each event."""
    least, most = game.player_range
    state = game.start(tuple(range(1, max(least, min(3, most)) + 1)))
    for _ in range(EVENTS if game == type(game)() else FEW):
        yield state
        if game.is_over(state):
            return
        state = game.apply(state, random_event(game, state, rng))


def fouls(game: Any, seed: int) -> Iterator[Foul]:
    """Everything that is done wrong on the way: throws, moves of other throws, cards, touches, looks of the table."""
    rng = random.Random(seed)
    by_kind: dict[type[Any], list[Any]] = {}
    for state in states(game, rng):
        tried: list[Foul | None] = [
            game.roll_refusal(state, Roll(dice)) for dice in ((1, 2, 3), (1,), (7, 1))
        ]
        others = [rng.choice(moves) for moves in by_kind.values() for _ in range(3)]
        tried += [game.move_refusal(state, move) for move in others]
        tried += [_word(game, state, event) for event in _words(game, state)]
        tried.append(_look(game, state, rng))
        yield from filter(None, tried)
        for move in (*game.legal(state), *game.offers(state)):
            by_kind.setdefault(type(move), []).append(move)


def _words(game: Any, state: Any) -> list[Event]:
    players = len(game.scores(state))
    space = next(iter(game.appearance(state)))
    deals = [Deal((cards,) * players) for cards in ((), ("A",), ("A",) * 5, ("Z",) * 5)]
    return [SetUp("{}"), Left(99), Touched(space), *deals]


def _word(game: Any, state: Any, event: Event) -> Foul | None:
    try:
        game.apply(state, event)
    except IllegalMove as error:
        return error.foul
    except (BadPlace, BadStart):
        return None
    return None


def _look(game: Any, state: Any, rng: random.Random) -> Foul | None:
    should = game.appearance(state)
    kinds = sorted(set(should.values()))
    changed = {space: rng.choice(kinds) for space in rng.sample(sorted(should), min(2, len(should)))}
    verdict = explain(game, state, sure_sighting((), {**should, **changed}))
    return verdict if isinstance(verdict, Foul) else None


@each("game", GAMES)
def test_every_foul_has_a_short_whole_sentence(game: type[Any]) -> None:
    made = {(foul.rule, foul.values): foul for house in houses(game) for foul in fouls(house, 1)}
    assert len({rule for rule, _ in made}) > 5
    for foul in made.values():
        assert tuple(name for name, _ in foul.values) == RULE_IDS[foul.rule]
        assert foul.rule in words_of(game.name).refusals
        sentences = {language: foul_sentence(foul, language) for language in LANGUAGES}
        assert len(set(sentences.values())) == len(LANGUAGES), foul
        for text in sentences.values():
            assert re.fullmatch(r"[A-ZÀÇÉÊ].*[.!?]", text), text
            assert not re.search(r"  |%\(|None(?! of)|True|False|[\[\]{}_]|\(\d|\('| [.,]", text), text
            assert len(text) <= LONGEST, text


@each("game", GAMES)
def test_fouls_use_names_where_they_are_known(game: type[Any]) -> None:
    made = {(foul.rule, foul.values): foul for house in houses(game) for foul in fouls(house, 2)}
    for foul in made.values():
        for language in LANGUAGES:
            text = foul_sentence(foul, language, NAMED)
            assert not A_NUMBER.search(text), text
            assert len(text) <= LONGEST, text


@each("rule", sorted(rule for rule, names in RULE_IDS.items() if OF_PLAYERS & set(names)))
def test_every_rule_calls_players_by_their_names(rule: str) -> None:
    values = tuple((name, (2, 3) if name == "targets" else 4) for name in RULE_IDS[rule])
    for language in LANGUAGES:
        text = foul_sentence(Foul(rule, values), language, NAMED)
        assert not A_NUMBER.search(text), text
        assert any(name in text for name in NAMED["everybody"]), text
    assert re.search(r"Player \d", foul_sentence(Foul(rule, values), "en"))



# What a child reads of the dice that are left, on the board of arrows.


FAR = {"source": "1A", "target": "10A", "steps": 9}


@pytest.mark.parametrize(
    ("dice", "text"),
    [((6, 3), "6 ou 3"), ((2,), "2"), ((3, 3), "3 et 3"), ((3, 3, 3), "3, 3 et 3"), ((3, 3, 3, 3), "3, 3, 3 et 3")],
)
def test_every_die_left_is_told(dice: tuple[int, ...], text: str) -> None:
    assert sentence("no_die_for_it", FAR | {"dice": dice}, "fr").endswith(f"il te reste {text} à jouer.")
    small = sentence("die_too_small", {"dice": dice, "arrow": "5", "needed": 7}, "fr")
    assert small.endswith(f"il te reste {text} à jouer.")


@pytest.mark.parametrize(
    ("name", "text", "left"),
    [("jacquet", "1/12", "2, 2, 2 et 2"), ("backgammon", "24/13", "2, 2, 2 et 2"), ("trictrac", "1/12", "2 et 2")],
)
def test_a_doublet_has_left_what_its_game_gives(name: str, text: str, left: str) -> None:
    game = find(name)()
    state = game.start((1, 2))
    for dice in ((5,), (2,), (2, 2)):
        state = game.apply(state, Roll(dice))
    foul = game.move_refusal(state, game.from_text(text))
    assert foul_sentence(foul, "fr").endswith(f", et il te reste {left} à jouer.")


# What a child reads whose move of Le Tric Trac does not fit.


PRIVILEGE = {"dice": (4, 2), "arrow": "12", "toward": "12A"}


@each(
    ("rule", "named", "text"),
    [
        (
            "enter_first",
            {"waiting": 3, "arrow": "1"},
            "You still have 3 men waiting on arrow 1: “Il faut tout d'abord mettre ses dames en jeu avant de les faire"
            " avancer”.",
        ),
        (
            "bosse_closed",
            {"arrow": "12A", "own": "12"},
            "Arrow 12A is the other player's bosse: “Aucune dame ne pourra s'y poser”. Yours is arrow 12.",
        ),
        (
            "home_exact",
            {"dice": (4, 3), "arrow": "3A", "needed": 2},
            "From arrow 3A a man arrives with exactly 2 points: 4 or 3 does not do it.",
        ),
        (
            "home_exact",
            {"dice": (4, 4), "arrow": "2A", "needed": 1},
            "From arrow 2A a man arrives with exactly 1 point: 4 does not do it.",
        ),
        (
            "privilege_denied",
            {**PRIVILEGE, "reason": "direct"},
            "Other men of yours reach your bosse with 4 and 2: the dice of arrow 12A help only “lorsqu'il ne peut"
            " réussir ce coup avec d'autres dames”.",
        ),
        (
            "privilege_denied",
            {**PRIVILEGE, "reason": "alone"},
            "With 4 and 2 you may stop on your bosse, arrow 12, only where both dice lead two men to arrow 12A.",
        ),
    ],
)
def test_a_child_reads_this(rule: str, named: dict[str, Any], text: str) -> None:
    assert sentence(rule, named, "en") == text


def test_each_reason_has_its_own_sentence() -> None:
    reasons = ("entering", "taken", "opposed", "direct", "alone")
    sentences = {sentence("privilege_denied", {**PRIVILEGE, "reason": reason}, "en") for reason in reasons}
    assert len(sentences) == len(reasons)
