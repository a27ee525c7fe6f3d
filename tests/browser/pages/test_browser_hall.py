"""A school's hall in a browser: it fits every screen, holds no barrier, is light, and follows live without a jump."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

import pytest
from hall_boxes import Boxes, players
from on_screen import LOOKS, SIZES, USUAL, WIDER, at_sizes, resized, watch_for_shifts
from served import served

PROJECTOR, TABLET = (1920, 1080), (1280, 800)
LETTERS = [f"boxbox{chr(97 + n // 26)}{chr(97 + n % 26)}" for n in range(33)]
CLASSES = ("CE2", "CM1", "CE1-CE2 de Madame Durand-Fontaine", "")
FIRST = f"boite={LETTERS[0]}"
PAGES = ("/", f"/?{FIRST}", "/?mur=", f"/?mur=&{FIRST}", "/semaine", "/tournois", "/tournois/1", "/code", "/nowhere")
FILLS = """() => {
  const whole = document.documentElement;
  const over = [whole.scrollHeight - innerHeight, whole.scrollWidth - whole.clientWidth].filter((px) => px > 0);
  const within = ".card-name, .card-says, .card-last, .box-tables, .box-lines li, .card-players li, .card-alert";
  const cut = [...document.querySelectorAll(".table-card")].flatMap((card) => {
    const box = card.getBoundingClientRect();
    return [...card.querySelectorAll(within)].filter((one) => {
      const inner = one.getBoundingClientRect();
      return inner.width && (inner.bottom > box.bottom + 1 || inner.right > box.right + 1 || inner.top < box.top - 1);
    }).map((one) => `${card.id}: ${one.className || one.nodeName}`);
  });
  const short = [...document.querySelectorAll(".box-lines")].filter((one) => one.scrollHeight > one.clientHeight + 4);
  return [...over.map((px) => `scrolls by ${px}`), ...cut, ...short.map((one) => one.textContent)];
}"""
SMALLEST = """(what) => Math.min(...[...document.querySelectorAll(what)].map(
  (one) => parseFloat(getComputedStyle(one).fontSize)))"""
WEIGHT = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .reduce((sum, one) => sum + one.transferSize, 0)"""
HEAVIEST = 150_000
"""Bytes of a first view."""
NAMED, TOLD = 24, 20
"""px of a box's name and of its sentence, of thirty boxes on a projector of 1920."""


@dataclass(frozen=True)
class School:
    """A served hall.

    Attributes:
        url: its address, without a slash at the end.
        boxes: that it hears.
    """

    url: str
    boxes: Boxes


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[School]:
    """A hall of 33 boxes of six tables each: all that can happen at one happens somewhere."""
    boxes = Boxes(tmp_path_factory.mktemp("hall"), time.monotonic)
    for number, letters in enumerate(LETTERS):
        boxes.box(letters, f"Salle {number}")
        for table in range(1, 7 if number < 30 else 9):
            boxes.table(letters, table, **{"class": CLASSES[number % 4]} | _stands(number, table))
    boxes.heard(f"{LETTERS[9]}/up", "0")
    now = datetime.now(UTC)
    for number in range(1, 4):
        boxes.result(LETTERS[0], number, now, **{"class": "CE2"})
    boxes.ledger.add_tournament("Coupe", "", "", "2020-01-01", "2199-01-01")
    with served(boxes.app) as serving:
        yield School(f"http://127.0.0.1:{serving.effective_port}", boxes)
    boxes.present.close()
    boxes.ledger.close()


def _stands(number: int, table: int) -> dict:
    """How a table stands: free, in question, over, or just closed, at every few boxes."""
    if number >= 30:
        return {"game": "royal", "needs": ["tablet"], "class": "CM2"}
    match number * 6 + table:
        case turn if turn % 7 == 0:
            return {"game": ""}
        case turn if turn % 11 == 0:
            return {"needs": ["question", "tablet", "still", "refusal"][turn % 4 : turn % 4 + 1], "state": "doubt"}
        case turn if turn % 13 == 0:
            return {"state": "game_over", "acting": 0, "players": players("Jean-Baptiste", "Max", winner=1)}
        case turn if turn % 17 == 0:
            return {"shut": 1}
    return {"players": players("Anne-Sophie", "Maximilien", "Zoé", "Inès"), "closed": 28}


def test_every_page_fits_every_screen_without_a_barrier(opening, undrawn, school: School, barriers) -> None:
    wrong = {}
    with opening(school, undrawn) as visit:
        page = visit(TABLET, path="/")
        for path in PAGES:
            page.goto(school.url + path)
            wrong[path] = [*barriers(page), *at_sizes(page, WIDER, SIZES)]
            page.emulate_media(**USUAL | LOOKS["dark"][1])
            wrong[path] += [*barriers(page, colours_only=True)]
            page.emulate_media(**USUAL)
        assert {path: told for path, told in wrong.items() if told} == {}
    assert [said for said in visit.wrong if "404" not in said] == []


@pytest.mark.parametrize("path", PAGES[:5])
def test_a_first_view_of_the_hall_is_light(opening, school: School, path: str) -> None:
    with opening(school) as visit:
        page = visit(TABLET, path=path)
        page.wait_for_load_state()
        page.evaluate("document.fonts.ready")
        assert 10_000 < page.evaluate(WEIGHT) <= HEAVIEST


@pytest.mark.parametrize("theme", ["clair", "sombre"])
def test_a_projector_shows_thirty_boxes_whole(opening, undrawn, school: School, theme: str) -> None:
    with opening(school, undrawn, reduced_motion="reduce") as visit:
        page = visit(PROJECTOR, path=f"/?mur=&theme={theme}")
        assert page.locator(".box-card").count() == 30
        assert [*at_sizes(page, FILLS, (PROJECTOR, (1366, 640), (1280, 720)))] == []
        assert page.evaluate(SMALLEST, ".box-card .card-name") >= NAMED
        assert page.evaluate(SMALLEST, ".box-card .card-says") >= TOLD
        for few, boxes, lines in (("classe=CE2", 8, 0), ("jeu=royal", 3, 3)):
            page.goto(f"{school.url}/?mur=&{few}&theme={theme}")
            assert page.locator(".box-card").count() == boxes
            assert page.locator(".box-lines").count() == lines
            assert [*at_sizes(page, FILLS, (PROJECTOR, (1366, 640)))] == []
    assert visit.wrong == []


@pytest.mark.parametrize(("size", "path"), [(PROJECTOR, "/?mur="), (TABLET, "/"), ((360, 740), "/")])
def test_the_hall_follows_live_and_nothing_jumps(opening, school: School, size: tuple[int, int], path: str) -> None:
    boxes, letters = school.boxes, LETTERS[0]
    with opening(school, reduced_motion="reduce") as visit:
        page = visit(size, path=path)
        watch_for_shifts(page)
        for dice, needs in (([1, 1], []), ([6, 6], ["tablet"]), ([5, 4], [])):
            boxes.table(letters, 2, players=players("Jean-Baptiste", "Max"), dice=dice, needs=needs)
            says = "Aucune tablette" if needs else f"Jean-Baptiste joue {dice[0]} et {dice[1]}."
            page.locator(f"#box-{letters} .card-says", has_text=says).wait_for()
        shifts = page.evaluate("window.shifts")  # of a sentence with another mark only the letters move
        assert [shift for shift in shifts if any(before != after for _, before, after in shift[2:])] == []
        page.locator(f"#box-{letters} a").click()
        page.locator(f"#table-{letters}-2").wait_for()
        boxes.table(letters, 2, state="paused", players=players("Jean-Baptiste", "Max"))
        page.locator(f"#table-{letters}-2", has_text="Pause").wait_for()
        for width, height in resized(page, (PROJECTOR, (320, 640))):
            assert page.evaluate(WIDER) == [], (width, height)
    assert visit.wrong == []
