"""A real server, asked what its own description says may be asked, and what it says may not be."""

import http.client
import json
from collections.abc import Iterator
from threading import Thread
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from webui.site import server
from webui.site.openapi import document

DOCUMENT = document()
SCHEMAS: dict[str, Any] = DOCUMENT["components"]["schemas"]
OPERATIONS = [(path, method) for path, methods in DOCUMENT["paths"].items() for method in methods]
ANYTHING: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


def values(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Values that a schema allows; some of each that it does not."""
    if "$ref" in schema:
        return values(SCHEMAS[schema["$ref"].rsplit("/", 1)[1]])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    kind = schema.get("type")
    if isinstance(kind, list):
        return st.one_of(*(values({**schema, "type": one}) for one in kind))
    if kind == "object":
        fields = {name: values(one) for name, one in schema.get("properties", {}).items()}
        return st.fixed_dictionaries({}, optional={name: one | ANYTHING for name, one in fields.items()})
    if kind == "array":
        return st.lists(values(schema.get("items", {})), max_size=4)
    simple = {
        "integer": st.integers(schema.get("minimum", -3), schema.get("maximum", 13)),
        "number": st.floats(allow_nan=False),
        "boolean": st.booleans(),
        "string": st.text(max_size=30),
        "null": st.none(),
    }
    return simple.get(str(kind), ANYTHING)


def fits(value: Any, schema: dict[str, Any]) -> bool:
    """A value is as a schema says, as far as kinds, choices and required members go."""
    if "$ref" in schema:
        return fits(value, SCHEMAS[schema["$ref"].rsplit("/", 1)[1]])
    if "anyOf" in schema:
        return any(fits(value, one) for one in schema["anyOf"])
    if "enum" in schema:
        return value in schema["enum"]
    kinds = schema.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if kinds and not any(is_a(value, kind) for kind in kinds):
        return False
    if isinstance(value, dict):
        known = schema.get("properties", {})
        there = all(name in value for name in schema.get("required", ()))
        return there and all(fits(part, known[name]) for name, part in value.items() if name in known)
    if isinstance(value, list):
        return all(fits(part, schema.get("items", {})) for part in value)
    return True


def is_a(value: Any, kind: str) -> bool:
    """A JSON value is of a kind of JSON schema's."""
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return {
        "null": value is None,
        "boolean": isinstance(value, bool),
        "integer": number and value == int(value),
        "number": number,
        "string": isinstance(value, str),
        "array": isinstance(value, list),
        "object": isinstance(value, dict),
    }[kind]


@pytest.fixture
def asked(teacher) -> Iterator[http.client.HTTPConnection]:
    """A connection to the teacher's site, which stays open."""
    serving = server.server_on(teacher.app, server.listen("127.0.0.1", 0))
    thread = Thread(target=serving.run, daemon=True)
    thread.start()
    connection = http.client.HTTPConnection("127.0.0.1", int(serving.effective_port), timeout=60)
    yield connection
    connection.close()
    teacher.app.extensions["piste"].streams.closing.set()
    serving.task_dispatcher.shutdown()
    serving.close()
    thread.join(timeout=5)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=150)
@given(operation=st.sampled_from([one for one in OPERATIONS if "events" not in one[0]]), data=st.data())
def test_the_api_answers_as_it_is_described(teacher, asked: http.client.HTTPConnection, operation, data) -> None:
    path, method = operation
    told = DOCUMENT["paths"][path][method]
    cookie = teacher.client.get_cookie("piste")
    assert cookie is not None
    head = {"Cookie": f"piste={cookie.value}", "X-CSRFToken": teacher.token(), "Content-Type": "application/json"}
    head = {name: text for name, text in head.items() if data.draw(st.integers(0, 9)) > 0}  # one may be missing
    body = json.dumps(data.draw(values(SCHEMAS["Action"]) | ANYTHING)) if method == "post" else None
    asked.request(method.upper(), path, body, head)
    answer = asked.getresponse()
    text = answer.read()
    assert str(answer.status) in told["responses"], (method, path, body, text)
    kind = answer.getheader("Content-Type", "").partition(";")[0]
    content = told["responses"][str(answer.status)]["content"]
    assert kind in content, (path, answer.status, kind)
    assert fits(json.loads(text), content[kind]["schema"]), (path, text[:500])


def test_what_does_not_fit_is_seen() -> None:
    assert fits({"status": "ok"}, {"$ref": "#/components/schemas/Health"})
    assert not fits({"status": 5}, {"$ref": "#/components/schemas/Health"})
    assert not fits({}, {"$ref": "#/components/schemas/Action"})
