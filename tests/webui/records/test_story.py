"""A record as a story: in French where the terminal says nothing else, with a sentence for everything."""

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from each import EVERYTHING, each
from every_house import houses, seats_of

from referee.core import Deal, Left, Outcome, Paused, Placed, Replaced, Resumed, Roll, SetUp, Touched
from referee.games import find, profile
from referee.games.tiles import Close
from referee.match import Match
from referee.options import build
from referee.record import Record, Refused, to_lines
from webui.cli import main
from webui.records.files import RecordedEvent
from webui.records.story import done_sentence, story
from webui.table.values.languages import LANGUAGES
from webui.words import spoken, words
from webui.words.games.sentences import outcome_sentence
from workshop.chance import random_event

NAMES = ("Léa", "Max", "Zoé", "Tom")


def outcomes(game: Any, seed: int, *, leaves: int = 0) -> Iterator[Outcome]:
    """What a random match of up to 600 events ended; a player may leave at one event."""
    rng = random.Random(seed)
    state = game.start(seats_of(game))
    for number in range(1, 600):
        due = game.awaits(state)
        if due is None:
            return
        event = Left(due.player) if number == leaves else random_event(game, state, rng)
        after = game.apply(state, event)
        yield from game.outcomes(state, after)
        state = after


PLAYED = ({"seed": 1}, {"seed": 2, "leaves": 9}, {"seed": 3, "leaves": 30})
"""Matches at random, in two of which somebody leaves."""


@each(("turn", "game"), enumerate(houses()))
def test_whatever_ends_has_a_sentence(turn: int, game: Any) -> None:
    matches = [match for number, match in enumerate(PLAYED) if EVERYTHING or number != turn % len(PLAYED)]
    for ended in {ended for match in matches for ended in outcomes(game, **match)}:
        assert tuple(ended.named) == game.outcome_ids[ended.what]
        for language in LANGUAGES:
            sentence = outcome_sentence(words(language), game, ended, NAMES[: len(seats_of(game))])
            assert sentence != game.outcome_text(ended)
            assert f"({ended.named.get('reason')})" not in sentence
            assert re.fullmatch(r"\S.*[.!?)]", sentence), sentence
            assert not re.search(r"  |%\(|None(?! of)|[{}_]", sentence), sentence


def story_of(*events: Any, refused: Any = None) -> list[str]:
    """The English story of a game for Léa and Max, without its first and last line."""
    match = Match(profile("OCCE enfant"), (1, 3), NAMES[:2])
    for event in events:
        match = match.then(event)
    return list(story(Record(match, refused or ()), "en"))[1:-1]


POSITION = '{"open": [[1, 2, 3], [4]]}'


@each(
    ("events", "line"),
    [
        ((Roll((6, 2)),), "  Léa throws 6 and 2. Possible: 2+6, 8."),
        ((Roll((6, 2)), Close((2, 6))), "  Léa closes 2 and 6."),
        (
            (Placed((("seat-1/slot-2", "closed"),)),),
            "  In Léa's turn a person says how it stands: seat-1/slot-2 closed.",
        ),
        ((SetUp(POSITION),), f"  The board was set up by hand: {POSITION}"),
        ((Paused("vendredi"),), "  Pause. (vendredi)"),
        ((Paused(), Resumed()), "  The game goes on."),
        ((Replaced(0, "Ana"),), "  Ana plays on for Léa."),
        ((Replaced(0, "Ana"), Roll((6, 2))), "  Ana throws 6 and 2. Possible: 2+6, 8."),
        ((Left(1),), "  Max leaves the match for good."),
    ],
)
def test_every_event_is_told(events: tuple[Any, ...], line: str) -> None:
    assert line in story_of(*events)


@pytest.mark.parametrize(
    ("game", "spaces", "line"),
    [
        (
            "backgammon",
            (("arrow-6", "white x 4"), ("bar-white", "white x 1"), ("arrow-8A", "empty")),
            "Arrow 6: 4 white men, The white men's bar: 1 white man, Arrow 8A: empty",
        ),
        ("jacquet", (("turn", "black"),), "Max throws next"),
        ("tock", (("base-1", "pawn 1 x 3"), ("hole-0", "pawn 1 new")), "3 pawns wait"),
    ],
)
def test_placed_men_and_pawns_are_described_in_players_words(game: str, spaces: Any, line: str) -> None:
    seats = (1, 2, 3, 4) if game == "tock" else (1, 2)
    match = Match(find(game)(), seats, ("Léa", "Max", "Zoé", "Tom")[: len(seats)])
    step = RecordedEvent(match, match, Placed(spaces), 0)
    assert line in done_sentence(words("en"), step)


@pytest.mark.parametrize(
    ("event", "rule", "line"),
    [
        (Deal((("A",), None)), "not_in_this_game", "Cards are dealt. Léa: A, Max: ?."),
        (Touched("seat-1/slot-2"), "not_in_this_game", "Léa touches what stands on seat-1/slot-2."),
        (Roll((6,)), "dice_count", "Léa throws 6."),
    ],
)
def test_what_was_refused_is_told_with_its_reason(event: Any, rule: str, line: str) -> None:
    (shown,) = story_of(refused=(Refused(0, event, rule),))
    assert re.fullmatch(rf"  {re.escape(line)} Refused: [A-Z].*[.] \[{rule}\]", shown)


def test_many_moves_are_counted() -> None:
    match = Match(build(type(profile("OCCE adulte")), {"tiles": 12}), (1,), ("Ana",)).then(Roll((6, 6)))
    line = list(story(Record(match), "en"))[1]
    legal = match.game.legal(match.state)
    assert len(legal) > 12
    assert line.endswith(f" {len(legal)} moves are possible.")


@each(
    ("environ", "language"),
    [
        ({}, "fr"),
        ({"LANG": ""}, "fr"),
        ({"LANG": "C.UTF-8"}, "fr"),
        ({"LANG": "fr_CA.UTF-8"}, "fr"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "de_DE"}, "de"),
        ({"LANG": "it_IT.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8", "LC_MESSAGES": "en_US.UTF-8"}, "en"),
        ({"LC_ALL": "fr_FR", "LC_MESSAGES": "en_US.UTF-8", "LANG": "en_US"}, "fr"),
    ],
)
def test_the_terminal_says_the_language(environ: dict[str, str], language: str) -> None:
    assert spoken(environ) == language


@pytest.mark.parametrize(
    ("options", "environ", "says"),
    [
        ((), {}, "Léa lance 6 et 2"),
        ((), {"LANG": "en_GB.UTF-8"}, "Léa throws 6 and 2"),
        (("--language", "en"), {"LANG": "fr_FR.UTF-8"}, "Léa throws 6 and 2"),
        (("--language", "fr"), {"LANG": "en_GB.UTF-8"}, "Léa lance 6 et 2"),
    ],
)
def test_replay_speaks_the_readers_language(
    options: tuple[str, ...], environ: dict[str, str], says: str, tmp_path: Path
) -> None:
    record = tmp_path / "match.txt"
    match = Match(profile("OCCE enfant"), (1,), ("Léa",)).then(Roll((6, 2)))
    record.write_text("\n".join(to_lines(match)), encoding="utf-8")
    clean = dict.fromkeys(("LC_ALL", "LC_MESSAGES", "LANG")) | environ
    shown = CliRunner().invoke(main, ["replay", *options, str(record)], env=clean)
    assert shown.exit_code == 0, shown.output
    assert says in shown.output


def test_a_touched_arrow_is_named_as_it_is_printed() -> None:
    game = build(find("jacquet"), {"touch_move": "on"})
    match = Match(game, (1, 2), NAMES[:2])
    for roll in (Roll((5,)), Roll((2,)), Roll((6, 5))):
        match = match.then(roll)
    match = match.then(Touched("arrow-12"))
    assert "  Léa touches what stands on arrow 12." in list(story(Record(match), "en"))
