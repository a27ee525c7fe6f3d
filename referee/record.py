"""A match as text: one event a line, readable by a person, refused where it cannot be right.

    piste-record 2
    game occe_child
    profile OCCE enfant
    option single "if_other_shut"           every house rule, one a line
    player 1 seat 1 "Léa"
    player 2 seat 3 "Max" handicap 5        what the game gives this player, where it gives something
    dice drawn                              a program drew the dice: fairness does not judge them

    - sets up {"open": [[1, 2], [3]]}       a position set up by hand, before anything else
    1 throws 6 2                            a throw of player 1
    1 plays 2+7, refused: not_the_dice      what was not accepted, and the rule it broke; nothing changes
    1 plays 8
    1 shows seat-3/slot-4 closed, refused: other_frame     so the table looked, and which rule that broke
    1 shows seat-1/slot-2 closed seat-1/slot-7 closed      a person's word: so it stands, and play goes on
    1 deals A 10 R 4 7 | ? | ? | ?          the hands of players 1, 2, ...; ? for an unknown hand
    1 touches arrow-5                       a man was touched without "j'adoube"
    2 leaves                                for good; no other player takes the place
    2 is replaced by "Zoé"                  who plays on
    - pauses "vendredi"                     until it goes on; the note may be empty
    - resumes "lundi"
    = 1 stops at 37, open 1 2 ...           what the event above ended, as the referee says it

Blank lines and lines that begin with # say nothing. A line with = may be left out, but one that stands there
must be right, and so must the rule of a refusal: reading a record verifies every verdict in it. Spaces that a
line does not name stand as they should. A throw that could not be read stands in no record until it was, nor
does what was refused while nobody knew the dice (dice_unsure). Version 1 knew throws, moves and looks only.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from .core import Event, Game, Outcome, State
from .errors import BadRecord, IllegalMove, RefereeError
from .games import find
from .match import Match
from .options import build, values
from .record_events import EVENT, WORD, acted, acting, event_text, quoted, word_event
from .record_verdicts import refusal_of

FIRST = "piste-record 2"
"""The first line of every record: what it is, and the version of its form."""

DRAWN = "dice drawn"
"""The line of a head that says that a program drew the dice."""

MOST_REASON = 600
"""Letters of a reason that the message quotes whole."""

READABLE = (FIRST, "piste-record 1")
"""First lines of records that can be read."""

_PLAYER = re.compile(r"player ([0-9]{1,2}) seat ([0-9]{1,2}) (\".*\")(?: handicap (-?[0-9]{1,4}))?")
_OPTION = re.compile(r"option ([a-z0-9_]+) (\S(?:.*\S)?)")


@dataclass(frozen=True)
class Refused:
    """A throw, a move or a look of the table that the referee refused.

    Attributes:
        after: how many events of the match came before it.
        event: the event; Placed for a sighting.
        rule: the id of the rule that it broke.
    """

    after: int
    event: Event
    rule: str


@dataclass(frozen=True)
class Record:
    """What a record holds.

    Attributes:
        match: the match.
        refused: what was refused on the way, oldest first.
        drawn: a program drew the dice; no real ones were thrown.
    """

    match: Match
    refused: tuple[Refused, ...] = ()
    drawn: bool = False


def to_lines(match: Match, refused: Iterable[Refused] = (), *, drawn: bool = False) -> tuple[str, ...]:
    """The record of a match, without line ends.

    Args:
        match: the match.
        refused: what was refused on the way, in order.
        drawn: a program drew the dice.
    """
    wrong = tuple(refused)
    lines = [FIRST, *_header(match), *([DRAWN] if drawn else []), ""]
    game, now = match.game, match.until(0)
    for index, event in enumerate(match.events):
        lines += _refusals(game, now.state, wrong, index)
        after = now.then(event)
        lines.append(_event_line(game, now.state, event))
        lines += [f"= {text}" for text in outcome_texts(game, ended(now, after))]
        now = after
    return (*lines, *_refusals(game, now.state, wrong, len(match.events)))


def ended(before: Match, after: Match) -> tuple[Outcome, ...]:
    """What the event that leads from one match to the next ended."""
    same = before.state is after.state  # a pause, or a new name
    return () if same else before.game.outcomes(before.state, after.state)


def outcome_texts(game: Game, outcomes: Iterable[Outcome]) -> tuple[str, ...]:
    """What an event ended, in words of a record."""
    return tuple(game.outcome_text(outcome) for outcome in outcomes)


def from_lines(lines: Iterable[str]) -> Record:
    """The record that `to_lines` wrote; line ends are ignored.

    Raises:
        BadRecord: no line of a record, an event that is not legal, or a verdict that is not right.
    """
    reader = _Reader()
    number = 0
    for number, line in enumerate(lines, start=1):
        try:
            reader.read(line.rstrip("\r\n"), first=number == 1)
        except BadRecord:
            raise
        except (RefereeError, ValueError, RecursionError) as error:
            raise BadRecord(number, _short(error)) from error
    try:
        return Record(reader.match(), tuple(reader.refused), reader.drawn)
    except (RefereeError, ValueError) as error:
        raise BadRecord(number + 1, _short(error)) from error


def _short(error: Exception) -> str:
    """What an error says; the middle of a very long sentence is left out."""
    reason = str(error)
    return reason if len(reason) <= MOST_REASON else f"{reason[:400]} ... {reason[-100:]}"


def profile_of(game: Game) -> str | None:
    """The first named profile whose options a game has; others may differ."""
    mine = values(game)
    for name, options in game.profiles.items():
        if all(mine[option] == value for option, value in options.items()):
            return name
    return None


def _header(match: Match) -> Iterator[str]:
    yield f"game {match.game.name}"
    profile = profile_of(match.game)
    if profile is not None:
        yield f"profile {profile}"
    for option, value in values(match.game).items():
        yield f"option {option} {json.dumps(value)}"
    for number, (seat, player) in enumerate(zip(match.seats, match.players, strict=True), start=1):
        given = match.handicaps[number - 1] if match.handicaps else 0
        yield f"player {number} seat {seat} {quoted(player)}" + (f" handicap {given}" if given else "")


def _event_line(game: Game, state: State, event: Event) -> str:
    return f"{_number(acting(game, state, event))} {event_text(game, event)}"


def _refusals(game: Game, state: State, refused: tuple[Refused, ...], after: int) -> list[str]:
    return [
        f"{_event_line(game, state, wrong.event)}, refused: {wrong.rule}"
        for wrong in refused
        if wrong.after == after
    ]


def _number(player: int | None) -> str:
    return "-" if player is None else str(player + 1)


class _Reader:
    """Reads a record line by line."""

    def __init__(self) -> None:
        self.refused: list[Refused] = []
        self.drawn = False
        self._game = ""
        self._profile: str | None = None
        self._options: dict[str, Any] = {}
        self._players: list[tuple[int, str, int]] = []
        self._match: Match | None = None
        self._outcomes: list[str] = []

    def match(self) -> Match:
        """The match as read so far; the first call ends the header."""
        if self._match is None:
            self._match = self._begun()
        return self._match

    def read(self, line: str, *, first: bool) -> None:
        """Takes one line. Raises ValueError saying what was expected."""
        if first:
            if line not in READABLE:
                raise ValueError(f"expected {FIRST!r}; got {line[:60]!r}")
        elif line.startswith("= "):
            self._outcome(line[2:])
        elif event := EVENT.fullmatch(line):
            self._event(*event.groups())
        elif word := WORD.fullmatch(line):
            self._then(word_event(*word.groups()))
        elif line.strip() and not line.startswith("#"):
            self._head(line)

    def _head(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if self._match is not None:
            raise ValueError(f"expected an event such as '1 throws 6 2'; got {line[:60]!r}")
        if word == "game" and not self._game:
            self._game = find(rest).name
        elif word == "profile" and self._profile is None:
            self._profile = rest
        elif line == DRAWN and not self.drawn:
            self.drawn = True
        elif (option := _OPTION.fullmatch(line)) and option[1] not in self._options:
            self._options[option[1]] = json.loads(option[2])
        elif (player := _PLAYER.fullmatch(line)) and int(player[1]) == len(self._players) + 1:
            self._players.append((int(player[2]), json.loads(player[3]), int(player[4] or 0)))
        else:
            expected = f"game, profile, option or player {len(self._players) + 1}, each once"
            raise ValueError(f"expected {expected}; got {line[:60]!r}")

    def _begun(self) -> Match:
        if not self._game:
            raise ValueError("expected a line with the game before the first event; there is none")
        game = build(find(self._game), self._options)
        if self._profile is not None:
            mine, named = values(game), game.profiles.get(self._profile)
            if named is None or any(mine[option] != value for option, value in named.items()):
                raise ValueError(f"profile: {self._profile!r} does not go with this game and its options")
        seats, names, given = zip(*self._players, strict=True) if self._players else ((), (), ())
        match = Match(game, seats, names, handicaps=given if any(given) else ())
        _ = match.state  # refuses seats that the game does not take
        return match

    def _event(self, who: str, verb: str, text: str, rule: str | None) -> None:
        match = self.match()
        player = _number(acting(match.game, match.state))
        if who != player:
            raise ValueError(f"expected player {player}; got {who}")
        event = acted(match.game, verb, text)
        if rule is not None:
            self._refused(event, rule)
            return
        self._then(event)

    def _then(self, event: Event) -> None:
        match = self.match()
        try:
            self._match = match.then(event)
        except IllegalMove as error:
            raise ValueError(f"not legal: {error}") from error
        self._outcomes = list(outcome_texts(match.game, ended(match, self._match)))

    def _refused(self, event: Event, rule: str) -> None:
        match = self.match()
        foul = refusal_of(match.game, match.state, event, rule)
        broken = "it is legal" if foul is None else foul.rule
        if broken != rule:
            raise ValueError(f"refused: expected {broken}; got {rule}")
        self.refused.append(Refused(len(match.events), event, rule))
        self._outcomes = []

    def _outcome(self, text: str) -> None:
        while self._outcomes:
            if self._outcomes.pop(0) == text:
                return
        match = self.match()
        due = outcome_texts(match.game, ended(match.undo(), match)) if match.events else ()
        raise ValueError(f"expected {' / '.join(due) or 'no outcome here'}; got {text[:120]!r}")
