"""Which drawn start positions teach a board: right ones, and such with a man too few or too many, refused at its arrow.

    python -m workshop train men.starts --boards 40 [--game backgammon] [--flat] [--seed 9037]

Of towers, whose men lie on one another, nobody sees how many there are.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

import numpy as np

from referee.core import Kind
from referee.games import find
from referee.games.arrows.looks import men_of
from vision.errors import NoStart
from vision.frame import Frame, Image
from vision.men.known import spaces_of
from vision.men.reach import FLAT
from webui.checkup.men import learnt_men, start_of
from webui.live.eyes import open_men_networks

from ...scenes.men import men_look, men_scene
from ...table import table
from .drawn import GAMES, board, strip_kind

SEED = 9037
"""Of boards that no training has seen."""
Stands = dict[str, Kind]
CASES = ("right", "a man less", "a man more", "a sixth man")


def miscounted(start: Stands, rng: Random, more: int) -> tuple[Stands, str, str]:
    """The start with so many men more on one of its rows; its arrow, and what stands there now."""
    arrow = rng.choice([space for space, kind in start.items() if men_of(kind)])
    ((colour, count),) = men_of(start[arrow]).items()
    kind = f"{colour} x {count + more}"
    return start | {arrow: kind}, arrow, kind


def in_space(seed: int, number: int, stands: Stands, look: int) -> Image:
    """A board drawn in space."""
    return men_look(men_scene(seed, number), stands, look, dice=0).image


def flat(seed: int, number: int, stands: Stands, look: int) -> Image:
    """A flat board of the other painter: odd beyond reason, the fifth man often upon others."""
    rng = np.random.default_rng((seed, number))
    names = spaces_of(bool(rng.integers(2)), bool(rng.integers(2)))
    return np.ascontiguousarray(board(rng, np.array([strip_kind(stands[name]) for name in names])).picture)


def scores(given: argparse.Namespace) -> Iterator[tuple[str, ...]]:
    """A row for each game."""
    draws: Callable[[int, int, Stands, int], Image] = flat if given.flat else in_space
    networks = open_men_networks()
    for name in [given.game] if given.game else GAMES:
        start, shown, refused, named = start_of(find(name)()), Counter[str](), Counter[str](), Counter[str]()
        for number in range(given.boards):
            rng = Random(f"{given.seed} {name} {number}")
            less, more = (miscounted(start, rng, way) for way in (-1, 1))
            last = CASES[3] if more[2].endswith(str(FLAT + 1)) else CASES[2]
            for look, (case, (stands, arrow, kind)) in enumerate(
                ((CASES[0], (start, "", "")), (CASES[1], less), (last, more))
            ):
                shown[case] += 1
                try:
                    learnt_men([Frame(draws(given.seed, number, stands, look), 0.0)], *networks)
                except NoStart as error:
                    refused[case] += 1
                    named[case] += (error.arrow, error.read) == (arrow, kind)
                    print(f"{name} {number}, {case} ({arrow}): {error}", flush=True)
        wrong = (f"{refused[case]} ({named[case]}) of {shown[case]}" for case in CASES[1:])
        yield name, f"{shown[CASES[0]] - refused[CASES[0]]} of {shown[CASES[0]]}", *wrong


def main() -> None:
    """Prints a row for each game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--boards", type=int, default=40, help="of each game; each is drawn three times")
    parser.add_argument("--game", choices=GAMES)
    parser.add_argument("--flat", action="store_true", help="boards of the painter that the network learns from")
    parser.add_argument("--seed", type=int, default=SEED)
    wrong = (f"{case} refused (arrow and count named)" for case in CASES[1:])
    print(table(("start of", "right ones learnt", *wrong), list(scores(parser.parse_args()))))


if __name__ == "__main__":
    main()
