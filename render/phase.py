"""Entry point of phase 5: complete types → rendered types, and methods → instructions."""

from __future__ import annotations

import functools
from collections.abc import Collection

import msgspec

from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.findings import Findings
from muranopl.inherit.complete import CompleteType
from muranopl.inherit.phase import Inheritance
from muranopl.namespace.result import Names, TypeId
from muranopl.read.package import PackageId
from muranopl.render.defaults import Defaults
from muranopl.render.fragments import Fragments
from muranopl.render.metas import check_metas
from muranopl.render.reads import check_reads
from muranopl.semantics.inference.blocks import Body
from muranopl.semantics.inference.check import check_bodies
from muranopl.semantics.inference.classes import Classes
from muranopl.semantics.inference.code import Code
from muranopl.semantics.inference.surroundings import Surroundings


class RenderedType(msgspec.Struct, eq=False):
    """A type with the instructions of the methods it declares itself, by method name."""

    type: CompleteType
    bodies: dict[str, Body]


class Rendering(msgspec.Struct, eq=False):
    """All types rendered. `defaults` renders the default object of a class, as far as it goes, when asked."""

    types: dict[TypeId, RenderedType]
    defaults: Defaults
    diagnostics: list[Diagnostic]


def render(
    names: Names, inheritance: Inheritance, around: Surroundings, wanted: Collection[PackageId] | None = None
) -> Rendering:
    """Run phase 5; of some `wanted` packages only, where the others are there because these need them."""
    types: dict[TypeId, RenderedType] = {}
    diagnostics: list[Diagnostic] = []
    checked = {id_: type_ for id_, type_ in inheritance.types.items() if wanted is None or id_.package in wanted}
    classes = Classes(names, inheritance.types, around)
    fragments = Fragments(names, inheritance.types)
    defaults = Defaults(fragments)
    for id_, complete in checked.items():
        findings = Findings(id_.package.name)
        defaults.check(complete, findings)
        check_metas(complete, names, fragments, findings)
        check_reads(complete, functools.partial(_may_read_below, classes, id_), findings)
        bodies = check_bodies(complete.declared.declaration, findings)
        diagnostics.extend(findings.diagnostics)
        types[id_] = RenderedType(complete, bodies)
    code = Code(classes, {id_: rendered.bodies for id_, rendered in types.items()})
    for id_, complete in checked.items():
        findings = Findings(id_.package.name)
        code.check(complete, findings)
        diagnostics.extend(findings.diagnostics)
    return Rendering(types, defaults, diagnostics)


def _may_read_below(classes: Classes, id_: TypeId, name: str) -> bool:
    return classes.may_read_below(id_, name, id_.package)
