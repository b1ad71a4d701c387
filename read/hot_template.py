"""Heat packages: the template that the engine makes their class from."""

from __future__ import annotations

from muranopl.ard.nodes import Mapping
from muranopl.ard.yaml.loader import YamlLoader
from muranopl.diagnostics.catalogue import manifest as rules
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import Place
from muranopl.read.documents import read_file
from muranopl.read.package import PackageHeader

TEMPLATE = "template.yaml"


def check_template(header: PackageHeader, findings: Findings, load: YamlLoader) -> None:
    """Check that the template exists and is a mapping with `resources`.

    Source: syntax.json, manifest-hot-*. Other rules of Heat for templates are not checked.
    """

    def missing() -> None:
        findings.report(rules.HEAT_TEMPLATE, header, problem="does not exist")

    data = read_file(header.source, TEMPLATE, findings, missing)
    if data is None:
        return
    file = header.source.file(TEMPLATE)
    # A template that is no YAML was reported, and what it lacks is unknown.
    before = findings.count
    documents = load(data, file, findings, dialect=None)
    if findings.count > before:
        return
    template = documents[0] if documents else None
    if isinstance(template, Mapping) and template.find("resources") is not None:
        findings.report(rules.HEAT_PACKAGE, Place(header.file), format=header.format)
    else:
        findings.report(
            rules.HEAT_TEMPLATE,
            Place(file),
            problem="is not a Heat template: it has no resources",
        )
