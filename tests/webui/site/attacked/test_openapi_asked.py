"""What the API's description promises is held: calls made up from it by schemathesis, answers held against it."""

import pytest
from hypothesis import given
from odd_inputs import often

schemathesis = pytest.importorskip("schemathesis", reason="needs schemathesis, of the extra dev")

checks = pytest.importorskip("schemathesis.specs.openapi.checks")

ENDLESS = "/api/v1/events"
"""A stream ends with its reader alone (test_site_streams.py)."""


def asked(teacher, mode: str, **paths: str) -> int:
    """Makes calls of each operation but the endless one; how many operations there were."""
    headers = {"X-CSRFToken": teacher.token(), "Accept-Encoding": "identity"}
    cookies = {"piste": teacher.client.get_cookie("piste").value}
    schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", teacher.app)
    operations = [found.ok() for found in schema.exclude(path=ENDLESS).include(**paths).get_all_operations()]
    for operation in operations:

        @often
        @given(case=operation.as_strategy(schemathesis.GenerationMode(mode)))
        def answered(case) -> None:
            case.call_and_validate(headers=headers, cookies=cookies)

        answered()
    return len(operations)


@pytest.mark.parametrize("role", ["teacher", "pupil", "looker-on"])
def test_every_call_is_answered_as_described(teacher, role: str) -> None:
    if role == "pupil":
        teacher.sign_in_as_pupil()
    if role == "looker-on":
        teacher.client.delete_cookie("piste")
    assert asked(teacher, "positive", path_regex="^/") >= 6


def test_a_call_unlike_the_description_breaks_nothing(teacher) -> None:
    assert asked(teacher, "negative", method="POST") == 2
