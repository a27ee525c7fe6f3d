"""What happens in each moment. Seat 1 sits below in the picture, seat 3 above; they throw in turn, seat 1 first."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, TypeAlias

from webui.table.values.setup import Setup, players_at

from ...scenes.film.clip_acts import Dim, Wheel
from .play import ALTERNATE, Staging
from .table import Lies, scene

SEATS = (1, 3)
END = 1.8
"""Seconds of rest at the end of each film."""

Script: TypeAlias = Callable[[Staging], None]
MOMENTS: dict[str, tuple[Script, Mapping[str, Any]]] = {}
"""Name of a film -> what happens in it, and what of the game differs from the child's rules, throw by throw."""


def moment(**setup: Any) -> Callable[[Script], Script]:
    """Counts a script among the moments, under the name of its function."""

    def named(script: Script) -> Script:
        MOMENTS[script.__name__.replace("_", "-")] = (script, MappingProxyType(setup))
        return script

    return named


def played(name: str) -> Staging:
    """A moment from its beginning to its end."""
    script, other = MOMENTS[name]
    setup = Setup("occe_child", players_at(SEATS), "OCCE enfant", ALTERNATE, **other)
    play = Staging(scene(), setup)
    script(play)
    play.rests(END)
    return play


@moment()
def old_value_at_its_old_place(play: Staging) -> None:
    """Of the next player's dice one comes to lie just where it lay and shows what it showed."""
    play.throws(Lies(5, -30, 22), Lies(3, 25, -35, 65))
    play.closes(8)
    play.throws(Lies(5, -30, 22), Lies(2, 38, 20, 40))
    play.closes(7)
    play.throws(Lies(6, -10, -40, 70), Lies(1, 38, 20, 10))
    play.closes(7)


@moment()
def same_faces_by_the_next_player(play: Staging) -> None:
    """The next player throws the very same faces."""
    play.throws(Lies(4, -30, 22), Lies(2, 25, -35, 65))
    play.closes(6)
    play.throws(Lies(4, 12, 38, 35), Lies(2, -36, -20, 85))
    play.closes(6)


@moment()
def same_faces_near_their_old_places(play: Staging) -> None:
    """The next player throws the very same faces, and both lie hardly a die's width from where they lay."""
    play.throws(Lies(4, -30, 22), Lies(2, 25, -35, 65))
    play.closes(6)
    play.throws(Lies(4, -18, 34, 35), Lies(2, 40, -28, 85))
    play.closes(6)


@moment()
def two_throws_unseen(play: Staging) -> None:
    """While a palm covers the camera one player throws and closes, and the other throws."""
    play.throws(Lies(6, -30, 30), Lies(2, 35, -25, 65))
    play.closes(8)
    with play.covered():
        play.throws(Lies(5, -20, -30, 40), Lies(4, 30, 30, 10), rest=0.1)
        play.closes(9, rest=0.1)
        play.throws(Lies(3, -35, 5, 55), Lies(4, 30, -20, 10), rest=0.1)
    play.rests(1.2)
    play.closes(7)


@moment()
def two_visits_of_a_lingering_hand(play: Staging) -> None:
    """Two tiles are closed one after the other by a hand that stays over the frame each time."""
    play.throws(Lies(5, -30, 22), Lies(3, 25, -35, 65))
    play.closes_in_visits((5,), (3,), lingers=1.6)
    play.throws(Lies(6, -10, -30, 70), Lies(1, 38, 20, 10))
    play.closes(7)


@moment()
def turn_ended_unseen(play: Staging) -> None:
    """While a palm covers the camera the tiles of a throw are closed, and the next player throws."""
    play.throws(Lies(6, -30, 30), Lies(3, 35, -25, 65))
    with play.covered():
        play.closes(9, rest=0.1)
        play.throws(Lies(4, -20, -30, 40), Lies(1, 30, 30, 10), rest=0.1)
    play.rests(1.2)
    play.closes(5)
    play.throws(Lies(5, 0, 35, 25), Lies(2, -25, -20, 50))
    play.closes(7)


@moment()
def foul_that_nobody_puts_right(play: Staging) -> None:
    """A tile that the dice do not allow is closed and left so; the other player throws and closes."""
    play.throws(Lies(5, -30, 22), Lies(3, 25, -35, 65))
    play.fouls(9, rule="not_the_dice")
    play.leaves(9)
    play.throws(Lies(6, -10, -40, 70), Lies(1, 38, 20, 10), rest=1.6)
    play.closes(7)
    play.throws(Lies(4, -34, -12, 15), Lies(2, 20, 36, 80))
    play.closes(6)


@moment()
def board_turned_by_a_quarter(play: Staging) -> None:
    """A hand turns the board by a quarter, nearly, between a throw and its closing, and play goes on."""
    _turned_between(play, 83, rest=3.2)


@moment()
def board_turned_by_just_a_quarter(play: Staging) -> None:
    """The same by 90 degrees: the board lies just where it lay, and only its tags tell that it was turned."""
    _turned_between(play, 90, rest=1.2)


def _turned_between(play: Staging, degrees: float, rest: float) -> None:
    play.throws(Lies(5, -30, 22), Lies(3, 25, -35, 65))
    play.closes(8)
    play.throws(Lies(6, -10, -40, 70), Lies(1, 38, 20, 10))
    play.does(Wheel(1, degrees))
    play.rests(rest)
    play.closes(7)
    play.throws(Lies(4, -34, -12, 15), Lies(2, 20, 36, 80))
    play.closes(6)


@moment(cocked="rethrow_die")
def rolls_off_and_is_thrown_alone(play: Staging) -> None:
    """A die rolls off the board; by the house's rule it alone is thrown again."""
    play.voids(Lies(5, -30, 22), Lies(2, 238, 20, 30), word="die_off_board")
    play.throws(Lies(3, 25, -35, 65), stay=(0,))
    play.closes(8)
    play.throws(Lies(6, -10, -40, 70), Lies(1, 38, 20, 10))
    play.closes(7)


@moment()
def closed_while_the_next_one_throws(play: Staging) -> None:
    """A player closes the tile of a throw just as the other one takes up the dice and throws."""
    play.throws(Lies(5, -30, 22), Lies(3, 25, -35, 65))
    tiles, closing = play.turns(8), play.closed(8)
    seat, dice = play.seat, play.throw(Lies(6, -10, -40, 70), Lies(1, 38, 20, 10))
    play.at_once(tiles, dice, (*closing, *play.rolled(seat)), later=0.4)
    play.closes(7)


@moment()
def leaning_die_set_straight(play: Staging) -> None:
    """A die leans, a hand sets it straight, but the whole throw is made again."""
    play.voids(Lies(4, -30, 22), Lies(None, 25, -35, 65), word="die_cocked")
    play.shifts(1, Lies(6, 30, -30, 50), lifted=True)
    play.rests(1.2)
    play.throws(Lies(5, -20, -25, 40), Lies(2, 30, 28, 10))
    play.closes(7)


@moment()
def hand_over_the_dice(play: Staging) -> None:
    """The other player's hand comes over the dice as they come to rest, and stays; a tile is closed right after."""
    other = play.hover(0, -45, 2.2, seat=3)
    seat, act = play.seat, play.throw(Lies(5, -30, 12), Lies(3, 22, -20, 65))
    play.at_once(other, act, (), later=-1.5, rest=0.1)
    rolled = play.rolled(seat)
    play.does(play.turns(8), *rolled, *play.closed(8))
    play.rests(1.5)
    play.throws(Lies(6, -10, -40, 70), Lies(1, 38, 20, 10))
    play.closes(7)


@moment()
def lamp_dimmed(play: Staging) -> None:
    """The lamp is dimmed between a throw and its closing, and lit again after the next throw."""
    play.throws(Lies(5, -30, 22), Lies(3, 25, -35, 65))
    play.does(Dim(0.45))
    play.rests(0.8)
    play.closes(8)
    play.throws(Lies(6, -10, -40, 70), Lies(1, 38, 20, 10))
    play.does(Dim(1.0, 0.2))
    play.rests(0.8)
    play.closes(7)


@moment()
def forgotten_closing(play: Staging) -> None:
    """The next player throws before the tile is closed; it is closed then, and the throw is made again."""
    play.throws(Lies(5, -30, 22), Lies(3, 25, -35, 65))
    play.forgets(Lies(2, -10, -30, 70), Lies(1, 38, 20, 10))
    play.closes(8)
    play.throws(Lies(4, -34, -12, 15), Lies(2, 20, 36, 80))
    play.closes(6)


@moment()
def another_tile_instead(play: Staging) -> None:
    """A tile is closed and opened again a moment later, and two others are closed instead."""
    play.throws(Lies(5, -30, 22), Lies(3, 25, -35, 65))
    play.does(play.turns(8))
    play.does(play.turns(8, back=True))
    play.closes(3, 5)
    play.throws(Lies(6, -10, -40, 70), Lies(1, 38, 20, 10))
    play.closes(7)
