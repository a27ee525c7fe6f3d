"""The live table: one thread follows the camera, fingers act in between, and all read the newest view.

Nothing is shown before it is in the journal. No reader blocks the writer: readers get the newest view and skip those in
between. A second thread watches the first and reports if it hangs.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from random import Random
from threading import Event, RLock
from typing import TypeAlias

from msgspec import structs

from referee.match import Match
from vision.frame import Frame
from vision.observation import Observation

from ..interrupted import Interrupted, worth_taking_up
from ..store.interrupted import interrupted
from ..store.journal import GameLine, Journal, JournalError
from ..table.games import table_family
from ..table.games.pawns import draw_deal
from ..table.reducer import NotNow, Sentence, Step, Table, open_table, plain_sentence, see, tick, touch
from ..table.store import persistent
from ..table.transitions.turns import draw_throw, expect_person
from ..table.values.actions import Action, CameraBack, CameraLost, CorrectDice, FilmEnded, Throw
from ..table.values.events import EventLine, TableEvent
from ..table.values.setup import Setup
from ..table.values.view import View
from ..table.viewing import view
from .camera import LiveCamera
from .crops import Crops
from .follow import RETRY, CameraFollower, Source
from .keeper import Keeper
from .newest import Newest
from .opponent import Adviser, Opponent
from .revision import revision_of
from .tally import TableTally
from .threads import Threads
from .view import live_view
from .watchdog import Pulse, Watchdog

WATCH = 1.0
"""Seconds between two looks at the thread that follows."""

HISTORY = 30
Confirmed: TypeAlias = Callable[[Table, Iterable[TableEvent]], None]
"""Receives the table after some events, and the events."""
OWN = (
    "legal", "continuations", "provisional", "offers", "spaces", "stands", "steps", "cards", "hand", "position",
    "player",
)  # fmt: skip
"""Fields of the view that may differ for one player."""


class Live:
    """The one table of the appliance.

    Args:
        journal: where everything is written; Live owns it from now on and closes it.
        source: opens the camera; None to play by touch.
        sentence: makes the sentences of fouls.
        clock: seconds, never decreasing.
        retry: seconds between tries to open a lost camera.
        again: a setup to start over with each time the source ends, for a demonstration.
        film: the source is a recording: it ends, and is shown once in a game.
        pulse: the sign of life of the thread that follows; the source may give it too.
        confirmed: receives the reported events and the table after them, to learn from.
        alive: called about once a second while the following thread lives.
        chance: where the dice and moves of games for practice come from; None for the system's own source.

    Attributes:
        tally: counts of the reported events.
        lag: how far behind the table Piste is.
    """

    def __init__(
        self,
        journal: Journal,
        *,
        source: Source | None = None,
        sentence: Sentence = plain_sentence,
        clock: Callable[[], float] = time.monotonic,
        retry: tuple[float, ...] = RETRY,
        again: Setup | None = None,
        film: bool = False,
        pulse: Pulse | None = None,
        confirmed: Confirmed | None = None,
        alive: Callable[[], None] | None = None,
        chance: Random | None = None,
        adviser: Adviser | None = None,
    ) -> None:
        self._opponent = Opponent(clock, chance, adviser)
        self._confirmed, self._alive = confirmed, alive
        self._journal, self._sentence, self._clock = journal, sentence, clock
        self._turn = RLock()
        self._closing = Event()
        self._follower = CameraFollower(self, source, self._closing, retry=retry, again=again, film=film)
        self._camera = LiveCamera(
            there=source is not None, film=film, recorded=film or again is not None, clock=clock
        )
        self._offset: float | None = None
        self._looked = 0.0  # the newest picture's own time, seconds
        self._history: deque[EventLine] = deque(maxlen=HISTORY)
        self._crops = Crops()
        self.tally = TableTally(clock)
        self._newest = Newest()
        self._watchdog = Watchdog(self._newest.alarm, clock, pulse or Pulse(clock))
        self.lag = self._watchdog.pulse.lag
        self._threads = Threads(self._watchdog.failed, self._closing)
        self._keeper = Keeper(journal, self._publish, clock)
        self._game = 0
        self._table: Table | None = None
        self._origin = clock()
        with self._turn:
            self._resume()

    def _resume(self) -> None:
        newest = self._journal.resume(self._sentence)
        if newest is not None:
            if newest[0] in self._journal.interrupted():  # what interrupted it cannot be read any more
                with suppress(JournalError):
                    self._keeper.take_up(newest[0], 0)
            self._go_on(*newest)
        self._publish()

    def _go_on(self, game: int, table: Table) -> None:
        """Continues this game as it stood in the journal."""
        self._game, self._table = game, table
        self._origin, self._offset = self._clock() - table.t, None
        self._history.clear()
        for line in self._journal.lines(game, HISTORY):
            del line["game_id"], line["seq"], line["at"]
            self._history.append(line)
        self._camera.resumed()
        self._confirm()
        # The pictures stopped when the game did.
        if table.sight.on:
            self._try(touch(table, CameraLost(), table.t))

    # The writer.

    def start(self) -> None:
        """Starts following the camera in its own thread; RuntimeError if it already does."""
        self._watchdog.pulse.beat()
        self._threads.start(table=self._follower.round, watchdog=self._watched)

    def close(self) -> None:
        """Stops following, wakes every reader and closes the journal."""
        self._closing.set()
        self._newest.close()
        self._threads.join()
        with self._turn:
            with suppress(JournalError):
                self._keeper.settle()
            self._journal.close()

    def beat(self) -> None:
        """Time passes: moves by touch ripen, and a camera that went silent is lost."""
        self._watchdog.pulse.beat()
        with self._turn:
            self._pass()

    def watch(self) -> None:
        """Checks from outside whether the following thread lives; if not, reports it and does what it can."""
        if self._watchdog.pulse.overdue and self._camera.waits and self._turn.acquire(blocking=False):
            try:
                self.lose()  # it may answer yet: then it is back
            finally:
                self._turn.release()
        if not self._watchdog.stopped():
            if self._alive is not None:
                self._alive()
        elif self._turn.acquire(blocking=False):  # it may hang with the table in its hands
            try:
                self._pass()
            finally:
                self._turn.release()

    def _watched(self) -> None:
        if not self._closing.wait(WATCH):
            self.watch()

    def look(self, observation: Observation, frame: Frame | None = None) -> None:
        """Takes one observation of the camera; `frame` is the picture to cut the dice from."""
        self._watchdog.pulse.beat()
        with self._turn:
            if self._closing.is_set() or not self.follows:  # a slow reading that ends after all was closed
                return
            first = self._camera.saw()
            self._keeper.again()
            if self._table is None or self._table.setup.by_touch:
                self._pass()
                return
            if first or self._offset is None or observation.time < self._looked:  # a film begins anew
                self._offset = self._now() - observation.time
            self._looked = observation.time
            if not self._table.sight.on:
                back = touch(self._table, CameraBack(), self._now())
                if not self._try(back):
                    return
            step = see(self._table, replace(observation, time=observation.time + self._offset))
            if self._try(step) and frame is not None:
                self._crops.cut(step.events, observation, frame, game=self._game)
                self._crops.cut_tiles(_hard_to_read(self._table), observation, frame)
            self._practise()
            self._watchdog.sound()
            self._publish()
            since = self.lag.since(observation.time)
            self.tally.looked(since, decided=bool(step.events))
            if observation.still and step.events:
                self.lag.decided(since)

    def lose(self) -> None:
        """No picture comes any more: play goes on by touch."""
        with self._turn:
            self._blind(self._camera.lost, CameraLost())

    def end(self) -> None:
        """The film is over: closes what it left open; play goes on by touch, and a new game shows it again."""
        with self._turn:
            self._blind(self._camera.ended, FilmEnded())

    def _blind(self, note: Callable[[], None], why: CameraLost | FilmEnded) -> None:
        if self._closing.is_set():
            return
        note()
        self._offset = None
        if self._table is not None and self._table.sight.on:
            self._try(touch(self._table, why, self._now()))
        self._publish()

    @property
    def follows(self) -> bool:
        """Whether to use the camera now: it is wanted, and no film that is over."""
        return self._camera.follows

    # Fingers.

    @contextmanager
    def as_meant(self, action: str, revision: str) -> Iterator[None]:
        """Nothing else happens within. Raises MovedOn if an action was meant for an older revision.

        Args:
            action: its word in the API.
            revision: `moment` of the view that it was meant for; "" for any.
        """
        with self._turn:
            revision_of(self._newest.view).expect(action, revision)
            yield

    def act(self, action: Action) -> View:
        """Does a person's action. Raises NotNow, or a JournalError; then nothing has changed."""
        with self._turn:
            expect_person(self._playing(), action)
            return self._done(action)

    def deal(self, shuffle: Callable[[list[str]], None]) -> View:
        """Deals the cards that are due; `shuffle` mixes the pack. Raises NotNow, or a JournalError."""
        with self._turn:
            deal = draw_deal(self._playing(), shuffle)
            if self._opponent.piste_acts(self._playing()):
                raise NotNow("expected Piste to deal; it is its turn")
            return self._done(deal)

    def roll(self, dice: int | None = None) -> View:
        """Piste draws the throw of the person who must throw: so many dice, None for as many as are due.

        Raises NotNow if that is not due, or if people throw their own dice; or a JournalError.
        """
        with self._turn:
            return self._done(draw_throw(self._playing(), self._opponent.chance, dice))

    def new_game(self, setup: Setup, position: str = "") -> View:
        """Begins a game or series, at a position set up by hand if one is given, as `Game.position` writes it.

        Raises SetupError, or a JournalError; then the old one goes on.
        """
        with self._turn:
            camera = self._camera.opens and not setup.by_touch
            step = open_table(setup, camera=camera, sentence=self._sentence, position=position)
            self._game = self._keeper.start(step, self._leaving())
            self._table = step.table
            self._origin, self._offset = self._clock(), None
            self._camera.begun()
            if setup.recorded:
                self._follower.rewind()
            self._history.clear()
            self._crops.clear()
            self._record(step.events)
            self._confirm(step.events)
            return self._publish()

    def next_game(self, change: Callable[[Setup], Setup] = lambda setup: setup) -> View:
        """Begins the same again, changed as wished. Raises NotNow if nobody has a game."""
        with self._turn:
            if self._table is None or self._table.match is None:
                raise NotNow("expected a game to play again; none was set up")
            return self.new_game(change(self._table.setup))

    def resume_game(self, game: int, *, by_touch: bool = False) -> View:
        """Takes an interrupted game up again, by touch only if wished.

        Raises NotNow if there is none of that number, or a JournalError; then the running one goes on.
        """
        with self._turn:
            stored = self._journal.stored_game(game, self._sentence)
            if stored is None or game not in self._journal.interrupted():
                raise NotNow(f"game: expected the number of an interrupted game; got {game!r}")
            if by_touch:
                self.use_camera(False)
            self._keeper.take_up(game, self._leaving())
            self._crops.clear()
            self._go_on(game, stored[1])
            return self._publish()

    def erase(self, game: int | None = None) -> View:
        """Erases a game, or with None every one; the running one ends with it. Raises JournalError."""
        with self._turn:
            self._keeper.erase(game)
            if game in (None, self._game):
                self._game, self._table, self._offset = 0, None, None
                self._history.clear()
                self._crops.clear()
            return self._publish()

    def use_camera(self, on: bool) -> View:
        """Reads the table with the camera, or by touch only."""
        with self._turn:
            self._camera.use(on, playing=self._table is not None)
            if not on:
                self.lose()
            return self._publish()

    def play_on(self) -> View:
        """Plays on although nothing can be written: events wait for the disk. Does nothing if they can be written."""
        with self._turn:
            self._keeper.play_on()
            return self._publish()

    def again(self) -> None:
        """Something beside the table has changed that its pages show: its view counts as newer."""
        self._newest.again()

    def call(self, on: bool) -> None:
        """The teacher calls for all eyes, until called off or until play goes on here; nothing is written."""
        self._newest.call(on)

    # Readers.

    @property
    def failures(self) -> int:
        """How often something unexpected failed in a thread of the table."""
        return self._watchdog.failures

    def snapshot(self) -> View:
        """The newest view, the same object until something changes."""
        return self._newest.view

    @property
    def unchanged(self) -> float:
        """For how many seconds the newest view has been that."""
        return max(0.0, self._now() - self.snapshot().at)

    def view_for(self, player: int) -> View:
        """The newest view for a player, from 0, with the player's own cards. Raises NotNow for no such player."""
        with self._turn:
            if self._table is None or not 0 <= player < len(self._table.setup.players):
                raise NotNow(f"expected a player of the game; got {player}")
            own = view(self._table, player)
            own_fields = {name: getattr(own, name) for name in OWN if hasattr(own, name)}
            return structs.replace(self._newest.view, **own_fields)

    @property
    def closed(self) -> bool:
        """Whether the table was closed: no newer view comes."""
        return self._newest.closed

    def wait(self, version: int, timeout: float | None = None) -> View | None:
        """The newest view once it has another version; None after `timeout` seconds or at the close."""
        return self._newest.wait(version, timeout)

    def crop(self, crop_id: str) -> bytes | None:
        """The JPEG that a die was read from; None once it is forgotten."""
        return self._crops.get(crop_id)

    def crops_at(self, game: int, t: float) -> tuple[str, ...]:
        """The ids of the dice of an event of a game at `t`, s; () once their pictures are forgotten."""
        return self._crops.at(game, t)

    def stored_game(self, game: int) -> tuple[str, Table] | None:
        """When a game of the journal began, and its table; None if it cannot be read."""
        with self._turn:
            return self._journal.stored_game(game, self._sentence)

    def begun(self, since: str) -> tuple[int, ...]:
        """The numbers of the games that began then or later (UTC, ISO 8601), oldest first."""
        with self._turn:
            return self._journal.begun(since)

    def games(self, last: int = -1) -> tuple[GameLine, ...]:
        """The newest games of the journal, at most so many, -1 for all, oldest first.

        The table may go on between two of them: a long list blocks nobody.
        """
        with self._turn:
            numbers = self._journal.numbers(last)
        return tuple(line for number in numbers if (line := self.game_line(number)) is not None)

    def game_line(self, game: int) -> GameLine | None:
        """One game of such a list; None if it cannot be read."""
        with self._turn:
            return self._journal.line(game)

    def written(self, game: int) -> tuple[bytes, bytes] | None:
        """A value that changes with every write to a game; None if there is no such game."""
        with self._turn:
            return self._journal.written(game)

    def match(self, game: int) -> Match | None:
        """A game as it counts; None if it was not refereed or cannot be read."""
        with self._turn:
            return self._journal.match(game)

    def started(self, game: int) -> str | None:
        """When a game began, wall clock; None if there is no such game."""
        with self._turn:
            return self._journal.started(game)

    def interrupted(self, most: int) -> tuple[Interrupted, ...]:
        """At most so many games that can be resumed, those interrupted last first."""
        with self._turn:
            return interrupted(self._journal, most)

    def left_open(self) -> frozenset[int]:
        """The numbers of all interrupted games, without reading them."""
        with self._turn:
            return frozenset(self._journal.interrupted())

    def lines(self, game: int | None = None) -> list[EventLine]:
        """The journal's lines of a game, or of all, oldest first."""
        with self._turn:
            return list(self._journal.lines(game))

    # Within the lock.

    def _playing(self) -> Table:
        """The table. Raises NotNow before a game."""
        if self._table is None:
            raise NotNow("expected a game; none was set up")
        return self._table

    def _done(self, action: Action) -> View:
        """Does an action. Raises NotNow, or a JournalError; then nothing has changed."""
        self._commit(touch(self._playing(), action, self._now()))
        if isinstance(action, Throw | CorrectDice):
            self._crops.clear()
        return self._publish()

    def _practise(self) -> None:
        """Takes Piste's turn in a game for practice, after people had a moment to follow."""
        step = None if self._table is None else self._opponent.step(self._game, self._table, self._now())
        if step is not None and self._try(step):
            self._crops.clear()

    def _leaving(self) -> int:
        """The running game, if anybody would resume it; else 0."""
        return self._game if self._table is not None and worth_taking_up(self._table) else 0

    def _now(self) -> float:
        """Seconds since the table was opened; never before the newest event."""
        t = self._clock() - self._origin
        return t if self._table is None else max(t, self._table.t)

    def _pass(self) -> None:
        if self._closing.is_set():
            return
        self._keeper.again()
        follows = self._camera.state == "ok" or (self._table is not None and self._table.sight.on)
        if follows and self._camera.state == "ended":
            self.end()  # it could not be written before
        elif follows and self._camera.silent:
            self.lose()
        if self._table is not None and not self._table.sight.on:
            self._try(tick(self._table, self._now()))
        self._practise()
        self._watchdog.sound()
        self._publish()

    def _try(self, step: Step) -> bool:
        """Commits; if the journal cannot be written the table stays as it was and the page says why."""
        try:
            self._commit(step)
        except JournalError:
            return False
        return True

    def _commit(self, step: Step) -> None:
        """Journal first, then the table. Raises JournalError; then the table stays as it was."""
        if step.events or self._table is None or persistent(step.table) != persistent(self._table):
            self._keeper.write(self._game, step)
        self._table = step.table
        self._record(step.events)
        if step.events:
            self._confirm(step.events)

    def _confirm(self, events: Iterable[TableEvent] = ()) -> None:
        """Sends the table and the newest events to those who learn from the game."""
        if self._confirmed is not None and self._table is not None:
            self._confirmed(self._table, events)

    def _record(self, events: Iterable[TableEvent]) -> None:
        self.tally.count(events)
        self._history.extend(event.as_json() for event in events)

    def _publish(self) -> View:
        """Publishes the newest view if anything in it changed."""
        troubles = (*self._journal.warnings, self._keeper.problem)
        return self._newest.show(
            live_view(
                self._table,
                game=self._game,
                camera=self._camera.state,
                history=self._history,
                crops=self._crops,
                troubles=[word for word in troubles if word],
                slow=self.lag.slow,
            )
        )


def _hard_to_read(table: Table) -> Mapping[str, tuple[int, int]]:
    """The spaces to photograph: their reading decides and is doubtful."""
    return {} if table.match is None else table_family(table.game).hard_to_read(table)
