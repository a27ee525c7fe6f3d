"""The table of rules is complete, and the room stands on the standard library alone."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from referee.rules import RULE_IDS, foul


def told_by_the_games(checkout: Path) -> set[str]:
    """Every rule id that some module of the room hands to `foul`."""
    calls = (
        node
        for module in (checkout / "referee").rglob("*.py")
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "foul"
    )
    return {call.args[0].value for call in calls if isinstance(call.args[0], ast.Constant)}


def test_the_table_names_exactly_the_rules_that_are_told(checkout: Path) -> None:
    assert told_by_the_games(checkout) == set(RULE_IDS)


def test_a_foul_has_all_the_values_of_its_rule() -> None:
    assert foul("dice_count", 1, 2).values == (("due", 1), ("thrown", 2))
    with pytest.raises(ValueError, match="shorter"):
        foul("dice_count", 1)


def test_the_room_imports_without_any_installed_package(checkout: Path) -> None:
    modules = sorted(
        ".".join(module.relative_to(checkout).with_suffix("").parts)
        for module in (checkout / "referee").rglob("*.py")
    )
    code = f"import sys; sys.path.insert(0, {str(checkout)!r})\n" + "".join(f"import {m}\n" for m in modules)
    call = [sys.executable, "-I", "-S", "-c", code]
    done = subprocess.run(call, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert len(modules) > 15
