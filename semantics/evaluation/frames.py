"""yaql contexts of ours: layers hold functions and are built once, frames hold variables and are made all the time.

yaql asks every context on the way up for the functions of a name, at every call. Here a frame knows the one table that
answers, and layers remember their answers, so that the depth of variables costs nothing. Which functions are found in
which order is the same.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, KeysView, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from yaql.language import contexts, conventions, specs, utils

from muranopl.semantics.evaluation.calls import call
from muranopl.semantics.evaluation.guarding import guarded

if TYPE_CHECKING:
    from muranopl.semantics.evaluation.objects import MuranoType
    from muranopl.semantics.evaluation.run import Run

CONVENTION = conventions.CamelCaseConvention()
Levels = Sequence[Sequence[Any]]


class Table(Protocol):
    """Where functions are found. `shadowing` is set where an expression may have defined functions of its own."""

    shadowing: bool

    def find(self, name: str, *, method: bool) -> Levels:
        """The overloads of a name as yaql's function definitions, in levels: those of the first that fits count."""

    def names(self) -> set[str]:
        """The names of all functions that can be written."""


@functools.lru_cache(1024)
def spelt(name: str, *, convert: bool) -> str:
    """The name a function is registered by: yaql drops underscores at the end and may ask for camelCase."""
    name = name.rstrip("_")
    return CONVENTION.convert_function_name(name) if convert else name


class Layer(contexts.Context):  # type: ignore[misc]
    """A context with functions that do not change any more once it is asked for them."""

    shadowing = False

    def __init__(self, parent_context: Any = None, convention: Any = CONVENTION) -> None:
        super().__init__(parent_context, convention=convention)
        self._ordered: dict[str, list[Any]] = {}
        self._found: dict[tuple[str, bool], Levels] = {}

    def register_function(self, spec: Any, *args: Any, exclusive: bool = False, **kwargs: Any) -> None:
        """Add a function, given as a definition or as a Python function that yaql's decorators describe."""
        if not isinstance(spec, specs.FunctionDefinition):
            spec = specs.get_function_definition(spec, *args, convention=CONVENTION, **kwargs)
        spec = guarded(spec)
        self._ordered.setdefault(spec.name, []).append(spec)
        super().register_function(spec, exclusive=exclusive)

    def get_functions(
        self, name: str, predicate: Callable[[Any], bool] | None = None, use_convention: bool = False
    ) -> tuple[list[Any], bool]:
        """The functions of a name in the order they were registered, and whether they hide those further up."""
        name = spelt(name, convert=use_convention)
        found = [spec for spec in self._ordered.get(name, ()) if predicate is None or predicate(spec)]
        return found, name in self._exclusive_funcs

    def find(self, name: str, *, method: bool) -> Levels:
        """See `Table`."""
        key = (name, method)
        if key not in self._found:
            kind = "is_method" if method else "is_function"
            self._found[key] = self.collect_functions(name, lambda spec, _: getattr(spec, kind))
        return self._found[key]

    def names(self) -> set[str]:
        """See `Table`."""
        own = {name for name in self._ordered if name[0].isalpha()}
        return own | self.parent.names() if self.parent else own

    def __call__(  # noqa: PLR0917 - as yaql declares it
        self,
        name: str,
        engine: Any,  # noqa: ARG002 - the run has it
        receiver: Any = utils.NO_VALUE,
        data_context: Any = None,
        use_convention: bool = False,
        function_filter: Any = None,  # noqa: ARG002 - nothing filters
    ) -> Callable[..., Any]:
        """What calls a function of that name with its arguments; they are evaluated in `data_context`."""
        return functools.partial(call, self, data_context, spelt(name, convert=use_convention), receiver)


class Linked:
    """A table before another one."""

    __slots__ = ("first", "second", "shadowing")

    def __init__(self, first: Table, second: Table) -> None:
        self.first = first
        self.second = second
        self.shadowing = first.shadowing or second.shadowing

    def find(self, name: str, *, method: bool) -> Levels:
        """See `Table`."""
        levels: list[Sequence[Any]] = []
        table: Table = self
        while isinstance(table, Linked):
            levels.extend(table.first.find(name, method=method))
            table = table.second
        levels.extend(table.find(name, method=method))
        return levels

    def names(self) -> set[str]:
        """See `Table`."""
        return self.first.names() | self.second.names()


class Local:
    """The functions that `def()` defines."""

    shadowing = True

    def __init__(self) -> None:
        self.functions: list[Any] = []

    def find(self, name: str, *, method: bool) -> Levels:
        """See `Table`."""
        found = [
            each for each in self.functions if each.name == name and (each.is_method if method else each.is_function)
        ]
        return [found] if found else []

    def names(self) -> set[str]:
        """See `Table`."""
        return {each.name for each in self.functions}


class Frame(contexts.ContextBase):  # type: ignore[misc]
    """Variables of an expression. `caller` is the class that reads of properties come from, None inside contracts."""

    def __init__(self, parent: Any, run: Run, table: Table, caller: MuranoType | None) -> None:
        self._parent_context = parent
        self._convention = CONVENTION
        self._data: dict[str, Any] = {}
        self.run = run
        self.table = table
        self.caller = caller

    def __repr__(self) -> str:
        return "<variables>"

    def create_child_context(self) -> Frame:
        """A frame below this one."""
        return Frame(self, self.run, self.table, self.caller)

    def before(self, table: Table) -> Frame:
        """A frame below this one in which the functions of a table go before all others."""
        return Frame(self, self.run, Linked(table, self.table), self.caller)

    def __call__(  # noqa: PLR0917 - as yaql declares it
        self,
        name: str,
        engine: Any,  # noqa: ARG002 - the run has it
        receiver: Any = utils.NO_VALUE,
        data_context: Any = None,
        use_convention: bool = False,
        function_filter: Any = None,  # noqa: ARG002 - nothing filters
    ) -> Callable[..., Any]:
        """What calls a function of that name with its arguments; they are evaluated in `data_context`."""
        return functools.partial(
            call,
            self.table,
            self if data_context is None else data_context,
            spelt(name, convert=use_convention),
            receiver,
        )

    def get_data(self, name: str, default: Any = None, ask_parent: bool = True) -> Any:
        """The value of a variable."""
        name = normal(name)
        frame: Any = self
        while type(frame) is Frame:
            if name in frame._data:
                return frame._data[name]
            frame = frame._parent_context if ask_parent else None
        return default

    def __setitem__(self, name: str, value: Any) -> None:
        self._data[normal(name)] = value

    def __delitem__(self, name: str) -> None:
        del self._data[normal(name)]

    def __contains__(self, item: Any) -> bool:
        return isinstance(item, str) and normal(item) in self._data

    def keys(self) -> KeysView[str]:
        """The names of its own variables."""
        return self._data.keys()

    def register_function(self, spec: Any, *args: Any, **kwargs: Any) -> None:
        """Define a function from here on, as `def()` does."""
        local = Local()
        local.functions.append(specs.get_function_definition(spec, *args, convention=CONVENTION, **kwargs))
        self.table = Linked(local, self.table)

    def get_functions(self, *_args: Any, **_kwargs: Any) -> tuple[list[Any], bool]:
        """None of its own: they are in its table."""
        return [], False

    def delete_function(self, spec: Any) -> None:
        """Nothing deletes functions."""


def normal(name: str) -> str:
    """The key of a variable: `$` and an empty name are `$1`, other names begin with `$`."""
    if name.startswith("$"):
        return "$1" if name == "$" else name
    return "$" + name if name else "$1"
