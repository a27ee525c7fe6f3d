"""Interrupted games stay as they are, and are resumed unchanged."""

import sqlite3

import pytest
from each import each
from sent import sent

from webui.interrupted import Interrupted
from webui.live.live import Live
from webui.live.wiring import DEMONSTRATION, open_live
from webui.store.journal import NAME, Journal
from webui.table.reducer import NotNow
from webui.table.values.actions import CloseTiles, Next, Throw, Undo
from webui.table.values.setup import Setup, players_at
from webui.words import words
from webui.words.again import of_players, offered

FIRST = Setup("occe_child", players_at((1, 3), ("Léa", "Tom")), "OCCE enfant", games=3)
OTHER = Setup("royal", players_at((1, 2), ("Zoé", "Max")), "Tric-Trac Royal")
NEW = frozenset({"version"})


@pytest.fixture
def live(tmp_path):
    table = Live(Journal.open(tmp_path))
    yield table
    table.close()


def play(live: Live) -> None:
    """A whole move, a throw, and a closing that stands and is not accepted yet."""
    for deed in (Throw((6, 3)), CloseTiles((9,)), Next(), Throw((6, 2)), CloseTiles((2, 6))):
        live.act(deed)


def seen(live: Live) -> dict:
    return {name: value for name, value in sent(live.snapshot()).items() if name not in NEW}


def numbers(live: Live) -> list[int]:
    return [game.id for game in live.interrupted(9)]


def test_a_game_is_taken_up_exactly_as_it_stood(live) -> None:
    live.new_game(FIRST)
    play(live)
    before = seen(live)
    live.new_game(OTHER)
    play(live)
    assert numbers(live) == [before["id"]]
    version = live.snapshot().version
    live.resume_game(before["id"])
    assert seen(live) == before
    assert live.snapshot().version > version
    live.act(Undo())
    assert live.snapshot().state == "waiting_move"


def test_the_resumed_game_continues_after_a_restart(tmp_path) -> None:
    live = Live(Journal.open(tmp_path))
    for setup in (FIRST, OTHER):
        live.new_game(setup)
        play(live)
    live.resume_game(1)
    before = seen(live)
    live.close()
    again = Live(Journal.open(tmp_path))
    assert seen(again) == before
    assert numbers(again) == [2]
    again.close()


def test_the_newest_interrupted_games_come_first(live) -> None:
    for _ in range(4):
        live.new_game(FIRST)
        play(live)
    assert numbers(live) == [3, 2, 1]
    live.resume_game(1)
    assert numbers(live) == [4, 3, 2]
    live.resume_game(3)
    assert numbers(live) == [1, 4, 2]
    assert [game.id for game in live.interrupted(2)] == [1, 4]


def test_what_nobody_misses_is_not_offered(live) -> None:
    live.new_game(FIRST)  # nothing was thrown
    live.new_game(Setup("none"))
    live.new_game(DEMONSTRATION)
    play(live)
    live.new_game(Setup("royal", players_at((1,)), options=(("single_ends", True),)))
    for deed in (Throw((6, 3)), CloseTiles((6,)), Next()):
        live.act(deed)
    assert live.snapshot().state == "game_over"
    live.new_game(FIRST)
    assert numbers(live) == []


@pytest.mark.parametrize("number", [0, 2, 99])
def test_only_an_interrupted_game_is_taken_up(live, number: int) -> None:
    live.new_game(FIRST)
    play(live)
    live.new_game(OTHER)
    before = live.snapshot()
    with pytest.raises(NotNow, match="expected the number of an interrupted game"):
        live.resume_game(number)
    assert live.snapshot() is before


def test_a_game_that_rots_in_the_journal_is_not_offered(live, tmp_path) -> None:
    live.new_game(FIRST)
    play(live)
    live.new_game(OTHER)
    with sqlite3.connect(tmp_path / NAME) as db:
        db.execute("UPDATE games SET stand = '{}' WHERE id = 1")
    db.close()
    assert numbers(live) == []
    with pytest.raises(NotNow):
        live.resume_game(1)


def test_a_journal_of_before_goes_on_with_its_newest_game(tmp_path) -> None:
    live = Live(Journal.open(tmp_path))
    for setup in (FIRST, OTHER):
        live.new_game(setup)
    live.close()
    with sqlite3.connect(tmp_path / NAME) as db:
        db.execute("DROP TABLE sittings")
        db.execute("DROP TABLE interrupted")
    db.close()
    again = Live(Journal.open(tmp_path))
    assert again.snapshot().id == 2
    again.close()


def test_players_named_as_in_the_demonstration_keep_their_game(tmp_path) -> None:
    live = Live(Journal.open(tmp_path))
    live.new_game(Setup("occe_child", DEMONSTRATION.players, DEMONSTRATION.profile))
    play(live)
    before = seen(live)
    live.close()
    again = open_live(tmp_path, lambda: iter(()), demo=DEMONSTRATION)
    assert seen(again)["scores"] == before["scores"]
    again.close()


@each(
    ("names", "says"),
    [
        (["Léa", "Tom"], "de Léa et Tom"),
        (["Ana"], "d’Ana"),
        (["Émile", "Bo"], "d’Émile et Bo"),
        (["Yves"], "d’Yves"),
        (["Yanis"], "de Yanis"),
        (["A", "B", "C", "D"], "d’A, B, C et D"),
        (["Zoé", "B", "C", "D", "E"], "de Zoé, B, C et 2 autres"),
    ],
)
def test_a_game_is_called_by_its_players(names: list[str], says: str) -> None:
    assert of_players(words("fr"), names) == says


def test_an_offer_describes_the_interrupted_game() -> None:
    game = Interrupted(7, "2026-05-12T10:35:00.000+00:00", FIRST, (36, 45), 2)
    french, english, german = (offered(words(language), [game])[0] for language in ("fr", "en", "de"))
    assert "12. Mai, " in german.about
    assert "12 May, " in english.about
    assert (french.id, french.says) == (7, "Reprendre la partie de Léa et Tom")
    assert english.says == "Take up the game of Léa and Tom again"
    about = "Tric Trac, règle des enfants · Partie 2 sur 3 · Léa 36, Tom 45 · commencée le 12 mai, "
    assert french.about.startswith(about)
