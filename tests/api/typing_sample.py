"""What users of the library write, with the types they expect: `make types` checks it, nothing runs it.

A comment that ignores an error is an error itself where there is none.
"""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from typing import Any, assert_type

import muranopl


def use_reports() -> None:
    with ProcessPoolExecutor() as executor:
        reports = list(executor.map(muranopl.validate, ["a", "b"]))
    assert_type(reports, list[muranopl.Report])
    report = muranopl.validate("a", models=[{"?": {}}, "model.yaml"], jobs=2, cache="c")
    assert_type(report.ok, bool)
    assert_type(report.render("sarif"), str)
    assert_type(report.to_dict(), dict[str, Any])
    assert_type(report.rendered, tuple[muranopl.RenderResult, ...])
    assert_type(report.packages[0].version, str)
    for diagnostic in report.diagnostics:
        assert_type(diagnostic, muranopl.Diagnostic)
        assert_type(diagnostic.severity, muranopl.Severity)
        assert_type(diagnostic.related, tuple[muranopl.Related, ...])
        assert_type(diagnostic.suggestion, str | None)


def use_catalogs() -> None:
    catalog = muranopl.Catalog(["a"], libraries="b")
    assert_type(catalog.resolve("a.B").properties["c"].contract, str | None)
    assert_type(catalog.call("a.B", "c").reason, muranopl.Reason | None)
    assert_type(catalog.render("model.yaml").model, dict[str, Any] | None)
    assert_type(catalog.deploy("model.yaml").failed, bool)
    assert_type(catalog.test().results[0].outcome, str)
    assert_type(catalog.contents.packages[0].requires, dict[str, str])
    catalog.schema("a.B", draft="2020-12")
    catalog.schema("a.B", draft="2019-09")  # type: ignore[arg-type]
    with catalog.session() as session:
        assert_type(session, muranopl.Session)
        assert_type(session.load({}), muranopl.MuranoObject | None)
