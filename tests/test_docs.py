"""The documents say what is true: generated pages are fresh, tables name codes that exist."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

from muranopl.diagnostics.catalogue import rules

ROOT = Path(__file__).resolve().parents[1]
REFERENCE = ROOT.parent / "shared" / "reference" / "package-layout.md"


def test_the_page_of_codes_is_fresh() -> None:
    spec = importlib.util.spec_from_file_location("diagnostics_page", ROOT / "tools" / "diagnostics_page.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.PAGE.read_text(encoding="utf-8") == module.page(), "run python tools/diagnostics_page.py"


def counterparts() -> dict[str, tuple[str, str]]:
    """The table of docs/murano-pkg-check.md: code → (our codes, reason)."""
    rows = re.findall(r"^\| ([EW]\d{3}) \|[^|]*\|([^|]*)\|([^|]*)\|$", _page("murano-pkg-check.md"), re.M)
    return {code: (ours.strip(), reason.strip()) for code, ours, reason in rows}


def _page(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def test_every_code_of_murano_pkg_check_has_a_counterpart_or_a_reason() -> None:
    for code, (ours, reason) in counterparts().items():
        assert ours or reason, code
        assert set(ours.split()) <= rules().keys(), code


def test_the_table_is_complete() -> None:
    # The list of codes is not part of the project: where it is not beside the checkout, nothing is compared with it.
    known = set(re.findall(r"\b[EW]\d{3}\b", REFERENCE.read_text(encoding="utf-8"))) if REFERENCE.exists() else set()
    assert known <= counterparts().keys()


def test_codes_named_in_documents_exist() -> None:
    for page in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]:
        assert set(re.findall(r"\bMPL\d{3}\b", page.read_text(encoding="utf-8"))) <= rules().keys(), page.name
