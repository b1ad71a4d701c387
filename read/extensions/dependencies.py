"""Converts versions and requirements of distributions to those of packages.

By versioning.txt, item 7, a plugin has the version of its distribution, and requirements of its own.
Here these are its requirements of other plugins: those of libraries of Python mean no package.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from packaging.requirements import InvalidRequirement, Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

from muranopl.language.grammar.versions import is_spec

_LONGEST = 100
"""The number of characters of a version beyond which it is none: numbers have a bound in Python."""
_LONGEST_REQUIREMENT = 1000
"""The number of characters of a requirement beyond which it is none, for the same reason."""
_PLUGIN = re.compile(r"(io-)?murano-plugins?-")
"""The beginnings of names of distributions that are plugins (reference: extensions)."""
_ANY = ">=0"


def package_version(text: str | None) -> str | None:
    """Return the version of a package for that of a distribution; None if it is none."""
    if not text or len(text) > _LONGEST:
        return None
    try:
        version = Version(text)
    except InvalidVersion:
        return None
    numbers = list(map(str, version.release))
    before = [*map(str, version.pre or ())]
    after = numbers[3:]
    if version.post is not None:
        after += ["post", str(version.post)]
    if version.dev is not None:
        before += ["dev", str(version.dev)]
    if version.local:
        after.append(version.local)
    result = ".".join([*numbers, "0", "0"][:3])
    if before:
        result += f"-{'.'.join(before)}"
    return f"{result}+{'.'.join(after)}" if after else result


def requirements_of(written: Iterable[str], own: str, plugins: Mapping[str, str]) -> dict[str, str]:
    """Return the requirements of plugins among those of a distribution, as `Require` has them.

    `plugins` maps the normalized names of plugins at hand to their names; others count if they are
    called as plugins are. Those of extras are left out.
    """
    result: dict[str, str] = {}
    for text in written:
        if len(text) > _LONGEST_REQUIREMENT:
            continue
        try:
            required = Requirement(text)
        except InvalidRequirement:
            continue
        key = canonicalize_name(required.name)
        is_plugin = key in plugins or _PLUGIN.match(key)
        if key == canonicalize_name(own) or not is_plugin or "extra" in str(required.marker):
            continue
        name = plugins.get(key, required.name)
        specs = [result[name]] if name in result else []
        specs += _specs(required.specifier)
        spec = ",".join(dict.fromkeys(item for item in specs if item != _ANY)) or _ANY
        result[name] = spec if is_spec(spec) else _ANY
    return result


def _specs(specifiers: SpecifierSet) -> Iterator[str]:
    """Yield the specifications that mean what specifiers of versions do, as far as there are any."""
    # Lower bounds first: they are a set
    for specifier in sorted(specifiers, key=lambda item: ("<" in str(item), str(item))):
        operator, text = specifier.operator, specifier.version
        version = package_version(text)
        if text.endswith(".*"):
            # The engine has no notation for what does not begin with some numbers
            if operator == "==":
                yield f"=={text}"
        elif version is not None and operator == "~=":
            yield f">={version}"
            yield f"<{_next(Version(text))}"
        elif version is not None:
            yield f"{operator[:2]}{version}"


def _next(version: Version) -> str:
    """Return the first version that is incompatible with another one, as `~=` means it."""
    *kept, last = version.release[:-1][:3] or version.release
    return ".".join(map(str, [*kept, last + 1, 0, 0][:3]))
