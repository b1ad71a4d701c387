"""The cloud file: patterns of names, and values for the answers of a cloud (docs/cloud-file.md).

Names are matched by shell patterns (`*`, `?`, `[abc]`), with case; the first matching pattern
counts.
"""

from __future__ import annotations

from collections import abc
from collections.abc import Callable, Iterable, Iterator
from fnmatch import fnmatchcase
from typing import Any, TypeVar

from muranopl.ard.descriptions import described_key
from muranopl.ard.input_document import read_model
from muranopl.ard.json import data
from muranopl.ard.nodes import Mapping, Node, Scalar, is_null
from muranopl.ard.plain_data import plain
from muranopl.diagnostics.catalogue import simulation as rules
from muranopl.diagnostics.catalogue import yaml
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File
from muranopl.execution.simulation.cloud.sections import identity, mapping, template
from muranopl.language.grammar.entity import Entity, Reader, entity, read, read_entity
from muranopl.language.grammar.readers import (
    anything,
    boolean,
    list_of,
    mapping_of,
    optional_text,
    text,
)
from muranopl.language.grammar.reading import Reading

T = TypeVar("T")
A = TypeVar("A", bound="CloudAnswer")

_WHAT = "cloud file"
DATA = "<cloud>"
"""The name of a cloud in diagnostics that is not a file."""


@entity
class CloudAnswer(Entity):
    """A `value` for all names that match a pattern; `node` is the pattern."""

    pattern: str
    node: Node
    value: Any = None

    def fits(self, name: str) -> bool:
        """Return whether a name matches."""
        return fnmatchcase(name, self.pattern)


def _by_pattern(
    read_value: Callable[[str, Node, Node, Reading], T],
) -> Reader[tuple[T, ...]]:
    """Return the reader of `pattern: value`; `read_value` gets the pattern and both nodes."""

    def read_pair(key: Node, value: Node, reading: Reading, what: str) -> T | None:
        if isinstance(key, Scalar) and key.value is not None:
            return read_value(str(key.value), key, value, reading)
        reading.report(yaml.KEY_NOT_TEXT, key.place, key=described_key(key), what=what)
        return None

    return mapping_of(read_pair)


def _answers(kind: type[A], word: str) -> Reader[tuple[A, ...]]:
    """Return the reader of `pattern: answers`; `word` says in messages what answers."""

    def read_answer(pattern: str, key: Node, value: Node, reading: Reading) -> A:
        what = f'{word} "{pattern}" of the cloud file'
        return read_entity(kind, value, reading, what, pattern=pattern, node=key)

    return _by_pattern(read_answer)


def _output(pattern: str, key: Node, value: Node, _: Reading) -> CloudAnswer:
    return CloudAnswer(pattern=pattern, node=key, value=plain(value))


def _tags(pattern: str, key: Node, value: Node, reading: Reading) -> CloudAnswer:
    what = f'"{pattern}" of metadata of the cloud file'
    return CloudAnswer(pattern=pattern, node=key, value=list_of(text)(value, reading, what))


@entity
class StackAnswers(CloudAnswer):
    """The outputs of stacks with a matching name; `fail` is the reason of a failing creation.

    With a `template`, the stack of that name exists from the start.
    """

    outputs: tuple[CloudAnswer, ...] = read("outputs", _by_pattern(_output), default=())
    fail: str | None = read("fail", optional_text, default=None)
    template: dict[str, Any] = read("template", template, default={})


@entity
class WorkflowAnswer(CloudAnswer):
    """The output of Mistral workflows with a matching name; `fail` is the reason of a failure."""

    output: dict[str, Any] = read("output", mapping, default={})
    fail: str | None = read("fail", optional_text, default=None)


@entity
class PluginAnswer(CloudAnswer):
    """The result of methods of extension plugins with a matching name, `full.Class.method`.

    `fail` is the reason of a failure, `exception` the name of the exception in Python.
    """

    result: Node | None = read("result", anything, default=None)
    fail: str | None = read("fail", optional_text, default=None)
    exception: str | None = read("exception", optional_text, default=None)


@entity
class AgentAnswer(Entity):
    """The answer of agents to some plans: a value, an error, or, if `silent`, a timeout."""

    node: Node
    host: str | None = read("host", optional_text, default=None)
    plan: str | None = read("plan", optional_text, default=None)
    script: str | None = read("script", optional_text, default=None)
    answer: Node | None = read("answer", anything, default=None)
    error: Node | None = read("error", anything, default=None)
    silent: bool = read("silent", boolean, default=False)

    def fits(self, hosts: Iterable[str], plan: dict[Any, Any]) -> bool:
        """Return whether the answer applies to a plan for a host with any of these names."""
        return (
            _fits_any(self.host, hosts)
            and _fits_any(self.plan, [str(plan.get("Name", ""))])
            and _fits_any(self.script, _script_names(plan))
        )


def _fits_any(pattern: str | None, names: Iterable[str]) -> bool:
    return pattern is None or any(fnmatchcase(name, pattern) for name in names)


def _script_names(plan: dict[Any, Any]) -> Iterator[str]:
    """Yield the names of the scripts of a plan, and those of their files."""
    files = _mapping(plan.get("Files"))
    for name, script in _mapping(plan.get("Scripts")).items():
        yield str(name)
        file = files.get(_mapping(script).get("EntryPoint"))
        if isinstance(file, dict):
            yield str(file.get("Name"))


def _mapping(value: Any) -> dict[Any, Any]:
    return value if isinstance(value, dict) else {}


def _agent(node: Node, reading: Reading, _what: str) -> AgentAnswer:
    result = read_entity(AgentAnswer, node, reading, "an agent of the cloud file", node=node)
    answered = [name for name in ("answer", "error", "silent") if getattr(result, name)]
    if len(answered) != 1 and isinstance(node, Mapping):
        how = f"{' and '.join(answered)} are given" if answered else "none of them is given"
        reading.report(rules.AGENT_ANSWERS, node.head.place, found=how)
    return result


def _listed(node: Node, reading: Reading, what: str) -> dict[str, Any]:
    return mapping(node, reading, f"an item of {what}")


@entity
class NetworkAnswers(Entity):
    """The networks of the cloud, as Neutron lists them, and options of the operator."""

    router: str | None = read("router", text, default=None)
    external_network: str | None = read("externalNetwork", text, default=None)
    dns: tuple[str, ...] = read("dns", list_of(text), default=())
    extensions: tuple[str, ...] = read("extensions", list_of(text), default=("security-group",))
    networks: tuple[dict[str, Any], ...] | None = read("networks", list_of(_listed), default=None)
    subnets: tuple[dict[str, Any], ...] = read("subnets", list_of(_listed), default=())
    ports: tuple[dict[str, Any], ...] = read("ports", list_of(_listed), default=())


def _network(node: Node, reading: Reading, what: str) -> NetworkAnswers | None:
    return None if is_null(node) else read_entity(NetworkAnswers, node, reading, what)


@entity
class CloudDefinition(Entity):
    """The whole cloud file; each part has a default."""

    stacks: tuple[StackAnswers, ...] = read("stacks", _answers(StackAnswers, "stack"), default=())
    agents: tuple[AgentAnswer, ...] = read("agents", list_of(_agent), default=())
    network: NetworkAnswers | None = read("network", _network, default=None)
    project: dict[str, Any] = read(
        "project", identity("id", "name", "domain", "description"), default={}
    )
    user: dict[str, Any] = read("user", identity("id", "name", "domain", "email"), default={})
    workflows: tuple[WorkflowAnswer, ...] = read(
        "workflows", _answers(WorkflowAnswer, "workflow"), default=()
    )
    plugins: tuple[PluginAnswer, ...] = read(
        "plugins", _answers(PluginAnswer, "plugin"), default=()
    )
    metadata: tuple[CloudAnswer, ...] = read("metadata", _by_pattern(_tags), default=())
    config: dict[str, Any] = read("config", mapping, default={})


def cloud_definition(node: Node, reading: Reading) -> CloudDefinition:
    """Read the document of a cloud file; null counts as an empty one."""
    if is_null(node):
        return CloudDefinition()
    return read_entity(CloudDefinition, node, reading, "the cloud file")


def read_cloud(
    given: str | abc.Mapping[str, Any], stream: bytes | None, findings: Findings
) -> CloudDefinition:
    """Return the definition in a cloud file, or in its bytes, `stream`; report its defects."""
    if isinstance(given, str):
        node = read_model(given, stream, findings, _WHAT)
    else:
        node = data.load(given, File(DATA, ""), findings)
    if node is None:
        return CloudDefinition()
    return cloud_definition(node, Reading(findings, refuses=None))
