"""A small package, its classes as the evaluator takes them, and a context that answers about no more than that."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

import muranopl
from muranopl.ard.nodes import Yaql
from muranopl.ard.yaql import Dialect, parse
from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.examples import files
from muranopl.diagnostics.places import File
from muranopl.inherit.complete import Member
from muranopl.language.grammar.method import MethodDeclaration
from muranopl.language.grammar.property import PropertyDeclaration
from muranopl.namespace.prefixes import full_name, unknown_prefix
from muranopl.namespace.result import TypeId
from muranopl.phases.reuse.one_run import run_all
from muranopl.render.node_data import data_of
from muranopl.semantics.binding import LITERAL_NULL, BindingDefect, bind, parameters
from muranopl.semantics.evaluation.bounds import LIMITS, SharedBudget
from muranopl.semantics.evaluation.context import refuse
from muranopl.semantics.evaluation.conversion import freeze, thaw
from muranopl.semantics.evaluation.errors import (
    EvaluationError,
    NotEvaluatedError,
    UnknownTypeError,
)
from muranopl.semantics.evaluation.evaluator import Evaluator
from muranopl.semantics.evaluation.frames import VariableFrame
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType
from tests.material import write

MANIFEST = """=== manifest.yaml
Format: MuranoPL/{runtime}
Type: Library
FullName: example.app
Name: Example
Version: 1.2.3
Classes:
"""


# The tests of one setting are not a model: they do not share what they may do.
UNSHARED = replace(LIMITS, total_steps=10**12, total_seconds=1e6)


class PackageContext:
    """The classes of one package. Methods answer with what they were called with."""

    def __init__(self, types: dict[str, MuranoType]) -> None:
        self.types = types
        self.calls: list[tuple[Any, str, dict[str, Any]]] = []

    def type_named(self, written: str, scope: MuranoType) -> MuranoType:
        name = full_name(written, scope.declared.namespaces)
        if name is None:
            raise UnknownTypeError(f'unknown prefix "{unknown_prefix(written)}"')
        if name not in self.types:
            raise UnknownTypeError(f'unknown class "{written}"')
        return self.types[name]

    def invoke(
        self,
        frame: VariableFrame,
        receiver: Any,
        method: Member[MethodDeclaration],
        args: Sequence[Any],
        kwargs: Mapping[str, Any],
    ) -> Any:
        declared, budget = method.declaration.arguments, frame.budget
        binding = bind(parameters(declared), args, kwargs)
        refuse(method.name, binding, *BindingDefect)

        def plain(value: Any) -> Any:
            return None if value is LITERAL_NULL else thaw(value, budget)

        result: dict[str, Any] = {name: plain(value) for name, value in binding.single.items()}
        if binding.takes.var_args is not None:
            result[binding.takes.var_args.name] = [plain(value) for value in binding.var_args]
        if binding.takes.kw_args is not None:
            result[binding.takes.kw_args.name] = {
                name: plain(value) for name, value in binding.kw_args.items()
            }
        return freeze(self.call(receiver, method, result))

    def together(self, function: Callable[[Any], Any], items: Iterable[Any]) -> Sequence[Any]:
        return [function(item) for item in items]

    def cast(
        self, object_: MuranoObject, name: str, _spec: str | None, _scope: MuranoType
    ) -> MuranoType:
        for type_ in object_.type.linearization:
            if type_.name == name:
                return type_
        raise EvaluationError(f"class {object_.type.name} is not a descendant of class {name}")

    def static(self, _owner: MuranoType, declaration: PropertyDeclaration) -> Any:
        return data_of(declaration.default) if declaration.default is not None else None

    def call(
        self, receiver: Any, method: Member[MethodDeclaration], arguments: Mapping[str, Any]
    ) -> Any:
        self.calls.append((receiver, method.name, dict(arguments)))
        if method.name == "notRun":
            raise NotEvaluatedError("notRun")
        if method.name == "violate":
            raise ValueError("raised by the context")
        return {"method": method.name, **arguments}

    def new(
        self,
        type_: MuranoType,
        properties: Mapping[str, Any],
        owner: MuranoObject | None,
        header: Mapping[str, Any],
        _scope: MuranoType,
    ) -> MuranoObject:
        result = MuranoObject(type_, owner, "new", generated=True)
        result.name = header.get("name")
        result.attributes = {key: value for key, value in header.items() if key != "name"}
        for name, value in properties.items():
            result.set(name, value)
        return result

    def load(
        self, model: Mapping[Any, Any], owner: MuranoObject | None, scope: MuranoType
    ) -> MuranoObject:
        type_, properties = next(
            (key, value) for key, value in model.items() if isinstance(key, MuranoType)
        )
        return self.new(type_, properties, owner, {"name": model.get("name")}, scope)


class Setting:
    """The classes of a package, an evaluator of them, and expressions of the class `Main`."""

    def __init__(self, folder: Path, classes: str, runtime: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        documents = [
            f"=== Classes/{index}.yaml\nNamespaces:\n  =: example.app\n{text}"
            for index, text in enumerate(classes.split("---\n"))
        ]
        names = [text.split("Name: ")[1].split("\n")[0] for text in documents]
        listed = "".join(
            f"  example.app.{name}: {index}.yaml\n" for index, name in enumerate(names)
        )
        text = MANIFEST.format(runtime=runtime) + listed + "".join(documents)
        catalog = muranopl.Catalog([str(write(files(text), folder))])
        outcome = run_all(catalog.package_paths.open().job, None, Phase.INHERIT)
        complete = outcome.inheritance.types

        @functools.cache
        def loaded(id_: TypeId) -> MuranoType:
            parents = tuple(loaded(parent) for parent in complete[id_].parents)
            return MuranoType(complete[id_], parents, outcome.names.packages[id_.package])

        self.types = {id_.name: loaded(id_) for id_ in complete}
        self.context = PackageContext(self.types)
        self.evaluator = Evaluator(self.context, SharedBudget(UNSHARED))
        self.main = self.types["example.app.Main"]

    def object(
        self, name: str, owner: MuranoObject | None = None, **properties: Any
    ) -> MuranoObject:
        """An object of a class of the package with some of its properties."""
        result = MuranoObject(
            self.types[f"example.app.{name}"], owner, f"id-{name}", generated=False
        )
        for key, value in properties.items():
            result.set(key, value)
        return result

    def run(
        self, text: str, dollar: Any = None, this: Any = None, scope: str = "Main", **options: Any
    ) -> Any:
        """The value of an expression that stands in a class; `$` is what is given."""
        type_ = self.types[f"example.app.{scope}"]
        return self.evaluator.value(expression(text), type_, this, dollar=dollar, **options)


@functools.cache
def expression(text: str) -> Yaql:
    """An expression as it is read from a file."""
    return Yaql(File("", "x.yaml"), 1, 1, 1, 1, text, parse(text, Dialect.MURANO))
