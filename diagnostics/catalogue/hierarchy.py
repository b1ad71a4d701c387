"""The graph of types: circles, parents that cannot be."""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.rules import RulesOf

hierarchy = RulesOf(Phase.HIERARCHY)

_HEAD = "Namespaces:\n  =: example.app\n"

CYCLE = hierarchy.error(
    "MPL301 inheritance-cycle",
    message="classes extend one another in a circle: {chain}",
    explanation="""\
A class cannot be its own ancestor. The engine, which builds a class only after its parents, ends in a
NoClassFound for a class that plainly exists. Remove one of the `Extends`.""",
    bad=f"=== Classes/A.yaml\n{_HEAD}Name: A\nExtends: B\n=== Classes/B.yaml\n{_HEAD}Name: B\nExtends: A\n",
    good=f"=== Classes/A.yaml\n{_HEAD}Name: A\nExtends: B\n=== Classes/B.yaml\n{_HEAD}Name: B\n",
)

META_PARENT = hierarchy.error(
    "MPL302 meta-class-as-parent",
    message='class "{name}" extends the meta class "{parent}"',
    explanation="""\
A plain class cannot extend a meta class; the other way round is allowed. The engine refuses the class
(InvalidInheritanceError). Add `Usage: Meta`, or extend another class.""",
    bad=f"=== Classes/A.yaml\n{_HEAD}Name: A\nExtends: io.murano.metadata.Title\n",
    good=f"=== Classes/A.yaml\n{_HEAD}Name: A\nUsage: Meta\nExtends: io.murano.metadata.Title\n",
)


def _root(version: str) -> str:
    return (
        f"=== root-{version}/manifest.yaml\nFormat: 1.4\nType: Library\nFullName: example.root\nVersion: {version}\n"
        "Classes:\n  example.root.D: D.yaml\n"
        f"=== root-{version}/Classes/D.yaml\nNamespaces:\n  =: example.root\nName: D\n"
    )


def _side(name: str, spec: str) -> str:
    return (
        f"=== {name}/manifest.yaml\nFormat: 1.4\nType: Library\nFullName: example.{name}\n"
        f"Require:\n  example.root: '{spec}'\nClasses:\n  example.{name}.Side: Side.yaml\n"
        f"=== {name}/Classes/Side.yaml\nNamespaces:\n  =: example.{name}\nName: Side\nExtends: example.root.D\n"
    )


_TOP = """\
=== top/manifest.yaml
Format: 1.4
Type: Library
FullName: example.top
Require:
  example.b:
  example.c:
Classes:
  example.top.A: A.yaml
=== top/Classes/A.yaml
Namespaces:
  =: example.top
Name: A
Extends: [example.b.Side, example.c.Side]
"""

VERSION_CONFLICT = hierarchy.error(
    "MPL303 version-conflict",
    message='class "{name}" inherits "{ancestor}" in two versions, {first} and {second}, and neither satisfies all',
    explanation="""\
Along two lines of descent a class reaches two versions of one ancestor, and no version that was reached satisfies
the requirements of both. The versioning document asks for an exception; the engine keeps both, so that every name
they declare is ambiguous. Loosen a requirement, or require the same version on both sides.""",
    bad=_root("1.2.0") + _root("1.3.0") + _side("b", "1.2.0") + _side("c", "1.3.0") + _TOP,
    good=_root("1.2.0") + _root("1.3.0") + _side("b", "1.2.0") + _side("c", "1") + _TOP,
)

LOAD_CYCLE = hierarchy.error(
    "MPL304 load-cycle",
    message="classes need one another to be loaded: {chain}",
    explanation="""\
The engine looks up the parents, imports and meta classes of a class while it builds it, and the class itself
cannot be found before it is built. So two classes cannot import each other, nor a class import its own child: the
engine answers NoClassFound.""",
    bad=f"=== Classes/A.yaml\n{_HEAD}Name: A\nImport: B\n=== Classes/B.yaml\n{_HEAD}Name: B\nImport: A\n",
    good=f"=== Classes/A.yaml\n{_HEAD}Name: A\nImport: B\n=== Classes/B.yaml\n{_HEAD}Name: B\n",
)

PARENT_TWICE = hierarchy.warning(
    "MPL305 parent-twice",
    message='"{parent}" is listed twice as a parent',
    explanation="""\
A class can inherit from a parent only once; the second mention changes nothing. Perhaps another class was meant.""",
    bad=f"{_HEAD}Name: Sample\nExtends: [io.murano.Application, io.murano.Application]\n",
    good=f"{_HEAD}Name: Sample\nExtends: [io.murano.Application]\n",
)
