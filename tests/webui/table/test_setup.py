"""A new game as a value: built, refused, written and read."""

import pytest
from each import each

from webui.table.values.setup import COLOURS, SHAPES, PlayerSeat, Setup, SetupError, players_at

CHILD = Setup("occe_child", players_at((1, 3), ("Zoé",)), "OCCE enfant", (("single", "free"),), 5, "en")


def test_players_get_words_colours_and_shapes():
    zoe, other = CHILD.players
    assert (zoe.name, other.name) == ("Zoé", "Joueur 2")
    assert (zoe.colour, zoe.shape) == ("blue", "circle")
    assert CHILD.seats == (1, 3)
    looks = {(player.colour, player.shape) for player in players_at(range(1, 13))}
    assert len(looks) == 12


def test_the_referees_game_has_profile_options_and_games():
    rules = CHILD.rules()
    assert (rules["single"], rules["games"], rules["cocked"]) == ("free", 5, "rethrow_all")
    assert CHILD.match().seats == (1, 3)
    assert CHILD.match().players == ("Zoé", "Joueur 2")


@pytest.mark.parametrize(
    "setup", [CHILD, Setup("none"), Setup("royal", players_at((2, 1)), cocked="rethrow_die")]
)
def test_a_setup_written_and_read_is_the_same(setup):
    assert Setup.from_json(setup.to_json()) == setup


def test_a_handicap_is_the_referees_and_is_written_and_read():
    setup = Setup.from_json({"game": "occe_child", "players": [{"handicap": 12}, {"seat": 3}]})
    match = setup.match()
    assert match.handicaps == (12, 0)
    assert match.game.scores(match.state) == (57, 45)
    assert Setup.from_json(setup.to_json()) == setup


def test_a_setup_of_before_there_were_handicaps_is_read():
    stored = CHILD.to_json()
    for player in stored["players"]:
        del player["handicap"]
    assert Setup.from_json(stored) == CHILD


def test_a_page_may_leave_out_what_goes_without_saying():
    setup = Setup.from_json({"game": "royal", "players": [{"name": "Ana"}, {"seat": 4}]})
    assert [(p.name, p.seat) for p in setup.players] == [("Ana", 1), ("Joueur 2", 4)]
    assert setup.players == (PlayerSeat("Ana", COLOURS[0], SHAPES[0], 1), *players_at((4,), ("Joueur 2",)))


@each(
    ("payload", "expected"),
    [
        ({}, "game: expected its name"),
        ({"game": "chess"}, "expected a game of"),
        ({"game": "royal", "profile": "OCCE enfant", "players": [{}]}, "profile: expected one of royal"),
        ({"game": "royal", "profile": "nobody's", "players": [{}]}, "expected a profile"),
        ({"game": "royal", "options": {"colour": 1}, "players": [{}]}, "colour: expected an option"),
        ({"game": "royal", "options": [1], "players": [{}]}, "options: expected names"),
        ({"game": "royal", "players": []}, "seats: expected"),
        ({"game": "royal", "players": "two"}, "players: expected a list"),
        ({"game": "royal", "players": [{"seat": 1}, {"seat": 1}]}, "each at another seat"),
        ({"game": "royal", "players": [{"seat": "1"}]}, "seat: expected"),
        ({"game": "royal", "players": [{"seat": 13}]}, "seat: expected 1 to 12"),
        ({"game": "occe_child", "players": [{"seat": 5}]}, "seats: expected"),
        ({"game": "royal", "players": [{"name": "a" * 25}]}, "name: expected 1 to 24"),
        ({"game": "royal", "players": [{"colour": "mauve"}]}, "colour: expected one of"),
        ({"game": "royal", "players": [{"shape": "cat"}]}, "shape: expected one of"),
        ({"game": "royal", "players": [{"handicap": 46}]}, "handicaps: expected whole numbers from 0 to 45"),
        ({"game": "royal", "players": [{"handicap": "5"}]}, "handicap: expected a whole number"),
        ({"game": "royal", "players": [{"handicap": True}]}, "handicap: expected a whole number"),
        ({"game": "royal", "players": [{}], "games": 0}, "games: expected 1 to 300"),
        ({"game": "royal", "players": [{}], "language": "it"}, "language: expected fr, en, de; got 'it'"),
        ({"game": "royal", "players": [{}], "cocked": "no"}, "cocked: expected"),
    ],
)
def test_what_cannot_be_played_is_said(payload, expected):
    with pytest.raises(SetupError, match=expected):
        Setup.from_json(payload)
