"""Forms that no page sends: ways back that lead elsewhere, numbers that are none."""

import pytest


@pytest.mark.parametrize(
    "back",
    [
        "https://evil.example/",
        "//evil.example",
        "/\\evil.example",
        "/\t/evil.example",  # browsers leave tabs and line breaks out
        "/\n/evil.example",
        "/new\r\nSet-Cookie: a=b",
        "\t//evil.example",
        "/\0new",
        "/\u2028new",
        "evil.example",
        "",
    ],
)
def test_the_language_button_never_leads_elsewhere(visitor, back: str) -> None:
    answer = visitor.post("/language", language="fr", back=back)
    assert (answer.status_code, answer.location) == (302, "/")


@pytest.mark.parametrize("number", ["²", "-1", "٣", "9" * 19, "9" * 5000, "six", ""])
def test_a_form_whose_numbers_are_none_changes_nothing(teacher, number: str) -> None:
    header, token = {"X-Requested-With": "fetch"}, teacher.token()
    before = teacher.live.snapshot()
    for form in (
        {"action": "throw", "die1": number or "-", "die2": "2"},
        {"action": "close_tiles", "tiles": number or "-"},
        {"action": "answer_tile", "seat": number, "tile": "8", "state": "open"},
        {"action": "correct_tiles", "seat": number or "-"},
        {"action": "correct_tiles", "seat": "1", "closed-1": number or "-"},
    ):
        answer = teacher.client.post("/actions", data={"csrf_token": token, **form}, headers=header)
        assert (answer.status_code, answer.mimetype) == (409, "application/problem+json")
    assert teacher.live.snapshot() is before
