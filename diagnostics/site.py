"""The address of the documentation, if the build names a web site in `[project.urls]`.

    Documentation = "https://example.org/muranopl"

The site has a folder for each version, as `make docs` builds it: the page of MPL120 is then
`https://example.org/muranopl/0.1.0/codes/MPL120.html`. Without a site there are no links:
`muranopl explain MPL120` shows the same page.
"""

from __future__ import annotations

import functools

from muranopl.diagnostics.shellcheck_codes import WIKI, is_code

DISTRIBUTION = "muranopl"
LABEL = "Documentation"


@functools.cache
def site() -> str | None:
    """Return the address of the documentation of the installed version, without a final slash."""
    import importlib.metadata  # only the formats for machines have links

    try:
        metadata = importlib.metadata.metadata(DISTRIBUTION)
    except importlib.metadata.PackageNotFoundError:
        return None
    # The metadata hold label and address in one text, separated by a comma.
    named: dict[str, str] = {}
    for url in metadata.get_all("Project-URL", []):
        label, _, address = str(url).partition(",")
        named[label.strip()] = address.strip()
    base = named.get(LABEL, "").rstrip("/")
    return f"{base}/{metadata['Version']}" if base else None


def page_address(code: str) -> str | None:
    """Return the address of the page of a code; None where there is no site.

    Codes of shellcheck have pages in its wiki.
    """
    if is_code(code):
        return f"{WIKI}{code}"
    address = site()
    return None if address is None else f"{address}/codes/{code}.html"
