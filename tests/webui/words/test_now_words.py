"""What a player reads first: few words, the right form, and nothing that is not so."""

from collections.abc import Callable
from typing import Any

import pytest
from sent import changed
from touched_table import BY_HAND, BY_TOUCH

from webui.live.live import Live
from webui.site.show.games import family_of
from webui.site.show.page import page
from webui.site.show.story import story
from webui.store.journal import Journal
from webui.table.values.actions import CloseTiles, PlayMove, Throw
from webui.table.values.languages import LANGUAGES
from webui.table.values.practice import Practice
from webui.table.values.setup import Setup, players_at
from webui.words import words
from webui.words.games.first_read import BOTH, Now, how_to_throw
from webui.words.now import now
from webui.words.offer import player_name

SEATS = ("Léa", "Tom", "Ana", "Zoé", "Bo", "Cléo")


@pytest.fixture
def now_after(visitor) -> Callable[..., Now]:
    """The first sentences after some actions, in French by default, with keys of the view replaced."""

    def after(
        *did: Any,
        game: str = "occe_child",
        players: int = 2,
        shows: str = "always",
        language: str = "fr",
        **values: Any,
    ) -> Now:
        options = (("show_legal", shows),)
        visitor.live.new_game(Setup(game, players_at(range(1, players + 1), SEATS[:players]), options=options))
        for action in did:
            visitor.live.act(action)
        view = changed(visitor.live.snapshot(), **values)
        read = now(words(language), view, family_of(view).words)
        return Now(read.tone, plain(read.headline), tuple(map(plain, read.says)), plain(read.hint))

    return after


def plain(text: str) -> str:
    return text.replace("\u00a0", " ").replace("\u202f", " ").replace("’", "'")


@pytest.mark.parametrize(
    ("dice", "says", "hint"),
    [
        ((6, 2), "Ferme des cases qui vont avec ces dés.", "Ferme 6 et 2, ou bien la case 8."),
        ((4, 4), "Ferme des cases qui vont avec ces dés.", "Ferme la case 4, ou bien la case 8."),
        ((6, 4), "Ferme des cases qui vont avec ces dés.", "Ferme 6 et 4."),
    ],
)
def test_a_few_ways_to_close_are_listed_as_hints(
    now_after: Callable[..., Now], dice: tuple[int, int], says: str, hint: str
) -> None:
    assert (now_after(Throw(dice=dice)).says, now_after(Throw(dice=dice)).hint) == ((says,), hint)
    assert now_after(Throw(dice=dice), shows="never").hint == ""


def test_one_die_is_one_die(now_after: Callable[..., Now]) -> None:
    now_read = now_after(Throw(dice=(6, 2)), dice=[{"value": 5}], legal=[[5]])
    assert now_read.headline == "5 : à toi de fermer, Léa !"
    assert (now_read.says, now_read.hint) == (("Ferme ce qui va avec ce dé.",), "Ferme la case 5.")


def test_many_ways_to_close_are_not_counted_up(now_after: Callable[..., Now]) -> None:
    assert now_after(Throw(dice=(6, 6)), game="royal").hint == ""


def test_what_is_still_to_be_closed_is_told_at_once(now_after: Callable[..., Now]) -> None:
    now_read = now_after(Throw(dice=(5, 2)), CloseTiles(tiles=(5,)))
    assert now_read.hint == "Case 5 fermée : ferme encore la case 2."
    assert now_read.says == ("Case 5 fermée : il reste quelque chose à fermer.",)
    assert now_after(Throw(dice=(5, 2)), CloseTiles(tiles=(5,)), shows="never").hint == ""
    german = now_after(Throw(dice=(5, 2)), CloseTiles(tiles=(5,)), language="de")
    assert german.hint == "5 ist geschlossen: Schließ jetzt noch Klappe 2."


def test_what_no_longer_fits_is_offered_no_more(visitor) -> None:
    visitor.live.new_game(Setup("occe_child", players_at((1, 2))))
    visitor.does(Throw(dice=(5, 2)), CloseTiles(tiles=(5,)))
    shown = page(visitor.live.snapshot(), "fr")
    assert [move.numbers for move in shown.moves] == [(2, 5)]
    assert [tile.number for tile in shown.frames[0].tiles if tile.hint] == [2]


def test_by_touch_a_turn_goes_on_with_a_button(now_after: Callable[..., Now]) -> None:
    assert now_after(Throw(dice=(6, 2)), CloseTiles(tiles=(2, 6))).says == ("C'est juste ! Touche Suivant.",)
    followed = now_after(Throw(dice=(6, 2)), CloseTiles(tiles=(2, 6)), mode="camera")
    assert followed.says == ("C'est juste ! Relance, ou touche Suivant.",)


@pytest.mark.parametrize("shows", ["always", "on_request", "never"])
def test_royal_by_touch_never_asks_for_an_impossible_throw(visitor, shows: str) -> None:
    visitor.live.new_game(Setup("royal", players_at((1, 2)), options=(("show_legal", shows),)))
    visitor.does(Throw(dice=(6, 3)), CloseTiles(tiles=(6,)))
    shown = page(visitor.live.snapshot(), "fr")
    assert (shown.state, shown.can_throw, shown.can_go_on) == ("provisional", False, True)
    text = " ".join((*shown.now.says, shown.now.hint))
    assert "elance" not in text
    assert "Suivant" in text


def test_nobody_plays_while_the_board_is_looked_for(now_after: Callable[..., Now]) -> None:
    moved = {"state": "moved", "light": "ok", "hands": False}
    now_read = now_after(Throw(dice=(6, 2)), camera=moved)
    assert (now_read.tone, now_read.headline) == ("calm", "Un instant…")
    assert now_after(state="paused", camera=moved).headline == "Pause"


REFUSED = {"state": "refused", "legal": []}


def test_the_sentence_names_the_frames_owner_and_the_player(now_after: Callable[..., Now]) -> None:
    values, reason = {"seat": 2}, {"fr": "place 2"}
    verdict = {"event": "move_refused", "t": 0.0, "rule": "other_frame", "values": values, "reason": reason}
    now_read = now_after(Throw(dice=(6, 2)), verdict=verdict, **REFUSED)
    assert now_read.says == ("C'est le cadre de Tom, et c'est à Léa de jouer.",)
    assert now_after(verdict=verdict, language="en", **REFUSED).says == ("That is Tom's frame, and it is Léa's turn.",)


def test_too_many_dice_ask_for_both_at_the_same_time(now_after: Callable[..., Now]) -> None:
    verdict = {"event": "move_refused", "t": 0.0, "rule": "dice_count", "values": {"due": 2, "thrown": 3}, "reason": {}}
    now_read = now_after(verdict=verdict, **REFUSED)
    assert now_read.says == ("Lance les deux dés en même temps.",)


STUCK = (Throw(dice=(1, 2)), CloseTiles(tiles=(1, 2)), Throw(dice=(1, 1)))


@pytest.mark.parametrize(
    ("language", "throws"),
    [
        ("fr", "Tom, lance les deux dés."),
        ("en", "Tom, throw both dice."),
        ("de", "Tom, wirf beide Würfel."),
    ],
)
def test_after_a_stop_whoever_throws_next_is_called(now_after: Callable[..., Now], language: str, throws: str) -> None:
    stopped, next_player = now_after(*STUCK, language=language).says
    assert "Léa" in stopped
    assert next_player == throws


def test_piste_is_not_called_to_throw(visitor) -> None:
    visitor.live.new_game(Setup("occe_child", players_at((1, 2), ("Piste", "Léa")), practice=Practice((1,))))
    view = visitor.live.snapshot()
    assert how_to_throw(words("fr"), view, BOTH, ("Léa s’arrête.",)) == "Lance les deux dés."


@pytest.mark.parametrize(("language", "name"), [("fr", "Joueur 3"), ("en", "Player 3"), ("de", "Spieler 3")])
def test_who_has_no_name_is_called_by_his_place(language: str, name: str) -> None:
    assert player_name(words(language), 3) == name


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_put_right_leaves_the_story(visitor, language: str) -> None:
    visitor.live.new_game(Setup("occe_child", players_at((1, 3), ("Léa", "Tom"))))
    visitor.does(Throw(dice=(6, 2)), CloseTiles(tiles=(9,)))
    wrong = words(language).t("%(name)s's move did not fit.", name="Léa")
    assert wrong in page(visitor.live.snapshot(), language).story
    visitor.does(CloseTiles(tiles=(2, 6)), Throw(dice=(6, 2)))
    assert wrong not in page(visitor.live.snapshot(), language).story


def test_where_every_tile_is_possible_none_is_marked(visitor) -> None:
    visitor.live.new_game(Setup("royal", players_at((1, 2))))
    visitor.live.act(Throw(dice=(6, 6)))
    view = visitor.live.snapshot()
    fits = {tile for tiles in view.legal for tile in tiles}
    marked = {tile.number for frame in page(view, "fr").frames for tile in frame.tiles if tile.hint}
    assert marked == (set() if fits == set(range(1, 10)) else fits)


def test_a_fitting_move_replaces_the_refusal(tmp_path) -> None:
    live = Live(Journal.open(tmp_path))
    states = {**BY_HAND, **BY_TOUCH}
    rights = {"occe_child, 2 players, refused": CloseTiles((2, 6)), "backgammon refused": PlayMove("13/9")}
    for state, right in rights.items():
        states[state](live)
        assert any("pas juste" in text for text in story(live.snapshot(), "fr"))
        live.act(right)
        assert not any("pas juste" in text for text in story(live.snapshot(), "fr"))
    live.close()


def test_what_is_left_of_a_move_of_men_is_told(tmp_path) -> None:
    live = Live(Journal.open(tmp_path))
    for part, left in (("24/21", "3, 3 et 3"), ("24/21+24/21", "3 et 3")):
        BY_TOUCH["backgammon move"](live)
        live.act(PlayMove(part))
        assert page(live.snapshot(), "fr").now.says[0].startswith(f"Il te reste {left} à jouer")
    live.close()


def test_only_a_refused_move_takes_a_choice_back(tmp_path) -> None:
    live = Live(Journal.open(tmp_path))
    BY_TOUCH["backgammon move"](live)
    for action, taken_back in ((Throw((1, 2)), False), (PlayMove("13/3"), True)):
        live.act(action)
        shown = page(live.snapshot(), "fr")
        assert (shown.state, bool(shown.refused)) == ("refused", taken_back)
    live.close()
