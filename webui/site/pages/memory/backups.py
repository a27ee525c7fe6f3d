"""A backup of everything in one file, and its restoration after asking.

Existing data is never destroyed, but moved into a folder beside. The site then reopens on the restored data.
"""

from __future__ import annotations

import hashlib
import sqlite3
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from flask import Blueprint, flash, redirect, render_template, request, send_file, url_for
from werkzeug.wrappers import Response

from ....files import drafts, wipe
from ....store.backup import Backup, BackupError, BackupNewer, back_up, games_in, read_backup
from ...context import first_site, here, memory, site
from ...health import piste_version
from ..table import answer

routes = Blueprint("backups", __name__, url_prefix="/enseignant")
STAGED = ".restore-asked.zip"
"""Prefix of the uploaded file until the teacher answers; erasing everything finds it by this."""
UNPACKED = 256 * 1024 * 1024
"""Largest unpacked size, bytes."""


@routes.get("/sauvegarde.zip")
def take() -> Response:
    """All stored data, as one file."""
    now, data = datetime.now(UTC), site().door.data
    try:
        with drafts(data, ".backup-") as beside:
            file = beside / "whole.zip"
            back_up(data, file, made=now.isoformat(timespec="seconds"), piste=piste_version())
            whole = BytesIO(file.read_bytes())
    except (OSError, sqlite3.Error) as error:
        return answer(503, here().t("The backup could not be written."), str(error))
    name = f"piste-{now:%Y-%m-%d}.zip"
    return send_file(whole, "application/zip", as_attachment=True, download_name=name, max_age=0)


@routes.post("/restauration")
def bring() -> Response | str:
    """Checks an uploaded backup, and asks before restoring it; says why if it cannot be restored."""
    if any(map(memory, first_site().every_table())) or site().restores is None:
        return _refused(here().t("Nothing can be restored now: the memory cannot be written."))
    sent, staged = request.files.get("file"), site().door.data / STAGED
    if sent is None or not sent.filename:
        return _refused(here().t("No file was chosen."))
    games = -1
    try:
        wipe(staged)
        staged.touch(mode=0o600)
        sent.save(staged)
        backup = read_backup(staged, most=UNPACKED)
        games = games_in(backup, staged.parent)
    except BackupError as error:
        return _refused(f"{here().t('This file cannot be restored, and nothing was changed:')} {_reason(error)}")
    except OSError as error:
        return answer(503, here().t("That could not be saved: nothing was changed."), str(error))
    finally:
        if games < 0:
            wipe(staged)  # whatever went wrong
    return _restore_question(backup, games, _sum(staged))


@routes.post("/restauration/oui")
def restore() -> Response | str:
    """Reopens the site on the confirmed backup; asks again without a yes."""
    place = site()
    staged = place.door.data / STAGED
    try:
        known = staged.is_file() and _sum(staged) == request.form.get("sum", "")
        backup = read_backup(staged, most=UNPACKED) if known else None
        games = games_in(backup, staged.parent) if backup is not None else 0
    except (BackupError, OSError) as error:
        return answer(503, here().t("That could not be saved: nothing was changed."), str(error))
    if backup is None or place.restores is None or any(map(memory, first_site().every_table())):
        return _refused(here().t("Please choose the file again."))
    if not request.form.get("sure"):
        return _restore_question(backup, games, request.form["sum"])
    place.restores(staged)
    return render_template("memory/restoring.html")


def forget_staged(data: Path) -> None:
    """Removes unconfirmed uploads, which contain names. Raises OSError."""
    wipe(data / STAGED)


def _restore_question(backup: Backup, games: int, total: str) -> str:
    w = here()
    says = w.t(
        "The memory becomes what it was then, the codes of teacher and table too. What is here now is moved into a "
        "folder beside, and nothing of it is destroyed."
    )
    return render_template(
        "confirm.html",
        title=w.t("Restore this backup?"),
        which=" · ".join(
            (
                w.t("made on %(day)s by Piste %(piste)s", day=backup.made[:10], piste=backup.piste[:20]),
                w.tn("%(n)s game", "%(n)s games", games),
            )
        ),
        lines=(),
        says=says,
        where=url_for("backups.restore"),
        again=[("sum", total)],
        yes=("sure", "1"),
        go=w.t("Yes, restore it"),
        back=w.t("No, go back"),
        back_to="teacher.show",
    )


def _reason(error: BackupError) -> str:
    if isinstance(error, BackupNewer):
        return here().t("a newer Piste made it; install that one first.")
    return here().t("it is no backup of Piste, or it is damaged.")


def _refused(says: str) -> Response:
    flash(says)
    return redirect(url_for("teacher.show"))


def _sum(file: Path) -> str:
    with file.open("rb") as data:
        return hashlib.file_digest(data, "sha256").hexdigest()
