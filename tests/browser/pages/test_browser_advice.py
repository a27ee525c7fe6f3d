"""The coach's page in a browser, for the teacher and for a child, with and without scripts."""

from webui.store.advice import AdviceAllowed, advice_allowed
from webui.table.values.actions import CloseTiles, Next, Throw
from webui.table.values.setup import Setup, players_at


def begun(place) -> None:
    place.live.new_game(Setup("occe_child", players_at((1, 3), ("Léa", "Tom")), profile="OCCE enfant"))
    place.live.act(Throw(dice=(6, 2)))


def test_the_teacher_lets_the_coach_speak_before_the_move(tablet, place, barriers, fits) -> None:
    begun(place)
    tablet.goto(f"{place.url}/conseil")
    tablet.get_by_text("Joue d’abord.").wait_for()
    assert barriers(tablet) == []
    tablet.get_by_label("Avant un coup").check()
    tablet.get_by_role("button", name="Enregistrer").click()
    tablet.locator(".is-before").wait_for()
    assert advice_allowed(place.app.extensions["piste"].door.data) == AdviceAllowed(before=True, after=True)
    tablet.get_by_role("link", name="Adulte").or_(tablet.locator(".levels a").last).first.click()
    assert barriers(tablet) == []
    fits(tablet)


def test_a_child_reads_what_a_move_was_worth_without_scripts(plain, place) -> None:
    begun(place)
    place.live.act(CloseTiles(tiles=(8,)))
    place.live.act(Next())
    plain.goto(f"{place.url}/conseil")
    plain.locator(".levels a").first.click()
    assert plain.get_by_text("Léa a fermé 8.").is_visible()
    assert plain.locator("form.allow").count() == 0
