"""What GNU Backgammon says becomes a move that the referee allows."""

import random
from threading import Event

import pytest
from backgammon_matches import ELSEWHERE
from each import each

from referee.core import CHANCE, Roll
from referee.games.arrows import Say
from referee.games.backgammon import Backgammon
from referee.match import Match
from webui.live.gnubg.adviser import GnuBackgammon
from webui.live.gnubg.program import gnubg
from webui.records.backgammon_hints import advised, asked

PLAY = """Rolled 31
    1. Cubeful 0-ply    {}                      Eq.: +0.243
       0.551 0.174 0.013 - 0.449 0.124 0.005
"""
DIE = "Cube analysis\n2-ply cubeless equity +0.091\nProper cube action: {}\n"


def begun(*dice: int, cube: bool = True) -> Match:
    """A match of three points whose white player begins, with these dice."""
    match = Match(Backgammon(single="international", points=3, cube=cube), (1, 2), ("Léa", "Piste"))
    match = match.then(Roll((5,))).then(Roll((2,)))
    return match.then(Roll(dice)) if dice else match


@each(
    ("dice", "says", "notation"),
    [
        ((3, 1), "8/5 6/5", "8/5+6/5"),
        ((6, 5), "24/13", "24/18+18/13"),
        ((6, 6), "24/18(2) 13/7(2)", "24/18+24/18+13/7+13/7"),
        ((3, 1), "24/9", None),
        ((3, 1), "nonsense", None),
    ],
)
def test_a_play_is_the_legal_one_that_ends_there(dice: tuple[int, int], says: str, notation: str | None) -> None:
    match = begun(*dice)
    move = advised(match, PLAY.format(says))
    if notation is None:
        assert move is None
    else:
        there = match.game.from_text(notation)
        assert match.game.effect(match.state, move) == match.game.effect(match.state, there)


@each(
    ("says", "offer", "answer"),
    [
        ("No double, take (27.5%)", None, "accept"),
        ("Double, take", "double", "accept"),
        ("Redouble, pass", "double", "refuse"),
        ("Optional double, pass", "double", "refuse"),
        ("Too good to double, pass", None, "refuse"),
        ("Double, beaver", "double", "accept"),
    ],
)
def test_the_doubling_die_is_offered_and_answered(says: str, offer: str | None, answer: str) -> None:
    match = begun().then(Roll((3, 1)))
    match = match.then(match.game.legal(match.state)[0])
    assert asked(match)
    assert advised(match, DIE.format(says)) == (offer and Say(offer))
    doubled = match.then(Say("double"))
    assert ":D:" in asked(doubled)
    assert advised(doubled, DIE.format(says)) == Say(answer)


def test_nothing_is_asked_where_nothing_is_to_be_decided() -> None:
    assert asked(begun(cube=False)) == ""
    assert asked(begun(3, 1, cube=False))
    assert advised(begun(3, 1), "") is None


def test_it_plays_both_sides_of_a_match() -> None:
    if gnubg() is None:
        pytest.skip("needs GNU Backgammon (Debian's gnubg), which is not here")
    program, rng = GnuBackgammon(Event()), random.Random(7)
    match, plays = Match(ELSEWHERE["match, Crawford"], (1, 2), ("Léa", "Piste")), 0
    for _ in range(10):
        due = match.game.awaits(match.state)
        if due is None:
            break
        move = None
        if position := asked(match):
            program.says(position)
            program.join()
            says = program.says(position)
            assert says
            move = advised(match, says)
            assert move is not None or due.actor == CHANCE, f"{position}: nothing understood in {says}"
        plays += move is not None
        match = match.then(move or (Roll(tuple(rng.randint(1, 6) for _ in range(due.dice))) if due.actor == CHANCE
                                    else match.game.legal(match.state)[0]))  # fmt: skip
    assert plays >= 3
