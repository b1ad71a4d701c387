"""Defaults that make objects, which need defaults: which are being made, and how many objects they may make."""

from __future__ import annotations

from muranopl.diagnostics.bounds import MADE_PER_OBJECT
from muranopl.language.grammar.entity import Named


class ActiveDefaults:
    """The properties whose defaults are being made, from the outermost inwards.

    A default that is needed again while it is made is recursive; it is not tried again, anywhere in the model. `most`
    is how many objects they may make, besides those per given object.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._stack: list[Named] = []
        self._recursive: set[int] = set()
        self.made = 0
        self.given = 0

    def __bool__(self) -> bool:
        """Whether any default is being made."""
        return bool(self._stack)

    @property
    def limit(self) -> int:
        """How many objects may be made."""
        return self._most + MADE_PER_OBJECT.most * self.given

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

    def count(self) -> bool:
        """Count an object, given or made; return False if too many are made."""
        if self._stack:
            self.made += 1
        else:
            self.given += 1
        return self.made <= self.limit
