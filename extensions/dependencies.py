"""Versions and requirements of distributions, as those of packages (PEP 440, PEP 508).

By versioning.txt, item 7, a plugin has the version of its distribution, and requirements of its own.
Here these are its requirements of other plugins: those of libraries of Python mean no package.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from muranopl.language.grammar.versions import is_spec

_VERSION = re.compile(
    r"""
    v?(?:\d+!)?
    (?P<numbers>\d+(?:\.\d+)*)
    (?:[-_.]?(?P<pre>alpha|a|beta|b|preview|pre|c|rc)[-_.]?(?P<pre_number>\d*))?
    (?:-(?P<implicit_post>\d+)|[-_.]?(?P<post>post|rev|r)[-_.]?(?P<post_number>\d*))?
    (?:[-_.]?dev[-_.]?(?P<dev_number>\d*)(?P<dev>))?
    (?:\+(?P<local>[a-z0-9]+(?:[-_.][a-z0-9]+)*))?
    \Z""",
    re.VERBOSE | re.IGNORECASE | re.ASCII,
)
_LABELS = {"alpha": "a", "beta": "b", "c": "rc", "pre": "rc", "preview": "rc"}
_LONGEST = 100
"""The number of characters of a version beyond which it is none: numbers have a bound in Python."""

_REQUIREMENT = re.compile(
    r"\s*(?P<name>[A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?)\s*(?:\[[^\]]*\])?\s*\(?"
    r"(?P<specifiers>[^;)@]*)\)?\s*(?P<url>@[^;]*)?(?:;(?P<marker>.*))?\Z",
    re.ASCII | re.DOTALL,
)
_SPECIFIER = re.compile(r"\s*(===?|~=|!=|<=|>=|<|>)\s*([^\s,]+)\s*\Z")
_SEPARATORS = re.compile(r"[-_.]+")
_PLUGIN = re.compile(r"(io-)?murano-plugins?-")
"""The beginnings of names of distributions that are plugins (reference: extensions)."""
_ANY = ">=0"


def package_version(text: str | None) -> str | None:
    """Return the version of a package for that of a distribution; None if it is none."""
    match = _VERSION.match(text.strip()) if text and len(text) <= _LONGEST else None
    if match is None:
        return None
    numbers = [int(number) for number in match["numbers"].split(".")]
    first = [*numbers, 0, 0][:3]
    before, after = [], list(map(str, numbers[3:]))
    if match["pre"]:
        label = match["pre"].lower()
        before += [_LABELS.get(label, label), str(int(match["pre_number"] or 0))]
    post = match["implicit_post"] or match["post"]
    if post:
        number = match["implicit_post"] or match["post_number"] or "0"
        after += ["post", str(int(number))]
    if match["dev"] is not None:
        before += ["dev", str(int(match["dev_number"] or 0))]
    if match["local"]:
        after.append(_SEPARATORS.sub(".", match["local"]))
    labels = f"-{'.'.join(before)}" if before else ""
    return ".".join(map(str, first)) + labels + (f"+{'.'.join(after)}" if after else "")


def normalized(name: str) -> str:
    """Return the name of a distribution in the notation in which names are compared."""
    return _SEPARATORS.sub("-", name).lower()


def requirements_of(
    written: Iterable[str], own: str, plugins: Mapping[str, str]
) -> dict[str, str]:
    """Return the requirements of plugins among those of a distribution, as `Require` has them.

    `plugins` maps the normalized names of plugins at hand to their names; others count if they are
    called as plugins are. Those of extras are left out.
    """
    result: dict[str, str] = {}
    for text in written:
        match = _REQUIREMENT.match(text)
        if match is None or "extra" in (match["marker"] or ""):
            continue
        key = normalized(match["name"])
        if key == normalized(own) or not (key in plugins or _PLUGIN.match(key)):
            continue
        name = plugins.get(key, match["name"])
        specs = [result[name]] if name in result else []
        specs += _specs(match["specifiers"])
        spec = ",".join(dict.fromkeys(item for item in specs if item != _ANY)) or _ANY
        result[name] = spec if is_spec(spec) else _ANY
    return result


def _specs(specifiers: str) -> list[str]:
    """Return the specifications that mean what specifiers of versions do, as far as there are any."""
    result = []
    for specifier in specifiers.split(","):
        match = _SPECIFIER.match(specifier)
        if match is None:
            continue
        operator, text = match[1], match[2]
        if text.endswith(".*"):
            # The engine has no notation for what does not begin with some numbers
            result += [f"=={text}"] if operator.startswith("==") else []
            continue
        version = package_version(text)
        if version is None:
            continue
        if operator == "~=":
            result += [f">={version}", f"<{_next(text)}"]
        else:
            result.append(f"{operator[:2]}{version}")
    return result


def _next(text: str) -> str:
    """Return the first version that is incompatible with another one, as `~=` means it."""
    match = _VERSION.match(text)
    numbers = [int(part) for part in match["numbers"].split(".")] if match else [0, 0]
    kept = numbers[: max(1, len(numbers) - 1)][:3]
    return ".".join(map(str, [*kept[:-1], kept[-1] + 1, 0, 0][:3]))
