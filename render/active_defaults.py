"""Tracks which defaults are being created: objects in defaults need defaults themselves."""

from __future__ import annotations

from muranopl.language.grammar.entity import Named


class ActiveDefaults:
    """The properties whose defaults are being created, from the outermost inwards.

    A default that is needed again while it is created is recursive; it is not tried again in this
    model.
    """

    def __init__(self) -> None:
        self._stack: list[Named] = []
        self._recursive: set[int] = set()

    def __bool__(self) -> bool:
        """Return whether any default is being created."""
        return bool(self._stack)

    def is_recursive(self, declaration: Named) -> bool:
        """Return whether the default of a property is known to be recursive."""
        return id(declaration) in self._recursive

    def enter(self, declaration: Named) -> bool:
        """Begin with the default of a property; return False if it is being created already."""
        if any(item is declaration for item in self._stack):
            self._recursive.add(id(declaration))
            return False
        self._stack.append(declaration)
        return True

    def leave(self) -> None:
        """End with the innermost default."""
        self._stack.pop()
