"""The cloud file: patterns of names, and values for the answers of a cloud (docs/cloud-file.md).

Names are matched by shell patterns (`*`, `?`, `[abc]`), with case; the first matching pattern
counts.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import Any

import msgspec

from muranopl.ard.descriptions import described_key
from muranopl.ard.nodes import Broken, Mapping, Node, Scalar, is_null
from muranopl.ard.plain_data import plain
from muranopl.diagnostics.catalogue import shapes
from muranopl.diagnostics.catalogue import simulation as rules
from muranopl.language.grammar.entity import Entity, Reading, entity, read, read_entity
from muranopl.language.grammar.readers import (
    anything,
    boolean,
    list_of,
    mapping_of,
    optional_text,
    text,
)
from muranopl.simulation.cloud.sections import identity, mapping, template


def _listed(node: Node, reading: Reading, what: str) -> dict[str, Any]:
    return mapping(node, reading, f"an item of {what}")


def _pattern(key: Node, reading: Reading, what: str) -> str | None:
    name = str(key.value) if isinstance(key, Scalar) and key.value is not None else None
    if name is None and not isinstance(key, Broken):
        reading.report(shapes.KEY_NOT_TEXT, key.place, key=described_key(key), what=what)
    return name


class Answer(msgspec.Struct, eq=False):
    """A value for all names that match a pattern; `node` is the pattern."""

    pattern: str
    value: Any
    node: Node

    def fits(self, name: str) -> bool:
        """Return whether a name matches."""
        return fnmatchcase(name, self.pattern)


def answer(key: Node, given: Node, reading: Reading, what: str) -> Answer | None:
    """Read one `pattern: value`."""
    name = _pattern(key, reading, what)
    return None if name is None else Answer(name, plain(given), key)


@entity
class StackAnswers(Entity):
    """The outputs of stacks with a matching name; `fail` is the reason of a failing creation.

    With a `template`, the stack of that name exists from the start.
    """

    pattern: str
    node: Node
    outputs: tuple[Answer, ...] = read("outputs", mapping_of(answer), default=())
    fail: str | None = read("fail", optional_text, default=None)
    template: dict[str, Any] = read("template", template, default={})

    def fits(self, name: str) -> bool:
        """Return whether the name of a stack matches."""
        return fnmatchcase(name, self.pattern)


def stack_answers(key: Node, given: Node, reading: Reading, what: str) -> StackAnswers | None:
    """Read one `pattern: {outputs, fail}`."""
    name = _pattern(key, reading, what)
    if name is None:
        return None
    return read_entity(
        StackAnswers, given, reading, f'stack "{name}" of the cloud file', pattern=name, node=key
    )


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


def agent_answer(node: Node, reading: Reading, _what: str) -> AgentAnswer:
    """Read one item of `agents`."""
    result = read_entity(AgentAnswer, node, reading, "an agent of the cloud file", node=node)
    given = [
        key
        for key, value in (("answer", result.answer), ("error", result.error))
        if value is not None
    ]
    given += ["silent"] if result.silent else []
    if len(given) != 1 and isinstance(node, Mapping):
        how = "none is given" if not given else f"{' and '.join(given)} are given"
        reading.report(rules.AGENT_ANSWERS, node.head.place, found=how)
    return result


@entity
class WorkflowAnswer(Entity):
    """The output of Mistral workflows with a matching name; `fail` is the reason of a failure."""

    pattern: str
    node: Node
    output: dict[str, Any] = read("output", mapping, default={})
    fail: str | None = read("fail", optional_text, default=None)

    def fits(self, name: str) -> bool:
        """Return whether the name of a workflow matches."""
        return fnmatchcase(name, self.pattern)


def workflow_answer(key: Node, given: Node, reading: Reading, what: str) -> WorkflowAnswer | None:
    """Read one `pattern: {output, fail}`."""
    name = _pattern(key, reading, what)
    if name is None:
        return None
    return read_entity(
        WorkflowAnswer,
        given,
        reading,
        f'workflow "{name}" of the cloud file',
        pattern=name,
        node=key,
    )


class MetadataTags(msgspec.Struct, eq=False):
    """The metadata of resources whose type matches a pattern."""

    pattern: str
    tags: tuple[str, ...]
    node: Node


def metadata_tags(key: Node, given: Node, reading: Reading, what: str) -> MetadataTags | None:
    """Read one `pattern: [tag]`."""
    name = _pattern(key, reading, what)
    return (
        None
        if name is None
        else MetadataTags(name, list_of(text)(given, reading, f'"{name}" of {what}'), key)
    )


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


def network_answers(node: Node, reading: Reading, what: str) -> NetworkAnswers | None:
    """Read `network`; null counts as absent."""
    return None if is_null(node) else read_entity(NetworkAnswers, node, reading, what)


@entity
class CloudDefinition(Entity):
    """The whole cloud file; each part has a default."""

    stacks: tuple[StackAnswers, ...] = read("stacks", mapping_of(stack_answers), default=())
    agents: tuple[AgentAnswer, ...] = read("agents", list_of(agent_answer), default=())
    network: NetworkAnswers | None = read("network", network_answers, default=None)
    project: dict[str, Any] = read(
        "project", identity("id", "name", "domain", "description"), default={}
    )
    user: dict[str, Any] = read("user", identity("id", "name", "domain", "email"), default={})
    workflows: tuple[WorkflowAnswer, ...] = read(
        "workflows", mapping_of(workflow_answer), default=()
    )
    metadata: tuple[MetadataTags, ...] = read("metadata", mapping_of(metadata_tags), default=())
    config: dict[str, Any] = read("config", mapping, default={})


def cloud_definition(node: Node, reading: Reading) -> CloudDefinition:
    """Read the document of a cloud file."""
    return (
        CloudDefinition()
        if is_null(node)
        else read_entity(CloudDefinition, node, reading, "the cloud file")
    )
