"""Take pictures: `make pictures`, or `python -m tools.pictures SET...`, in the checkout.

`views` are all views of the page at two widths, light and dark, in build/pictures, with an
index.html; they are to be looked at after a change of the page. `page` and `editor` are the pictures
of the documentation, `vscode` those of the extension. Chromium is needed, and what is built by
`make page`, for `vscode` also by `make code-server` and `make vscode`.
"""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Callable
from functools import partial
from pathlib import Path

from playwright.sync_api import Browser, expect, sync_playwright

from tests.programs import path_of
from tests.project import EXAMPLES
from tools.pictures import editor, page, views, vscode


def main() -> None:
    """Take the pictures of some sets."""
    parser = argparse.ArgumentParser(prog="python -m tools.pictures", description=__doc__)
    parser.add_argument(
        "sets", nargs="+", metavar="SET", choices=("views", "page", "editor", "vscode")
    )
    parser.add_argument(
        "--serve", default=str(EXAMPLES), metavar="ARGUMENTS", help="of `muranopl serve`"
    )
    parser.add_argument("--about", default="example.forms", help="which the views are about")
    parser.add_argument("--only", default="", metavar="TEXT", help="views with this in their name")
    options = parser.parse_args()
    words = shlex.split(options.serve)
    # The service runs in a folder of its own
    serve = [str(Path(word).resolve()) if Path(word).exists() else word for word in words]
    sets: dict[str, Callable[[Browser], None]] = {
        "views": partial(views.take, serve, options.about, options.only),
        "page": page.take,
        "editor": editor.take,
        "vscode": vscode.take,
    }
    expect.set_options(timeout=60_000)  # the machine may do something else
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path_of("Chromium"), args=["--no-sandbox"]
        )
        for name in options.sets:
            sets[name](browser)


if __name__ == "__main__":
    main()
