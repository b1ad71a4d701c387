"""Defaults that make objects, which need defaults: which are being made."""

from __future__ import annotations

from muranopl.language.grammar.entity import Named


class ActiveDefaults:
    """The properties whose defaults are being made, from the outermost inwards.

    A default that is needed again while it is made is recursive; it is not tried again, anywhere in the model.
    """

    def __init__(self) -> None:
        self._stack: list[Named] = []
        self._recursive: set[int] = set()

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
