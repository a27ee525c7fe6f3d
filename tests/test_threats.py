"""docs/threats.md: each line names a test that is there; docs/privacy.md names every file that is written."""

import ast
import re
from functools import cache
from pathlib import Path

from webui.site.auth import KEY_FILE, LOCKED_FILE, PIN_FILE, TABLE_FILE
from webui.site.limits.tries import FILE as WRONG_CODES
from webui.site.tls import FILE as CERTIFICATE
from webui.store.backup import BACKED_UP
from webui.store.broker import NAME as BROKER
from webui.store.elsewhere import FILE as ELSEWHERE
from webui.store.held import NAME as LOCK
from webui.store.medium import FILE as MEDIUM
from webui.store.seats import FILE as HANDS

CHECKOUT = Path(__file__).resolve().parents[1]
ROW = re.compile(r"^\| (?!who, and|---)(.+) \| (.+) \| `(tests/[\w/]+\.py)::(\w+)` \|$", re.MULTILINE)


@cache
def functions(file: str) -> frozenset[str]:
    tree = ast.parse((CHECKOUT / file).read_text(encoding="utf-8"))
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def test_each_threat_has_its_test() -> None:
    text = (CHECKOUT / "docs" / "threats.md").read_text(encoding="utf-8")
    rows = ROW.findall(text)
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    assert len(rows) == len(lines) - 1 >= 30  # but for the head
    assert [test for _, _, file, test in rows if test not in functions(file)] == []


def test_the_threat_model_is_one_page() -> None:
    assert len((CHECKOUT / "docs" / "threats.md").read_text(encoding="utf-8").splitlines()) <= 60


def test_the_register_names_every_file_that_is_written() -> None:
    text = (CHECKOUT / "docs" / "privacy.md").read_text(encoding="utf-8")
    files = {*BACKED_UP, KEY_FILE, PIN_FILE, TABLE_FILE, CERTIFICATE, WRONG_CODES, ELSEWHERE, LOCK, MEDIUM, HANDS}
    files |= {BROKER, LOCKED_FILE, "crops", "capture", "copies"}
    assert sorted(name for name in files if f"`{name}`" not in text) == []
