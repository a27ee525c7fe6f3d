"""What a page says, and yes to what it asks."""

import re
from html import unescape

from flask.testing import FlaskClient
from werkzeug.test import TestResponse


def text_of(page: str) -> str:
    """Its words without tags, every white space a blank."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def confirmed(client: FlaskClient, asked: TestResponse) -> TestResponse:
    """The answer to the form of a page that asks whether one is sure, sent as it is."""
    form = re.search(r'<main.*?<form method="post" action="([^"]+)">(.*?)</form>', asked.text, re.DOTALL)
    assert form is not None
    fields: dict[str, list[str]] = {}
    for name, value in re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', form[2]):
        fields.setdefault(name, []).append(unescape(value))
    return client.post(form[1], data=fields)
