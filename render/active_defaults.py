"""Defaults that make objects, which need defaults: which are being made, and how much may be made in one model."""

from __future__ import annotations

from muranopl.diagnostics.bounds import MADE_PER_OBJECT, MISSING_VALUES, UNNAMED_OBJECTS
from muranopl.language.grammar.entity import Named


class ActiveDefaults:
    """The properties whose defaults are being made, from the outermost inwards.

    A default that is needed again while it is made is recursive; it is not tried again, anywhere in the model. `most`
    is how many objects they may make, besides those per given object. `problem` says what there is too much of: no
    further object is made then.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._stack: list[Named] = []
        self._recursive: set[int] = set()
        self._made = self._given = self._unnamed = self._missing = 0
        self.problem: str | None = None

    def __bool__(self) -> bool:
        """Whether any default is being made."""
        return bool(self._stack)

    def is_recursive(self, declaration: Named) -> bool:
        """Whether the default of a property was found to be recursive."""
        return id(declaration) in self._recursive

    def enter(self, declaration: Named) -> bool:
        """Begin with the default of a property; return False if it is being made already."""
        if any(each is declaration for each in self._stack):
            self._recursive.add(id(declaration))
            return False
        self._stack.append(declaration)
        return True

    def leave(self) -> None:
        """End with the innermost default."""
        self._stack.pop()

    def count(self, *, has_id: bool, missing: int) -> bool:
        """Count an object, given or made, with its properties that are not given; return False if it is too much."""
        self._missing += missing
        if self._stack:
            self._made += 1
        else:
            self._given += 1
            self._unnamed += not has_id
        self.problem = self.problem or self._problem()
        return self.problem is None

    def _problem(self) -> str | None:
        most = self._most + MADE_PER_OBJECT.most * self._given
        if self._made > most:
            return f"Defaults make more than {most:,} objects for this model"
        if self._unnamed > UNNAMED_OBJECTS.most:
            return f"more than {UNNAMED_OBJECTS.most:,} objects of this model have no id"
        if self._missing > MISSING_VALUES.most:
            return f"the objects of this model have more than {MISSING_VALUES.most:,} properties that are not given"
        return None
