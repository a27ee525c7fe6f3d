"""A page that changes by itself can be frozen, with scripts and without, and goes on when somebody wishes."""

import pytest

RELOADS = 'http-equiv="refresh"'


@pytest.mark.parametrize("path", ["/", "/mur"])
def test_links_stop_and_resume_reloading_without_scripts(teacher, path: str) -> None:
    page = teacher.page(path)
    assert RELOADS in page
    assert f'href="{path}?fige=1"' in page
    frozen = teacher.page(f"{path}?fige=1")
    assert RELOADS not in frozen
    assert "Page figée" in frozen
    assert "data-frozen" in frozen
    assert f'href="{path}?fige=1"' not in frozen


def test_freezing_is_offered_with_and_without_scripts(pupil) -> None:
    page = pupil.page()
    assert '<noscript><a class="plain" href="/?fige=1">' in page
    assert 'data-freeze aria-pressed="false"' in page
    assert 'href="/" data-resume hidden>' in page
    assert 'href="/" data-resume>' in pupil.page("/?fige=1")


def test_the_wall_keeps_its_theme_while_frozen(visitor) -> None:
    assert 'href="/mur?theme=sombre&amp;fige=1"' in visitor.page("/mur?theme=sombre")
    assert 'class="is-held" href="/mur?theme=sombre">Page figée' in visitor.page("/mur?theme=sombre&fige=1")


def test_what_a_frozen_page_says_is_told_to_whoever_listens(pupil) -> None:
    assert 'role="status" data-held="La page est figée' in pupil.page()
