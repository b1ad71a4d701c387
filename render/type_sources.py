"""The source of classes for rendering in a check: those of phase 4."""

from __future__ import annotations

from collections.abc import Mapping

from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.inherit.complete import CompleteType
from muranopl.namespace.result import Names, TypeId
from muranopl.semantics.evaluation.errors import UnknownTypeError
from muranopl.semantics.evaluation.objects import MuranoType, build_type


class UnloadableError(UnknownTypeError):
    """A class exists, but the engine refuses to load it; `problems` are the reasons."""

    def __init__(self, message: str, problems: tuple[Diagnostic, ...]) -> None:
        super().__init__(message)
        self.problems = problems


class CheckedTypeSource:
    """Provides the classes of phase 4; incomplete ones are treated as unknown."""

    def __init__(self, names: Names, types: Mapping[TypeId, CompleteType]) -> None:
        self._names = names
        self._types = types
        self._built: dict[TypeId, MuranoType] = {}

    def load(self, id_: TypeId) -> MuranoType:
        """See `TypeSource`."""
        if id_ not in self._built:
            complete = self._types.get(id_)
            if complete is None or complete.incomplete:
                raise UnknownTypeError(f'class "{id_.name}" is not known completely')
            self._built[id_] = build_type(complete, self.load, self._names)
        return self._built[id_]
