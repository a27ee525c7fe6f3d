"""`models.path` gives the registered file or says why not."""

from pathlib import Path

import pytest
from each import each

import models


@each("name", sorted(models.registered()))
def test_every_registered_network_is_the_file_it_says(name: str) -> None:
    assert models.path(name).suffix == ".onnx"


def test_an_unknown_network_is_refused() -> None:
    with pytest.raises(models.UnknownModel, match="nonsense"):
        models.path("nonsense")


def test_another_file_of_that_name_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "models.toml").write_text('[x]\nfile = "x.onnx"\nsha256 = "00"\n')
    (tmp_path / "x.onnx").write_bytes(b"other")
    monkeypatch.setattr(models, "HERE", tmp_path)
    with pytest.raises(models.WrongModel, match="sha256"):
        models.path("x")


def test_weights_stay_within_their_megabytes() -> None:
    weights = {file: file.stat().st_size for file in Path(models.__file__).parent.rglob("*.onnx")}
    men = sum(size for file, size in weights.items() if file.parent.name == "men")
    assert sum(weights.values()) - men <= 3_000_000
    assert men <= 800_000
