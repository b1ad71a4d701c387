"""Checks an execution plan by the rules of the agent, which refuses some before it runs them.

Which plans it takes depends on their FormatVersion: types other than Application, files from addresses and options
are those of 2.1.0, options of Berkshelf those of 2.2.0. Source: muranoagent/validation.py.
"""

from __future__ import annotations

import re

from muranopl.ard.nodes import Mapping, Node, Scalar, is_null, items_in, pairs_in, text_of
from muranopl.diagnostics.catalogue import manifest
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.nearest import did_you_mean, nearest, slip_for
from muranopl.language.grammar.reading import Reading
from muranopl.language.grammar.versions import is_complete
from muranopl.read.plan_files import APPLICATION, file_node, is_address, is_placeholder

TYPES = (APPLICATION, "Chef", "Puppet")
_NEWEST = (2, 2, 0)
_WITH_TYPES = (2, 1, 0)
_WITH_BERKSHELF = (2, 2, 0)
_SWITCHES = ("captureStdout", "captureStderr", "verifyExitcode")
_BERKSHELF = ("useBerkshelf", "berksfilePath")
_TEXTS = frozenset({"berksfilePath"})
OPTIONS = (*_SWITCHES, *_BERKSHELF)
_URLS = "files at URLs need"

Version = tuple[int, int, int]


def meant_type(script: Mapping) -> str | None:
    """Return the type that a script has or misspells; None without one."""
    written = text_of(script.get("Type"))
    if written is None or written in TYPES:
        return written
    return slip_for(written, TYPES) or written


def agent_rules(plan: Mapping, findings: Findings) -> AgentRules | None:
    """Return the rules for a plan; None if its version cannot be judged, or was reported."""
    node = plan.get("FormatVersion")
    text = text_of(node)
    if node is None or text is None or is_placeholder(text):
        return None
    if not is_complete(text):
        problem = f'"{text}" is not a version of three numbers'
        _refuse(node, problem, "write `FormatVersion: 2.0.0`", findings)
        return None
    major, minor, patch = re.split(r"[-+]", text)[0].split(".")
    version = int(major), int(minor), int(patch)
    if version > _NEWEST:
        problem = f"FormatVersion {text} is later than 2.2.0, the latest that it accepts"
        _refuse(node, problem, "write `FormatVersion: 2.2.0`", findings)
        return None
    return AgentRules(version, findings)


def _refuse(at: Node, problem: str, suggestion: str | None, findings: Findings) -> None:
    findings.report(manifest.AGENT_REFUSES, at, problem=problem, suggestion=suggestion)


class AgentRules:
    """The rules for the plans of one version."""

    def __init__(self, version: Version, findings: Findings) -> None:
        self._version, self._findings = version, findings
        self._wrong_type = Reading(findings).wrong_type

    def check_plan(self, plan: Mapping) -> None:
        """Report what the agent refuses in a plan itself."""
        if plan.get("Scripts") is None:
            self._refuse(plan.head, "it has no Scripts", "add `Scripts: {}`")
        options = plan.get("Options")
        if options is not None and not isinstance(options, Mapping):
            self._wrong_type(options, "Options of the execution plan", "a mapping")
        for key, file in pairs_in(plan.get("Files")):
            if isinstance(file, Mapping):
                self._check_file(key, file)

    def check_script(self, key: Node, script: Mapping) -> None:
        """Report what the agent refuses in a script."""
        what = f'script "{text_of(key)}"'
        self._check_type(script)
        entry, more = script.get("EntryPoint"), items_in(script.get("Files"))
        for node in more if entry is None else (entry, *more):
            self._check_embedded(node)
        options = script.get("Options")
        if isinstance(options, Mapping):
            self._check_options(options, script, what)
        elif options is not None and not is_null(options):
            self._wrong_type(options, f"Options of {what}", "a mapping")
        elif self._version >= _WITH_TYPES:
            self._refuse(
                key if options is None else options,
                f"from FormatVersion 2.1.0 on, {what} needs Options",
                "add `Options: {}`",
            )

    def _check_embedded(self, node: Node) -> None:
        node = file_node(node)
        name = text_of(node)
        if name is not None and is_address(name):
            self._need(_WITH_TYPES, node, _URLS)

    def _check_type(self, script: Mapping) -> None:
        node, entry = script.get("Type"), script.get("EntryPoint")
        written, meant = text_of(node), meant_type(script)
        if node is None or written is None or is_placeholder(written):
            return
        if written not in TYPES:
            types = ", ".join(f"`{name}`" for name in TYPES)
            self._refuse(
                node,
                f'it does not support the type "{written}"',
                did_you_mean(nearest(written, TYPES), f"write one of {types}"),
            )
        elif written != APPLICATION:
            self._need(_WITH_TYPES, node, f"scripts of type {written} need")
        text = text_of(entry)
        if entry is None or text is None or "::" in text or is_placeholder(text):
            return
        if meant in TYPES and meant != APPLICATION:
            self._refuse(
                entry,
                f'EntryPoint "{text}" of a script of type {meant} has no `::`',
                f"write `{text}::default`",
            )

    def _check_options(self, options: Mapping, script: Mapping, what: str) -> None:
        for key, value in options.pairs:
            name = text_of(key)
            if (
                name in _BERKSHELF
                and not self._need(_WITH_BERKSHELF, key, f"the option {name} needs")
                and text_of(script.get("Type")) != "Chef"
            ):
                self._refuse(key, f"only scripts of type Chef have the option {name}", "remove it")
            text = text_of(value)
            if name not in OPTIONS or is_placeholder(text):
                continue
            if name in _TEXTS:
                fits, expected = text is not None, "a string"
            else:
                fits = isinstance(value, Scalar) and isinstance(value.value, bool)
                expected = "a boolean"
            if not fits and not is_null(value):
                self._wrong_type(value, f"the option {name} of {what}", expected)

    def _check_file(self, key: Node, file: Mapping) -> None:
        """Report what the agent refuses in an entry of Files."""
        what = f'the file "{text_of(key)}"'
        if file.get("Type") is not None or file.get("URL") is not None:
            self._need(_WITH_TYPES, key, _URLS)
        if file.get("Type") is not None:
            needed: tuple[str, ...] = ("URL", "Name")
        elif file.get("Body") is not None:
            needed = ("BodyType", "Name")
        else:
            needed = ("Body",)
        for name in needed:
            if file.get(name) is None:
                self._refuse(key, f"{what} has no {name}", f"add `{name}:`")
        body_type = file.get("BodyType")
        text = text_of(body_type)
        if body_type is not None and text not in {"Text", "Base64"}:
            self._refuse(
                body_type,
                f"BodyType of {what} is neither Text nor Base64",
                "write `Text` or `Base64`",
            )

    def _need(self, version: Version, at: Node, what: str) -> bool:
        """Report a part that needs a later version, and return whether it does; `what` begins the sentence."""
        is_later = self._version < version
        if is_later:
            text = ".".join(map(str, version))
            self._refuse(at, f"{what} FormatVersion {text}", f"write `FormatVersion: {text}`")
        return is_later

    def _refuse(self, at: Node, problem: str, suggestion: str | None) -> None:
        _refuse(at, problem, suggestion, self._findings)
