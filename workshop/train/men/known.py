"""How well a board is read once its start position was learnt: drawn tables, each looked at again and again.

    python -m workshop train men.known --rigs 20 --looks 40 [--game backgammon] [--given] [--seed 9035]

Each table begins with the start position of a game, from which Piste learns it; then come positions of that game, each
with two dice among the men. What is surely read makes the board better known, as in play. Each position follows another
by one move: whoever knows that one and the throw, as the referee does, asks less.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from random import Random

from referee.core import Legal, Sighting, State, Unclear
from referee.games import find
from referee.games.arrows import ArrowGame, Play
from referee.games.arrows.looks import ARROWS, men_of
from vision.area.men_board import MenTableEyes
from vision.errors import NoStart
from vision.frame import Frame, Image
from vision.men.finder import FindsLeaves, Leaves, LeavesFinder
from vision.men.look import ASKS
from vision.men.reach import FLAT
from vision.men.reader import MenReader
from webui.checkup.men import learnt_men
from webui.live.eyes import open_eyes, open_men_networks
from webui.live.men import taught
from webui.table.games.men import MenFamily

from ...chance import random_event
from ...scenes.men import EVENTS, men_look, men_scene
from ...table import table
from .drawn import GAMES

SEED = 9035
"""Of boards that no training has seen."""


@dataclass(frozen=True)
class LearntScore:
    """Tables, and looks at those that were learnt.

    Attributes:
        tables, learnt: tables, and those whose start was accepted.
        astray: those of them that were taken to lie otherwise.
        arrows, right: arrows looked at, and those read right; five men and more count as one kind.
        exact: those whose men are counted right, however many.
        looks, whole: looks, and those in which all arrows are right.
        asked: looks in which an arrow is doubtful.
        slips: looks without a doubt in which an arrow is wrong.
        sure, wrong: readings from .99 up, and those of them that are wrong.
        told, unclear: looks from which the referee, who knows how men stood and the throw, tells the right move, and
            those at which he asks; at all others he tells another move or a foul.
    """

    tables: int = 0
    learnt: int = 0
    astray: int = 0
    arrows: int = 0
    right: int = 0
    exact: int = 0
    looks: int = 0
    whole: int = 0
    asked: int = 0
    slips: int = 0
    sure: int = 0
    wrong: int = 0
    told: int = 0
    unclear: int = 0

    def __add__(self, other: LearntScore) -> LearntScore:
        return LearntScore(*(a + b for a, b in zip(self._all, other._all, strict=True)))

    @property
    def _all(self) -> tuple[int, ...]:
        return tuple(getattr(self, name) for name in self.__dataclass_fields__)

    def row(self) -> tuple[str, ...]:
        """As shares."""
        pairs = ((self.right, self.arrows), (self.exact, self.arrows), (self.whole, self.looks),
                 (self.asked, self.looks), (self.slips, self.looks), (self.wrong, self.sure), (self.told, self.looks),
                 (self.unclear, self.looks), (self.looks - self.told - self.unclear, self.looks))  # fmt: skip
        shares = (f"{some} of {of} ({100 * some / max(1, of):.2f} %)" for some, of in pairs)
        return f"{self.learnt} of {self.tables}", str(self.astray), *shares


class Marked:
    """A finder that knows where the leaves are."""

    def __init__(self, leaves: Leaves) -> None:
        self._leaves = leaves

    def find(self, image: Image, seat1_side: object = None) -> Leaves:
        """The leaves."""
        return self._leaves


def scored(number: int, name: str, looks: int, seed: int, *, given: bool, harsh: float) -> LearntScore:
    """One table of a game, learnt and looked at."""
    game = find(name)()
    assert isinstance(game, ArrowGame), "only games of men are played on boards of arrows"
    scene, played = men_scene(seed, number, harsh=harsh), turns(game, seed + number)
    start = men_look(scene, game.appearance(game.start((1, 2))), 0)
    finder, reader, eyes = *_networks(), open_eyes(boards=False)
    marked: FindsLeaves = finder
    if given:
        left, right = (tuple((float(x), float(y)) for x, y in leaf) for leaf in start.truth["board"]["leaves"])
        marked = Marked(Leaves((left, right), 1.0))  # type: ignore[arg-type]  # four corners each
    try:
        known = learnt_men([Frame(start.image, 0.0)], marked, reader)
    except NoStart as refused:
        print(f"{name} {number}: {refused}", flush=True)
        return LearntScore(tables=1)
    total = LearntScore(tables=1, learnt=1, astray=int(set(known.spaces[:6]) != set(start.truth["strips"][:6])))
    now = [known]
    read = MenTableEyes(eyes.dice, marked, reader, lambda: now[0])
    for count in range(looks):
        before, play = next(played)
        look = men_look(scene, game.appearance(game.apply(before, play)), count + 1)
        frame = Frame(look.image, float(count))
        seen = read.look(frame, known_board=known.board)
        now[0] = taught(now[0], seen, frame, read)
        total += _scored({piece.space: (piece.kind, piece.sure) for piece in seen.pieces}, look.truth["arrows"])
        total += judged(game, before, play, {piece.space: dict(piece.chances) for piece in seen.pieces})
    print(f"{name} {number}: {total.whole} of {total.looks} boards", flush=True)
    return total


def turns(game: ArrowGame, seed: int) -> Iterator[tuple[State, Play]]:
    """Moves of games at random, for ever, and what they are made of; up to EVENTS events apart."""
    rng = Random(f"{game.name} {seed}")
    while True:
        state, due = game.start((1, 2)), rng.randint(1, EVENTS)
        while not game.is_over(state):
            event, due = random_event(game, state, rng, often=0.0), due - 1
            if due <= 0 and isinstance(event, Play):
                yield state, event
                due = rng.randint(1, EVENTS)
            state = game.apply(state, event)


def judged(game: ArrowGame, before: State, play: Play, spaces: dict[str, dict[str, float]]) -> LearntScore:
    """What the referee makes of a look after a move."""
    read = {space: chances for space, chances in spaces.items() if chances}
    verdict = MenFamily().verdict(game, before, Sighting((), read))
    if isinstance(verdict, Legal):
        return LearntScore(told=int(game.effect(before, verdict.move) == game.effect(before, play)))
    return LearntScore(unclear=int(isinstance(verdict, Unclear)))


def _networks() -> tuple[LeavesFinder, MenReader]:
    return open_men_networks()


def _scored(read: dict[str, tuple[str, float]], truth: dict[str, str]) -> LearntScore:
    exact = [read[arrow][0] == truth[arrow] for arrow in ARROWS]
    right = [_towers(read[arrow][0]) == _towers(truth[arrow]) for arrow in ARROWS]
    sure = [read[arrow][1] >= 0.99 for arrow in ARROWS]
    doubtful = any(kind == "unknown" or chance < ASKS for kind, chance in read.values())
    wrong = sum(certain and not true for certain, true in zip(sure, right, strict=True))
    return LearntScore(0, 0, 0, len(ARROWS), sum(right), sum(exact), 1, int(all(right)), int(doubtful),
                      int(not doubtful and not all(right)), sum(sure), wrong)  # fmt: skip


def _towers(kind: str) -> object:
    """The kind, or its colour where as many men stand as lie side by side, or more."""
    men = men_of(kind)
    return kind if max(men.values(), default=0) < FLAT else tuple(men)


def scores(given: argparse.Namespace) -> Iterator[tuple[str, ...]]:
    """A row for each game, and all."""
    whole = LearntScore()
    for name in [given.game] if given.game else GAMES:
        one = partial(scored, name=name, looks=given.looks, seed=given.seed, given=given.given, harsh=given.harsh)
        game = sum((one(number) for number in range(given.rigs)), LearntScore())
        whole += game
        yield name, *game.row()
    if not given.game:
        yield "all", *whole.row()


def main() -> None:
    """Prints a row for each game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rigs", type=int, default=20, help="tables of each game")
    parser.add_argument("--looks", type=int, default=40, help="at each table")
    parser.add_argument("--game", choices=GAMES)
    parser.add_argument("--given", action="store_true", help="the corners of the leaves are given, not found")
    parser.add_argument("--harsh", type=float, default=0.0, help="0 to 1: light and camera")
    parser.add_argument("--seed", type=int, default=SEED)
    given = parser.parse_args()
    columns = ("start of", "learnt", "astray", "arrows right", "each man counted", "whole boards", "asked",
               "wrong without asking", "from .99 up, wrong", "moves told", "asked by a referee",
               "told wrongly")  # fmt: skip
    print(table(columns, list(scores(given))))


if __name__ == "__main__":
    main()
