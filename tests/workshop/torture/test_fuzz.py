"""A sample of `python -m workshop torture fuzz`, with a fixed seed, and what once broke something."""

import json
import signal
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from workshop.torture.fuzz.command import fuzz as command
from workshop.torture.fuzz.corpus import with_corpus
from workshop.torture.fuzz.loop import Hangs, Target, fuzz
from workshop.torture.fuzz.mutate import LONGEST, mutated
from workshop.torture.fuzz.reached import reached
from workshop.torture.fuzz.run import targets, tries_of

CORPUS = Path(__file__).with_name("corpus.json")
NAMES = (
    "record", "notation", "labels", "setup", "layout", "calibration", "known", "classes", "advice", "frames",
    "session key", "teacher's code", "table's code", "wrong codes", "locked", "hands",
    "capture", "picture", "stand", "event", "setup of a game", "journal", "backup", "backup's list", "forms", "API",
)  # fmt: skip
SLOW = frozenset({"record", "stand", "event", "setup of a game", "journal", "forms", "API"})


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Target]:
    return {target.name: target for target in targets(tmp_path_factory.mktemp("fuzz"))}


def test_these_are_the_parsers(known: dict[str, Target]) -> None:
    assert tuple(known) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_every_parser_reads_or_refuses(known: dict[str, Target], name: str) -> None:
    found = fuzz(known[name], 40 if name in SLOW else 200, Random(f"15 {name}"))
    assert [trace for trace, _ in found.broken.values()] == []
    assert found.lines  # it was led by something


@pytest.mark.parametrize("name", sorted(json.loads(CORPUS.read_text(encoding="utf-8"))))
def test_what_once_broke_something_is_read_or_refused(known: dict[str, Target], name: str) -> None:
    inputs = tuple(text.encode("latin-1") for text in json.loads(CORPUS.read_text(encoding="utf-8"))[name])
    target = Target(name, inputs, known[name].run, known[name].refusals)
    assert [trace for trace, _ in fuzz(target, len(inputs), Random(1)).broken.values()] == []


@pytest.mark.parametrize("name", NAMES)
def test_what_it_begins_with_is_mostly_right(known: dict[str, Target], name: str) -> None:
    target = known[name]
    found = fuzz(target, min(len(target.seeds), 12), Random(1))
    assert found.refused <= found.tries / 2


def broken(data: bytes) -> None:
    """A parser that breaks where three bytes are as it likes them: hardly ever by chance alone."""
    if data[:1] == b"P":
        first = len(data)
        if data[1:2] == b"Q":
            first += 1
            if data[2:3] == b"R":
                raise ZeroDivisionError(first)


def test_a_parser_that_breaks_is_found_out() -> None:
    target = Target("broken", (b"{}", b"PQS", b"xyR"), broken)
    found = fuzz(target, 5000, Random(1))
    assert [place.split()[0] for place in found.broken] == ["ZeroDivisionError"]


def test_a_refusal_in_words_is_sound_and_any_other_is_not() -> None:
    def refuses(data: bytes) -> None:
        raise ValueError("expected something else") if data else KeyError("a")

    found = fuzz(Target("refuses", (b"", b"a"), refuses, (ValueError,)), 2, Random(1))
    assert (found.refused, list(found.broken)) == (1, ["KeyError outside"])


def endless(data: bytes) -> None:
    while True:
        pass


@pytest.mark.parametrize(("never", "seconds"), [(endless, 0.2), (lambda data: signal.pause(), 0.02)])
def test_one_that_never_ends_is_found_out(
    monkeypatch: pytest.MonkeyPatch, never: Callable[[bytes], None], seconds: float
) -> None:
    monkeypatch.setattr("workshop.torture.fuzz.loop.HANGS", seconds)
    found = fuzz(Target("never", (b"a",), never), 1, Random(1))
    assert [place.split()[0] for place in found.broken] == [Hangs.__name__]


def test_lines_of_the_program_are_seen(tmp_path: Path) -> None:
    from webui.store.advice import advice_allowed

    lines: set[tuple[str, int]] = set()
    with reached(lines):
        advice_allowed(tmp_path)
    assert {Path(file).name for file, _ in lines} >= {"advice.py"}


@given(st.binary(max_size=200), st.lists(st.binary(max_size=50), min_size=1, max_size=3), st.integers())
def test_whatever_it_is_made_of_an_input_is_bytes_and_bounded(seed: bytes, others: list[bytes], chance: int) -> None:
    assert len(mutated(seed, others, Random(chance))) <= LONGEST


def test_shares_add_up_to_what_was_asked_for() -> None:
    assert sum(tries_of(list(NAMES), 200_000).values()) >= 200_000


def test_the_command_tells_a_table_and_its_sum() -> None:
    done = CliRunner().invoke(command, ["--many", "60", "--only", "advice", "--only", "frames"])
    assert done.exit_code == 0, done.output
    assert "| advice | 30 |" in done.output
    assert "| all | 60 |" in done.output


def test_what_led_further_is_kept_and_begun_with_the_next_time(tmp_path: Path) -> None:
    asked = ["--only", "frames", "--corpus", str(tmp_path / "corpus")]
    assert CliRunner().invoke(command, ["--many", "200", *asked]).exit_code == 0
    kept = {file.name: file.read_bytes() for file in (tmp_path / "corpus" / "frames").iterdir()}
    assert kept
    begins = with_corpus(Target("frames", (b"[]",), len), tmp_path / "corpus").seeds
    assert begins[0] == b"[]"
    assert set(begins[1:]) == set(kept.values())
    again = fuzz(Target("frames", begins, len), len(begins), Random(1))
    assert again.led == []
    assert with_corpus(Target("of this name nothing", (b"[]",), len), tmp_path / "corpus").seeds == (b"[]",)
