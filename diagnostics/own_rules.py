"""Loads and runs rules of users: Python functions in a folder, or in an installed package.

A function marked with `rule` takes a `muranopl.PackageView` and yields a `Finding` for each
problem. Rules run only where they are named: a check without them imports none of this.
"""

from __future__ import annotations

import contextlib
import glob
import importlib.metadata
import importlib.util
import inspect
import os
import re
import sys
import threading
import traceback
from collections.abc import Callable, Iterable, Iterator
from types import ModuleType
from typing import Any

import msgspec

from muranopl.diagnostics import rules
from muranopl.diagnostics.diagnostic import Phase, Related, Severity
from muranopl.diagnostics.pages import Page
from muranopl.diagnostics.places import Place
from muranopl.diagnostics.rules import Rule
from muranopl.diagnostics.usage import UsageError
from muranopl.diagnostics.visible import visible

ENTRY_POINTS = "muranopl.rules"
"""The group of entry points whose values are rules, or modules with rules."""
_CODE = re.compile(r"[A-Z]{2,}[0-9]{1,5}")
_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_RESERVED = "MPL"
_MODULES: dict[tuple[str, int, int], ModuleType] = {}
"""The modules of files, by location, time and size: a configuration and a check load them once."""


class Finding(msgspec.Struct, frozen=True):
    """A problem that a rule reports: its place, what is wrong, and what to do about it."""

    place: Place
    message: str
    suggestion: str | None = None
    notes: tuple[str, ...] = ()
    related: tuple[Related, ...] = ()


Check = Callable[[Any], Iterable[Finding]]
"""A function from a `muranopl.PackageView` to its problems."""


class OwnRule(msgspec.Struct, frozen=True):
    """A rule of one's own: its declaration, its page, and the function that applies it."""

    rule: Rule
    page: Page
    check: Check

    def __call__(self, package: Any) -> Iterable[Finding]:
        """Return the problems of a package."""
        return self.check(package)


def rule(
    code: str,
    name: str,
    *,
    severity: Severity | str = Severity.WARNING,
    bad: str = "",
    good: str = "",
) -> Callable[[Check], OwnRule]:
    """Return a decorator that makes a function a rule. Its docstring is the page of the code.

    `code` has a prefix of its own, which is not MPL, and a number; `name` is in lower case, with
    dashes. `bad` and `good` are examples in the notation of pages, which `check_examples` runs.
    Raise UsageError for others.
    """
    if not _CODE.fullmatch(code) or code.startswith(_RESERVED):
        raise UsageError(
            f'"{visible(code)}" is not the code of a custom rule: write capital letters other than {_RESERVED}, '
            "followed by a number",
            "code",
        )
    if not _NAME.fullmatch(name):
        raise UsageError(
            f'"{visible(name)}" is not the name of a rule: write lower-case words joined by dashes',
            "name",
        )
    try:
        chosen = Severity(severity)
    except ValueError:
        raise UsageError(
            f'"{visible(str(severity))}" is not a severity: write error, warning or info',
            "severity",
        ) from None

    def declare(check: Check) -> OwnRule:
        page = Page(
            f"{code} {name}",
            inspect.cleandoc(check.__doc__ or "").strip() or f"A rule of {check.__module__}.",
            bad,
            good,
        )
        return OwnRule(Rule(code, name, "{message}", chosen, Phase.INHERIT), page, check)

    return declare


@contextlib.contextmanager
def printing_aside() -> Iterator[None]:
    """Run code of rules, whose prints go to standard error: standard output may be a report.

    In threads beside the main one, prints stay where they are: streams belong to all threads.
    """
    if threading.current_thread() is threading.main_thread():
        with contextlib.redirect_stdout(sys.stderr):
            yield
    else:
        yield


def gathered(given: Iterable[object]) -> tuple[OwnRule, ...]:
    """Return rules and those of words, as for `load`, by code. Raise UsageError."""
    result: dict[str, OwnRule] = {}
    for item in given:
        if isinstance(item, OwnRule):
            rules.register([(item.rule, item.page)])
            loaded: tuple[OwnRule, ...] = (item,)
        elif isinstance(item, str):
            loaded = load([item])
        else:
            raise UsageError(
                f"each of rules must be a folder, the name of installed rules, or a rule, not {item!r}"
            )
        result |= {entry.rule.code: entry for entry in loaded}
    return tuple(result[code] for code in sorted(result))


def load(words: Iterable[str], argument: str = "rules") -> tuple[OwnRule, ...]:
    """Return the rules of folders and of entry points, sorted by code. Raise UsageError.

    A word that names no folder is the name of an entry point. Loading runs the code of the rules.
    """
    result: dict[str, OwnRule] = {}
    for word in dict.fromkeys(words):
        modules = _folder(word) if os.path.isdir(word) else _entry_point(word, argument)
        for item in modules:
            for item_rule in _rules_in(item):
                code = item_rule.rule.code
                if result.setdefault(code, item_rule) is not item_rule:
                    raise UsageError(f"two rules are called {code}", argument)
        if not result:
            raise UsageError(
                f'"{visible(word)}" has no rules: decorate functions with muranopl.rule', argument
            )
    rules.register((item.rule, item.page) for item in result.values())
    return tuple(result[code] for code in sorted(result))


def _rules_in(item: object) -> Iterator[OwnRule]:
    """Yield the rules that are an object, in a list of them, or in a module."""
    if isinstance(item, OwnRule):
        yield item
    elif isinstance(item, ModuleType):
        # A rule that is imported from elsewhere has two names, and is one
        yield from {
            id(value): value for value in vars(item).values() if isinstance(value, OwnRule)
        }.values()
    elif isinstance(item, Iterable) and not isinstance(item, (str, bytes)):
        for inner in item:
            yield from _rules_in(inner)


def _folder(folder: str) -> Iterator[ModuleType]:
    """Yield the modules of a folder, in the order of their names. Raise UsageError."""
    for file in sorted(glob.glob(os.path.join(glob.escape(folder), "*.py"))):
        location = os.path.realpath(file)
        status = os.stat(location)
        key = location, status.st_mtime_ns, status.st_size
        if key in _MODULES:
            yield _MODULES[key]
            continue
        name = f"muranopl_rules_of_{abs(hash(location))}"
        spec = importlib.util.spec_from_file_location(name, location)
        if spec is None or spec.loader is None:  # guaranteed by the ending of the name
            raise UsageError(f'"{visible(file)}" cannot be loaded', "rules")
        module = importlib.util.module_from_spec(spec)
        # Classes look up their module by its name when they are made
        sys.modules[name] = module
        try:
            with printing_aside():
                spec.loader.exec_module(module)
        except (Exception, SystemExit) as error:
            del sys.modules[name]
            raise UsageError(
                f'rules of "{visible(file)}" cannot be loaded: {_said(error)}{_line(error, location)}'
            ) from error
        _MODULES[key] = module
        yield module


def _entry_point(name: str, argument: str) -> Iterator[object]:
    """Yield what the entry point of a name loads. Raise UsageError."""
    by_name = {item.name: item for item in importlib.metadata.entry_points(group=ENTRY_POINTS)}
    if name not in by_name:
        installed = f", but {', '.join(sorted(by_name))}" if by_name else ""
        raise UsageError(
            f'"{visible(name)}" is neither a folder nor the name of installed rules: no package '
            f"declares it as an entry point {ENTRY_POINTS}{installed}",
            argument,
        )
    try:
        with printing_aside():
            loaded = by_name[name].load()
    except (Exception, SystemExit) as error:
        raise UsageError(
            f'installed rules "{visible(name)}" cannot be loaded: {_said(error)}', argument
        ) from error
    yield loaded


def _said(error: BaseException) -> str:
    return visible(f"{type(error).__name__}: {error}")


def _line(error: BaseException, location: str) -> str:
    """Return where in a file an exception was raised, in brackets; empty if it is elsewhere."""
    lines = [
        frame.lineno
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename == location
    ]
    return f" (line {lines[-1]})" if lines else ""
