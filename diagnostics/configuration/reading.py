"""Reads a configuration file: TOML → `Settings`, with all problems of the file at their places."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import filterfalse
from typing import Any, NamedTuple, TypeVar

import msgspec

from muranopl.diagnostics.bounds import FILE_SIZE
from muranopl.diagnostics.configuration.configuration import OWN_FILE, Configuration
from muranopl.diagnostics.configuration.mistakes import ConfigurationError, Mistake
from muranopl.diagnostics.configuration.settings import (
    PathSettings,
    Settings,
    below,
    code_words,
    paths_in,
)
from muranopl.diagnostics.configuration.toml_places import Keys, TomlPlaces
from muranopl.diagnostics.diagnostic import Severity
from muranopl.diagnostics.formats import FORMATS
from muranopl.diagnostics.nearest import did_you_mean, nearest
from muranopl.diagnostics.places import File
from muranopl.diagnostics.quirks import chosen
from muranopl.diagnostics.selection import ALL, UnknownRuleError, prefix_of
from muranopl.diagnostics.usage import UsageError
from muranopl.diagnostics.visible import is_address, visible

_TABLE = ("tool", "muranopl")
_LINE_OF_ERROR = re.compile(r" \(at line (\d+), column (\d+)\)$")
_EXPECTED = re.compile(r"Expected `([^`]+)`(.*?)(?:, got `([^`]+)`)?(?: - at `\$(.*)`)?$")
_NAMES = {
    "array": "a list of strings",
    "bool": "true or false",
    "float": "a number",
    "int": "a whole number",
    "object": "a table",
    "str": "a string",
}
"""The types of values, as they are called in messages, by their names in msgspec."""

Table = TypeVar("Table", bound=msgspec.Struct)


class ConfigurationProblem(NamedTuple):
    """A mistake in a configuration file: the key, a word in its value, and what is wrong."""

    keys: Keys
    word: str | None
    message: str


def read_settings(file: str, *, is_trusted: bool | None = True) -> Configuration:
    """Return the configuration of a file, whose paths are relative to its folder.

    Its rules, which are code, are loaded if it `is_trusted`, and left out if not; so are addresses,
    for which the network is used. None is for a file that was only found near a package: it is
    trusted if it is the configuration of the current folder as well, and rules and addresses are
    mistakes elsewhere. Raise ConfigurationError with all mistakes of the file.
    """
    text = _text(file)
    data: Any = _parsed(file, text)
    places = TomlPlaces(text)
    top = () if os.path.basename(file) == OWN_FILE or _TABLE[0] not in data else _TABLE
    problems: list[ConfigurationProblem] = []
    for key in top:
        data = data.get(key, {}) if isinstance(data, Mapping) else {}
    settings = read_table(Settings, data, (), problems)
    left_out: tuple[str, ...] = ()
    if is_trusted is False:
        settings, left_out = _without_untrusted(settings)
    else:
        is_usable = is_trusted is True or _is_of_current_folder(file)
        problems += _load_rules(file, settings.rules, is_usable=is_usable)
        if not is_usable:
            problems += _addresses(settings)
    problems += unknown_values(settings)
    if problems:
        mistakes = {
            Mistake(*places.place((*top, *problem.keys), problem.word), problem.message)
            for problem in problems
        }
        raise ConfigurationError(file, mistakes)
    named = {key: places.place((*top, key)) for key in data}
    settings = relative_to(os.path.dirname(file), settings)
    return Configuration(settings, file, named, (file,), left_out)


def _is_of_current_folder(file: str) -> bool:
    """Return whether a file is in the current folder or above it."""
    folder = os.path.join(os.path.dirname(os.path.realpath(file)), "")
    return os.path.join(os.path.realpath(os.curdir), "").startswith(folder)


def _addresses(settings: Settings) -> Iterator[ConfigurationProblem]:
    """Yield the problems of addresses in a file that is not trusted."""
    for key, path in paths_in(settings):
        if key != "baseline" and is_address(path):
            message = (
                "URLs use the network, so the configuration of another folder cannot name them: "
                "pass the file with --config"
            )
            yield ConfigurationProblem((key,), path, message)


def _load_rules(
    file: str, rules: Sequence[str], *, is_usable: bool
) -> Iterator[ConfigurationProblem]:
    """Load rules, so that their codes are known; yield what is wrong with them."""
    if not rules:
        return
    from muranopl.diagnostics.own_rules import load  # few have rules of their own

    if not is_usable:
        message = "rules are code, so the configuration of another folder cannot load them: pass the file with --config"
        yield ConfigurationProblem(("rules",), None, message)
        return
    for word in _rule_words(os.path.dirname(file), rules):
        try:
            load([word])
        except UsageError as error:
            yield ConfigurationProblem(("rules",), None, error.problem)


def _rule_words(folder: str, rules: Iterable[str]) -> tuple[str, ...]:
    """Return words for rules, in which paths of folders are relative to the current folder."""
    return tuple(
        shown_path(folder, word) if os.path.isdir(os.path.join(folder, word)) else word
        for word in rules
    )


def _text(file: str) -> str:
    try:
        with open(file, "rb") as stream:
            data = stream.read(FILE_SIZE.most + 1)
        if len(data) > FILE_SIZE.most:
            raise UsageError(f"{visible(file)}: the file is too large")
        return data.decode("utf-8-sig")
    except OSError as error:
        raise UsageError(
            f'the configuration file "{visible(file)}" cannot be read: {error.strerror}'
        ) from None
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        mistake = Mistake(line, 1, "the file is not UTF-8, which TOML requires")
        raise ConfigurationError(file, [mistake]) from None


def _parsed(file: str, text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise UsageError(f"{visible(file)}: values are nested too deeply") from None
    except tomllib.TOMLDecodeError as error:
        at = _LINE_OF_ERROR.search(str(error))
        line, column = (at[1], at[2]) if at else (len(text.splitlines()) or 1, 1)
        problem = str(error)[: at.start()] if at else str(error)
        message = f"this is not TOML: {visible(problem)}"
        mistake = Mistake(int(line), int(column), message)
        raise ConfigurationError(file, [mistake]) from None


def read_table(
    struct: type[Table], data: object, keys: Keys, problems: list[ConfigurationProblem]
) -> Table:
    """Return a table as a struct; report unknown keys, and values of a wrong type."""
    fields = {field.encode_name: field for field in msgspec.structs.fields(struct)}
    if not isinstance(data, Mapping):
        problems.append(ConfigurationProblem(keys, None, "this must be a table"))
        data = {}
    values: dict[str, Any] = {}
    for key, value in data.items():
        field = fields.get(key)
        if field is None:
            message = f'unknown key "{visible(key)}"; {_remedy(key, value, fields)}'
            problems.append(ConfigurationProblem((*keys, key), None, message))
        elif field.name == "per_path":
            values[field.name] = _tables(value, (*keys, key), problems)
        else:
            try:
                values[field.name] = msgspec.convert(value, field.type)
            except msgspec.ValidationError as error:
                problems.append(_wrong_value((*keys, key), str(error)))
    for name, field in fields.items():
        if field.required and name not in data:
            message = f'the key "{name}" is missing'
            problems.append(ConfigurationProblem(keys, None, message))
        if field.required:
            values.setdefault(field.name, ("*",))  # its absence was reported
    return struct(**values)


def _remedy(key: str, value: object, fields: Iterable[str]) -> str | None:
    """Return what to do about an unknown key."""
    table, name = _TABLE
    if key == table and isinstance(value, Mapping) and name in value:
        return f"{OWN_FILE} needs no table [{table}.{name}]"
    choices = f"the keys are {', '.join(fields)}"
    return did_you_mean(nearest(key.replace("_", "-"), fields), choices)


def _tables(
    value: object, keys: Keys, problems: list[ConfigurationProblem]
) -> tuple[PathSettings, ...]:
    if isinstance(value, list):
        return tuple(
            read_table(PathSettings, item, (*keys, position), problems)
            for position, item in enumerate(value)
        )
    problems.append(
        ConfigurationProblem(keys, None, "this must be an array of tables: [[per-path]]")
    )
    return ()


def _wrong_value(keys: Keys, error: str) -> ConfigurationProblem:
    """Return the problem of a value that msgspec refuses, in the words of TOML."""
    unknown = re.match(r"Invalid enum value '(.*)'", error, re.DOTALL)
    if unknown:
        levels = [severity.value for severity in Severity]
        remedy = did_you_mean(nearest(unknown[1], levels), "write error, warning or info")
        message = f'"{visible(unknown[1])}" is not a severity; {remedy}'
        return ConfigurationProblem(keys, unknown[1], message)
    expected = _EXPECTED.match(error)
    if expected is None:
        return ConfigurationProblem(keys, None, error)
    kind = expected[1].removesuffix(" | null")
    expectation = f"{_NAMES.get(kind, kind)}{expected[2]}"
    got = f", not {_NAMES.get(expected[3], expected[3])}" if expected[3] else ""
    subject = f'each value in "{keys[-1]}"' if expected[4] else f'"{keys[-1]}"'
    return ConfigurationProblem(keys, None, f"{subject} must be {expectation}{got}")


def unknown_values(settings: Settings) -> Iterator[ConfigurationProblem]:
    """Yield the problems of texts that name something: codes, quirks, a format."""
    for keys, word in code_words(settings):
        try:
            prefix_of(word)
        except UnknownRuleError as error:
            yield ConfigurationProblem(keys, word, visible(str(error)))
    for name in settings.quirks:
        try:
            chosen([name])
        except UsageError as error:
            yield ConfigurationProblem(("quirks",), name, error.problem)
    if settings.format is not None and settings.format not in FORMATS:
        remedy = did_you_mean(
            nearest(settings.format, FORMATS), f"the formats are {', '.join(FORMATS)}"
        )
        message = f'"{visible(settings.format)}" is not a format; {remedy}'
        yield ConfigurationProblem(("format",), settings.format, message)
    for key, path in paths_in(settings):
        if not path:
            yield ConfigurationProblem((key,), None, "an empty string is not a path")


def _without_untrusted(settings: Settings) -> tuple[Settings, tuple[str, ...]]:
    """Return settings without rules and addresses, and the keys that have some."""
    problems = _addresses(settings)
    left_out = [str(problem.keys[0]) for problem in problems]
    if settings.rules:
        left_out.append("rules")
        selects, settings = bool(settings.select), without_rules(settings)
        if selects and not settings.select:
            # Without a word everything would be selected
            left_out.append("select")
            settings = msgspec.structs.replace(settings, ignore=(ALL,))
    return without_addresses(settings), tuple(dict.fromkeys(left_out))


def without_addresses(settings: Settings) -> Settings:
    """Return settings without addresses."""
    core = settings.core_library
    return msgspec.structs.replace(
        settings,
        libraries=tuple(filterfalse(is_address, settings.libraries)),
        core_library=None if core is None or is_address(core) else core,
        extensions=tuple(filterfalse(is_address, settings.extensions)),
    )


def without_rules(settings: Settings) -> Settings:
    """Return settings without rules of one's own, and without the words that may name their codes."""
    return msgspec.structs.replace(
        settings,
        rules=(),
        per_path=tuple(
            msgspec.structs.replace(item, **_known_words(item)) for item in settings.per_path
        ),
        **_known_words(settings),
    )


def _known_words(table: Settings | PathSettings) -> dict[str, Any]:
    severities = table.severity_of.items()
    return {
        "select": tuple(filter(_is_known, table.select)),
        "ignore": tuple(filter(_is_known, table.ignore)),
        "severity_of": {word: level for word, level in severities if _is_known(word)},
    }


def _is_known(word: str) -> bool:
    try:
        prefix_of(word)
    except UnknownRuleError:
        return False
    return True


def relative_to(folder: str, settings: Settings) -> Settings:
    """Return settings whose paths, relative to a folder, are relative to the current one."""
    core, baseline = settings.core_library, settings.baseline
    return msgspec.structs.replace(
        settings,
        libraries=tuple(shown_path(folder, path) for path in settings.libraries),
        core_library=None if core is None else shown_path(folder, core),
        extensions=tuple(_plugin(folder, word) for word in settings.extensions),
        rules=_rule_words(folder, settings.rules),
        baseline=None if baseline is None else shown_path(folder, baseline),
        per_path=tuple(
            msgspec.structs.replace(item, paths=tuple(below(folder, path) for path in item.paths))
            for item in settings.per_path
        ),
    )


def _plugin(folder: str, word: str) -> str:
    """Return the path of an extension plugin, or the name of an installed one."""
    path = shown_path(folder, word)
    return path if os.path.lexists(path) or os.sep in word else word


def shown_path(folder: str, path: str) -> str:
    """Return a path below a folder, relative to the current one unless it is outside of that.

    An address stays as it is.
    """
    if is_address(path):
        return path
    return File(os.path.join(folder, path), "").location
