"""What every test may ask for."""

import os
from pathlib import Path

# Nothing that a test imports may call home either, in whatever order it does.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
# Commands speak the terminal's language: here French, whoever runs the tests.
os.environ["LC_ALL"] = os.environ["LC_MESSAGES"] = ""
os.environ["LANG"] = "fr_FR.UTF-8"

import pytest
from hypothesis import settings

# A busy machine is slow, not wrong.
settings.register_profile("piste", deadline=None)
settings.load_profile("piste")

CHECKOUT = Path(__file__).resolve().parents[1]


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
