"""Who may sit where: what the form offers, what a game takes and what the pages draw are the same."""

import re

import pytest
from page_text import text_of
from sent import sent

from webui.table.values.actions import CloseTiles, Next, Throw
from webui.table.values.setup import Setup, SetupError, players_at
from webui.table.values.shown import SIDES, WATCHED, most_places, places_of, side_of


def form(profile: str, *seats: int, **fields: str) -> dict[str, object]:
    return {"profile": profile, "games": "1", "seat": [str(seat) for seat in seats], **fields}


def names(teacher) -> list[tuple[int, str]]:
    return [(player["seat"], player["name"]) for player in sent(teacher.live.snapshot())["players"]]


@pytest.mark.parametrize("game", WATCHED, ids=lambda game: game.name)
def test_every_place_that_may_play_has_its_side(game) -> None:
    for frames in ("own", "shared"):
        built = game(frames=frames)
        assert len(places_of(built)) <= most_places(game)
        sides = [side_of(built.layout, place) for place in places_of(built)]
        assert set(sides) <= {"bottom", "left", "top", "right"}
        assert built.layout == "box" or len(set(sides)) == len(sides)
        Setup(game.name, players_at(places_of(built)), options=(("frames", frames),))
        beyond = len(places_of(built)) + 1
        with pytest.raises(SetupError, match=r"seats?: expected"):
            Setup(game.name, players_at((beyond,)), options=(("frames", frames),))
    assert set(SIDES) == {"occe", "box"}


def test_twelve_share_the_box_of_royal(teacher) -> None:
    teacher.post("/new", **form("Tric-Trac Royal", *range(1, 13), **{"name-9": "Inès"}))
    assert [seat for seat, _ in names(teacher)] == list(range(1, 13))
    assert (9, "Inès") in names(teacher)
    for place in range(1, 13):
        page = teacher.page()
        assert re.findall(r'class="frame at-(\w+) is-turn" id="frame-(\d+)"', page) == [
            ("bottom", str(place))
        ]
        for dice, tiles in (((1, 1), (2,)), ((1, 1), (1,)), ((1, 1), ())):
            teacher.act(action="throw", dice=dice)
            if tiles:
                teacher.act(action="close_tiles", tiles=tiles)
                teacher.act(action="next")


def test_the_tiles_of_place_nine_are_corrected_like_any(teacher) -> None:
    teacher.post("/new", **form("Tric-Trac Royal", 9))
    form_of_nine = {"all-9": "1 2 3 4 5 6 7 8 9", "was-9": "", "closed-9": "9"}
    teacher.post("/actions", action="correct_tiles", seat="9", **form_of_nine)
    assert teacher.live.snapshot().scores == {"9": 36}


def test_players_at_hidden_places_do_not_play(teacher) -> None:
    teacher.post("/new", **form("Tric-Trac Royal", 1, 2, 3, 4, 5, 6))
    page = teacher.page("/new")
    assert re.search(r'<details class="more-places" open>', page)
    assert 'id="seat-6" name="seat" value="6" checked' in page
    assert teacher.post("/new", **form("OCCE enfant", 1, 2, 5, 6)).location == "/"
    assert [seat for seat, _ in names(teacher)] == [1, 2]


def test_a_typed_name_plays_without_a_tick(teacher) -> None:
    sent = {"name-1": "Léa", "was-1": "Léa", "name-3": "Tom", "was-3": "Tom", "name-2": "Zoé", "was-2": ""}
    teacher.post("/new", **form("OCCE enfant", 1, **sent))
    assert names(teacher) == [(1, "Léa"), (2, "Zoé")]


@pytest.mark.parametrize(
    ("sent", "says"),
    [
        (form("OCCE enfant"), "Personne ne joue encore : cochez une place, ou écrivez un prénom."),
        (
            form("Tric-Trac Royal", 1, 5, **{"royal.frames": "own"}),
            "4 joueurs au plus peuvent jouer, aux places 1 à 4. Décochez la place 5.",
        ),
        (form("OCCE enfant", 1, **{"name-1": "x" * 40}), "regardez les prénoms et le nombre de parties."),
        (form("Tarot", 1), "regardez les prénoms et le nombre de parties."),
    ],
)
def test_errors_about_players_use_the_readers_language(teacher, sent, says: str) -> None:
    answer = teacher.post("/new", **sent)
    assert answer.status_code == 422
    told = text_of(re.search(r'<p class="wrong".*?</p>', answer.text, re.DOTALL)[0])
    assert told.endswith(says)
    assert not re.search(r"expected|seats|\(", told)


def test_a_form_that_makes_no_game_keeps_what_was_chosen(teacher) -> None:
    sent = form(
        "OCCE adulte", games="5", **{"name-2": "x" * 40, "name-4": "Zoé", "occe_adult.one_die": "never"}
    )
    page = teacher.post("/new", **sent).text
    assert re.search(r'value="OCCE adulte" [^>]*checked', page)
    assert re.search(r'name="games" value="5" checked', page)
    assert 'name="name-4" value="Zoé"' in page
    assert re.findall(r'name="seat" value="(\d+)" checked', page) == ["2", "4"]
    assert re.search(r'name="OCCE adulte.one_die">.*?<option value="never" selected', page, re.DOTALL)


def test_a_handicap_counts_and_is_offered_again(teacher) -> None:
    sent = form("OCCE enfant", 1, 3, **{"name-1": "Léa", "name-3": "Tom", "handicap-3": "10", "handicap-4": "7"})
    assert teacher.post("/new", **sent).location == "/"
    assert teacher.live.snapshot().scores == {"1": 45, "3": 55}
    page = teacher.page("/new")
    assert 'name="handicap-3" value="10"' in page
    assert 'name="handicap-4" value="0"' in page
    teacher.does(Throw((6, 3)), CloseTiles((9,)), Next())
    assert teacher.live.snapshot().scores == {"1": 36, "3": 55}


@pytest.mark.parametrize("wrong", ["46", "-1", "ten", "²", "9" * 5000])
def test_a_handicap_that_cannot_be_keeps_the_form(teacher, wrong: str) -> None:
    sent = form("OCCE enfant", 1, 3, **{"name-1": "Zoé", "handicap-1": wrong, "handicap-3": "10"})
    answer = teacher.post("/new", **sent)
    assert answer.status_code == 422
    assert "expected" not in answer.text
    assert 'name="name-1" value="Zoé"' in answer.text
    assert 'name="handicap-3" value="10"' in answer.text


@pytest.mark.parametrize("given", ["", " "])
def test_an_empty_handicap_is_none(teacher, given: str) -> None:
    assert teacher.post("/new", **form("OCCE enfant", 1, **{"handicap-1": given})).location == "/"
