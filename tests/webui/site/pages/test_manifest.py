"""A tablet can put the table on its home screen, and shows it whole there."""

import json
import re
import struct

from webui.site.pages.manifest import PAPER
from webui.site.statics import STATIC


def manifest(page) -> dict:
    answer = page.client.get("/piste.webmanifest", headers={"Accept-Language": "de"})
    assert answer.content_type == "application/manifest+json"
    return json.loads(answer.data)


def test_every_page_leads_to_the_manifest_and_the_icon(visitor) -> None:
    for path in ("/", "/regles", "/login"):
        page = visitor.page(path)
        assert '<link rel="manifest" href="/piste.webmanifest" crossorigin="use-credentials">' in page
        icon = re.search(r'<link rel="apple-touch-icon" href="([^"]+)">', page)
        assert icon is not None
        assert visitor.client.get(icon[1]).content_type == "image/png"


def test_the_table_opens_whole_in_the_devices_language(visitor) -> None:
    told = manifest(visitor)
    assert (told["name"], told["short_name"], told["display"], told["lang"]) == ("Piste", "Piste", "standalone", "de")


def test_each_icon_is_as_large_as_it_is_called(visitor) -> None:
    icons = manifest(visitor)["icons"]
    assert {(icon["sizes"], icon["purpose"]) for icon in icons} == {
        ("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")
    }  # fmt: skip
    for icon in icons:
        picture = visitor.client.get(icon["src"])
        assert picture.content_type == icon["type"]
        wide, high = struct.unpack(">II", picture.data[16:24])
        assert f"{wide}x{high}" == icon["sizes"]


def test_what_surrounds_a_page_has_its_colours(visitor) -> None:
    css = (STATIC / "piste.css").read_text("utf-8")
    told = re.search(r"--paper: var\(--light, (#\w+)\) var\(--dark, (#\w+)\);", css)
    assert told is not None
    assert dict(zip(("light", "dark"), told.groups(), strict=True)) == PAPER
    assert all(f'content="{colour}"' in visitor.page("/") for colour in PAPER.values())
