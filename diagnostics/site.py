"""The address of the documentation of codes, if the build names a web site in `[project.urls]`.

    Diagnostics = "https://example.org/muranopl/diagnostics"

The page of MPL120 is then `https://example.org/muranopl/diagnostics/MPL120`. Without a site there
are no links: `muranopl explain MPL120` shows the same page.
"""

from __future__ import annotations

import functools

from muranopl.diagnostics.shellcheck_codes import WIKI, is_code

DISTRIBUTION = "muranopl"
LABEL = "Diagnostics"


@functools.cache
def site() -> str | None:
    """Return the address in the metadata of the installed package, without a final slash."""
    import importlib.metadata  # only the formats for machines have links

    try:
        urls = importlib.metadata.metadata(DISTRIBUTION).get_all("Project-URL", [])
    except importlib.metadata.PackageNotFoundError:
        return None
    # The metadata hold label and address in one text, separated by a comma.
    named: dict[str, str] = {}
    for url in urls:
        label, _, address = str(url).partition(",")
        named[label.strip()] = address.strip()
    return named.get(LABEL, "").rstrip("/") or None


def page_address(code: str) -> str | None:
    """Return the address of the page of a code; None where there is no site.

    Codes of shellcheck have pages in its wiki.
    """
    if is_code(code):
        return f"{WIKI}{code}"
    address = site()
    return None if address is None else f"{address}/{code}"
