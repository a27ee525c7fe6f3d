"""The documents say what is there."""

import doctest
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import click
from each import each

from webui.cli import VERBS, main
from webui.table.belief.priors import PATIENCE

CHECKOUT = Path(__file__).resolve().parents[1]
FOLDERS = ("docs", "hardware", "models", "workshop")
DOCUMENTS = sorted(
    [*CHECKOUT.glob("*.md"), *(page for folder in FOLDERS for page in CHECKOUT.glob(f"{folder}/**/*.md"))]
)
TODAY = [page for page in DOCUMENTS if page.name != "CHANGELOG.md"]
GONE = {"models.scenes.gl"}
"""What a card names of the past, and says so."""
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")


@each("document", DOCUMENTS)
def test_links_inside_the_project_lead_somewhere(document: Path) -> None:
    targets = [t for t in LINK.findall(document.read_text(encoding="utf-8")) if "://" not in t]
    assert [target for target in targets if not (document.parent / target).exists()] == []


def test_the_readme_is_short_and_its_example_runs() -> None:
    readme = CHECKOUT / "README.md"
    assert readme.stat().st_size <= 10_000
    assert doctest.testfile(str(readme), module_relative=False) == (0, 7)


def test_the_commands_are_named_in_both_languages() -> None:
    text = (CHECKOUT / "docs" / "commands.md").read_text(encoding="utf-8")
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


ROOMS = "vision|referee|webui|hardware|models|workshop"
FILE = re.compile(rf"(?<![\w./-])((?:{ROOMS}|tests|docs)/[\w./*-]*\w)")
NAME = re.compile(rf"(?<![\w./])((?:{ROOMS})(?:\.[A-Za-z_]\w*)+)")


def home(name: str) -> tuple[str, list[str]]:
    """Path and text of the module that a dotted name lives in, and what is left of the name there."""
    parts = name.split(".")
    for end in range(len(parts), 0, -1):
        stem = CHECKOUT.joinpath(*parts[:end])
        for file in (stem.with_suffix(".py"), stem / "__init__.py"):
            if file.is_file():
                return f"{file}\n{file.read_text(encoding='utf-8')}", parts[end:]
    raise AssertionError(f"{name}: no such module")


def known(name: str) -> bool:
    text, left = home(name)
    return all(re.search(rf"\b{part}\b", text) for part in left)


@each("document", TODAY)
def test_files_and_names_that_a_document_speaks_of_are_there(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    files = set(FILE.findall(text))
    assert sorted(path for path in files if not any(CHECKOUT.glob(path))) == []
    names = {name for name in NAME.findall(text) if not any(CHECKOUT.glob(name.replace(".", "/", 1)))} - GONE
    assert (
        sorted(name for name in names if "." + name.rsplit(".", 1)[-1] not in DATA and not known(name)) == []
    )


DATA = {".onnx", ".toml", ".md", ".py", ".json", ".path"}


@each("document", TODAY)
def test_commands_that_a_document_shows_have_these_options(document: Path) -> None:
    text = document.read_text(encoding="utf-8").replace("\\\n", " ")
    assert [
        shown for shown in re.findall(r"\bpiste [a-z][^\n`|#]*", text) if unknown(shown.split()[1:])
    ] == []


def unknown(words: list[str]) -> set[str]:
    """Options of one of Piste's commands, as it is shown, that it does not have; none where no command is meant."""
    command: click.Command | None = main
    while isinstance(command, click.Group) and words:
        command = command.get_command(click.Context(command), words.pop(0).strip(".,;:)\\"))
    if command is None or isinstance(command, click.Group):
        return set()
    has = {"--help", *(option for parameter in command.params for option in parameter.opts)}
    return {word.strip("[]().,;") for word in words if re.match(r"[\[(]*--[a-z]", word)} - has


def test_belief_md_names_the_tables_real_waiting_times() -> None:
    text = (CHECKOUT / "docs" / "belief.md").read_text(encoding="utf-8")
    named = re.findall(r"`PATIENCE\.(\w+)`, ([\d.]+) s\b", text)
    waits = {name: getattr(PATIENCE, name) for name, _ in named}
    first = {name: wait[0] if isinstance(wait, tuple) else wait for name, wait in waits.items()}
    assert len(named) == text.count("PATIENCE.") >= 3
    assert {name: float(seconds) for name, seconds in named} == first


WORDS = re.compile(r"^\| ([a-zA-Z][a-zA-Z -]+) \| (.+) \| `([\w.]+)` \|$", re.MULTILINE)


def glossary() -> Iterator[tuple[str, str, str]]:
    yield from WORDS.findall((CHECKOUT / "docs" / "glossary.md").read_text(encoding="utf-8"))


def test_the_glossary_defines_each_word_once_in_one_sentence() -> None:
    words = [word for word, _, _ in glossary()]
    assert 30 <= len(words) == len(set(words))
    assert [word for word, meaning, _ in glossary() if not re.match(r"[A-Z].+\.$", meaning)] == []


@each(("word", "place"), [(word, place) for word, _, place in glossary()])
def test_a_glossary_word_is_used_where_it_points(word: str, place: str) -> None:
    assert known(place)
    assert word.lower() in home(place)[0].lower()


def test_the_change_log_begins_with_the_version_of_this_piste() -> None:
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    code = (CHECKOUT / "publiccode.yml").read_text(encoding="utf-8")
    log = (CHECKOUT / "CHANGELOG.md").read_text(encoding="utf-8")
    releases = re.findall(r"^## \[([\d.]+)\] - (\d{4}-\d\d-\d\d)$", log, re.MULTILINE)
    assert releases[0][0] == project["version"]
    assert f"softwareVersion: {releases[0][0]}\n" in code
    assert f'releaseDate: "{releases[0][1]}"\n' in code
    assert [number for number, _ in releases] == sorted((n for n, _ in releases), reverse=True)


def test_how_to_install_names_the_archive_of_this_version() -> None:
    version = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    page = (CHECKOUT / "docs" / "install.md").read_text(encoding="utf-8")
    assert re.findall(r"(?:tar -xf|sudo) piste-(\d[\d.]*\d)", page) == [version] * 4


def test_the_change_log_has_a_place_for_what_comes_next() -> None:
    log = (CHECKOUT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.findall(r"^## (.+)$", log, re.MULTILINE)[0] == "[Unreleased]"


def test_the_change_log_is_short_enough_to_be_read() -> None:
    log = (CHECKOUT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert len(log) <= 16_000
    assert max(len(line) for line in log.splitlines()) <= 300


GUIDE = CHECKOUT / "docs" / "guide"
CRITERIA = (9, 2, 3, 13, 8, 2, 5, 10, 4, 14, 13, 11, 12)
"""How many criteria each theme of the RGAA 4.1.2 has."""
STATES = {"conforme": "conformes", "non conforme": "non conformes", "non applicable": "non applicables"}
STATES["non vérifié"] = "non vérifiés"


def test_the_rgaa_review_lists_and_counts_every_criterion() -> None:
    text = (GUIDE / "rgaa.fr.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+)\.(\d+) \| ([^|]+) \| (.+) \|$", text, re.MULTILINE)
    numbers = [(int(theme), int(number)) for theme, number, *_ in rows]
    assert numbers == [(theme, k) for theme, most in enumerate(CRITERIA, 1) for k in range(1, most + 1)]
    found = Counter(state for *_, state, _ in rows)
    assert set(found) == set(STATES)
    assert [f"| {many} | {found[one]} |" in text for one, many in STATES.items()] == [True] * len(STATES)


def test_the_declarations_give_the_rate_that_the_review_found() -> None:
    text = (GUIDE / "rgaa.fr.md").read_text(encoding="utf-8")
    counted = ("conforme", "non conforme", "non vérifié")
    met, broken, unknown = (len(re.findall(rf"\| {state} \|", text)) for state in counted)
    rate, least = round(100 * met / (met + broken)), round(100 * met / (met + broken + unknown))
    french = (GUIDE / "accessibilite.fr.md").read_text(encoding="utf-8")
    english = (GUIDE / "accessibility.en.md").read_text(encoding="utf-8")
    assert f"**Le taux est de {met} sur {met + broken}, soit {rate} %**" in french
    assert f"**The rate is {met} of {met + broken}, that is {rate} %**" in english
    assert f"({least} % s" in french
    assert f"({least} % if" in english
    missing = set(re.findall(r"^\| ([\d.]+) \| non (?:conforme|vérifié) \|", text, re.MULTILINE))
    for declared in (french, english):
        assert {number for number in missing if not re.search(rf"\b{re.escape(number)}\)", declared)} == set()
