"""How the board of Tock is drawn and read out: its topology, its words."""

from collections import Counter

import msgspec
import pytest
from each import each

from webui.site.show.games.track import track
from webui.table.values.view import ViewStep
from webui.words import words
from webui.words.games.tock import stands
from webui.words.pawns import CARDS, does, step_says


def test_every_space_of_the_referee_has_its_place() -> None:
    kinds = Counter(hole.kind for hole in track().holes)
    assert kinds == {"hole": 72, "house": 16, "base": 4}
    places = {(hole.x, hole.y) for hole in track().holes}
    assert len(places) == 92


def test_the_track_is_a_ring_of_equal_steps() -> None:
    ring = [hole for hole in track().holes if hole.kind == "hole"]
    steps = {abs(a.x - b.x) + abs(a.y - b.y) for a, b in zip(ring, [*ring[1:], ring[0]], strict=True)}
    assert steps == {50}
    assert [hole.number for hole in ring] == list(range(72))
    assert [hole.number for hole in ring if hole.crossing] == [7, 25, 43, 61]
    assert [(hole.number, hole.seat) for hole in ring if hole.seat] == [(0, 1), (18, 2), (36, 3), (54, 4)]


def test_each_place_sees_the_same_board_after_a_quarter_turn() -> None:
    at = {hole.space: (hole.x, hole.y) for hole in track().holes}
    for number in range(72):
        x, y = at[f"hole-{number}"]
        assert at[f"hole-{(number + 18) % 72}"] == (1000 - y, x)


def test_a_house_lies_behind_its_start() -> None:
    at = {hole.space: (hole.x, hole.y) for hole in track().holes}
    lane = [at["hole-0"], *(at[f"house-1-{place}"] for place in range(1, 5))]
    assert lane == [(400, 950 - 50 * step) for step in range(5)]


@each(
    ("step", "french"),
    [
        ({"from": "hole-0", "to": "hole-12", "takes": 0}, "du départ à la case 12"),
        ({"from": "base-2", "to": "hole-18", "takes": 1}, "de la base au départ, case 18, mange 1 pion"),
        ({"from": "hole-70", "to": "house-1-2", "takes": 0}, "de la case 70 à la place 2 de la maison"),
        ({"from": "house-1-1", "to": "house-1-3", "takes": 0}, "dans la maison, de la place 1 à la place 3"),
        (
            {"from": "hole-12", "to": "hole-45", "takes": 0, "exchange": True},
            "les pions des cases 12 et 45 changent de place",
        ),
        (
            {"from": "hole-4", "to": "hole-25", "takes": 2, "via": "hole-7"},
            "de la case 4 à la case 25, téléporté depuis la case 7, mange 2 pions",
        ),
    ],
)
def test_a_step_is_read_out(step, french: str) -> None:
    assert step_says(words("fr"), msgspec.convert({"move": "", "then": "", **step}, type=ViewStep)) == french


@each(
    ("space", "kind", "french"),
    [
        ("hole-12", "empty", "Case 12 : vide"),
        ("hole-18", "pawn 2 new", "Case 18 : pion vert, protégé"),
        ("house-3-2", "pawn 3", "Place 2 de la maison des rouges : pion rouge"),
        ("base-4", "pawn 4 x 3", "Base des jaunes : 3 pions attendent"),
    ],
)
def test_what_stands_there_is_read_out(space: str, kind: str, french: str) -> None:
    assert stands(words("fr"), space, kind).replace("\u00a0", " ").replace("\u202f", " ") == french


@pytest.mark.parametrize("language", ["fr", "en", "de"])
def test_every_card_says_what_it_does(language: str) -> None:
    told = [does(words(language), card) for card in CARDS]
    assert len(told) == 13
    assert all(told)
    assert told[1] == "+2"
