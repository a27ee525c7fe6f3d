"""Power cuts at every kind of moment: nothing that was acknowledged is lost, and the trial is one that can fail."""

from pathlib import Path

import pytest

from workshop.torture.cuts import cut, drawn, run_of
from workshop.torture.recorded import built, compiler
from workshop.torture.scenarios import PHASES

pytestmark = pytest.mark.skipif(compiler() is None, reason="needs a C compiler, to record writes and syncs")
TRIES, SEED = 40, 20


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("shim"))


@pytest.mark.parametrize("phase", PHASES)
def test_nothing_acknowledged_is_lost_in_a_power_cut(phase: str, library: Path) -> None:
    run = run_of(phase, "FULL", library)
    assert sum(call.kind == "a" for call in run.calls) > 10
    assert [outcome for outcome in cut(run, drawn(run, TRIES, SEED), SEED) if outcome.found or outcome.mended] == []


@pytest.mark.parametrize("phase", ["play", "first_start"])
def test_the_same_without_syncs_loses_what_was_acknowledged(phase: str, library: Path) -> None:
    run = run_of(phase, "OFF", library)
    tried = list(cut(run, drawn(run, TRIES, SEED), SEED))
    assert len([outcome for outcome in tried if outcome.found]) > TRIES // 5


def test_a_cut_while_the_file_is_made_leaves_one_that_opens(library: Path) -> None:
    run = run_of("first_start", "FULL", library)
    assert [tried for tried in cut(run, [*range(24)] * 6, SEED) if tried.found or tried.mended] == []
