"""Pupils change places while a round goes on: what that does to the game of each table.

A game that can take a player, lose one or give a place to another goes on. Any other is interrupted and kept, and a new
one of the same kind waits for its first throw.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TypeAlias

from ...interrupted import going_on, under_way
from ...live.revision import revision_of
from ...store.classes import ClassGame
from ...store.lessons import ClassLesson, LessonRound, PlayersChange, TableStart
from ...table.reducer import touch
from ...table.transitions.players import joining
from ...table.values.actions import Join, Leave, Pause, ReplacePlayer, Resume
from ...table.values.setup import NO_GAME, Setup, SetupError, players_at
from ...table.values.shown import places_of, usual_places
from ...table.values.state import NotNow, Table
from ...table.values.view import View
from ..context import Site

Deed: TypeAlias = ReplacePlayer | Leave | Join | Pause | Resume
Deeds: TypeAlias = tuple[Deed, ...]
Handicaps: TypeAlias = Mapping[tuple[str, str], int]
"""By rule profile and name, as `ClassLesson.handicaps` has them."""
BY = "teacher"
FREE = Setup(NO_GAME)
"""What a table that nobody plays at has: no game."""


@dataclass(frozen=True)
class TableMove:
    """What a change of places comes to at a table.

    Attributes:
        table: its number.
        names: who plays there from now on; nobody if the table is free then.
        game: the number of the game that is there; 0 for none.
        played: as `played_in` has it.
        deeds: what is done in the game that goes on; None where it cannot go on.
        interrupts: the game is interrupted and kept.
        begins: the game that begins there; None for none.
        wrong: why no game can have these players; None if one can.
        why_not: why nobody may join the game that is there, as `Joining` has it; "" if that is not what ends it.
        waits: who comes late and plays there from the next game on.
        after: that game; None if nobody waits.
    """

    table: int
    names: tuple[str, ...]
    game: int = 0
    played: int = 0
    deeds: Deeds | None = None
    interrupts: bool = False
    begins: Setup | None = None
    wrong: SetupError | None = None
    why_not: str = ""
    waits: tuple[str, ...] = ()
    after: Setup | None = None

    @property
    def start(self) -> TableStart | None:
        """The game that the table has to begin."""
        return None if self.begins is None else TableStart(self.table, self.begins.to_json(), self.game)

    @property
    def change(self) -> PlayersChange | None:
        """The change in the game that goes on, or that the table is free; None if nothing changes now."""
        begins = self.begins is not None or (self.waits and not self.deeds)
        return None if begins else PlayersChange(self.table, self.game, self.names, played=self.played)


def playing(view: View) -> tuple[str, ...]:
    """Who plays a game and has not left it."""
    return tuple(player.name for player in view.players if not player.left)


def played_in(view: View) -> int:
    """How many throws, moves and words of persons stand in a game; that somebody left is none."""
    return view.events - len(view.players) + len(playing(view))


def moves_of(
    now: Mapping[str, int], wanted: Mapping[str, int], places: Mapping[int, Site], lesson: ClassLesson
) -> tuple[TableMove, ...]:
    """What a change of places comes to, table by table; nothing where nobody changes.

    Who plays nowhere yet waits for the next game of a table that takes nobody now.

    Args:
        now: the table of each pupil who plays.
        wanted: the same as the teacher wants it.
        places: the open tables by number.
        lesson: whose newest games begin at tables that have none.
    """
    *_, of_round = lesson.rounds
    waits = {name: table for table, names in of_round.rotas.items() for name in names if name not in now}
    go = [name for name in {*now, *wanted} if {**waits, **now}.get(name) != wanted.get(name)]
    changed = sorted({number for tables in (now, wanted) for name in go if (number := tables.get(name))})
    setups = setups_of(of_round)
    most = usual_profile(setups)
    usual = next((setup for setup in setups.values() if setup.profile == most), None)
    return tuple(
        _move(
            number, places.get(number), _at(number, now), _at(number, wanted), setups.get(number, usual),
            [name for name in wanted if name not in now], lesson,
        )
        for number in changed
    )


def _at(number: int, tables: Mapping[str, int]) -> tuple[str, ...]:
    return tuple(name for name, table in tables.items() if table == number)


def setups_of(of_round: LessonRound) -> Mapping[int, Setup]:
    """What was agreed last at each table of a round, without what another Piste wrote."""
    return {table: setup for table, start in of_round.agreed.items() if (setup := _readable(start)) is not None}


def usual_profile(setups: Mapping[int, Setup]) -> str:
    """The rule profile that most of them have; "" for none."""
    (usual, _), *_ = Counter(setup.profile for setup in setups.values()).most_common(1) or [("", 0)]
    return usual


def _readable(start: TableStart) -> Setup | None:
    try:
        return Setup.from_json(start.setup)
    except SetupError:
        return None


def _move(
    number: int, place: Site | None, now: Sequence[str], wanted: Sequence[str], usual: Setup | None,
    late: Collection[str], lesson: ClassLesson,
) -> TableMove:
    view = View() if place is None else place.live.snapshot()
    stored = place.live.stored_game(view.id) if place is not None and view.id and view.game is not None else None
    # A game whose players went to newer ones is nobody's any more.
    ours = stored is not None and bool(now) and set(now) <= set(playing(view))
    turns = (*lesson.waiting(number, playing(view)), *wanted)  # who waits already comes before who comes now
    late = [name for name in dict.fromkeys(turns) if name in late and name in wanted]
    gone = [name for name in now if name not in wanted]
    names = tuple(name for name in (playing(view) if ours else ()) if name not in gone)
    names += tuple(name for name in wanted if name not in names)
    move = TableMove(number, names, view.id or 0, played_in(view))
    if stored is not None and ours and names and under_way(view):
        grows = len(names) > len(now)
        move = replace(move, why_not=joining(stored[1]).why_not if grows else "")
        move = _going_on(move, stored[1], late, lesson.handicaps)
    if move.deeds is not None:
        return move
    move = replace(move, interrupts=going_on(view))
    if not names:
        return move
    try:
        return replace(move, begins=_for(stored[1].setup if ours and stored else usual, names, lesson.handicaps))
    except SetupError as error:
        if stored is not None and ours and {*names} == {*now, *late}:
            return _waiting(replace(move, interrupts=False), stored[1], now, late, lesson.handicaps)
        return replace(move, wrong=error)


def _waiting(
    move: TableMove, table: Table, names: Sequence[str], waits: Sequence[str], given: Handicaps, deeds: Deeds = ()
) -> TableMove:
    """The move where only this changes now, and some wait for the next game."""
    after = next_setup(table.setup, waits, names, given) if waits else None
    return replace(move, names=tuple(names), deeds=deeds, waits=tuple(waits), after=after)


def _going_on(move: TableMove, table: Table, late: Sequence[str], given: Handicaps) -> TableMove:
    """The move with what is done in the game that goes on, while as few as possible of those who come late wait."""
    for wait in range(len(late) + 1):
        waits = tuple(late[len(late) - wait :])
        names = tuple(name for name in move.names if name not in waits)
        if names and (deeds := deeds_for(table, names)) is not None:
            return _waiting(move, table, names, waits, given, deeds)
    return move


def class_game(place: Site, game: int) -> ClassGame | None:
    """A game of a table as a class notes it; None if there is none of that number."""
    started = place.live.started(game)
    return None if started is None else ClassGame(game, started, place.number)


def next_of(place: Site, lessons: Iterable[ClassLesson], setup: Setup, there: Sequence[str]) -> Setup | None:
    """The next game of a table where somebody of a class waits in one of these lessons; None where nobody does.

    Args:
        place: the site at the table.
        lessons: of today.
        setup: the game of now.
        there: who plays it.
    """
    for lesson in lessons:
        school_class = place.classes.find(lesson.school_class)
        if school_class is None or class_game(place, place.live.snapshot().id or 0) not in school_class.games:
            continue  # the game of now is not its own
        if waiting := [name for name in lesson.waiting(place.number, there) if name in school_class.pupils]:
            played = map(place.live.game_line, place.live.begun(lesson.rounds[0].at))
            setups = [line.setup for line in played if line is not None]
            had = {(one.profile, player.name): player.handicap for one in setups for player in one.players}
            return next_setup(setup, waiting, there, {**lesson.handicaps, **had})
    return None


def next_setup(setup: Setup, waiting: Sequence[str], there: Sequence[str], given: Handicaps) -> Setup:
    """The same game again for those who wait and those who are there; of too many, those who began it make room.

    It is the same where no such game can be.
    """
    most = len(places_of(setup.build()))
    comes = tuple(waiting[:most])
    if not comes and len(there) == len(setup.players):
        return setup
    for goes in (max(0, len(there) + len(comes) - most), len(comes)):
        with suppress(SetupError):
            return _for(setup, (*there[goes:], *comes), given)
    return setup


def _for(setup: Setup | None, names: Sequence[str], given: Handicaps) -> Setup:
    """The same game for these players; who is new to it has the handicap given before. Raises SetupError."""
    if setup is None:
        raise SetupError("setup: expected a game of this lesson; got none that can be read")
    now = {player.name: player.handicap for player in setup.players}
    players = players_at(usual_places(setup.build(), len(names)), names)
    return replace(
        setup,
        players=tuple(
            replace(player, handicap=now.get(player.name, given.get((setup.profile, player.name), 0)))
            for player in players
        ),
    )


def deeds_for(table: Table, names: Sequence[str]) -> Deeds | None:
    """What makes these, and nobody else, the players of a game that goes on; None if it cannot.

    Whoever comes takes the place of one who goes, or comes back to the own; others join last, or leave.
    """
    gone = table.playing.gone
    there = {player.name: player.seat for index, player in enumerate(table.setup.players) if index not in gone}
    goes = [seat for name, seat in there.items() if name not in names]
    comes = [name for name in names if name not in there]
    back = [name for name in comes if name in table.setup.names and joining(table, name).seats]
    comes = [name for name in comes if name not in back]
    many = min(len(goes), len(comes))
    wishes: list[Deed | str] = [*back]
    wishes += [ReplacePlayer(seat, name, by=BY) for seat, name in zip(goes, comes, strict=False)]
    wishes += [*(Leave(seat, by=BY) for seat in goes[many:]), *comes[many:]]
    try:
        return _tried(table, [Resume(), *wishes, Pause()] if table.paused and wishes else wishes)
    except NotNow:
        return None


def _tried(table: Table, wishes: Iterable[Deed | str]) -> Deeds:
    """The deeds, each tried after those before it; a name joins at the first place that is free. Raises NotNow."""
    deeds: list[Deed] = []
    for wish in wishes:
        if isinstance(wish, str):
            seats = joining(table, wish).seats
            wish = Join(seats[0] if seats else 0, wish, by=BY)
        table = touch(table, wish, table.t).table
        deeds.append(wish)
    if table.due is None:
        raise NotNow("expected a game that goes on; without who leaves it is over")
    return tuple(deeds)


def is_made(view: View, change: PlayersChange) -> bool:
    """Whether the players of a table are those of a change, or its game is no longer there."""
    return view.id != change.game or view.game is None or {*playing(view)} == {*change.pupils}


def make(place: Site, change: PlayersChange) -> None:
    """Makes a change of players, as far as it is still to be made. Raises NotNow or OSError; then it is still to do."""
    live = place.live
    with live.as_meant("", ""), place.last_word.done_by("", lambda: revision_of(live.snapshot())):
        if is_made(live.snapshot(), change):
            return
        if not change.pupils:
            live.new_game(FREE)
            return
        stored = live.stored_game(change.game)
        deeds = deeds_for(stored[1], change.pupils) if stored is not None else None
        if deeds is None:
            raise NotNow("expected a game that goes on with these players")
        for deed in deeds:
            live.act(deed)
