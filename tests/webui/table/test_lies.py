"""The board of a running game is put as it really lies: the same game goes on, is undone, written and read again."""

import json
import random
from contextlib import suppress

import pytest
from each import each, in_turn
from put_otherwise import told_otherwise
from sent import view
from table_script import Script, restarted, words

from referee import record
from referee.core import CHANCE, Deal, Placed, Roll
from webui.records.story import story
from webui.table.reducer import NotNow, open_table, touch
from webui.table.values.actions import CorrectBoard, CorrectDice, DealCards, Next, PlayMove, Throw, Undo
from webui.table.values.everybody import games, totals
from webui.table.values.languages import LANGUAGES
from webui.table.values.setup import Setup, players_at
from webui.words.games.sentences import event_sentence
from workshop.chance import random_event

NAMES = ("Léa", "Max", "Zoé", "Tom")
HOUSES = (
    ("backgammon", {"opening": "use_draw", "points": 5}),
    ("jacquet", {"touch_move": "on"}),
    ("trictrac", {}),
    ("tock", {}),
    ("tock", {"hands": "known"}),
)
MEN = {"arrow-6": "white x 4", "arrow-9": "white x 1"}


class Played:
    """A table that is played by touch."""

    def __init__(self, game, position=None, **options):
        seats = range(1, 5 if game == "tock" else 3)
        setup = Setup(game, players_at(seats, NAMES), options=tuple(sorted(options.items())))
        self.t, self.events = 0.0, []
        self.table = open_table(setup, camera=False, position=json.dumps(position) if position else "").table

    @property
    def match(self):
        return self.table.playing

    def does(self, *actions):
        for action in actions:
            self.t += 0.5
            step = touch(self.table, action, self.t)
            self.table, self.events = step.table, list(step.events)
        return self

    def goes_on(self, rng):
        event = random_event(self.match.game, self.match.state, rng)
        if isinstance(event, Roll):
            return self.does(Throw(event.dice))
        if isinstance(event, Deal):
            return self.does(DealCards(event.hands))
        return self.does(PlayMove(self.match.game.to_text(event)), Next())


def thrown(match):
    return [event for event in match.events if isinstance(event, Roll)]


def shown(table):
    """All that a page draws, but the second at which it does and what was just decided."""
    return {key: value for key, value in view(table).items() if key not in ("at", "verdict", "version")}


def stands(match):
    game, state = match.game, match.state
    return (
        game.appearance(state),
        game.awaits(state),
        game.scores(state),
        sorted(map(game.to_text, game.legal(state))),
    )


def say(event):
    names = dict(enumerate(NAMES, start=1))
    return min(event_sentence(event.as_json(), names, language) for language in LANGUAGES)


@each(
    ("game", "options", "seed"),
    [(*house, seed) for turn, house in enumerate(HOUSES) for seed in in_turn(range(2), turn)],
)
def test_any_game_goes_on_and_reads_the_same_everywhere(game, options, seed):
    rng, played, put = random.Random(f"{game} {seed}"), Played(game, **options), 0
    for _ in range(60):
        if played.match.game.is_over(played.match.state):
            break
        if rng.random() > 0.3:
            played.goes_on(rng)
            continue
        before = played.table
        with suppress(NotNow):  # the referee takes no such board
            played.does(told_otherwise(played.match, rng))
            put += 1
            assert games(played.match) == games(before.playing)
            assert thrown(played.match) == thrown(before.playing)
            assert all(say(event) for event in played.events)
            assert shown(restarted(played.table)) == shown(played.table)
            read = record.from_lines(record.to_lines(played.match)).match
            assert stands(read) == stands(played.match)
            assert shown(touch(played.table, Undo(), played.t).table) == shown(before)
    assert put > 3


def corrected(played):
    return [event.values for event in played.events if event.event == "corrected"]


def test_the_throw_to_be_played_and_the_score_stay():
    played = Played("backgammon", points=5).does(Throw((5,)), Throw((2,)), Throw((3, 1)))
    before = played.table
    played.does(CorrectBoard(MEN))
    assert [type(event) for event in played.match.events[2:]] == [Placed, Roll]
    assert (played.match.state.dice, played.table.due.player) == ((3, 1), 0)
    assert shown(played.table)["dice"] == shown(before)["dice"]
    [correction] = corrected(played)
    assert (correction["what"], correction["by"]) == ("tile", "person")
    assert (correction["of"], correction["before"]) == (None, None)
    assert correction["after"] == {"white x 4": ["arrow-6"], "white x 1": ["arrow-9"]}
    played.does(PlayMove("9/6"), PlayMove("9/6+6/5"), Next())
    assert played.table.due.player == 1
    assert totals(played.match) == totals(before.playing)


@each(
    ("deeds", "turn", "player", "dice"),
    [
        ((Throw((3, 1)),), 2, 1, ()),
        ((Throw((3, 1)),), 1, 0, ()),
        ((), 2, 1, ()),
        ((), 1, 0, ()),
        ((Throw((3, 1)), PlayMove("8/5+6/5")), None, 1, ()),
        ((Throw((3, 1)), PlayMove("8/5")), None, 0, (3, 1)),
    ],
)
def test_the_next_player_stays_or_is_the_one_named(deeds, turn, player, dice):
    played = Played("backgammon", points=5).does(Throw((5,)), Throw((2,)), *deeds)
    men = {"arrow-12A": "white x 4", "arrow-9": "white x 1"}
    played.does(CorrectBoard(men, turn))
    assert (played.table.due.player, played.match.state.dice) == (player, dice)
    assert men.items() <= played.match.game.appearance(played.match.state).items()
    assert played.table.turned.move is None


@each(
    ("game", "deeds", "word", "why"),
    [
        ("backgammon", (), CorrectBoard({"arrow-6": "white x 4"}), "15 white men in all; got 14"),
        ("backgammon", (), CorrectBoard({"arrow-6": "red x 4"}), "expected empty, or one to 15 men"),
        ("backgammon", (), CorrectBoard({"hole-6": "white x 4"}), "expected some of"),
        ("backgammon", (), CorrectBoard({"arrow-6": "white x 5"}), "it stands so already"),
        ("backgammon", (), CorrectBoard(MEN, 2), "expected nothing while it is not known who starts"),
        ("backgammon", (), CorrectBoard(MEN, 3), "turn: expected"),
        (
            "jacquet",
            (),
            CorrectBoard({"arrow-12": "empty", "off-white": "white x 15"}),
            "a game that is not over",
        ),
        ("trictrac", (), CorrectBoard({"arrow-1": "white x 14", "arrow-1A": "white x 1"}), "men"),
        ("tock", (), CorrectBoard({"base-1": "pawn 1 x 3"}), "expected 4 pawns of place 1; got 3"),
        ("tock", (), CorrectBoard({"base-1": "pawn 1 x 3", "hole-3": "pawn 1"}, 5), "turn: expected"),
        ("tock", (), CorrectBoard({}, 4), "it stands so already"),
        ("occe_child", (), CorrectBoard({"seat-1/slot-1": "closed"}), "of men or of pawns"),
        ("trente", (), CorrectBoard({"aside-1": "4"}), "of men or of pawns"),
    ],
)
def test_the_referee_alone_says_which_boards_there_are(game, deeds, word, why):
    played = Played(game).does(*deeds)
    with pytest.raises(NotNow, match=why):
        played.does(word)


def test_the_throw_of_a_position_set_up_stays_too():
    men = {"24": 2, "13": 5, "8": 3, "6": 5}
    played = Played("backgammon", position={"white": men, "black": men, "player": 1, "dice": [3, 1]})
    played.does(CorrectBoard(MEN))
    assert (played.match.state.dice, played.table.due.player) == ((3, 1), 0)
    read = record.from_lines(record.to_lines(played.match)).match
    assert stands(read) == stands(played.match)


def test_a_throw_that_allows_nothing_any_more_passes():
    black = {"6": 3, "5": 3, "4": 3, "3": 2, "2": 2, "1": 2}
    position = {"white": {"13": 6, "8": 4, "6": 5}, "black": black, "player": 1}
    played = Played("backgammon", position=position).does(Throw((5, 2)))
    played.does(CorrectBoard({"arrow-12A": "white x 5", "bar-white": "white x 1"}))
    assert [event.event for event in played.events] == ["corrected", "turn_passed"]
    assert not corrected(played)[0]["spent"]
    assert (played.table.due.player, played.table.due.actor) == (1, CHANCE)


def test_what_the_dice_were_may_be_put_right_afterwards():
    played = Played("backgammon").does(
        Throw((5,)), Throw((2,)), Throw((3, 1)), CorrectBoard(MEN), CorrectDice((4, 1))
    )
    [correction] = corrected(played)
    assert (correction["before"], correction["after"], correction["of"]) == ([3, 1], [4, 1], 1.5)
    assert played.match.state.dice == (4, 1)
    assert dict(MEN).items() <= played.match.game.appearance(played.match.state).items()


def test_a_word_that_waits_for_its_answer_still_does():
    played = Played(
        "backgammon",
        {
            "white": {"24": 2, "13": 4, "8": 4, "6": 5},
            "black": {"24": 2, "13": 5, "8": 3, "6": 5},
            "player": 1,
        },
    )
    played.does(PlayMove("double"), Next(), CorrectBoard(MEN))
    assert (played.match.state.asked, played.table.due.actor) == ("double", 1)
    with pytest.raises(NotNow, match="a word waits"):
        played.does(CorrectBoard({}, 2))


def test_in_tock_players_passed_over_laid_an_unreported_card():
    played = Played("tock").does(DealCards((None,) * 4))
    for _ in range(4):
        played.does(PlayMove("gives:?"), Next())
    played.does(CorrectBoard({}, 3))
    assert [hand.count for hand in played.match.state.hands] == [4, 4, 5, 5]
    assert corrected(played)[0]["after"] == {"place 3": ["turn"]}
    lines = record.to_lines(played.match)
    assert [line for line in lines if line.endswith("turn place_3")]
    assert any("Zoé" in line and "C’est à" in line for line in story(record.from_lines(lines), "fr"))
    with pytest.raises(NotNow, match="it stands so already"):
        played.does(CorrectBoard({}, 3))
    played.does(Undo())
    assert [hand.count for hand in played.match.state.hands] == [5] * 4


def test_points_of_a_party_stay_whoever_throws_next():
    men = {"2": 3, "6": 1, "7": 2, "8": 2, "9": 2, "10": 2, "11": 1, "12": 2}
    played = Played("trictrac", position={"white": men, "black": {"1": 15}, "player": 1, "score": [7, 8]})
    played.does(Throw((4, 4)), CorrectBoard({"arrow-2": "white x 2", "arrow-5": "white x 1"}, 2))
    assert played.match.game.scores(played.match.state) == (7, 8)
    assert played.table.due.player == 1


def test_in_practice_a_placement_is_undone_like_a_move():
    setup = Setup.from_json(
        {
            "game": "backgammon",
            "players": [{"name": "Léa", "seat": 1}, {"name": "Piste", "seat": 2}],
            "practice": {"seats": [2], "dice": "people"},
        }
    )
    played = Played("backgammon")
    played.table = open_table(setup, camera=False).table
    played.does(Throw((5,)), Throw((2,)), Throw((3, 1)))
    before = played.table
    played.does(CorrectBoard(MEN), Undo())
    assert shown(played.table)["stands"] == shown(before)["stands"]
    assert played.match == before.playing


@pytest.mark.parametrize("turn", [None, 1, 2])
def test_dice_still_lying_are_no_throw_after_a_placement(turn):
    script = Script.laid(Setup("backgammon", players_at((1, 2), NAMES)))
    for dice in ((5,), (2,), (3, 1)):
        script.roll(*dice)
    script.touch(CorrectBoard(MEN, turn))
    assert words(script.rest(3)) == []
    match = script.table.playing
    assert dict(MEN).items() <= match.game.appearance(match.state).items()
    assert match.state.dice == ((3, 1) if turn is None else ())
    if turn is None:
        script.touches(PlayMove("9/6+6/5"), Next())
    events = script.roll(6, 4)
    assert "roll_settled" in words(events)
    assert script.table.playing.state.dice == (6, 4)
    assert script.table.due.player == (0 if turn == 1 else 1)
