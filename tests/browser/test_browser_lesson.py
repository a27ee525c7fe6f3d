"""A lesson in a browser: from the class list to six waiting tables in a few taps; by drag, by keys, without scripts."""

import random
import re

import pytest
from on_screen import WIDER, at_sizes

from webui.live.classroom.opening import opened
from webui.live.classroom.tables import FurtherTables
from webui.live.live import Live
from webui.store.journal import Journal
from webui.table.values.actions import CloseTiles, Next, Throw
from webui.words.games.sentences import foul_sentence

NAMES = (
    "Adam", "Alice", "Anaïs", "Baptiste", "Camille", "Chloé", "Emma", "Ethan", "Gabriel", "Hugo", "Inès", "Jade",
    "Jules", "Kenza", "Léa", "Louis", "Lucas", "Manon", "Maël", "Mohamed", "Noah", "Rose", "Sarah", "Yanis",
)  # fmt: skip
LONG = ("Marie-Charlotte", "Maximilien", "Mohamed-Amine", *NAMES[3:])
SIZES = ((800, 1280), (1280, 800), (1366, 640), (320, 640))
MOST_TAPS = 12
PATH = "/enseignant/lecon/1"
SMALL = """() => [...document.querySelectorAll("main :is(.tick, .chip, .pill, .button, .here)")].filter((one) => {
  const box = one.getBoundingClientRect();
  return box.width && Math.min(box.width, box.height) < 44;
}).map((one) => one.textContent)"""
"""What is too small for a finger."""
SPLIT = """() => [...document.querySelectorAll(":is(.chip, .tick) span:not(.unseen)")].filter(
  (one) => one.scrollWidth > one.clientWidth || one.offsetHeight > 1.5 * parseFloat(getComputedStyle(one).fontSize)
).map((one) => one.textContent)"""
"""First names that are cut, or stand in two lines."""
CHOICE_CUT = """() => [...document.querySelectorAll("select")].filter((one) => {
  if (!one.checkVisibility()) return false;
  const whole = one.cloneNode();
  whole.append(one.selectedOptions[0].cloneNode(true));
  whole.style.cssText = "position: absolute; width: max-content; max-width: none";
  one.after(whole);
  const cut = whole.offsetWidth > one.offsetWidth + 1;
  whole.remove();
  return cut;
}).map((one) => `${one.name}: ${one.selectedOptions[0].textContent}`)"""
"""Choices narrower than their words, which a select cuts within its own box: it is never wider than its room."""


@pytest.fixture
def place(tmp_path, served):
    """A box with its first table, which may open others, and a class of 24."""
    live = Live(Journal.open(tmp_path), sentence=foul_sentence)
    tables = FurtherTables(tmp_path, lambda folder, table: opened(folder, "", str))
    with served(live, tmp_path, tables=tables) as place:
        live.start()
        place.app.extensions["piste"].classes.add("CE2", NAMES)
        yield place
        tables.close()


def at(page, table: int) -> list[str]:
    return page.locator(f'[data-table="{table}"] .chip span:not(.unseen)').all_inner_texts()


def states(place) -> list[str]:
    return [one.live.snapshot().state for one in place.app.extensions["piste"].every_table()]


@pytest.mark.parametrize("size", [(800, 1280), (1280, 800)])
def test_twelve_taps_lead_from_the_list_to_six_waiting_tables(visit, place, size) -> None:
    page = visit(size, "teacher", "/enseignant", has_touch=True)
    taps = []

    def tap(target) -> None:
        taps.append(target)
        target.tap()

    tap(page.get_by_role("link", name="Préparer une leçon"))
    for absent in ("Chloé", "Noah"):
        page.locator(".tick", has_text=absent).tap()
        page.locator(f".chip:has-text('{absent}')").wait_for(state="detached")
    tap(page.locator(".which > summary"))
    tap(page.locator(".card", has_text="Tric-Trac Royal").locator("strong"))
    page.locator(".which:not([open])").wait_for()
    tap(page.locator(".pill", has_text="Au hasard"))
    tap(page.get_by_role("button", name="C’est parti"))
    page.wait_for_url(f"{place.url}/enseignant")
    assert states(place) == ["waiting_throw"] * 6
    assert len(taps) <= MOST_TAPS
    tap(page.get_by_role("link", name="Manche suivante").first)
    assert not page.is_checked('.tick:has-text("Noah") input')
    tap(page.get_by_role("button", name="C’est parti"))
    page.wait_for_url(f"{place.url}/enseignant")
    assert len(taps) <= MOST_TAPS


def test_a_name_is_dragged_to_another_table(visit, place) -> None:
    page = visit((1280, 800), "teacher", PATH)
    name = at(page, 1)[0]
    chip, goal = page.locator(".chip", has_text=name).bounding_box(), page.locator('[data-table="5"]').bounding_box()
    page.mouse.move(chip["x"] + 20, chip["y"] + 20)
    page.mouse.down()
    page.mouse.move(goal["x"] + 30, goal["y"] + 30, steps=5)
    assert page.locator('[data-table="5"].is-goal').count() == 1
    page.mouse.up()
    page.locator(f'[data-table="5"] .chip.is-fixed:has-text("{name}")').wait_for()
    page.get_by_role("button", name="Mélanger").click()
    page.locator('[data-table="5"] .chip >> nth=4').wait_for(state="detached")
    assert name in at(page, 5)
    assert sorted(len(at(page, table)) for table in range(1, 7)) == [4] * 6


@pytest.mark.parametrize("scripts", [True, False])
def test_a_name_moves_without_dragging(visit, place, scripts: bool) -> None:
    page = visit((1280, 800), "teacher", PATH, java_script_enabled=scripts)
    name = at(page, 1)[0]
    page.locator(".chip", has_text=name).click()
    page.get_by_role("button", name="Ici – Table 5").click()
    page.locator(f'[data-table="5"] .chip.is-fixed:has-text("{name}")').wait_for()
    page.get_by_role("button", name="C’est parti").click()
    assert page.locator(".wrong").inner_text().startswith("Table 5")
    visit.wrong.clear()  # the browser notes an answer of 422
    page.locator(".chip", has_text=next(one for one in at(page, 5) if one != name)).click()
    page.get_by_role("button", name="Ici – Table 1").click()
    page.locator('[data-table="1"] .chip >> nth=3').wait_for()
    page.get_by_role("button", name="C’est parti").click()
    page.wait_for_url(f"{place.url}/enseignant")
    assert states(place) == ["waiting_throw"] * 6


@pytest.mark.parametrize("scripts", [True, False])
def test_on_a_phone_the_first_table_and_each_change_are_in_view(visit, place, scripts: bool) -> None:
    page = visit((360, 740), "teacher", PATH, java_script_enabled=scripts)
    page.get_by_role("button", name="C’est parti").click()
    page.wait_for_url(f"{place.url}/enseignant")
    first = page.locator("#table-1").bounding_box()
    assert first["y"] + first["height"] / 2 <= 740
    page.get_by_role("link", name="Changer de place").first.click()
    page.locator('[data-table="2"] .chip').first.click()
    page.get_by_role("button", name="Ici – Table 5").click()
    page.locator("#then-5").wait_for()
    says, bar = page.locator("#then-5").bounding_box(), page.locator(".begins").bounding_box()
    assert 0 <= says["y"] <= bar["y"] - says["height"]


@pytest.mark.parametrize("drags", [True, False])
def test_two_at_full_tables_swap_in_one_act(visit, place, drags: bool) -> None:
    page = visit((1366, 640), "teacher", PATH)
    page.get_by_role("button", name="C’est parti").click()
    page.get_by_role("link", name="Changer de place").first.click()
    one, other = at(page, 1)[0], at(page, 5)[0]
    chips = [page.locator(".chip", has=page.get_by_text(name, exact=True)) for name in (one, other)]
    if drags:
        (start, goal) = (chip.bounding_box() for chip in chips)
        page.mouse.move(start["x"] + 20, start["y"] + 20)
        page.mouse.down()
        page.mouse.move(goal["x"] + 20, goal["y"] + 20, steps=5)
        assert page.locator(".chip.is-goal").count() == 1
        page.mouse.up()
    else:
        for chip in chips:
            chip.click()
        page.get_by_role("button", name="Échanger").click()
    page.locator(f'[data-table="1"] .chip.is-fixed:has-text("{other}")').wait_for()
    assert one in at(page, 5)
    assert page.locator(".wrong").count() == 0
    page.get_by_role("button", name="Oui, changer").click()
    page.wait_for_url(f"{place.url}/enseignant")


def test_a_name_moves_by_keys(visit, place) -> None:
    page = visit((1280, 800), "teacher", PATH)
    name = at(page, 1)[0]
    page.locator(".chip", has_text=name).locator("input").focus()
    page.keyboard.press("Space")
    page.get_by_role("button", name="Ici – Table 3").focus()
    page.keyboard.press("Enter")
    page.locator(f'[data-table="3"] .chip.is-fixed:has-text("{name}")').wait_for()


def test_without_scripts_the_class_is_spread_anew(visit, place) -> None:
    page = visit((800, 1280), "teacher", PATH, java_script_enabled=False)
    page.locator(".tick", has_text="Adam").click()
    page.locator(".pill", has_text=re.compile("^5$")).click()
    page.get_by_role("button", name="Mélanger").click()
    page.locator('[data-table="0"] .chip >> nth=2').wait_for()
    assert [len(at(page, table)) for table in range(1, 6)] == [4] * 5
    assert len(at(page, 0)) == 3


@pytest.mark.parametrize("size", SIZES[::3])
def test_the_page_has_no_barrier_at_its_sizes(visit, place, barriers, size) -> None:
    place.app.extensions["piste"].classes.change(1, "CE2", LONG)
    page = visit(size, "teacher", PATH)
    page.locator(".chip").first.click()
    assert barriers(page) == []
    for fits in WIDER, SMALL, SPLIT, CHOICE_CUT:
        assert [*at_sizes(page, fits, (size, *SIZES[1:3], (1920, 1080)))] == []


@pytest.mark.parametrize("size", [(800, 1280), (1280, 800)])
def test_six_tables_and_the_start_are_in_view_at_once(visit, place, size) -> None:
    page = visit(size, "teacher", PATH)
    start = page.get_by_role("button", name="C’est parti").bounding_box()
    for group in page.locator(".group:visible").all():
        box = group.bounding_box()
        assert box["y"] + box["height"] <= start["y"]
    assert start["y"] + start["height"] <= size[1]


def test_a_late_child_joins_and_another_leaves_by_a_drag_each(visit, place, barriers) -> None:
    page = visit((1280, 800), "teacher", PATH)
    for absent in ("Adam", "Rose"):
        page.locator(".tick", has_text=absent).click()
        page.locator(f".chip:has-text('{absent}')").wait_for(state="detached")
    page.get_by_role("button", name="C’est parti").click()
    page.get_by_role("link", name="Changer de place").first.click()
    table = next(number for number in range(1, 7) if len(at(page, number)) == 4)
    goes = at(page, table)[0]
    for name, to in ((goes, "out"), ("Adam", str(table))):
        lies = f".chip:not([data-young]):has-text('{name}')"  # what takes another's place is dead for a moment
        chip, goal = (page.locator(one).bounding_box() for one in (lies, f'[data-table="{to}"]'))
        page.mouse.move(chip["x"] + 20, chip["y"] + 20)
        page.mouse.down()
        page.mouse.move(goal["x"] + 30, goal["y"] + 30, steps=5)
        page.mouse.up()
        page.locator(f'[data-table="{to}"] .chip.is-fixed:has-text("{name}")').wait_for()
    assert "Adam prend la place d" in page.locator(f"#then-{table}").inner_text()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(WIDER) == [], (width, height)
        assert page.evaluate(SMALL) == [], (width, height)
    assert barriers(page) == []
    page.get_by_role("button", name="Oui, changer").click()
    page.wait_for_url(f"{place.url}/enseignant")
    here = place.app.extensions["piste"].at_table(table).live.snapshot().players
    assert "Adam" in [player.name for player in here]
    assert goes not in [player.name for player in here]


def test_a_late_child_at_a_full_table_waits_for_its_next_game(visit, place, barriers) -> None:
    place.app.extensions["piste"].classes.change(1, "CE2", NAMES[:9])
    page = visit((1366, 640), "teacher", PATH)
    page.locator(".tick", has_text="Adam").click()
    page.locator(".chip:has-text('Adam')").wait_for(state="detached")
    page.get_by_role("button", name="C’est parti").click()
    page.wait_for_url(f"{place.url}/enseignant")
    live = place.app.extensions["piste"].live
    names = [player.name for player in live.snapshot().players]
    live.act(Throw((6, 2)))
    phone = visit((360, 740), "pupil", "/", has_touch=True)
    page.get_by_role("link", name="Changer de place").first.click()
    page.locator('[data-table="out"] .chip', has_text="Adam").click()
    page.locator('[data-table="1"] .here').click()
    says = page.locator("#then-1", has_text="Adam joue à la prochaine partie, à la place d")
    says.filter(has_text=names[0]).wait_for()
    assert barriers(page) == []
    page.get_by_role("button", name="Oui, changer").click()
    page.locator("#table-1", has_text="Adam joue à la prochaine partie").wait_for()
    assert barriers(page) == []
    phone.locator("#next-tag", has_text="Adam joue à la prochaine partie").wait_for()
    for width, height in ((360, 740), *SIZES):
        phone.set_viewport_size({"width": width, "height": height})
        assert phone.evaluate(WIDER) == [], (width, height)
        assert phone.locator("#next-tag").evaluate("(tag) => tag.scrollWidth <= tag.clientWidth"), (width, height)
    assert barriers(phone) == []
    while (view := live.snapshot()).state != "game_over":
        if view.state == "waiting_throw":
            live.act(Throw((6, 6)[: view.due.dice]))
        else:
            live.act(CloseTiles(view.legal[0]) if view.state == "waiting_move" else Next())
    phone.get_by_role("button", name="Rejouer").tap()
    phone.locator("#next-tag", has_text=names[0]).wait_for()
    assert [player.name for player in live.snapshot().players] == [*names[1:], "Adam"]
    page.locator("#table-1", has_text=f"{names[0]} joue à la prochaine partie").wait_for()


def test_a_new_round_covers_a_tablet_until_it_is_tapped_away(visit, place, barriers) -> None:
    page = visit((1366, 640), "teacher", PATH)
    page.get_by_role("button", name="C’est parti").click()
    tablet = visit((800, 1280), "pupil", "/", has_touch=True)
    for _ in range(2):  # another round is told anew
        page.goto(f"{place.url}{PATH}")
        page.get_by_role("button", name="C’est parti").click()
        page.wait_for_url(f"{place.url}/enseignant")
        tablet.locator("#who-sits", has_text="Ici jouent maintenant").wait_for()
        for width, height in SIZES:
            tablet.set_viewport_size({"width": width, "height": height})
            assert tablet.evaluate(WIDER) == [], (width, height)
        assert barriers(tablet) == []
        tablet.locator("#who-sits > summary").tap()
        tablet.locator("#pad, .pad").first.wait_for()
    page.get_by_role("button", name="Les yeux vers moi").click()
    tablet.locator("#all-eyes").wait_for()
    page.get_by_role("button", name="Tout le monde reprend").click()
    tablet.locator("#all-eyes").wait_for(state="detached")
    assert tablet.locator("#who-sits").is_hidden()


CUT = """() => [...document.querySelectorAll("#movers li")].filter((one) => {
  const box = one.getBoundingClientRect(), name = one.querySelector(".name");
  return box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight
    || name.scrollWidth > name.clientWidth;
}).map((one) => one.textContent)"""
"""Who is listed on the projector, but not whole."""
PROJECTORS = ((1920, 1080), (1366, 640), (1024, 768))


def test_a_projector_shows_28_pupils_at_once_where_to_go(visit, place, barriers) -> None:
    everybody = (*LONG, "Jean-Christophe", "Zoé", "Éléonore", "Tom")
    place.app.extensions["piste"].classes.change(1, "CE2", everybody)
    page = visit((1366, 640), "teacher", PATH)
    wall = visit(PROJECTORS[0], "", "/salle?mur")
    page.get_by_role("button", name="C’est parti").click()
    page.wait_for_url(f"{place.url}/enseignant")
    wall.locator("#movers .name", has_text=everybody[-1]).wait_for()
    assert wall.locator("#movers li").count() == len(everybody)
    for width, height in PROJECTORS:
        wall.set_viewport_size({"width": width, "height": height})
        assert wall.evaluate(CUT) == [], (width, height)
    assert barriers(wall) == []
    wall.set_viewport_size({"width": 360, "height": 740})
    signs = wall.locator("#movers .table-sign")
    rights = signs.evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().right)")
    assert len({round(right) for right in rights}) == 2  # two straight columns
    assert wall.evaluate(WIDER) == []
    tables = place.app.extensions["piste"].every_table()
    for table in tables[: (len(tables) - 1) // 2]:
        table.live.act(Throw((6, 3)))
    assert wall.locator("#movers").count() == 1
    tables[-1].live.act(Throw((6, 3)))
    wall.locator("#movers").wait_for(state="detached")


def test_a_few_pupils_are_listed_above_the_tables(visit, place, barriers) -> None:
    place.app.extensions["piste"].classes.change(1, "CE2", LONG[:8])
    page = visit((1366, 640), "teacher", PATH)
    wall = visit(PROJECTORS[0], "", "/salle?mur")
    page.get_by_role("button", name="C’est parti").click()
    wall.locator("#movers:not(.is-full)").wait_for()
    for width, height in PROJECTORS:
        wall.set_viewport_size({"width": width, "height": height})
        assert wall.evaluate(CUT) == [], (width, height)
    assert barriers(wall) == []


ON_PAPER = """() => {
  document.getAnimations().forEach((one) => one.finish());
  const paper = [...document.querySelectorAll(".confetti i")].map((one) => one.getBoundingClientRect());
  const bare = (one) => one.matches(".lesson-over, .podium")
    || (getComputedStyle(one).backgroundColor === "rgba(0, 0, 0, 0)" && bare(one.parentElement));
  const words = document.querySelectorAll(".lesson-over :is(h2, p, .points), .podium .steps :is(.name, .points)");
  return [...words].filter((one) => {
    const box = one.getBoundingClientRect();
    return bare(one) && paper.some((at) => at.left < box.right && at.right > box.left && at.top < box.bottom
      && at.bottom > box.top);
  }).map((one) => one.textContent);
}"""
"""Words with paper behind them."""
HALF = """() => [...document.querySelectorAll(".steps .step")].filter((one) => {
  const digit = document.createRange();
  digit.selectNode(one.lastChild);
  return digit.getBoundingClientRect().bottom > one.getBoundingClientRect().bottom;
}).map((one) => one.textContent)"""
"""Blocks of a podium that are too low for their number."""


def test_paper_falls_beside_what_is_written(visit, place) -> None:
    page = visit((1366, 640), "teacher", PATH)
    page.get_by_role("button", name="C’est parti").click()
    page.wait_for_url(f"{place.url}/enseignant")
    chance = random.Random(3)
    first, *others = (table.live for table in place.app.extensions["piste"].every_table())
    while (view := first.snapshot()).state != "game_over":
        if view.state == "waiting_throw":
            first.act(Throw(tuple(chance.choices(range(1, 7), k=view.due.dice))))
        else:
            first.act(CloseTiles(view.legal[0]) if view.state == "waiting_move" else Next())
    for live, tiles in zip(others, ((3, 6), (9,), (9,), (1, 2, 6), (9,)), strict=True):
        for action in (Throw((6, 3)), CloseTiles(tiles), Next()):
            live.act(action)
    wall = visit((360, 740), "", "/table/1/")
    wall.locator("#podium .step-3").wait_for()
    assert (wall.evaluate(ON_PAPER), wall.evaluate(HALF)) == ([], [])
    page.get_by_role("button", name="Fin de la leçon").first.click()
    page.get_by_role("button", name="Oui, finir").click()
    wall.goto(f"{place.url}/salle?mur")
    for shown in ("#lesson-over", "#podium"):
        wall.locator(shown).wait_for()
        for width, height in ((360, 740), *PROJECTORS):
            wall.set_viewport_size({"width": width, "height": height})
            assert (wall.evaluate(ON_PAPER), wall.evaluate(HALF)) == ([], []), (shown, width)
            frame, title = (wall.locator(one).bounding_box()["y"] for one in ("#lesson-over", "#lesson-over h2"))
            assert title - frame > 16, (shown, width)
        page.get_by_role("button", name=re.compile("podium")).click()
