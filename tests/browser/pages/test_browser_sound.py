"""Sounds and voice: off at first, one wish a device, and only voices of the device itself speak."""

import pytest

from webui.table.values.actions import CloseTiles, Next, Throw
from webui.table.values.setup import Setup, players_at

PRETEND = """
window.notes = 0; window.spoken = []; window.awake = 0;
const note = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () { window.notes += 1; return note.call(this); };
const VOICES = [
  { lang: "fr-FR", localService: false, name: "far" }, { lang: "en-GB", localService: true, name: "other" },
  { lang: "fr_FR", localService: true, name: "own" }];
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
Object.defineProperty(window, "speechSynthesis", { value: { getVoices: () => window.voices ?? VOICES, cancel() {},
  addEventListener() {}, speak(told) { window.spoken.push([told.voice.name, told.text]); } } });
Object.defineProperty(navigator, "wakeLock", { value: { request: async () => {
  window.awake += 1; return { release() { window.awake -= 1; } }; } } });
"""


@pytest.fixture
def heard(visit, place):
    """A page of an onlooker, with a browser whose sounds are counted."""
    place.live.new_game(Setup("occe_child", players_at((1, 3), ("Léa", "Tom")), profile="OCCE enfant"))
    page = visit()
    page.context.add_init_script(PRETEND)
    page.goto(place.url)
    return page


def play(place, *tiles: int) -> None:
    place.live.act(Throw(dice=(4, 2)))
    place.live.act(CloseTiles(tiles=tiles))


def test_nothing_is_heard_at_first(heard, place) -> None:
    play(place, 6)
    heard.locator("#tile-1-6.is-provisional").wait_for()
    assert heard.evaluate("[notes, spoken.length, awake]") == [0, 0, 0]


def test_tones_follow_throw_and_verdict_as_this_device_wishes(heard, place) -> None:
    heard.click("#device-menu summary")
    heard.check("[data-wish=tones]")
    first = heard.evaluate("notes")
    assert first > 0
    play(place, 5)
    heard.locator(".is-refused#now").wait_for()
    heard.wait_for_function(f"notes > {first}")
    heard.reload()
    assert heard.evaluate("notes") == 0
    assert heard.locator("[data-wish=tones]").is_checked()
    assert heard.evaluate("spoken.length") == 0


def test_the_devices_own_voice_reads_sentence_and_score(heard, place) -> None:
    heard.click("#device-menu summary")
    heard.check("[data-wish=voice]")
    play(place, 6)
    heard.locator("#tile-1-6.is-provisional").wait_for()
    place.live.act(Next())
    heard.wait_for_function("() => spoken.some(([, text]) => text.includes('Léa, 39 points'))")
    assert {name for name, _ in heard.evaluate("spoken")} == {"own"}
    assert "6 fermée. C’est juste" in heard.evaluate("spoken.at(-2)[1]").replace("'", "’")


def test_without_a_voice_of_its_own_the_device_says_so(heard, place, barriers) -> None:
    heard.context.add_init_script("window.voices = [{ lang: 'fr-FR', localService: false, name: 'far' }];")
    heard.reload()
    heard.click("#device-menu summary")
    heard.locator("[data-sound]").wait_for()
    assert heard.locator("[data-wish=voice]").is_disabled()
    assert "n’a pas de voix" in heard.locator("label:has([data-wish=voice]) + p").inner_text()
    assert barriers(heard) == []


def test_the_screen_stays_awake_on_wish_and_may_sleep_again(heard) -> None:
    heard.click("#device-menu summary")
    heard.check("[data-wish=awake]")
    heard.wait_for_function("awake === 1")
    heard.uncheck("[data-wish=awake]")
    heard.wait_for_function("awake === 0")
    heard.keyboard.press("Escape")
    assert not heard.locator("[data-wish=awake]").is_visible()


def test_the_block_fits_a_phone_and_needs_scripts(heard, plain) -> None:
    heard.set_viewport_size({"width": 360, "height": 740})
    heard.click("#device-menu summary")
    heard.locator("[data-sound]").wait_for()
    box = heard.locator(".of-device").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 360
    assert heard.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert not plain.locator("[data-sound]").is_visible()
