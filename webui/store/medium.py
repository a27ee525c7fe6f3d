"""A second medium for copies of the journal: a stick, a disk, a network folder, named once and remembered.

Copies are in a folder of their own there, whose name identifies the medium: the empty folder on which a stick was
mounted is never taken for the stick. Each further table of a box has a folder of its own beside that one, whose name
ends in its number. The copies are remembered (`webui.store.elsewhere`), and erased with the rest.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from ..files import wipe, write_bytes_whole, write_whole
from .copies import copies, copies_in, thin_out
from .elsewhere import forget_copies, remember
from .tables import every_folder, table_folder

FILE = "medium.json"
PLACE = "piste-copies-"
"""Prefix of the folder's name on a medium, before its six letters."""


@dataclass(frozen=True)
class Medium:
    """A medium.

    Attributes:
        folder: as it was named.
        mark: letters or digits, of the folder on it.
        last: the day of the newest copy there, YYYY-MM-DD; "" for none.
        trouble: why the newest could not be made; "" if it was, or the medium was absent.
    """

    folder: str
    mark: str
    last: str = ""
    trouble: str = ""

    @property
    def place(self) -> Path:
        """The folder of the copies."""
        return Path(self.folder) / f"{PLACE}{self.mark}"

    @property
    def there(self) -> bool:
        """Whether it is present now."""
        return self.place.is_dir()


def medium(data: Path) -> Medium | None:
    """The medium of a data folder; None if none was named, or its file is damaged."""
    try:
        stored = json.loads((data / FILE).read_text(encoding="utf-8"))
        named = Medium(*(str(stored[name]) for name in ("folder", "mark", "last", "trouble")))
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return None
    return named if named.mark.isalnum() and Path(named.folder).is_absolute() else None


def name_medium(data: Path, folder: str) -> Medium | None:
    """Copies go there from now on, "" for nowhere else. Raises OSError if that cannot be stored.

    A present medium that was not named before gets its folder at once.
    """
    if not folder:
        (data / FILE).unlink(missing_ok=True)
        return None
    path, known = str(Path(folder).resolve()), medium(data)
    if known is not None and known.folder == path:
        return known
    named = Medium(path, secrets.token_hex(3))
    if Path(path).is_dir():
        named.place.mkdir(mode=0o700)
    _keep(data, named)
    return named


def share_medium(data: Path, number: int) -> None:
    """Copies of a table beside the first go where the first's go, into a folder of their own there.

    Raises OSError if that cannot be stored, or the folder not be made.
    """
    known, table = medium(data), table_folder(data, number)
    if known is None:
        name_medium(table, "")
        return
    shared, own = Medium(known.folder, f"{known.mark}table{number}"), medium(table)
    if own is None or (own.folder, own.mark) != (shared.folder, shared.mark):
        _keep(table, shared)
        if Path(shared.folder).is_dir():
            shared.place.mkdir(mode=0o700, exist_ok=True)


def medium_of_all(data: Path) -> Medium | None:
    """The medium of a box: the day of its newest copy of any table, and the trouble of any."""
    known = medium(data)
    if known is None:
        return None
    all_known = (known, *filter(None, (medium(table) for table in every_folder(data).values() if table != data)))
    same = [each for each in all_known if each.folder == known.folder]
    trouble = next((each.trouble for each in same if each.trouble), "")
    return replace(known, last=max(each.last for each in same), trouble=trouble)


def copy_to_medium(journal: Path) -> bool:
    """Copies the newest copy of a journal to the medium and deletes surplus ones there. False if it is absent.

    Raises OSError if it is present but cannot be written; all earlier copies remain.
    """
    data = journal.parent
    known, newest = medium(data), copies(journal)[:1]
    if known is None or not newest or not (known.there or _another(data, known)):
        return False
    (source,) = newest
    try:
        known.place.mkdir(mode=0o700, exist_ok=True)
        target = _free(known.place, source.name)
        write_bytes_whole(target, source.read_bytes())
        remember(data, target)
        if not source.exists():  # everything except this was erased meanwhile
            wipe(target)
        _thin_out(data, known.place)
    except OSError as error:
        _keep(data, replace(known, trouble=error.strerror or str(error)))
        raise
    _keep(data, replace(known, last=source.stem[-10:], trouble=""))
    return True


def _another(data: Path, known: Medium) -> bool:
    """Whether another stick is in its place: its disk is not the data folder's."""
    folder = Path(known.folder)
    return folder.is_dir() and folder.stat().st_dev != data.stat().st_dev


def _free(place: Path, name: str) -> Path:
    """A name that follows all those there: the data folder may have begun to count again."""
    _, number, day = name.split("-", 2)
    after = (int(path.name.split("-")[1]) + 1 for path in copies_in(place))
    return place / f"journal-{max((int(number), *after)):06d}-{day}"


def _thin_out(data: Path, place: Path) -> None:
    forget_copies(data, _paths(thin_out(place, copies_in(place))))


def _paths(files: tuple[Path, ...]) -> Iterator[str]:
    return (str(file.resolve()) for file in files)


def _keep(data: Path, known: Medium) -> None:
    write_whole(data / FILE, json.dumps(asdict(known), ensure_ascii=False) + "\n")
