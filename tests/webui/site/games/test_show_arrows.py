"""The board of arrows as a page draws it: every space has its place, piles, words and the doubling die."""

from pathlib import Path

import pytest
from each import each

from referee.games import GAMES
from referee.games.arrows import ArrowGame, Say
from referee.match import Match
from referee.record import from_lines
from webui.site.show.games.arrows import shown
from webui.site.show.games.topology import HEIGHT, MAN, WIDTH, topology
from webui.site.show.page import page
from webui.site.show.position import position_view
from webui.table.values.setup import Setup, players_at
from webui.words import words
from webui.words.games.arrows import move_text

ARROWS = [game for game in GAMES if issubclass(game, ArrowGame)]
FOLDER = Path(__file__).parents[3] / "referee" / "records"
RECORDS = tuple(
    path.stem for path in sorted(FOLDER.glob("*.txt")) if path.stem.partition("-")[0] in {game.name for game in ARROWS}
)

every_game = pytest.mark.parametrize("game", ARROWS, ids=lambda game: game.name)


def setup_of(game: str, **options) -> Setup:
    return Setup(game, players_at((1, 2), ("Léa", "Max")), options=tuple(sorted(options.items())))


@every_game
def test_every_space_where_men_may_stand_is_drawn_once(game) -> None:
    built = game()
    spaces = {space for space in built.appearance(built.start((1, 2))) if space != "said"}
    places = topology(game.name).places
    assert sorted(place.space for place in places) == sorted(spaces)
    assert [place.printed for place in places if place.kind == "arrow"] == [
        place.space.removeprefix("arrow-") for place in places if place.kind == "arrow"
    ]


@every_game
def test_piles_neither_overlap_nor_leave_the_board(game) -> None:
    places = topology(game.name).places
    corners = {(place.x, place.base, place.kind) for place in places}
    assert len(corners) == len(places)
    for place in places:
        assert MAN / 2 <= place.x <= WIDTH - MAN / 2
        assert all(MAN / 2 <= place.man(k, 5) <= HEIGHT - MAN / 2 for k in range(3))


def recorded(name: str) -> Match:
    return from_lines((FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()).match


def as_drawn(setup: Setup, match: Match):
    view = position_view(setup, match)
    return view, shown(words("fr"), view)


@each("name", RECORDS)
def test_a_recorded_match_is_drawn_as_the_referee_has_it(name: str) -> None:
    told = recorded(name)
    setup = setup_of(told.game.name)
    for count in range(0, len(told.events) + 1, 3):
        match = told.until(count)
        view, own = as_drawn(setup, match)
        stands = dict(match.game.appearance(match.state))
        assert {s.place.space: s.count for s in own.spots} == {
            space: int(kind.partition(" x ")[2] or 0) for space, kind in stands.items() if space != "said"
        }
        white, black = (match.game.points_to_go(player, stands) for player in (0, 1))
        assert [side.to_go for side in own.sides] == [white, black]
        assert len({spot.says for spot in own.spots}) == len(own.spots)
        assert page(view, "de").own.game == match.game.name


def test_six_men_are_five_and_a_number() -> None:
    setup = setup_of("jacquet")
    _, own = as_drawn(setup, setup.match())
    pile = next(spot for spot in own.spots if spot.place.space == "arrow-12")
    assert (len(pile.men), pile.more, pile.men[-1].sign) == (5, "15", "postillon")


def test_the_doubling_die_lies_before_its_owner() -> None:
    told = recorded("backgammon-two-doubles")
    setup = setup_of("backgammon")
    seen = []
    for count, event in enumerate(told.events):
        if isinstance(event, Say):
            for match in (told.until(count), told.until(count + 1)):
                view, own = as_drawn(setup, match)
                seen.append((own.cube, own.cube_y, view.asked))
    assert seen[0][0] == "64"
    assert ("2", 395, "double") in seen
    assert any(cube == "2" and y != 395 for cube, y, _ in seen)


@each(
    ("steps", "told"),
    [
        ([["arrow-1A", "arrow-7A"], ["arrow-12A", "arrow-9"]], "1A-7A et 12A-9"),
        ([["arrow-12A", "arrow-8"], ["arrow-8", "arrow-3"]], "12A-8-3"),
        ([["bar-white", "arrow-4A"], ["arrow-6", "off-white"]], "barrière-4A et 6-dehors"),
        ([["arrow-1A", "arrow-4A"], ["arrow-1A", "arrow-4A"], ["arrow-8", "arrow-5"]], "2 × 1A-4A et 8-5"),
    ],
)
def test_a_move_is_written_as_on_the_sheet(steps, told: str) -> None:
    assert move_text(words("fr"), steps) == told
