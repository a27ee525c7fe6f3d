"""The documents say what is there."""

import re
from pathlib import Path

import pytest

from webui.cli import VERBS

CHECKOUT = Path(__file__).resolve().parents[1]
DOCUMENTS = sorted([*CHECKOUT.glob("*.md"), *CHECKOUT.glob("docs/**/*.md"), *CHECKOUT.glob("models/**/*.md")])
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(CHECKOUT)))
def test_links_inside_the_project_lead_somewhere(document: Path) -> None:
    targets = [t for t in LINK.findall(document.read_text(encoding="utf-8")) if "://" not in t]
    assert [target for target in targets if not (document.parent / target).exists()] == []


def test_the_readme_names_every_verb_in_both_languages() -> None:
    text = (CHECKOUT / "README.md").read_text(encoding="utf-8")
    french, _, english = text.partition("## In English")
    for half in (french, english):
        assert [verb for verb, _ in VERBS if f"piste {verb}" not in half] == []


def test_every_dependency_has_its_reason() -> None:
    reasons = (CHECKOUT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    project = (CHECKOUT / "pyproject.toml").read_text(encoding="utf-8")
    named = set(re.findall(r'^    "([a-z0-9-]+)>=', project, flags=re.MULTILINE))
    assert named
    assert sorted(name for name in named if name not in reasons) == []


def test_every_locked_package_has_its_reason() -> None:
    reasons = (CHECKOUT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    locked = set(re.findall(r"^([a-z0-9-]+)==", (CHECKOUT / "requirements.lock").read_text(), re.MULTILINE))
    hatchlings_own = {"pathspec", "pluggy", "trove-classifiers", "tomlkit"}
    foreign = hatchlings_own | {"colorama"}  # Windows only
    assert sorted(name for name in locked - foreign if name not in reasons) == []
