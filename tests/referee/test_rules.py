"""The table of rules is complete, and the room stands on the standard library alone."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest
from each import each

from referee.games import GAMES, RULE_IDS, AnyGame
from referee.rules import COMMON, foul, joined


def told_by_the_games(checkout: Path) -> set[str]:
    """Every rule id that some module of the room hands to `foul`."""
    calls = [
        (node.func, node.args)
        for module in (checkout / "referee").rglob("*.py")
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
    ]
    reported = [
        args[0]
        for called, args in calls
        if "foul" in (getattr(called, "id", ""), getattr(called, "attr", ""))
    ]
    return {rule.value for rule in reported if isinstance(rule, ast.Constant)}


def test_the_tables_name_exactly_the_rules_that_are_told(checkout: Path) -> None:
    assert told_by_the_games(checkout) == set(RULE_IDS)


@each("game", GAMES)
def test_every_game_holds_its_own_rules_beside_those_of_all(game: type[AnyGame]) -> None:
    assert game.rule_ids.items() > COMMON.items()
    assert game.rule_ids.items() < RULE_IDS.items()


def test_a_rule_has_the_same_values_in_every_game() -> None:
    assert joined(COMMON, {"game_over": ()}) == COMMON
    with pytest.raises(
        ValueError, match=r"game_over: expected the values \(\) as elsewhere; got \('when',\)"
    ):
        joined(COMMON, {"game_over": ("when",)})


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
