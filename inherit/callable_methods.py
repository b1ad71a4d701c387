"""Lists the methods of a class that callers outside may call, or says why one may not be called.

This is the rule of the API, for calls, deployments and queries.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from muranopl.diagnostics.catalogue.execution import NOT_CALLABLE
from muranopl.diagnostics.nearest import did_you_mean, nearest
from muranopl.diagnostics.places import Place
from muranopl.diagnostics.reasons import Reason
from muranopl.diagnostics.reporter import Reporter
from muranopl.inherit.complete import CompleteType
from muranopl.language.grammar.method import CONSTRUCTOR, LIFE_CYCLE, MethodDeclaration


class NotCallable(NamedTuple):
    """Why a method may not be called.

    It has the reason, the problem in words, a remedy, and the method that was meant, if it exists.
    """

    reason: Reason
    problem: str
    suggestion: str | None = None
    method: MethodDeclaration | None = None

    def report(self, reporter: Reporter, called: str, place: Place) -> None:
        """Report the problem at the method that was meant, else at `place`.

        `called` are the names of method and class.
        """
        where = place if self.method is None else self.method.name_node.place
        reporter.report(
            NOT_CALLABLE, where, method=called, problem=self.problem, suggestion=self.suggestion
        )


def shown_call(method: str, class_: object) -> str:
    """Return the names of method and class, as messages show them."""
    return f"{method} of {class_}"


def not_callable(
    type_: CompleteType, name: str, *, on_object: bool, any_method: bool = False
) -> NotCallable | None:
    """Return why a method of a class, or of an object of it, may not be called; None if it may.

    With `any_method` methods that are neither public nor actions may be called, too.
    """
    # Symbols too: the engine exposes methods whose name begins with a dot (reference: running)
    symbol = LIFE_CYCLE.get(name, name)
    if symbol in LIFE_CYCLE.values():
        when = "is created" if symbol == CONSTRUCTOR else "is destroyed"
        return NotCallable(
            Reason.NOT_PUBLIC, f"it runs automatically when an object {when}, and is never called"
        )
    member = type_.methods.get(name)
    if member is None:
        near = nearest(name, [item for item in type_.methods if not item.startswith(".")])
        callable_names = ", ".join(
            sorted(callable_methods(type_, on_object=True, any_method=any_method))
        )
        close = did_you_mean(
            near, f"use one of the methods {callable_names}" if callable_names else None
        )
        return NotCallable(Reason.UNKNOWN_METHOD, "the class has no such method", close)
    method = member.declaration
    if member.ambiguous:
        return NotCallable(
            Reason.AMBIGUOUS_METHOD, "several parents of the class declare it", None, method
        )
    if not any_method and not method.is_exposed:
        return NotCallable(Reason.NOT_PUBLIC, "it is not public", "declare `Scope: Public`", method)
    if not method.is_on_class and not on_object:
        return NotCallable(
            Reason.INSTANCE_METHOD, "it is a method of objects, not of the class", None, method
        )
    return None


def callable_methods(
    type_: CompleteType, *, on_object: bool, any_method: bool = False
) -> Iterator[str]:
    """Yield the names of the methods that may be called on a class, or on an object of it.

    Constructors are never among them.
    """
    for name in type_.methods:
        if not_callable(type_, name, on_object=on_object, any_method=any_method) is None:
            yield name
