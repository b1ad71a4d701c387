"""The document of a class: its description, its properties, and its methods."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from muranopl.diagnostics.formats.encode import to_json
from muranopl.inherit.complete import CompleteType, Member
from muranopl.inherit.overrides import NOT_COMPARED
from muranopl.language.grammar.class_ import ClassUsage
from muranopl.language.grammar.entity import Named
from muranopl.language.grammar.known_names import HELP
from muranopl.language.grammar.method import MethodDeclaration
from muranopl.language.grammar.property import PropertyDeclaration
from muranopl.phases.results import PhaseResults
from muranopl.views.classes import ResolvedClass, ResolvedMember
from muranopl.views.graph.describer import ClassDescriber
from muranopl.views.words.comments import comment_above, comment_at_top
from muranopl.views.words.contract_words import contract_words
from muranopl.views.words.markdown import code, paragraph, paragraphs, table, text
from muranopl.views.words.members import signature, starred

M = TypeVar("M", bound=Named)


class ClassPages:
    """Describes classes of the results of a check."""

    def __init__(self, results: PhaseResults) -> None:
        self._names = results.names.resolved
        self._describer = ClassDescriber(results)

    def text(self, type_: CompleteType) -> str:
        """Return the text about a class, with a heading of the third level."""
        class_ = self._describer.class_(type_)
        comment = _description(class_) or comment_at_top(type_.declared.declaration.node)
        own, inherited = _divided(type_.properties, type_)
        rows = map(self._property, own)
        methods, more = _divided(type_.methods, type_)
        return paragraphs(
            f"### {code(class_.name)}",
            paragraph(comment),
            paragraph(self._facts(type_)),
            "\n".join(table(("property", "values", "default", "usage", ""), rows)),
            paragraph(_inherited("properties", inherited)),
            "\n".join(table(("method", "open to", ""), map(self._method, methods))),
            paragraph(_inherited("methods", more)),
        )

    def _facts(self, type_: CompleteType) -> str:
        kind = "Meta class. " if type_.usage is ClassUsage.META else ""
        parents = ", ".join(code(parent.name) for parent in type_.parents)
        return f"{kind}Extends {parents}." if parents else kind.strip()

    def _property(self, member: Member[PropertyDeclaration]) -> tuple[str, ...]:
        declaration = member.declaration
        shown = self._describer.member(member)
        return (
            code(declaration.name),
            contract_words(declaration.contract, self._names),
            code(to_json(shown.default, 0).strip()) if shown.has_default else "",
            "" if shown.usage == "In" else shown.usage,
            _about(shown, comment_above(declaration.name_node)),
        )

    def _method(self, member: Member[MethodDeclaration]) -> tuple[str, ...]:
        declaration = member.declaration
        arguments = "; ".join(
            f"{code(argument.name)}: {contract_words(argument.contract, self._names)}"
            for argument in declaration.arguments
        )
        about = _about(self._describer.member(member), comment_above(declaration.name_node))
        return (
            code(signature(declaration, starred)),
            _callers(declaration),
            " ".join(part for part in (about, arguments) if part),
        )


def _callers(method: MethodDeclaration) -> str:
    callers = "users" if method.is_exposed else "code"
    return f"{callers}, on the class" if method.is_on_class else callers


def _about(member: ResolvedMember, comment: str) -> str:
    words = [member.title, _description(member) or comment]
    return " ".join(f"{text(part).rstrip('.')}." for part in words if part)


def _divided(
    members: Mapping[str, Member[M]], type_: CompleteType
) -> tuple[list[Member[M]], dict[str, list[str]]]:
    """Return the members that a class declares, and the names of others by their class.

    Constructors and destructors are left out, and so are members that are for the class itself:
    their names begin with an underscore, by convention.
    """
    own: list[Member[M]] = []
    inherited: dict[str, list[str]] = {}
    for name, member in members.items():
        if name in NOT_COMPARED or name.startswith("_"):
            continue
        if member.declaring == type_.id:
            own.append(member)
        else:
            inherited.setdefault(member.declaring.name, []).append(name)
    return own, inherited


def _inherited(what: str, members: dict[str, list[str]]) -> str:
    """Return a sentence about inherited members, by the class that declares them."""
    parts = [f"{', '.join(map(code, names))} of {code(owner)}" for owner, names in members.items()]
    return f"Inherited {what}: {'; '.join(parts)}." if parts else ""


def _description(shown: ResolvedClass | ResolvedMember) -> str:
    """Return the description and the help of a class or member, empty if it has none."""
    return " ".join(filter(None, (shown.description, shown.text_of(HELP))))
