"""Heat packages: the template that the engine makes their class from."""

from __future__ import annotations

from muranopl.ard.nodes import Mapping
from muranopl.ard.sources.failures import report_failure
from muranopl.ard.sources.source import SourceError
from muranopl.ard.yaml.loader import YamlLoader
from muranopl.diagnostics.catalogue import manifest as rules
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import Place
from muranopl.read.package import PackageHeader

TEMPLATE = "template.yaml"


def check_template(header: PackageHeader, findings: Findings, load: YamlLoader) -> None:
    """Check that the template exists and is a mapping with `resources`.

    Syntax.json, manifest-hot-*. Other rules of Heat for templates are not checked.
    """
    file = header.source.file(TEMPLATE)
    try:
        data = header.source.read(TEMPLATE)
    except SourceError as error:
        if error.kind == "missing":
            findings.report(rules.HEAT_TEMPLATE, header, problem="does not exist")
        else:
            report_failure(header.source, TEMPLATE, error, findings)
        return
    before = findings.count
    documents = load(data, file, findings, dialect=None)
    if findings.count > before:
        return
    template = documents[0] if documents else None
    if isinstance(template, Mapping) and template.find("resources") is not None:
        findings.report(rules.HEAT_PACKAGE, Place(header.file), format=header.format)
    else:
        findings.report(
            rules.HEAT_TEMPLATE, Place(file), problem="is not a Heat template: it has no resources"
        )
