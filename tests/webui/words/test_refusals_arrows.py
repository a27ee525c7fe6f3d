"""What a child reads of the dice that are left, on the board of arrows."""

import pytest

from referee.core import Roll
from referee.games import find
from webui.words.games.sentences import foul_sentence, sentence

FAR = {"source": "1A", "target": "10A", "steps": 9}


@pytest.mark.parametrize(
    ("dice", "told"),
    [((6, 3), "6 ou 3"), ((2,), "2"), ((3, 3), "3 et 3"), ((3, 3, 3), "3, 3 et 3"), ((3, 3, 3, 3), "3, 3, 3 et 3")],
)
def test_every_die_left_is_told(dice: tuple[int, ...], told: str) -> None:
    assert sentence("no_die_for_it", FAR | {"dice": dice}, "fr").endswith(f"il te reste {told} à jouer.")
    small = sentence("die_too_small", {"dice": dice, "arrow": "5", "needed": 7}, "fr")
    assert small.endswith(f"il te reste {told} à jouer.")


@pytest.mark.parametrize(
    ("name", "text", "left"),
    [("jacquet", "1/12", "2, 2, 2 et 2"), ("backgammon", "24/13", "2, 2, 2 et 2"), ("trictrac", "1/12", "2 et 2")],
)
def test_a_doublet_has_left_what_its_game_gives(name: str, text: str, left: str) -> None:
    game = find(name)()
    state = game.start((1, 2))
    for dice in ((5,), (2,), (2, 2)):
        state = game.apply(state, Roll(dice))
    foul = game.move_refusal(state, game.from_text(text))
    assert foul_sentence(foul, "fr").endswith(f", et il te reste {left} à jouer.")
