"""A disk that rots: Piste starts whatever has become of its journal, and tells what is not as it was written."""

from pathlib import Path

from workshop.torture.cuts import lines
from workshop.torture.damage import BY_HAND, damaged, lesson, started


def test_piste_starts_on_any_damage_and_takes_none_for_another_table() -> None:
    tried = list(damaged({"bits": 20, "pages": 20, "by hand": len(BY_HAND)}, seed=3))
    assert [outcome.wrong for outcome in tried if outcome.wrong] == []
    assert all(outcome.told for outcome in tried if outcome.kind == "pages")
    assert max(outcome.games for outcome in tried if outcome.kind == "bits") == 9


def test_the_trial_tells_a_table_that_was_never_written(tmp_path: Path) -> None:
    whole, _ = lesson(tmp_path)
    assert "another table" in started("bits", tmp_path, lines(whole), frozenset({(9, "{}")})).wrong


def test_the_trial_tells_a_start_that_fails(tmp_path: Path) -> None:
    (tmp_path / "journal.sqlite").mkdir()
    assert "JournalReadOnly" in started("by hand", tmp_path, {}, frozenset({(1, "")})).wrong
