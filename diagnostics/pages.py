"""Reads the explanation of each diagnostic code, one Markdown file per code in `pages/`.

    # MPL120 unknown-key

    (the explanation: what it means, why it matters, what to do)

    ## Bad

    (an example in a fence, in the notation of `muranopl.diagnostics.examples`, that gives this code and no other)

    ## Good

    (the corrected example, which gives nothing)

They are separate from the rules because a check needs none of them. The tests run both examples.
The pages of the codes in `WITHOUT_EXAMPLES` end with the explanation.

If the build names a web site in `[project.urls]`, diagnostics have the address of their page there:

    Documentation = "https://example.org/muranopl"

The site has a folder for each version, as `make docs` builds it: the page of MPL120 is then
`https://example.org/muranopl/0.1.0/codes/MPL120.html`. Without a site there are no links:
`muranopl explain MPL120` shows the same page.
"""

from __future__ import annotations

import functools
import os
import re

import msgspec

from muranopl.diagnostics.shellcheck_codes import WIKI, is_code

DISTRIBUTION = "muranopl"
LABEL = "Documentation"

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "pages")
_HEAD = r"# (?P<heading>[^\n]*)\n\n(?P<explanation>.*)\n"
_EXAMPLES = r"\n## Bad\n\n```yaml\n(?P<bad>.*)```\n\n## Good\n\n```yaml\n(?P<good>.*)```\n"
_NO_EXAMPLES = "(?P<bad>)(?P<good>)"

# No example can show bugs, failures of rules and of shellcheck, files of an editor,
# hosts without an answer, and older repositories
WITHOUT_EXAMPLES = frozenset(
    {"MPL001", "MPL002", "MPL003", "MPL004", "MPL910", "MPL912", "MPL913", "MPL914", "MPL920"}
)


class Page(msgspec.Struct, frozen=True):
    """The parts of a page.

    `heading` is the code and the name, examples are empty in a page without.
    """

    heading: str
    explanation: str
    bad: str
    good: str


def markdown(code: str) -> str:
    """Return the page of a code in Markdown. Raise OSError if there is none."""
    own = _OF_OWN_RULES.get(code)
    if own is not None:
        examples = (("Bad", own.bad), ("Good", own.good))
        shown = [
            f"\n## {title}\n\n```yaml\n{text.rstrip()}\n```\n" for title, text in examples if text
        ]
        return "".join([f"# {own.heading}\n\n{own.explanation}\n", *shown])
    with open(os.path.join(FOLDER, f"{code}.md"), encoding="utf-8", newline="") as file:
        return file.read()


_OF_OWN_RULES: dict[str, Page] = {}


def register_page(code: str, page: Page) -> None:
    """Make the page of a rule of one's own known."""
    _OF_OWN_RULES[code] = page


def page(code: str) -> Page:
    """Return the page of a code. Raise as `_written_page`."""
    return _OF_OWN_RULES.get(code) or _written_page(code)


@functools.cache
def _written_page(code: str) -> Page:
    """Return the page of a code of muranopl.

    Raise OSError if there is none, ValueError if it does not have the form above.
    """
    parts = _HEAD + (_NO_EXAMPLES if code in WITHOUT_EXAMPLES else _EXAMPLES)
    # Pages are written by hand: one that is not complete must not be shown in part.
    match = re.fullmatch(parts, markdown(code), re.DOTALL)
    if match is None:
        raise ValueError(f"{code}.md is not written as pages are")
    return Page(*match.groups())


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
