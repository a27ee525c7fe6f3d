"""What ended in each game, in words of a record, told to players by name."""

import pytest

from webui.words import words
from webui.words.games.moves import move_sentence
from webui.words.games.outcomes import outcome_sentence

NAMES = ("Léa", "Max", "Zoé", "Tom")

LINES = [
    ("backgammon", "draw again, dice 3 3", "Both threw 3: throw again to see who starts."),
    ("backgammon", "2 starts, dice 3 5", "5 against 3: Max starts."),
    (
        "backgammon",
        "1 passes, no_entry, dice 6 6",
        "Léa passes. Your men wait on the bar, and with 6 and 6 they cannot enter: those arrows are held.",
    ),
    ("backgammon", "2 doubles, to 4", "Max offers to double: the game would count 4."),
    ("backgammon", "1 accepts, to 4", "Léa accepts and has the doubling die: the game counts 4."),
    ("backgammon", "1 refuses", "Léa refuses the double."),
    (
        "backgammon",
        "game 2: won by 1, gammon, 4 points",
        "Game 2: Léa wins. The loser has borne off no man: gammon! It counts 4 points.",
    ),
    ("backgammon", "game 1: won by 2, single, 1 point", "Game 1: Max wins. It counts 1 point."),
    ("jacquet", "1 touched, arrow 5, must_move, dice 6 5", "Léa touched a man and must move it."),
    (
        "jacquet",
        "1 touched, arrow 5, cannot_move, dice 6 5",
        "Léa touched a man that cannot be moved: any other may be.",
    ),
    (
        "trictrac",
        "1 scores, captures 2, home 1, pont 2, total 5 3",
        "Léa makes 5 points: 2 men captured, 1 man arrived and the grand pont (2). Points: Léa 5, Max 3.",
    ),
    ("trictrac", "2 scores, home 1, total 5 4", "Max makes 1 point: 1 man arrived. Points: Léa 5, Max 4."),
    (
        "trictrac",
        "game 1: won by 2, quadruple, 4 points",
        "Game 1: Max wins. The loser has no point at all: quadruple! It counts as 4 games won.",
    ),
    (
        "trictrac",
        "2 prolongs, total 0 2",
        "Max chooses to go on: the men stay where they are. Points: Léa 0, Max 2.",
    ),
    (
        "tock",
        "3 discards 7, nothing_playable, hand 7 D",
        "Zoé discards 7. None of your cards can be played, so one is laid down.",
    ),
    (
        "tock",
        "3 discards V, unjudged",
        "Zoé discards V. I do not know your cards: I cannot tell whether one could be played.",
    ),
    ("tock", "1 is home, plays for 3", "Léa has all four pawns home and plays for Zoé now."),
    ("tock", "pack played, 2 deals", "The whole pack is played: Max deals."),
    (
        "trente",
        "1 makes 25 for 30, loses 5, has -2",
        "Léa makes 25; 30 or more was wanted. That costs 5 points. Léa has −2 now.",
    ),
    (
        "trente",
        "1 makes 12 for 12, loses 0, has 9",
        "Léa makes 12; 12 or less was wanted. Exactly: nothing is lost. Léa has 9 now.",
    ),
    (
        "trente",
        "1 makes 33 for 30, attacks at 3, one of 2 3",
        "Léa makes 33; 30 or more was wanted. Attack at 3: on Max or Zoé, as you choose.",
    ),
    (
        "trente",
        "1 hits 8 at 3, full hands 1, 2 loses 24, has -2",
        "8 hits at 3. 1 full hand! Max loses 24 points. Max has −2 now.",
    ),
    ("trente", "1 hits 0 at 3, full hands 0, 2 loses 0, has 8", "No die shows 3: Max loses nothing."),
    ("trente", "2 may take revenge", "Max may take revenge with one more turn."),
    ("trente", "round 2: -2 8 -1 - won by 2", "Round 2: Léa −2, Max 8, Zoé −1. Max wins!"),
    ("trente", "play-off - 8 -1 -", "Play-off: Max 8, Zoé −1."),
]


@pytest.mark.parametrize(("game", "line", "told"), LINES)
def test_what_ended_is_told_with_names(game: str, line: str, told: str) -> None:
    players = 2 if game in ("backgammon", "jacquet", "trictrac") else 4
    assert outcome_sentence(words("en"), game, line, NAMES[:players]) == told


@pytest.mark.parametrize(
    ("game", "text", "told"),
    [
        ("royal", "2+6", "Léa closes 2 and 6."),
        ("backgammon", "24/18+13/9", "Léa plays 24/18+13/9."),
        ("backgammon", "double", "Léa says: I double."),
        ("backgammon", "accept", "Léa says: I accept."),
        ("backgammon", "refuse", "Léa says: I refuse."),
        ("trictrac", "prolong", "Léa says: we go on."),
        ("trictrac", "restart", "Léa says: we begin anew."),
        ("trente", "5+1", "Léa sets aside 5 and 1."),
        ("trente", "attack-2", "Léa chooses to attack Max."),
        ("trente", "attack-9", "Léa chooses to attack 9."),
        ("trente", "revenge", "Léa takes revenge."),
        ("trente", "no-revenge", "Léa takes no revenge."),
        ("tock", "gives:?", "Léa gives a card to the partner."),
        ("tock", "gives:V", "Léa gives V to the partner."),
        ("tock", "discards:9", "Léa lays down 9 without moving."),
        ("tock", "3:", "Léa plays 3."),
        ("tock", "R:in", "Léa plays R: a pawn enters."),
        ("tock", "7:12>15+40>h2", "Léa plays 7: 12 to 15 and 40 to place 2 of the house."),
        ("tock", "2:h1>h3", "Léa plays 2: place 1 to place 3 of the house."),
        ("tock", "V:5x30", "Léa plays V: the pawns on 5 and 30 change places."),
    ],
)
def test_a_move_is_told_as_players_say_it(game: str, text: str, told: str) -> None:
    assert move_sentence(words("en"), game, text, "Léa", NAMES) == told
