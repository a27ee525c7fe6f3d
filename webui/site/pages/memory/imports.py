"""A match from an uploaded file: verified, retold, or returned as a record. Nothing is stored."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from referee.errors import BadRecord
from referee.record import to_lines

from ....records.files import record_in
from ....records.story import story
from ...context import here

routes = Blueprint("imports", __name__, url_prefix="/enseignant/import")
QUOTED = 60
"""Letters quoted of an impossible line."""


@routes.post("")
def bring() -> Response | str:
    """The story of the match, or its record as a file; names an impossible line."""
    sent = request.files.get("file")
    if sent is None or not sent.filename:
        return _refused(here().t("No file was chosen."))
    content = sent.read()
    try:
        record = record_in(sent.filename, content)
    except BadRecord as error:
        return _refused(_why(error, content))
    if "record" in request.form:
        text = "".join(f"{line}\n" for line in to_lines(record.match, record.refused, drawn=record.drawn))
        made = Response(text, mimetype="text/plain")
        made.headers["Content-Disposition"] = 'attachment; filename="piste-import.txt"'
        return made
    title, *sentences, verdict = story(record, here().language)
    return render_template("memory/imported.html", title=title, told=sentences, verdict=verdict)


def _why(error: BadRecord, content: bytes) -> str:
    """The impossible line, quoted."""
    lines = content.decode("utf-8", "replace").splitlines()
    line = "".join(lines[error.line - 1 : error.line]).strip()[:QUOTED]
    if not line:
        return here().t("This file holds no match that Piste can read, and nothing was done.")
    says = here().t("Line %(number)s of this file cannot be right, and nothing was done:", number=error.line)
    return f"{says} {line}"


def _refused(says: str) -> Response:
    flash(says)
    return redirect(url_for("teacher.show"))
