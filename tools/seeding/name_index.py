"""The names in all packages, so that no seeded name exists by accident; without types."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from muranopl.ard.nodes import Yaql, expressions
from muranopl.ard.yaql.tree import Binary, Keyword, Variable
from muranopl.ard.yaql.tree import walk as parts_of
from muranopl.language.contracts.facts import BY_DOCUMENT
from muranopl.language.contracts.functions.conversions import INT
from muranopl.language.contracts.tree import Chain, Contract
from muranopl.language.grammar.class_ import ClassDeclaration
from muranopl.language.grammar.method import (
    ArgumentDeclaration,
    ArgumentUsage,
    MethodDeclaration,
    MethodUsage,
)
from muranopl.semantics.abstract.functions.signatures import Signature, named
from muranopl.semantics.abstract.functions.signatures import names as function_names
from seeding.files import ClassFile

EMBEDDED = frozenset({"io.murano", "io.murano.applications"})


class NameIndex:
    """The names of classes, properties, methods, functions and variables that occur anywhere."""

    def __init__(self, files: Iterable[ClassFile]) -> None:
        self.classes: set[str] = set()
        self.full_names: set[str] = set()
        self.properties: set[str] = set()
        self.variables: set[str] = set()
        self.methods: dict[str, list[MethodDeclaration]] = defaultdict(list)
        self.contracts: dict[str, list[Contract | None]] = defaultdict(list)
        self.arguments: set[str] = set()
        self.functions = frozenset(function_names())
        self.packages: dict[str, set[str]] = defaultdict(set)
        for file in files:
            for declaration, prefixes in file.declarations:
                name = self._add(declaration, prefixes)
                self.packages[file.package.name].add(name)
            for document in file.documents:
                for node in expressions(document):
                    self._add_names(node)

    @property
    def callables(self) -> set[str]:
        """All that can be called."""
        return self.functions | self.methods.keys()

    def has_packages(self, names: Iterable[str]) -> bool:
        """Whether packages of all names are at hand, or embedded in the checker."""
        return all(name in self.packages or name in EMBEDDED for name in names)

    def _add(self, declaration: ClassDeclaration, prefixes: dict[str, str]) -> str:
        name = getattr(declaration.name, "value", None) or getattr(declaration.name, "text", "")
        self.classes.add(str(name).rpartition(":")[2].rpartition(".")[2])
        full_name = expanded(str(name), prefixes)
        self.full_names.add(full_name)
        for property_ in declaration.properties:
            self.properties.add(property_.name)
            self.contracts[property_.name].append(property_.contract)
        for method in declaration.all_methods:
            self.methods[method.name].append(method)
            self.arguments.update(argument.name for argument in method.arguments)
            self.variables.update(f"${argument.name}" for argument in method.arguments)
        return full_name

    def _add_names(self, node: Yaql) -> None:
        for part in parts_of(node.tree):
            if isinstance(part, Variable):
                self.variables.add(part.name)
            elif isinstance(part, Binary) and isinstance(part.right, Keyword):
                (self.classes if part.operator == ":" else self.properties).add(part.right.name)

    def declared(self, name: str) -> list[MethodDeclaration]:
        """Return the methods of a name that is only declared by classes, never an extension."""
        result = [] if any(form.is_method for form in named(name)) else self.methods.get(name, [])
        return [] if any(item.usage is MethodUsage.EXTENSION for item in result) else result


def expanded(name: str, prefixes: dict[str, str]) -> str:
    """The full name of a class, as far as its prefix is declared."""
    prefix, _, rest = name.rpartition(":")
    if not prefix and "." in rest:
        return rest
    return f"{prefixes.get(prefix or '=', '')}.{rest}"


def is_number(contracts: Sequence[Contract | None]) -> bool:
    """Whether all of some contracts are `$.int()`."""
    ints = [
        isinstance(contract, Chain) and contract.function is INT and not contract.irregular
        for contract in contracts
    ]
    return bool(ints) and all(ints)


def functions(name: str) -> list[Signature]:
    """The forms of a function that is called by its name alone."""
    return [form for form in named(name) if form.is_function]


def takes_more(method: MethodDeclaration, count: int) -> bool:
    """Whether a method takes one positional argument more."""
    rest = any(argument.usage is ArgumentUsage.VAR_ARGS for argument in method.arguments)
    return rest or len(positional(method)) > count


def needs_last(method: MethodDeclaration, count: int) -> bool:
    """Whether the last of `count` positional arguments of a method is required."""
    arguments = positional(method)
    if not 0 < count <= len(arguments):
        return False
    return BY_DOCUMENT.is_required(arguments[count - 1])


def positional(method: MethodDeclaration) -> list[ArgumentDeclaration]:
    """The arguments that are given one by one."""
    return [argument for argument in method.arguments if argument.usage is ArgumentUsage.STANDARD]
