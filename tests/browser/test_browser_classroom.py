"""All tables in a browser: readable on a projector, and one touch from the teacher's desk to a table and back."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from on_screen import resized
from touched_table import BY_TOUCH

from webui.live.classroom.opening import OpenTable
from webui.live.classroom.tables import FurtherTables
from webui.live.copier import Copier
from webui.live.live import Live
from webui.site.lesson.round import written
from webui.store.classes import ClassGame
from webui.store.journal import NAME, Journal
from webui.store.lessons import TableStart
from webui.store.tables import NamedTable
from webui.table.values.actions import CloseTiles, Next, Throw
from webui.table.values.setup import NO_GAME, Setup, players_at
from webui.words.games.sentences import foul_sentence

PROJECTOR, TABLET = (1920, 1080), (1280, 800)
WIDTHS = ((320, 640), (360, 740), (640, 400), (800, 1280), (1366, 640), (1920, 1080))
SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
SCROLLS = f"[document.documentElement.scrollHeight - innerHeight, {SIDEWAYS}]"
CUT_OFF = """() => [...document.querySelectorAll(".table-card")].flatMap((card) => {
  const box = card.getBoundingClientRect();
  return [...card.querySelectorAll(".card-says, .card-players li, .points, .card-tiles")].filter((one) => {
    const inner = one.getBoundingClientRect();
    return inner.width && (inner.bottom > box.bottom + 1 || inner.right > box.right + 1 || inner.top < box.top - 1);
  }).map((one) => `${card.id}: ${one.className?.baseVal ?? one.className}`);
})"""
CLIPPED = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"
SMALLEST = """(what) => Math.min(...[...document.querySelectorAll(what)].map(
  (one) => parseFloat(getComputedStyle(one).fontSize)))"""
READABLE = 28
"""px of letters on a projector of 1920: at six metres, about 2 m wide, as large as newsprint held in the hand."""
FOUR = ("Jean-Baptiste", "Anne-Sophie", "Maximilien", "Clémence")


def by_touch(folder: Path, table: NamedTable) -> OpenTable:
    live = Live(Journal.open(folder), sentence=foul_sentence)
    return OpenTable(live, Copier(folder / NAME), folder)


def child(live: Live, *deeds) -> None:
    live.new_game(Setup("occe_child", players_at((1, 2, 3, 4), FOUR), profile="OCCE enfant"))
    for deed in deeds:
        live.act(deed)


def six(live: Live) -> None:
    live.new_game(Setup("royal", players_at(range(1, 7), (*FOUR, "Zoé", "Inès")), profile="Tric-Trac Royal"))


def shut(live: Live) -> None:
    setup = Setup("occe_child", players_at((1, 3), FOUR[:2]), profile="OCCE enfant")
    live.new_game(setup, '{"open": [[6], [1, 2, 3]]}')
    for deed in (Throw((6,)), CloseTiles((6,)), Next()):
        live.act(deed)


AT_TABLES = (
    child,
    lambda live: child(live, Throw((6, 2)), CloseTiles((7, 1))),
    six,
    shut,
    BY_TOUCH["backgammon throw or double"],
    BY_TOUCH["trente attack"],
    BY_TOUCH["trente paused"],
)


@pytest.fixture
def room(tmp_path: Path, served) -> Iterator[object]:
    """A box with seven tables, each in another state."""
    live = Live(Journal.open(tmp_path), sentence=foul_sentence)
    with closing(FurtherTables(tmp_path, by_touch)) as tables, served(live, tmp_path, tables=tables) as place:
        for name in ("Les renards", "", "Les mésanges bleues", "Les hiboux", "", ""):
            tables.open(tables.listed.add(name))
        for table, begin in zip(place.app.extensions["piste"].every_table(), AT_TABLES, strict=True):
            begin(table.live)
        yield place


def at(room, number: int) -> Live:
    return room.app.extensions["piste"].at_table(number).live


@pytest.mark.parametrize("theme", ["clair", "sombre"])
def test_the_projector_shows_every_table_whole_and_live(opening, undrawn, room, barriers, theme: str) -> None:
    with opening(room, undrawn) as visit:
        page = visit(PROJECTOR, path=f"/salle?mur&theme={theme}")
        for size in resized(page, (PROJECTOR, (1280, 720))):
            assert page.evaluate(SCROLLS) == [0, 0], size
            assert page.evaluate(CUT_OFF) == [], size
        assert page.evaluate(SMALLEST, ".card-players li, .card-players .name, .card-says, .card-name") >= READABLE
        assert page.locator("#table-4.is-celebrated").count() == 1
        assert barriers(page) == []
        for deed in (Throw((6, 2)), CloseTiles((6, 2)), Next()):
            at(room, 1).act(deed)
        page.locator("#together:has-text('3 cases')").wait_for()
        page.locator("#at-1-1 .is-shut").nth(1).wait_for()
        assert visit.wrong == []


def test_a_desk_leads_to_a_table_and_back_and_calls_all(opening, room, barriers) -> None:
    with opening(room) as visit:
        page = visit(TABLET, "teacher", "/enseignant")
        for width, height in resized(page, WIDTHS):
            assert page.evaluate(SIDEWAYS) <= 0, (width, height)
        assert barriers(page) == []
        page.get_by_role("button", name="Les yeux vers moi").click()
        page.wait_for_url(f"{room.url}/enseignant")
        page.locator("#table-1.is-paused").wait_for()
        assert at(room, 3).snapshot().state == "paused"
        other = visit(path="/table/3/")
        other.locator("#headline:has-text('Les yeux vers moi')").wait_for()
        page.get_by_role("button", name="Tout le monde reprend").click()
        page.locator("#table-1.is-waiting_throw").wait_for()
        page.get_by_role("link", name="Les renards").first.click()
        page.wait_for_url(f"{room.url}/table/2/")
        page.go_back()
        page.wait_for_url(f"{room.url}/enseignant")
        at(room, 1).act(Throw((6, 2)))
        page.locator("#table-1.is-waiting_move").wait_for()
        assert visit.wrong == []


COVERED = """() => [...document.querySelectorAll("#table button, #table a, .table-card, .board, .wall-race")].filter(
  (one) => one.checkVisibility({ visibilityProperty: true })).map((one) => one.outerHTML.slice(0, 80))"""
FILLS = """() => {
  const cover = document.querySelector(".all-eyes"), words = document.createRange();
  words.selectNodeContents(cover);
  const [outer, inner] = [cover, words].map((one) => one.getBoundingClientRect());
  return [outer.width >= document.documentElement.clientWidth && outer.height >= innerHeight,
    inner.left >= 0 && inner.right <= innerWidth && inner.top >= 0 && inner.bottom <= innerHeight,
    Math.max(inner.width / innerWidth, inner.height / innerHeight) > 0.4];
}"""
PLACES = """() => [scrollY, ...[...document.querySelectorAll("#table > *:not(.all-eyes)")].map(
  (one) => [one.offsetLeft, one.offsetTop, one.offsetWidth, one.offsetHeight])]"""


@pytest.mark.parametrize("path", ["/salle", "/salle?mur&theme=sombre", "/table/3/", "/table/3/mur"])
def test_all_eyes_fill_the_page_and_move_nothing(opening, room, barriers, path: str) -> None:
    with opening(room) as visit:
        desk, page = visit(TABLET, "teacher", "/enseignant"), visit(TABLET, path=path)
        desk.get_by_role("button", name="Les yeux vers moi").click()
        page.locator("#all-eyes").wait_for()
        page.evaluate("document.documentElement.dataset.size = 3")
        for size in resized(page, WIDTHS):
            assert page.evaluate(FILLS) == [True, True, True], size
            assert page.evaluate(COVERED) == [], size
            below = page.evaluate(PLACES)
            page.evaluate("document.querySelector('.all-eyes').style.display = 'none'")
            assert page.evaluate(PLACES) == below, size
            page.evaluate("document.querySelector('.all-eyes').style.display = ''")
        assert barriers(page) == []
        desk.get_by_role("button", name="Tout le monde reprend").click()
        page.locator("#all-eyes").wait_for(state="detached")
        assert visit.wrong == []


def test_what_all_have_done_has_its_moment_once_all_games_are_over(opening, undrawn, room, barriers) -> None:
    for table in room.app.extensions["piste"].every_table():
        table.live.new_game(Setup("occe_child", players_at((1, 3), FOUR[:2]), "OCCE enfant"), '{"open": [[6], [5]]}')
        for deed in (Throw((6,)), CloseTiles((6,)), Next(), Throw((4,))):
            table.live.act(deed)
    with opening(room, undrawn) as visit:
        page = visit(PROJECTOR, path="/salle?mur")
        for size in resized(page, (PROJECTOR, (1366, 640), (1280, 720))):
            assert page.evaluate(SCROLLS) == [0, 0], size
            assert page.evaluate(CUT_OFF) == [], size
            height = page.locator("#together").bounding_box()["height"]
            assert height >= size[1] / 10, size
        assert barriers(page) == []
        page.goto(f"{room.url}/table/2/mur")
        for size in resized(page, (PROJECTOR, (1366, 640))):
            assert page.evaluate(SCROLLS) == [0, 0], size
            tops = page.locator("#podium .badge, #podium #for-everyone").evaluate_all(
                "(all) => all.map((one) => one.getBoundingClientRect()).map((box) => [box.top, box.bottom])"
            )
            board = page.locator("#podium").bounding_box()
            assert all(board["y"] <= top and bottom <= board["y"] + board["height"] for top, bottom in tops), size
        assert barriers(page) == []
        assert visit.wrong == []


def test_the_projector_shows_the_tables_before_a_lesson_and_its_total_after(opening, taught, barriers) -> None:
    site = taught.app.extensions["piste"]
    lesson = site.classes.lessons.all()[-1]
    began = min(game.started for game in site.classes.all()[-1].games)
    lesson = replace(lesson, rounds=(replace(lesson.rounds[0], at=began),))
    with opening(taught) as visit:
        page = visit(PROJECTOR, path="/salle?mur")
        for table in site.every_table():
            table.live.new_game(Setup(NO_GAME))
        for ended in ("", datetime.now(UTC).isoformat(timespec="milliseconds")):
            site.classes.lessons.keep(replace(lesson, ended=ended))
            page.goto(f"{taught.url}/salle?mur")
            page.locator("#lesson-over" if ended else "#table.is-waiting").wait_for()  # it follows the tables soon
            for size in resized(page, (PROJECTOR, (1366, 640), (1280, 720))):
                assert page.evaluate(SCROLLS) == [0, 0], size
                signs = page.locator(".table-sign")
                assert signs.count() == 7
                boxes = signs.evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().bottom)")
                assert max(boxes) < size[1], size
                if ended:
                    assert page.locator("#lesson-over .total").bounding_box()["height"] >= size[1] / 10, size
                else:
                    assert signs.first.bounding_box()["height"] >= size[1] / 8, size
                    assert page.locator(".card-name").evaluate_all(CLIPPED) == [], size
            assert barriers(page) == []
            words = page.locator("main").inner_text()
            assert not any(name in words for name in FOUR)
            assert not any(table.door.table_code() in words for table in site.every_table())
        assert visit.wrong == []


def test_the_podium_comes_to_the_open_wall_and_goes_again(opening, taught, barriers) -> None:
    site = taught.app.extensions["piste"]
    for number, games in {2: 3, 4: 2, 3: 1}.items():
        for _ in range(games):
            shut(at(taught, number))
            game = at(taught, number).snapshot().id
            site.classes.begun(1, ClassGame(game, at(taught, number).started(game), number))
    for table in site.every_table():
        table.live.new_game(Setup(NO_GAME))
    began = min(game.started for game in site.classes.all()[-1].games)
    lesson = site.classes.lessons.all()[-1]
    rounds, ended = (replace(lesson.rounds[0], at=began),), datetime.now(UTC).isoformat(timespec="milliseconds")
    site.classes.lessons.keep(replace(lesson, rounds=rounds, ended=ended))
    with opening(taught, reduced_motion="reduce") as visit:
        wall, teacher = visit(PROJECTOR, path="/salle?mur"), visit(TABLET, "teacher", "/enseignant/classe/1")
        assert wall.locator("#lesson-over .total").is_visible()
        teacher.get_by_role("button", name="Montrer le podium au mur").click()
        wall.locator("#podium").wait_for()
        assert wall.locator("#lesson-over .total").count() == 0
        for size in resized(wall, (PROJECTOR, (1366, 640), (1280, 720))):
            assert wall.evaluate(SCROLLS) == [0, 0], size
            around = wall.locator("#lesson-over").bounding_box()
            for part in wall.locator("#podium :is(.table-sign, .name, .points, .step), #lesson-over > p").all():
                box = part.bounding_box()
                assert around["y"] <= box["y"] <= box["y"] + box["height"] <= around["y"] + around["height"], size
        for size in resized(wall, WIDTHS):
            assert wall.evaluate(SIDEWAYS) <= 0, size
        tops = [wall.locator(f"#step-{place} .step").bounding_box()["y"] for place in (1, 2, 3)]
        assert tops == sorted(tops)
        assert barriers(wall) == []
        assert not any(name in wall.locator("main").inner_text() for name in FOUR)
        teacher.get_by_role("button", name="Retirer le podium du mur").click()
        wall.locator("#podium").wait_for(state="detached")
        assert wall.locator("#lesson-over .total").is_visible()
        assert visit.wrong == []


@pytest.fixture
def taught(room) -> object:
    """The same box in the lesson of a class of 28, seven of whose games are over."""
    site = room.app.extensions["piste"]
    names = [*FOUR, "Zoé", "Inès", *(f"Élève {number}" for number in range(7, 29))]
    school_class = site.classes.add("CE2-CM1 de Madame Durand-Fontaine", names)
    for table, names_of in zip(site.every_table(), zip(*[iter(names)] * 4, strict=True), strict=True):
        ended = Setup("occe_child", players_at((1, 2, 3, 4), names_of), "OCCE enfant")
        table.live.new_game(ended, '{"open": [[6], [1, 2, 3], [4], [5]]}')
        for deed in (Throw((6,)), CloseTiles((6,)), Next(), *(Throw((die,)) for die in (5, 3, 1))):
            table.live.act(deed)
        assert table.live.snapshot().state == "game_over"
        game = table.live.snapshot().id
        site.classes.begun(school_class.id, ClassGame(game, table.live.started(game), table.number))
    starts = [TableStart(table.number, ended.to_json()) for table in site.every_table()]
    written(site.classes.find(school_class.id), site, ["Zoé"], starts, "new")
    return room


def test_the_pages_about_all_tables_have_no_barrier(opening, undrawn, taught, barriers) -> None:
    about = ("/tables", "/tables/codes", "/sortie", "/classe/1", "/lecon/1", "/lecon/1/places")
    with opening(taught, undrawn) as visit:
        for role, path in (*(("teacher", f"/enseignant{path}") for path in about), ("", "/")):
            page = visit(TABLET, role, path)
            page.evaluate("document.querySelectorAll('main details').forEach((one) => (one.open = true))")
            assert barriers(page) == [], path
            for size in resized(page, WIDTHS):
                assert page.evaluate(SIDEWAYS) <= 0, (path, size)
            page.close()
        assert visit.wrong == []
