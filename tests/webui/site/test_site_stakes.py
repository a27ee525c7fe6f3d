"""Tric-Trac Royal on the page: who pays whom, how each player stands, and play-offs."""

import re

import pytest
from each import each

from webui.table.values.actions import CloseTiles, Next, Throw, Undo
from webui.table.values.setup import Setup, players_at
from webui.words import words

SHUT = ((6, 3), (9,)), ((6, 2), (8,)), ((6, 1), (7,)), ((6, 5), (5, 6)), ((4, 3), (3, 4)), ((2, 1), (1, 2))
LEAVES_42 = ((1, 1), (2,)), ((1, 1), (1,)), ((1, 1), ())
LEAVES_39 = ((1, 1), (2,)), ((1, 1), (1,)), ((2, 1), (3,)), ((1, 1), ())


def play(live, *turns) -> None:
    for dice, tiles in (step for turn in turns for step in turn):
        live.act(Throw(dice=dice))
        if tiles:
            live.act(CloseTiles(tiles=tiles))
            live.act(Next())


@pytest.fixture
def royal(visitor):
    """Begins a game of Tric-Trac Royal for Léa, Tom and Amir, or fewer."""

    def begin(players: int = 3, games: int = 1, **rules):
        seats = players_at(range(1, players + 1), ("Léa", "Tom", "Amir"))
        visitor.sign_in()
        visitor.live.new_game(Setup("royal", seats, games=games, options=tuple(rules.items())))
        return visitor

    return begin


def balances(visitor) -> list[str]:
    return re.findall(r'class="balance">([^<]*)<', visitor.page())


def test_what_is_at_stake_is_told_before_anybody_pays(royal) -> None:
    page = royal(stake=5)
    assert "Chaque perdant donne 5 jetons au gagnant, ou 10 si tout est fermé." in page.words()
    assert balances(page) == ["0", "0", "0"]


def test_the_losers_of_a_game_pay_its_winner(royal) -> None:
    page = royal(games=2)
    play(page.live, LEAVES_42, LEAVES_39, LEAVES_42)
    assert "Partie 1 : Tom gagne." in page.words()
    assert "Léa et Amir donnent chacun 1 jeton à Tom." in page.words()
    assert balances(page) == ["−1", "+2", "−1"]


def test_the_stake_is_double_where_everything_is_closed(royal) -> None:
    page = royal(players=2, stake=3)
    play(page.live, SHUT, LEAVES_42)
    assert "Tout est fermé : la mise compte double. Tom donne 6 jetons à Léa." in page.words()
    assert balances(page) == ["+6", "−6"]


def test_nobody_pays_before_the_play_off_is_won(royal) -> None:
    page = royal()
    play(page.live, LEAVES_39, LEAVES_42, LEAVES_39)
    assert "Départage" in page.words()
    assert "Égalité !" in page.words()
    assert balances(page) == ["0", "0", "0"]
    play(page.live, LEAVES_42, LEAVES_39)
    assert "Léa et Tom donnent chacun 1 jeton à Amir." in page.words()
    assert balances(page) == ["−1", "−1", "+2"]


def test_winners_who_share_divide_what_they_get(royal) -> None:
    page = royal(tie="shared")
    play(page.live, LEAVES_39, LEAVES_42, LEAVES_39)
    assert "Tom donne 1 jeton à Léa et Amir. Ils partagent : 0,5 jeton chacun." in page.words()
    assert balances(page) == ["+0,5", "−1", "+0,5"]


def test_where_all_are_level_nobody_pays(royal) -> None:
    page = royal(players=2, tie="shared")
    play(page.live, LEAVES_39, LEAVES_39)
    assert "Égalité partout" in page.words()


def test_the_end_of_a_series_lists_every_payment(royal) -> None:
    page = royal(players=2, games=2)
    play(page.live, LEAVES_42, LEAVES_39, SHUT, LEAVES_42)
    assert 'id="podium"' in page.page()
    listed = re.search(r'id="payments".*?</ol>', page.page(), re.S).group()
    told = [re.sub(r"\s", " ", text) for text in re.findall(r"<li>(.*?)</li>", listed)]
    assert told == [
        "Partie 2 : Tout est fermé : la mise compte double. Tom donne 2 jetons à Léa.",
        "Partie 1 : Léa donne 1 jeton à Tom.",
    ]
    assert balances(page) == ["+1", "−1"]


def test_the_last_payment_stays_readable_in_the_next_game(royal) -> None:
    page = royal(players=2, games=2)
    play(page.live, LEAVES_42, LEAVES_39)
    assert page.words().count("Léa donne 1 jeton à Tom.") == 1
    page.live.act(Throw(dice=(6, 2)))
    assert page.words().count("Partie 1 : Léa donne 1 jeton à Tom.") == 1


def test_an_undone_end_is_not_paid(royal) -> None:
    page = royal(players=2)
    play(page.live, LEAVES_42, SHUT)
    assert balances(page) == ["−2", "+2"]
    page.live.act(Undo())
    assert balances(page) == ["0", "0"]


@pytest.mark.parametrize("players", [1, 2])
def test_without_stakes_no_counters_are_shown(royal, players: int) -> None:
    page = royal(players=players, stake=0 if players > 1 else 1)
    assert balances(page) == []
    assert "jeton" not in page.words()


@each(
    ("number", "french", "english"),
    [(2, "2", "2"), (0.5, "0,5", "0.5"), (1 / 3, "0,33", "0.33"), (-1.5, "−1,5", "−1.5"), (10, "10", "10")],
)
def test_amounts_read_as_in_each_language(number: float, french: str, english: str) -> None:
    assert words("fr").amount(number) == french
    assert words("en").amount(number) == english


def test_the_games_rule_profile_is_named_in_the_readers_language(teacher) -> None:
    assert "règle des enfants" in teacher.words()
    teacher.post("/language", language="en")
    assert "Tric Trac, children’s rule" in teacher.words().replace("'", "’")
    assert "règle des enfants" not in teacher.words()
