"""All views of the page, in build/pictures, on one sheet."""

from __future__ import annotations

import itertools
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, FloatRect

from tests.interfaces.server.page.views import VIEWS, package_of
from tests.interfaces.server.serving import serving
from tests.project import ROOT

PICTURES = ROOT / "build" / "pictures"
SIZES = ((1280, 800), (360, 740))
SCHEMES: Sequence[Literal["light", "dark"]] = ("light", "dark")
MOST = 3
"""So many heights of the window are shown of a page that is higher."""
LENGTH = (
    "document.querySelector('dialog[open]') ? innerHeight : document.documentElement.scrollHeight"
)
"""What is behind a dialog is not looked at."""
SHEET = """<!doctype html><html lang="en"><meta charset="utf-8"><title>The views of the page</title>
<style>img { height: 24rem; margin: 4px; border: 1px solid gray; object-fit: cover; object-position: top }</style>
"""


def take(serve: Sequence[str], name: str, only: str, browser: Browser) -> None:
    """Take the pictures of the views whose names contain `only`, about a package of a service."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), *serve) as service:
        with service.client() as client:
            package = package_of(client, name)
        for view, (width, height) in itertools.product(VIEWS, SIZES):
            if only not in view:
                continue
            context = browser.new_context(
                base_url=f"{service.address}/",
                viewport={"width": width, "height": height},
                locale="en",
                reduced_motion="reduce",
            )
            page = context.new_page()
            VIEWS[view](page, package)
            page.wait_for_load_state("networkidle")
            length = page.evaluate(LENGTH)
            part: FloatRect = {"x": 0, "y": 0, "width": width, "height": min(length, MOST * height)}
            for scheme in SCHEMES:
                page.emulate_media(color_scheme=scheme)
                picture = PICTURES / picture_of(view, width, scheme)
                page.screenshot(path=picture, full_page=True, clip=part)
            context.close()
            print(f"{view}, {width} px", flush=True)
    sheet = PICTURES / "index.html"
    sheet.write_text(contact_sheet(), encoding="utf-8")
    print(sheet.as_uri())


def contact_sheet() -> str:
    """Return a page with the pictures of all views, those of a view in one row."""
    return SHEET + "".join(
        f"<h2>{view}</h2><p>"
        + "".join(
            f'<a href="{picture}"><img src="{picture}" alt="{width} px, {scheme}" loading="lazy"></a>'
            for (width, _), scheme in itertools.product(SIZES, SCHEMES)
            for picture in [picture_of(view, width, scheme)]
        )
        for view in VIEWS
    )


def picture_of(view: str, width: int, scheme: str) -> str:
    """Return the name of a picture."""
    return f"{view}-{width}-{scheme}.png"
