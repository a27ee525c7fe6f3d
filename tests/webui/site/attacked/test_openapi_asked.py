"""What the API's description promises is held: calls made up from it by schemathesis, answers held against it."""

import os

import pytest
from hypothesis import HealthCheck, Phase, given, settings

schemathesis = pytest.importorskip("schemathesis", reason="needs schemathesis, of the extra dev")

EXAMPLES = int(os.environ.get("PISTE_EXAMPLES", "30"))
"""Calls of each operation; more in the full run (docs/reliability.md)."""
ENDLESS = "/api/v1/events"
"""A stream ends with its reader alone (test_site_streams.py)."""


@pytest.mark.parametrize("role", ["teacher", "pupil", "looker-on"])
def test_every_call_is_answered_as_described(teacher, role: str) -> None:
    if role == "pupil":
        teacher.sign_in_as_pupil()
    if role == "looker-on":
        teacher.client.delete_cookie("piste")
    headers = {"X-CSRFToken": teacher.token(), "Accept-Encoding": "identity"}
    cookies = {"piste": teacher.client.get_cookie("piste").value}
    schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", teacher.app)
    operations = [found.ok() for found in schema.exclude(path=ENDLESS).get_all_operations()]
    assert len(operations) >= 6
    for operation in operations:

        @settings(
            max_examples=EXAMPLES, deadline=None, derandomize=True, database=None, phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )  # fmt: skip
        @given(case=operation.as_strategy())
        def answered(case) -> None:
            case.call_and_validate(headers=headers, cookies=cookies)

        answered()
