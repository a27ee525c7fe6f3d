"""The settings of sound are there, hidden until a script shows them, without requests to another machine."""

from pathlib import Path


def test_the_settings_are_there_where_something_may_be_pressed(teacher, checkout: Path) -> None:
    assert "data-sound" in teacher.page("/")
    assert "data-sound" not in teacher.page("/mur")
    assert "pages/sound.js" in teacher.page("/mur")
    assert "pages/sound.js" not in teacher.page("/"), "fetched once somebody wishes for it"
    assert 'import("./pages/sound.js")' in (checkout / "webui" / "static" / "table.js").read_text(encoding="utf-8")


def test_the_page_says_how_to_keep_the_screen_awake(teacher) -> None:
    assert "c’est à régler sur l’appareil" in teacher.page("/")


def test_the_settings_are_hidden_without_scripts(pupil) -> None:
    assert '<div class="sound-wishes" hidden' in pupil.page("/")


def test_no_script_of_the_pages_names_another_machine(checkout: Path) -> None:
    for file in (checkout / "webui" / "static" / "pages").iterdir():
        assert "://" not in file.read_text(encoding="utf-8"), file.name
