"""Each table of a box has every page of the site below an address of its own."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webui.live.classroom.addresses import TABLE, Addresses, path_at_table


@pytest.mark.parametrize(
    ("path", "parts"),
    [
        ("/", ("", 1, "/")),
        ("/mur", ("", 1, "/mur")),
        ("/table/3/mur", ("/table/3", 3, "/mur")),
        ("/table/3/", ("/table/3", 3, "/")),
        ("/table/3", ("/table/3", 3, "/")),
        ("/table/12/table/3/", ("/table/12", 12, "/table/3/")),
        ("/table/03/", ("", 1, "/table/03/")),
        ("/table/0/", ("", 1, "/table/0/")),
        ("/table/-1/", ("", 1, "/table/-1/")),
        ("/table/\u0663/", ("", 1, "/table/\u0663/")),
        ("/table/3x/", ("", 1, "/table/3x/")),
        ("/tables/3/", ("", 1, "/tables/3/")),
        ("", ("", 1, "")),
    ],
)
def test_a_path_names_its_table(path: str, parts: tuple[str, int, str]) -> None:
    assert path_at_table(path) == parts


@given(st.text())
def test_a_path_loses_nothing(path: str) -> None:
    prefix, _, rest = path_at_table(path)
    assert prefix + rest in (path, f"{path}/")


def test_only_tables_that_are_there_have_pages() -> None:
    asked: list[tuple[str, str, object]] = []

    def site(environ: dict[str, object], start_response: object) -> list[bytes]:
        asked.append((str(environ["SCRIPT_NAME"]), str(environ["PATH_INFO"]), environ.get(TABLE)))
        return []

    pages = Addresses(site, {1, 3}.__contains__)
    for path in ("/mur", "/table/3/mur", "/table/2/mur", "/table/1/"):
        pages({"SCRIPT_NAME": "/piste", "PATH_INFO": path}, lambda *_: None)
    assert asked == [
        ("/piste", "/mur", None),
        ("/piste/table/3", "/mur", 3),
        ("/piste", "/table/2/mur", None),
        ("/piste/table/1", "/", 1),
    ]
