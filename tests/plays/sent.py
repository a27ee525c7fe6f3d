"""Views as the API sends them: names and lists."""

from typing import Any

import msgspec

from webui.table.values.state import Table
from webui.table.values.view import View
from webui.table.viewing import view as view_of


def sent(view: View) -> dict[str, Any]:
    """A view as JSON values."""
    fields: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(view))
    return fields


def view(table: Table | None, player: int | None = None) -> dict[str, Any]:
    """The view of a table as JSON values."""
    return sent(view_of(table, player))


def changed(shown: View, **values: object) -> View:
    """The view with some of its JSON values replaced."""
    return msgspec.convert({**sent(shown), **values}, type=type(shown))
