"""What ended in each game: its line of a record, and its sentence with the players' names."""

from typing import Any

from each import each

from referee.core import Outcome
from referee.games import GAMES, find
from referee.story import outcome
from webui.words import words
from webui.words.games import WORDS, words_of
from webui.words.games.sentences import move_sentence, outcome_sentence

NAMES = ("Léa", "Max", "Zoé", "Tom")
PLAYERS = {"royal": 3, "backgammon": 2, "jacquet": 2, "trictrac": 2}

ENDED = [
    (
        "backgammon",
        ("draws_again", None, (3, 3)),
        "draw again, dice 3 3",
        "Both threw 3: throw again to see who starts.",
    ),
    ("backgammon", ("starts", 1, (3, 5)), "2 starts, dice 3 5", "5 against 3: Max starts."),
    (
        "backgammon",
        ("passes", 0, "no_entry", (6, 6)),
        "1 passes, no_entry, dice 6 6",
        "Léa passes. Your men wait on the bar, and with 6 and 6 they cannot enter: those arrows are held.",
    ),
    ("backgammon", ("doubles", 1, 4), "2 doubles, to 4", "Max offers to double: the game would count 4."),
    (
        "backgammon",
        ("accepts", 0, 4),
        "1 accepts, to 4",
        "Léa accepts and has the doubling die: the game counts 4.",
    ),
    ("backgammon", ("refuses", 0), "1 refuses", "Léa refuses the double."),
    (
        "backgammon",
        ("won", 0, 2, "gammon", 4),
        "game 2: won by 1, gammon, 4 points",
        "Game 2: Léa wins. The loser has borne off no man: gammon! It counts 4 points.",
    ),
    (
        "backgammon",
        ("won", 0, 2, "gammon", 1),
        "game 2: won by 1, gammon, 1 point",
        "Game 2: Léa wins. The loser has borne off no man: gammon! It counts 1 point. Nobody had doubled, so it"
        " counts once (Jacoby).",
    ),
    (
        "backgammon",
        ("won", 1, 1, "single", 1),
        "game 1: won by 2, single, 1 point",
        "Game 1: Max wins. It counts 1 point.",
    ),
    (
        "jacquet",
        ("touched", 0, "5", "must_move", (6, 5)),
        "1 touched, arrow 5, must_move, dice 6 5",
        "Léa touched a man and must move it.",
    ),
    (
        "jacquet",
        ("touched", 0, "5", "cannot_move", (6, 5)),
        "1 touched, arrow 5, cannot_move, dice 6 5",
        "Léa touched a man that cannot be moved: any other may be.",
    ),
    (
        "trictrac",
        ("scores", 0, 2, 1, 2, (5, 3)),
        "1 scores, captures 2, home 1, pont 2, total 5 3",
        "Léa makes 5 points: 2 men captured, 1 man arrived and the grand pont (2). Points: Léa 5, Max 3.",
    ),
    (
        "trictrac",
        ("scores", 1, 0, 1, 0, (5, 4)),
        "2 scores, home 1, total 5 4",
        "Max makes 1 point: 1 man arrived. Points: Léa 5, Max 4.",
    ),
    (
        "trictrac",
        ("won", 1, 1, "quadruple", 4),
        "game 1: won by 2, quadruple, 4 points",
        "Game 1: Max wins. The loser has no point at all: quadruple! It counts as 4 games won.",
    ),
    (
        "trictrac",
        ("prolongs", 1, (0, 2)),
        "2 prolongs, total 0 2",
        "Max chooses to go on: the men stay where they are. Points: Léa 0, Max 2.",
    ),
    (
        "tock",
        ("discards", 2, "7", "nothing_playable", ("7", "D")),
        "3 discards 7, nothing_playable, hand 7 D",
        "Zoé discards 7. None of your cards can be played, so one is laid down.",
    ),
    (
        "tock",
        ("discards", 2, "V", "unjudged", None),
        "3 discards V, unjudged",
        "Zoé discards V. I do not know your cards: I cannot tell whether one could be played.",
    ),
    ("tock", ("home", 0, 2), "1 is home, plays for 3", "Léa has all four pawns home and plays for Zoé now."),
    ("tock", ("pack", 1), "pack played, 2 deals", "The whole pack is played: Max deals."),
    (
        "trente",
        ("loses", 0, 25, 30, 5, -2),
        "1 makes 25 for 30, loses 5, has -2",
        "Léa makes 25; 30 or more was wanted. That costs 5 points. Léa has −2 now.",
    ),
    (
        "trente",
        ("loses", 0, 12, 12, 0, 9),
        "1 makes 12 for 12, loses 0, has 9",
        "Léa makes 12; 12 or less was wanted. Exactly: nothing is lost. Léa has 9 now.",
    ),
    (
        "trente",
        ("may_attack", 0, 33, 30, (1, 2), 3),
        "1 makes 33 for 30, attacks at 3, one of 2 3",
        "Léa makes 33; 30 or more was wanted. Attack at 3: on Max or Zoé, as you choose.",
    ),
    (
        "trente",
        ("hits", 0, 8, 3, 1, 1, 24, -2),
        "1 hits 8 at 3, full hands 1, 2 loses 24, has -2",
        "8 hits at 3. 1 full hand! Max loses 24 points. Max has −2 now.",
    ),
    (
        "trente",
        ("hits", 0, 0, 3, 0, 1, 0, 8),
        "1 hits 0 at 3, full hands 0, 2 loses 0, has 8",
        "No die shows 3: Max loses nothing.",
    ),
    ("trente", ("may_revenge", 1), "2 may take revenge", "Max may take revenge with one more turn."),
    (
        "trente",
        ("round", None, 2, (-2, 8, -1, None), (), (1,)),
        "round 2: -2 8 -1 - won by 2",
        "Round 2: Léa −2, Max 8, Zoé −1. Max wins!",
    ),
    ("trente", ("played_off", None, (None, 8, -1, None)), "play-off - 8 -1 -", "Play-off: Max 8, Zoé −1."),
    (
        "trente",
        ("may_attack", 0, 33, 30, (), 3),
        "1 makes 33 for 30, attacks at 3, one of nobody",
        "Léa makes 33; 30 or more was wanted. Attack at 3, but nobody is left to attack.",
    ),
    (
        "trente",
        ("attacks", 1, 36, 30, 0, 6),
        "2 makes 36 for 30, attacks 1 at 6",
        "Max makes 36; 30 or more was wanted. Attack at 6 on Léa!",
    ),
    ("tock", ("plays_on", 2, 0), "3 plays on for 1", "Zoé plays on for Léa too."),
    (
        "tock",
        ("game", None, 1, (4, 0, 4, 0), (), (0, 2)),
        "game 1: 4 0 4 0 won by 1 3",
        "Game 1: Léa 4, Max 0, Zoé 4, Tom 0. Léa and Zoé win together!",
    ),
    (
        "royal",
        ("stops", 0, 16, (7, 9), "stuck"),
        "1 stops at 16, open 7 9, stuck",
        "Léa stops at 16 points. With these dice you can close nothing more.",
    ),
    (
        "royal",
        ("stops", 1, 0, (), "all_shut"),
        "2 stops at 0, open none, all_shut",
        "Max stops at 0 points. Bravo: all your tiles are closed!",
    ),
    (
        "royal",
        ("stops", 0, 1, (1,), "single_die"),
        "1 stops at 1, open 1, single_die",
        "Léa stops at 1 point. You used one die alone: that ends your turn.",
    ),
    (
        "royal",
        ("play_off", None, "series", (0, 2)),
        "play-off for the series between 1 3",
        "Level! Léa and Zoé play on until one of them is ahead.",
    ),
    (
        "royal",
        ("game", None, 2, (37, 12, 18), (), (1,)),
        "game 2: 37 12 18 won by 2",
        "Game 2: Léa 37, Max 12, Zoé 18. Max wins!",
    ),
    (
        "royal",
        ("game", None, 1, (12, 12, 18), ((20, 20, None), (3, 4, None)), (0,)),
        "game 1: 12 12 18, play-off 20 20 -, play-off 3 4 - won by 1",
        "Game 1: Léa 12, Max 12, Zoé 18. Play-off: Léa 20, Max 20. Play-off: Léa 3, Max 4. Léa wins!",
    ),
    (
        "royal",
        ("match", None, (), (0, 2)),
        "match won by 1 3",
        "The match is over: Léa and Zoé win it together!",
    ),
    (
        "royal",
        ("match", None, ((3, 4, None),), (0,)),
        "match, play-off 3 4 - won by 1",
        "Play-off: Léa 3, Max 4. The match is over: Léa wins it!",
    ),
]
"""Game, what ended (word, player and values), its line, its sentence."""


@each(("game", "ended", "line", "sentence"), ENDED)
def test_what_ended_is_told_with_names(game: str, ended: tuple[Any, ...], line: str, sentence: str) -> None:
    house = find(game)()
    ended_outcome = outcome(house.outcome_ids, *ended)
    assert house.outcome_text(ended_outcome) == line
    assert outcome_sentence(words("en"), house, ended_outcome, NAMES[: PLAYERS.get(game, 4)]) == sentence


@each("game", GAMES)
def test_whatever_a_game_may_end_has_a_sentence(game: type[Any]) -> None:
    assert set(words_of(game.name).outcomes) == set(game.outcome_ids)


def test_games_and_rows_match_exactly() -> None:
    assert list(WORDS) == [game.name for game in GAMES]
    for game in GAMES:
        assert set(WORDS[game.name].profiles) <= set(game.profiles)


def test_what_nobody_words_stays_as_a_record_has_it() -> None:
    rises = Outcome("rises", 1, (("moons", (2, 3)), ("reason", "night")))
    assert (
        outcome_sentence(words("fr"), find("backgammon")(), rises, NAMES[:2]) == "2 rises, moons 2 3, night"
    )


@each(
    ("game", "text", "sentence"),
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
def test_a_move_is_told_as_players_say_it(game: str, text: str, sentence: str) -> None:
    house = find(game)()
    assert move_sentence(words("en"), house, house.from_text(text), "Léa", NAMES) == sentence
