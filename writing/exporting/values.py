"""Values that an export cannot contain: answers of the cloud, results of plans, and secrets.

In the texts of a dry run, a placeholder stands for each. In a template it becomes a function of Heat,
in other files a marker, `@NAME@`, which parameters of `run.sh` or Heat replace.
"""

from __future__ import annotations

import base64
import binascii
import re
import shlex
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain
from typing import Any, NamedTuple

import msgspec

from muranopl.diagnostics.visible import visible
from muranopl.execution.simulation.placeholders import Placeholders, StackValue
from muranopl.writing.exporting.names import renamed, slug, unique

_ADDRESS = re.compile(r"[\d.]+")
_ID = "0" * 8
_BASE64 = re.compile(r"[A-Za-z0-9+/]{24,}={0,2}")


class StackName(NamedTuple):
    """The new name of a stack, and its region, empty for the default one."""

    name: str
    region: str

    @property
    def client(self) -> str:
        """The command of the client for its region."""
        if not self.region:
            return "openstack"
        return f"openstack --os-region-name {shlex.quote(visible(self.region))}"


class LaterValue(msgspec.Struct, frozen=True, eq=False):
    """A value that is known later: its name, the text that stands for it, what it is.

    `source` is its expression in Heat, with the new name of its stack; `command` shows it.
    """

    name: str
    text: str
    what: str
    source: StackValue | None = None
    command: str = ""
    hidden: bool = False

    @property
    def marker(self) -> str:
        """The text for it in files."""
        return f"@{self.name.upper()}@"

    @property
    def option(self) -> str:
        """The parameter of `run.sh`."""
        return "--" + self.name.replace("_", "-")

    @property
    def where(self) -> str:
        """What it is, and the command that shows it."""
        return f"{self.what}: `{self.command}`" if self.command else self.what


class Values:
    """The values of one export, created where they are used first.

    `stacks` and `names` have the new names of stacks and resources; `resources` are those of each
    stack, whose names no value may have.
    """

    def __init__(
        self,
        placeholders: Placeholders,
        secrets: Iterable[LaterValue],
        stacks: Mapping[str, StackName],
        names: Mapping[str, str],
        resources: Mapping[str, Collection[str]],
    ) -> None:
        self._placeholders, self._stacks, self._names = placeholders, stacks, names
        self.all = {value.text: value for value in secrets}
        self._resources = resources
        self._taken = {*chain(*resources.values()), *(value.name for value in self.all.values())}

    def marked(self, text: str) -> tuple[str, list[LaterValue]]:
        """Return a text with markers for its values, and these."""
        origins = dict(self._placeholders.inside(text))
        texts = {*origins, *(item for item in self.all if item in text)}
        if not texts:
            return text, []
        used: dict[LaterValue, None] = {}

        def marker(match: re.Match[str]) -> str:
            value = self._value(match[0], origins.get(match[0], ""))
            used[value] = None
            return value.marker

        longest_first = sorted(texts, key=lambda item: (-len(item), item))
        return re.sub("|".join(map(_pattern, longest_first)), marker, text), [*used]

    def _value(self, text: str, origin: str) -> LaterValue:
        if text in self.all:
            return self.all[text]
        source = self._placeholders.values.get(text)
        argument = source and renamed(source.argument, self._names)
        of, *path = argument if isinstance(argument, list) else [argument, "id"]
        # Code may have deleted a stack or a resource that it asked
        if source is None or of not in self._resources.get(source.stack, ()):
            what = f"id of {origin}" if text.startswith(_ID) else origin
            value = LaterValue(self._free(origin), text, visible(what))
        else:
            attribute = [item for item in path if isinstance(item, str)][-1]
            stack = self._stacks[source.stack]
            name, what = self._free(f"{of} {attribute}"), visible(f"{attribute} of {of}")
            source = StackValue(stack.name, source.function, argument)
            command = (
                f"{stack.client} stack output show -f value -c output_value {stack.name} {name}"
            )
            value = LaterValue(name, text, what, source, command)
        self.all[text] = value
        return value

    def _free(self, words: str) -> str:
        """Return a name for a value that no other one has."""
        name = unique(slug(words, "_"), self._taken, "_")
        self._taken.add(name)
        return name


def _pattern(text: str) -> str:
    escaped = re.escape(text)
    return rf"(?<![\d.]){escaped}(?!\d)" if _ADDRESS.fullmatch(text) else escaped


def plain_texts(value: Any) -> Iterator[str]:
    """Yield the texts in plain data, and those that they contain in base64."""
    if isinstance(value, dict):
        value = [*value, *value.values()]
    if isinstance(value, list):
        for item in value:
            yield from plain_texts(item)
    elif isinstance(value, str):
        yield value
        decodings = (decoded(match[0]) for match in _BASE64.finditer(value))
        yield from (text for text in decodings if isinstance(text, str))


def decoded(text: str) -> str | bytes:
    """Return the content of a text in base64, a string if it can be one; malformed ones are empty."""
    try:
        content = base64.b64decode(text)
        return content.decode()
    except UnicodeDecodeError:
        return content
    except (ValueError, binascii.Error):
        return b""
