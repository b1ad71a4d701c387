"""Complete types: meta objects where they do not belong."""

from muranopl.diagnostics.model import Phase, Severity
from muranopl.diagnostics.rules import Rule

_HEAD = "Namespaces:\n  =: example.app\n  m: io.murano.metadata\n"
_GOOD = f"{_HEAD}Name: Sample\nMeta:\n  m:Title:\n    text: A sample\n"

NOT_A_META_CLASS = Rule(
    code="MPL401",
    name="not-a-meta-class",
    severity=Severity.ERROR,
    phase=Phase.INHERIT,
    message='class "{name}" is no meta class, so it cannot be attached',
    explanation="""\
Only classes with `Usage: Meta` can stand under `Meta`. The engine refuses the class that tries.""",
    bad=f"{_HEAD}Name: Sample\nMeta: io.murano.Object\n".replace("  m: io.murano.metadata\n", ""),
    good=_GOOD,
)

META_TARGET = Rule(
    code="MPL402",
    name="meta-target",
    severity=Severity.ERROR,
    phase=Phase.INHERIT,
    message='meta class "{name}" cannot be attached to a {target}; it applies to {applies}',
    explanation="""\
A meta class says under `Applies` what its objects may be attached to: Package, Type, Property, Method, Argument
or All. The engine refuses the class that attaches it elsewhere.""",
    bad=f"{_HEAD}Name: Sample\nMeta: m:forms.Hidden\n",
    good=f"{_HEAD}Name: Sample\nProperties:\n  port:\n    Contract: $.int()\n    Meta: m:forms.Hidden\n",
)

META_TWICE = Rule(
    code="MPL403",
    name="meta-twice",
    severity=Severity.ERROR,
    phase=Phase.INHERIT,
    message='a second "{name}" here; its Cardinality is One',
    explanation="""\
Of a meta class with `Cardinality: One` (the default) only one object can be attached to a declaration. The engine
refuses the class.""",
    bad=f"{_HEAD}Name: Sample\nMeta:\n  - m:Title: {{text: A}}\n  - m:Title: {{text: B}}\n",
    good=_GOOD,
)
