"""The graph of types: circles, parents that cannot be."""

from muranopl.diagnostics.model import Phase, Severity
from muranopl.diagnostics.rules import Rule

_HEAD = "Namespaces:\n  =: example.app\n"

CYCLE = Rule(
    code="MPL301",
    name="inheritance-cycle",
    severity=Severity.ERROR,
    phase=Phase.HIERARCHY,
    message="classes extend one another in a circle: {chain}",
    explanation="""\
A class cannot be its own ancestor. The engine, which builds a class only after its parents, ends in a
NoClassFound for a class that plainly exists. Remove one of the `Extends`.""",
    bad=f"=== Classes/A.yaml\n{_HEAD}Name: A\nExtends: B\n=== Classes/B.yaml\n{_HEAD}Name: B\nExtends: A\n",
    good=f"=== Classes/A.yaml\n{_HEAD}Name: A\nExtends: B\n=== Classes/B.yaml\n{_HEAD}Name: B\n",
)

META_PARENT = Rule(
    code="MPL302",
    name="meta-class-as-parent",
    severity=Severity.ERROR,
    phase=Phase.HIERARCHY,
    message='class "{name}" extends the meta class "{parent}"',
    explanation="""\
A plain class cannot extend a meta class; the other way round is allowed. The engine refuses the class
(InvalidInheritanceError). Add `Usage: Meta`, or extend another class.""",
    bad=f"=== Classes/A.yaml\n{_HEAD}Name: A\nExtends: io.murano.metadata.Title\n",
    good=f"=== Classes/A.yaml\n{_HEAD}Name: A\nUsage: Meta\nExtends: io.murano.metadata.Title\n",
)
