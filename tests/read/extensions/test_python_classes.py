"""Python classes as classes of MuranoPL: names, usages, parameters, and what is not seen."""

from __future__ import annotations

from pathlib import Path

import pytest

from muranopl.diagnostics.findings import Findings
from muranopl.read.extensions.interface import PluginClass, PluginParameter
from muranopl.read.extensions.opening import extensions_at
from tests.read.extensions.distributions import checkout

HEAD = """\
import abc, functools
from murano.dsl import dsl
from yaql.language import specs, yaqltypes
import yaql.language.specs as s
"""


def read(folder: Path, module: str) -> tuple[PluginClass, list[str]]:
    """Return the class `Thing` of a module, and the codes that are reported."""
    findings = Findings()
    (extension,) = extensions_at([str(checkout(folder, HEAD + module))], findings)
    return extension.classes[0], [item.code for item in findings.diagnostics]


def shown(parameter: PluginParameter) -> str:
    """Return a parameter on one line: `name: contract = default`, `*args`, `**kwargs`."""
    star = {"Standard": "", "VarArgs": "*", "KwArgs": "**"}[parameter.taking.value]
    contract = "" if parameter.contract == "$" else f": {parameter.contract}"
    default = "" if parameter.default is None else f" = {parameter.default}"
    return f"{star}{parameter.name}{contract}{default}"


def methods(class_: PluginClass) -> list[str]:
    """Return the methods of a class, one on a line, those that are Runtime without a word for it."""
    lines = []
    for method in class_.methods:
        words = [] if method.usage == "Runtime" else [method.usage]
        words += ["Public"] if method.is_public else []
        parameters = ", ".join(map(shown, method.parameters))
        lines.append(" ".join([*words, f"{method.name}({parameters})"]))
    return lines


METHODS = {
    # names
    "def with_args(self, second_arg): ...": "withArgs(secondArg)",
    "def trailing_(self): ...": "trailing()",
    "def under__double(self): ...": "under_double()",
    "def HTTPThing(self): ...": "HTTPThing()",
    "def _hidden(self): ...": "",
    "@specs.name('other')\n    def one(self): ...": "one()",
    # what is a method
    "f = lambda self, x: x": "f(x)",
    "f = len": "",
    "f = 1": "",
    "f = {1: 2}": "",
    "class Inner: ...": "",
    "@property\n    def one(self): ...": "",
    "@functools.cached_property\n    def one(self): ...": "",
    "async def one(self): ...": "one()",
    "def one(self):\n        yield 1": "one()",
    "def one(self): ...\n    two = one": "one() two()",
    "def one(self): ...\n    del one": "",
    "@abc.abstractmethod\n    def one(self, a): ...": "one(a)",
    # usage
    "@staticmethod\n    def one(a): ...": "Static one(a)",
    "@classmethod\n    def one(cls, a): ...": "Static one(a)",
    "def one(a): ...\n    one = staticmethod(one)": "Static one(a)",
    "init_plugin = classmethod(lambda cls: 1)": "Static initPlugin()",
    "@specs.meta('Usage', 'Action')\n    def one(self): ...": "Action one()",
    "@s.meta('Scope', 'Public')\n    def one(self): ...": "Public one()",
    "@staticmethod\n    @specs.meta('Scope', 'Public')\n    def one(): ...": "Static Public one()",
    "@staticmethod\n    @specs.meta('Usage', 'Extension')\n    def one(a): ...": "Extension one(a)",
    # parameters
    "def one(this, a): ...": "one(a)",
    "def one(self, context, a, this=None, __interfaces=None, yaql_engine=None): ...": "one(a)",
    "def one(self, a=1, b='x', c=None, d=True, e=[1], f=X): ...": (
        'one(a = 1, b = "x", c = null, d = true, e = [1], f = null)'
    ),
    "def one(self, a, *args, **kwargs): ...": "one(a, *args, **kwargs)",
    "def one(self, *, a_b, c=1): ...": "one(aB, c = 1)",
    "def one(self, a, /, b): ...": "one(a, b)",
    # types
    "@specs.parameter('a', int)\n    def one(self, a): ...": "one(a: $.int().notNull())",
    "@specs.parameter('a', int)\n    def one(self, a=None): ...": "one(a: $.int() = null)",
    "@specs.parameter('a', int, nullable=True)\n    def one(self, a): ...": "one(a: $.int())",
    "@specs.parameter('a', str)\n    def one(self, a='x'): ...": (
        'one(a: $.string().notNull() = "x")'
    ),
    "@specs.parameter('a', str)\n    def one(self, a=1): ...": "one(a = 1)",
    "@specs.parameter('a', yaqltypes.String())\n    def one(self, a): ...": (
        "one(a: $.string().notNull())"
    ),
    "@specs.parameter('a', yaqltypes.String(nullable=True))\n    def one(self, a): ...": (
        "one(a: $.string())"
    ),
    "@specs.parameter('a', yaqltypes.Integer())\n    def one(self, a=None): ...": (
        "one(a: $.int() = null)"
    ),
    "@specs.parameter('a', bool)\n    def one(self, a): ...": "one(a: $.bool().notNull())",
    "@specs.parameter('a', dict)\n    def one(self, a): ...": "one(a: {})",
    "@specs.parameter('a', yaqltypes.Iterable())\n    def one(self, a): ...": "one(a: [$])",
    "@specs.parameter('a', yaqltypes.Lambda())\n    def one(self, a): ...": "one(a)",
    "@specs.parameter('a', dsl.MuranoObjectParameter('io.murano.User'))\n    def one(self, a): ...": (
        "one(a: $.class(io.murano.User).notNull())"
    ),
    "@specs.parameter('a', dsl.MuranoObjectParameter('x.Y', True))\n    def one(self, a): ...": (
        "one(a: $.class(io.murano.Object))"
    ),
    "@specs.parameter('a', dsl.MuranoTypeParameter())\n    def one(self, a): ...": "one(a)",
    "@specs.inject('a', yaqltypes.Context())\n    def one(self, a, b): ...": "one(b)",
    "@specs.parameter('a', yaqltypes.Context())\n    def one(self, a, b): ...": "one(b)",
    "@specs.parameter('a', alias='other')\n    def one(self, a): ...": "one(other)",
    # what is not seen takes anything
    "@memoized\n    def one(self, a): ...": "one(*args, **kwargs)",
    "one = make_method()": "one(*args, **kwargs)",
    "LOG = make_log()": "",
    "if X:\n        def one(self, a): ...": "one(*args, **kwargs)",
    "def one(self, a): ...\n    one = wrap(one)": "one(*args, **kwargs)",
}


@pytest.mark.parametrize("body", METHODS)
def test_methods(body: str, tmp_path: Path) -> None:
    class_, codes = read(tmp_path, f"class Thing:\n    {body}\n")
    assert " ".join(methods(class_)) == METHODS[body]
    assert (codes, class_.unseen) == ([], ())


def test_methods_of_bases_in_the_distribution(tmp_path: Path) -> None:
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "__init__.py").write_text("from .base import Second as Other")
    (tmp_path / "package" / "base.py").write_text(
        "class First:\n"
        "    def one(self, a): ...\n"
        "    @staticmethod\n"
        "    def fixed(a): ...\n"
        "class Second(First, object):\n"
        "    def two(self): ...\n"
        "    def __init__(self, size, name=None): ...\n"
    )
    module = "import package as p\nclass Thing(p.Other):\n    def one(self): ...\n"
    class_, codes = read(tmp_path, module)
    assert methods(class_) == ["one()", "two()", "fixed(*args, **kwargs)"]
    assert [shown(item) for item in class_.constructor or ()] == ["size", "name = null"]
    assert codes == ["MPL980"]
    assert class_.methods[1].place.file.path == "package/base.py"
    assert class_.methods[1].place.line == 6


CONSTRUCTORS = {
    "def __init__(self): ...": [],
    "def __init__(self, this, region_name=None): ...": ["regionName = null"],
    "def __init__(self, a, *args, **kwargs): ...": ["a", "**kwargs"],
    "@specs.parameter('a', int)\n    def __init__(self, a): ...": ["a: $.int().notNull()"],
    "pass": None,
    "@wrapped\n    def __init__(self, a): ...": None,
    "def __new__(cls, a): ...\n    def __init__(self, b): ...": None,
}


def test_the_methods_of_a_shared_base_come_last_as_in_python(tmp_path: Path) -> None:
    module = (
        "class First:\n    def one(self): ...\n    def two(self): ...\n"
        "class Left(First): ...\nclass Right(First):\n    def one(self, a): ...\n"
        "class Thing(Left, Right): ...\n"
    )
    assert methods(read(tmp_path, module)[0]) == ["one(a)", "two()"]


def test_of_two_names_that_are_one_the_last_of_dir_counts(tmp_path: Path) -> None:
    module = "class Thing:\n    def get_it(self, a): ...\n    def getIt(self, b): ...\n"
    assert methods(read(tmp_path, module)[0]) == ["getIt(a)"]


@pytest.mark.parametrize("body", CONSTRUCTORS)
def test_constructors(body: str, tmp_path: Path) -> None:
    class_, _ = read(tmp_path, f"class Thing:\n    {body}\n")
    found = class_.constructor
    assert (None if found is None else list(map(shown, found))) == CONSTRUCTORS[body]


UNSEEN = {
    "from elsewhere import Base\nclass Thing(Base): ...": "its base class Base is not in the distribution",
    "from elsewhere import *\nclass Thing(Base): ...": "its base class Base is not in the distribution",
    "class Thing(make()): ...": "a base class is an expression",
    "@register\nclass Thing: ...": "the decorator register may change it",
    "class Thing(metaclass=Meta): ...": "its metaclass may change it",
    "class Thing: ...\nsetattr(Thing, 'a', 1)": "the module calls setattr() for it",
    "class Thing: ...\nThing.a = len": "the module assigns to its attributes",
    "class Thing:\n    locals()['a'] = 1": "its body fills its own namespace",
    "class Base:\n    def __init_subclass__(cls): ...\nclass Thing(Base): ...": "__init_subclass__ may change it",
    "class Thing: ...\ndef change():\n    Thing.a = make()": "the module assigns to its attributes",
    "class Thing: ...\nregister(Thing)": "the module passes it to a function",
    "class Thing:\n    @classmethod\n    def init_plugin(cls):\n        setattr(cls, 'a', len)": (
        "init_plugin calls setattr() for it"
    ),
    "class Thing:\n    @classmethod\n    def init_plugin(cls):\n        cls.a = make()": (
        "init_plugin assigns to its attributes"
    ),
    "if X:\n    class Thing: ...\nelse:\n    class Thing: ...": "it is defined in one of several branches",
    "try:\n    from elsewhere import Thing\nexcept ImportError:\n    class Thing: ...": (
        "it is defined in one of several branches"
    ),
    "if X:\n    class Base: ...\nelse:\n    class Base: ...\nclass Thing(Base): ...": (
        "its base class Base is defined in one of several branches"
    ),
    "class One: ...\nclass Two: ...\nif X:\n    Thing = One\nelse:\n    Thing = Two": (
        "it is imported in one of several branches"
    ),
    "class Thing:\n    def initialize(self): ...": (
        'its method "initialize" has the name of a constructor in MuranoPL'
    ),
}


@pytest.mark.parametrize("module", UNSEEN)
def test_what_is_not_seen_is_said(module: str, tmp_path: Path) -> None:
    class_, codes = read(tmp_path, module)
    assert class_.unseen == (UNSEEN[module],)
    assert codes == ["MPL978"]


@pytest.mark.parametrize(
    "module",
    [
        "class Thing(object): ...",
        "class Thing(abc.ABC): ...",
        "class Thing(Exception): ...",
        "import six\n@six.add_metaclass(abc.ABCMeta)\nclass Thing: ...",
        "import six\nclass Thing(six.with_metaclass(abc.ABCMeta)): ...",
        "class Thing(metaclass=abc.ABCMeta): ...",
        "@dsl.name('x.Y')\nclass Thing: ...",
        "from typing import Generic, TypeVar\nclass Thing(Generic[T]): ...",
        "class Base: ...\nAlias = Base\nclass Thing(Alias): ...",
        "class Thing:\n    @classmethod\n    def init_plugin(cls):\n        cls.CONF = make()",
        "class Thing: ...\ndef forget():\n    Thing.cache = None\n    Thing._cache = make()",
        "try:\n    class Thing: ...\nexcept ImportError:\n    pass",
    ],
)
def test_classes_of_which_all_is_seen(module: str, tmp_path: Path) -> None:
    class_, codes = read(tmp_path, module)
    assert (class_.unseen, codes) == ((), [])


def test_bases_in_a_circle_end(tmp_path: Path) -> None:
    class_, _ = read(tmp_path, "class Base(Thing): ...\nclass Thing(Base): ...")
    assert class_.unseen == ()
