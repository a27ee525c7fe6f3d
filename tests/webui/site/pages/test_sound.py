"""The settings of sound are there, hidden until a script wakes them, and nothing is asked of another machine."""

from pathlib import Path

import pytest


@pytest.mark.parametrize("path", ["/", "/mur"])
def test_the_script_is_there_and_the_settings_only_where_something_may_be_pressed(teacher, path: str) -> None:
    page = teacher.page(path)
    assert "pages/sound.js" in page
    assert ("data-sound" in page) == (path == "/")


def test_the_settings_are_hidden_without_scripts(visitor) -> None:
    assert '<div class="sound-wishes" hidden' in visitor.page("/")


def test_no_script_of_the_pages_names_another_machine(checkout: Path) -> None:
    for file in (checkout / "webui" / "static" / "pages").iterdir():
        assert "://" not in file.read_text(encoding="utf-8"), file.name
