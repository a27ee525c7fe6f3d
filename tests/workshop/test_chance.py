"""Events at random: due ones, and the same ones from the same chance."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

import pytest
from each import each

from referee.core import CHANCE, Await, Deal, Event, Game, Roll
from referee.games import GAMES
from workshop.chance import random_event


def played(game: Game, seats: tuple[int, ...], rng: random.Random) -> Iterator[Event]:
    state = game.start(seats)
    while not game.is_over(state):
        event = random_event(game, state, rng)
        yield event
        state = game.apply(state, event)
    with pytest.raises(ValueError, match="expected a game that goes on"):
        random_event(game, state, rng)


@each("game", GAMES)
def test_a_match_ends_and_repeats_alike(game: type[Any]) -> None:
    least, _ = game.player_range
    seats = tuple(range(1, max(2, least) + 1))
    once = list(played(game(), seats, random.Random(4)))
    again, other = (list(islice(played(game(), seats, random.Random(seed)), 100)) for seed in (4, 5))
    assert once
    assert again == once[:100]
    assert other != again


@dataclass(frozen=True)
class Cards:
    """A game of which only its deals are asked."""

    pack_of: tuple[str, ...] = ()
    offered: tuple[str, ...] = ()

    def awaits(self, state: int) -> Await:
        return Await(CHANCE, 0, 1, dice=0 if self.pack_of or not self.offered else 2, cards=2)

    def scores(self, state: int) -> tuple[int, ...]:
        return (0, 0, 0)

    def pack(self, state: int) -> tuple[str, ...]:
        return self.pack_of

    def offers(self, state: int) -> tuple[str, ...]:
        return self.offered


def test_a_deal_gives_every_player_cards_of_the_pack() -> None:
    deal = random_event(Cards(tuple("ABCDEFGH")), 0, random.Random(1))
    assert isinstance(deal, Deal)
    assert [len(hand) for hand in deal.hands if hand] == [2, 2, 2]
    cards = [card for hand in deal.hands if hand for card in hand]
    assert len(set(cards)) == 6
    assert set(cards) <= set("ABCDEFGH")


def test_cards_that_nobody_tells_of_stay_unknown() -> None:
    assert random_event(Cards(), 0, random.Random(1)) == Deal((None, None, None))


def test_what_may_be_offered_is_offered_now_and_then() -> None:
    rng = random.Random(1)
    events = [random_event(Cards(tuple("ABCDEF"), ("double",)), 0, rng) for _ in range(300)]
    assert 0 < events.count("double") < 100
    assert not any(isinstance(event, Roll) for event in events)
