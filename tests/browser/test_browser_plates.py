"""Names on the boards: of Trente and Tock the longest stand whole, at every size and however the board is turned."""

import pytest
from on_screen import resized

from webui.table.values.setup import Setup, players_at

NAMES = (
    "Marie-Antoinette-Eugénie", "Wilhelmina-Maximiliane-W", "Jean-Baptiste-Emmanuel-X", "Anne-Sophie-Charlotte-Li",
    "Wolfgang-Amadeus-Marie-M", "Bartholomäus-Friedrich-B", "Alexandrine Joséphine AB", "Maximiliennes-Constantin",
    "Christophebarthélemywutz", "Emmanuelle-Marguerite-MM", "Lou-Ann-May-Kim-Tom-Pia-", "Jean-Maximilienne-Philip",
)  # fmt: skip
"""Of 24 letters, parted and not."""
SIZES = (320, 640), (360, 740), (640, 400), (800, 1280), (1024, 768), (1280, 720), (1366, 640), (1920, 1080)
NAMED = 600
"""px from which on a page of Trente has room for names at the table; narrower, the scores alone have them."""

PLATES = """([board, seats, rect]) => {
  const box = (one) => { const b = one.getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; };
  const inside = ([l, t, r, b], [L, T, R, B]) => l > L - 1 && t > T - 1 && r < R + 1 && b < B + 1;
  const apart = ([l, t, r, b], [L, T, R, B]) => r < L || R < l || b < T || B < t;
  const seen = (one) => one.getClientRects().length > 0;
  const field = box(document.querySelector(board));
  const plates = [...document.querySelectorAll(seats)].map((seat) => {
    const plate = [...seat.querySelectorAll(rect)].find(seen);
    const lines = [...plate.parentNode.querySelectorAll("text:not(.points, .tag-of)")].filter(seen);
    return { name: lines.map((one) => one.textContent).join("").replaceAll(" ", ""), box: box(plate),
             wide: lines.filter((one) => !inside(box(one), box(plate))).map((one) => one.textContent) };
  });
  return { names: plates.map((one) => one.name), wide: plates.flatMap((one) => one.wide),
           outside: plates.filter((one) => !inside(one.box, field)).map((one) => one.name),
           touch: plates.filter((one) => plates.some((two) => two !== one && !apart(one.box, two.box)))
             .map((one) => one.name) };
}"""


@pytest.fixture
def tablet(measured):
    """The teacher's tablet, which is only measured."""
    return measured(role="teacher")


def measure(tablet, drawn, players: int) -> None:
    """Every plate at every size, the board turned to two of its sides, in turn."""
    wanted = sorted(name.replace(" ", "") for name in NAMES[:players])
    for turn, (width, _) in enumerate(resized(tablet, SIZES), start=players):
        for quarter in ("02", "13")[turn % 2]:
            tablet.evaluate("(quarter) => { document.documentElement.dataset.view = quarter; }", quarter)
            found = tablet.evaluate(PLATES, drawn)
            named = width >= NAMED or drawn[0] == "#tock"
            names = sorted(found.pop("names"))
            assert names == (wanted if named else [""] * players), (players, width, quarter)
            assert found == {"wide": [], "outside": [], "touch": []}, (players, width, quarter)


def test_names_at_the_table_of_trente_stand_whole(tablet, place) -> None:
    for players in range(2, 13):
        place.live.new_game(Setup("trente", players_at(range(1, players + 1), NAMES[:players])))
        tablet.locator(f"#seat-{players}").wait_for()
        measure(tablet, ("#ring", ".seat", ".plate"), players)


def test_names_on_the_board_of_tock_stand_whole(tablet, place) -> None:
    place.live.new_game(Setup("tock", players_at((1, 2, 3, 4), NAMES[:4])))
    tablet.locator("#tock").wait_for()
    measure(tablet, ("#tock", ".plate", "rect"), 4)


IN_LINE = """() => [...document.querySelectorAll(".board .who")].map((plate) => {
  const name = plate.querySelector(".name"), thin = Math.min(name.offsetWidth, name.offsetHeight);
  return [name.textContent.trim(), thin < 2 * parseFloat(getComputedStyle(name).fontSize)];
})"""
"""Each name on a frame's plate, and whether it stands in one line."""


def test_long_names_leave_the_board_of_a_phone_in_sight(tablet, place) -> None:
    names = ("Mohamed-Amine", "Marie-Charlotte", "Maximilien", "Anne-Charlotte")
    place.live.new_game(Setup("occe_child", players_at((1, 2, 3, 4), names)))
    tablet.locator("#who-4").wait_for()
    for size in resized(tablet, SIZES[:2]):
        assert sorted(tablet.evaluate(IN_LINE)) == sorted([name, True] for name in names), size
