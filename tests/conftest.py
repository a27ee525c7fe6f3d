"""What every test may ask for."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

# Nothing that a test imports may call home either, in whatever order it does.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
# Commands speak the terminal's language: here French, whoever runs the tests.
os.environ["LC_ALL"] = os.environ["LC_MESSAGES"] = ""
os.environ["LANG"] = "fr_FR.UTF-8"

import pytest
from flask import Flask
from hypothesis import settings
from jinja2 import FileSystemBytecodeCache
from werkzeug.routing import Rule

# A busy machine is slow, not wrong. Examples are the same in every run; PISTE_EXAMPLES looks for new ones.
EXAMPLES = os.environ.get("PISTE_EXAMPLES")
settings.register_profile(
    "piste", deadline=None, derandomize=EXAMPLES is None, max_examples=int(EXAMPLES or 40), database=None
)
settings.load_profile("piste")

CHECKOUT = Path(__file__).resolve().parents[1]
MEMORY, ROOM = Path("/dev/shm"), 2 * 10**9
"""Where tests write if it is there, and how many bytes are free: on a disk they would wait for it at every tap."""
if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM and not os.statvfs(MEMORY).f_flag & os.ST_NOEXEC:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


@pytest.fixture(scope="session", autouse=True)
def compiled_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Each site that a test makes would do this anew, which takes longer than what it is asked."""
    templates = FileSystemBytecodeCache(str(tmp_path_factory.mktemp("templates")))
    addresses, compiled = {}, Rule._compile_builder

    def address(rule: Rule, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        of = (rule.rule, tuple(rule._trace), str(rule.defaults), append_unknown)
        if of not in addresses:
            addresses[of] = compiled(rule, append_unknown)
        return addresses[of]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Flask, "jinja_options", {**Flask.jinja_options, "bytecode_cache": templates})
        patch.setattr(Rule, "_compile_builder", address)
        yield


@pytest.fixture(scope="session")
def checkout() -> Path:
    return CHECKOUT


@pytest.fixture(scope="session")
def shared() -> Path:
    """The reference folder beside the checkout: rule sheets, photographs, contracts."""
    folder = CHECKOUT.parent / "shared"
    if not folder.is_dir():
        pytest.skip("needs ../shared (rule sheets and photographs), which is not beside this checkout")
    return folder
