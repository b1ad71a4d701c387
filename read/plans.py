"""Checks execution plans: files of `Resources` with the scripts an agent runs and their arguments.

The engine reads one when `agent.call()` runs, in the middle of a deployment, and embeds the scripts
that it names (native-classes.md, "From plan template to sent plan"). What an agent does with it is
unknown here, as is whether code edits the text first, or uses it at all: all diagnostics are
warnings.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from muranopl.ard.descriptions import described
from muranopl.ard.nodes import (
    Mapping,
    Node,
    Scalar,
    Sequence,
    is_null,
    mapping_at,
    pairs_in,
    text_of,
    walk,
)
from muranopl.ard.sources.source import join_inside
from muranopl.ard.yaml.loader import YamlLoader
from muranopl.diagnostics.catalogue import manifest, yaml
from muranopl.diagnostics.catalogue import manifest as rules
from muranopl.diagnostics.diagnostic import at_most_warning
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.nearest import did_you_mean, is_slip, nearest, nearest_path
from muranopl.diagnostics.patterns import lazy_pattern
from muranopl.language.grammar.reading import Reading
from muranopl.read.documents import read_file, report_outside
from muranopl.read.package import PackageHeader
from muranopl.read.plan_agent import OPTIONS, AgentRules, agent_rules, meant_type
from muranopl.read.plan_files import (
    APPLICATION,
    RESOURCES,
    SCRIPTS,
    file_node,
    is_address,
    is_first_version,
    is_placeholder,
    plan_files,
    resource,
    unbracketed,
)

_LOOKS_LIKE_ONE = lazy_pattern(
    rb'^[ \t\r\f\v{]*+"?(?:FormatVersion|Scripts)"?[ \t]*:', re.MULTILINE
)
_PLAN_KEYS = (
    "Action",
    "Body",
    "Commands",
    "Files",
    "FormatVersion",
    "ID",
    "Name",
    "Options",
    "Parameters",
    "RebootOnCompletion",
    "Scripts",
    "Stamp",
    "Version",
)
_SCRIPT_KEYS = ("EntryPoint", "Files", "Options", "Type", "Version")
_BRACES = lazy_pattern(r"\{\w+\}")


def check_plans(
    header: PackageHeader, findings: Findings, load: YamlLoader
) -> dict[str, frozenset[str]]:
    """Check the execution plans of a package, and that their scripts exist.

    Return the placeholders of the plans that have any, by path.
    """
    paths = header.source.paths()
    placeholders: dict[str, frozenset[str]] = {}
    for path in plan_files(paths):
        data = read_file(header.source, path, findings)
        # Other templates, such as those of Heat, have the same suffixes.
        if data is None or not _LOOKS_LIKE_ONE.search(data):
            continue
        result = findings.apart()
        documents = load(data, header.source.file(path), result, None)
        if not result.count and len(documents) == 1:
            _PlanCheck(frozenset(paths), result).check(documents[0])
            if names := _placeholders(documents[0]):
                placeholders[path] = names
        findings.take(map(at_most_warning, result.diagnostics))
    return placeholders


def _placeholders(plan: Node) -> frozenset[str]:
    """Return the names that `bind()` has to replace: those of keys and values that begin with `$`.

    Texts with names in braces, such as `${host}:80`, are left out: a name that is not given there
    is the text `None`.
    """
    texts = (text_of(node) for node in walk(plan))
    return frozenset(
        text[1:]
        for text in texts
        if text is not None and is_placeholder(text) and not _BRACES.search(text)
    )


class _PlanCheck:
    """The check of one plan."""

    def __init__(self, paths: Collection[str], findings: Findings) -> None:
        self._paths = paths
        self._findings = findings
        self._wrong_type = Reading(findings).wrong_type

    def check(self, plan: Node) -> None:
        """Report the problems of a plan."""
        if not isinstance(plan, Mapping):
            self._wrong_type(plan, "an execution plan", "a mapping")
            return
        plan = self._respelled(plan, _PLAN_KEYS, "the execution plan")
        version, scripts = plan.get("FormatVersion"), plan.get("Scripts")
        if version is not None and not is_null(version) and text_of(version) is None:
            number = "write all three numbers: `FormatVersion: 2.0.0`"
            what = "FormatVersion of the execution plan"
            self._wrong_type(version, what, "a string", suggestion=number)
        elif version is None or is_first_version(text_of(version)):
            self._check_first_version(scripts, no_version=version is None)
        else:
            self._check_second_version(plan, scripts)

    def _check_first_version(self, scripts: Node | None, *, no_version: bool) -> None:
        """Check scripts in the notation of the first version: a list of files, or the keys of a mapping."""
        if isinstance(scripts, Mapping):
            if no_version:
                self._findings.report(manifest.NO_FORMAT_VERSION, scripts.head)
        elif isinstance(scripts, Sequence):
            for item in scripts.items:
                self._check_file(item, "script")
        elif scripts is not None:
            self._wrong_type(scripts, "Scripts of the execution plan", "a list")

    def _check_second_version(self, plan: Mapping, scripts: Node | None) -> None:
        rules = agent_rules(plan, self._findings)
        if rules is not None:
            rules.check_plan(plan)
        if isinstance(scripts, Mapping):
            self._check_scripts(scripts, self._embedded(plan.get("Files")), rules)
            names = [text for key, _ in scripts.pairs if (text := text_of(key))]
        else:
            names = []
            if scripts is not None:
                self._wrong_type(
                    scripts, "Scripts of the execution plan", "a mapping of names to scripts"
                )
        # Few plans have a Body, and it needs the parser of Python
        from muranopl.read.plan_body import check_body

        check_body(plan, names, self._findings)

    def _check_scripts(
        self, scripts: Mapping, embedded: Collection[str], rules: AgentRules | None
    ) -> None:
        for key, written in scripts.pairs:
            what = f'script "{text_of(key)}"'
            if not isinstance(written, Mapping):
                description = described(written)
                self._findings.report(
                    yaml.WRONG_TYPE, key, what=what, expected="a mapping", found=description
                )
                continue
            script = self._respelled(written, _SCRIPT_KEYS, what)
            for name in ("Type", "EntryPoint"):
                if script.get(name) is None:
                    self._findings.report(yaml.MISSING_KEY, key, what=what, key=name, refuses=None)
            entry, files = script.get("EntryPoint"), script.get("Files")
            options = script.get("Options")
            if isinstance(options, Mapping):
                self._respelled(options, OPTIONS, f"Options of {what}", others=True)
            if rules is not None:
                rules.check_script(key, script)
            # The engine leaves the EntryPoint of other types, such as Chef, unchanged
            if entry is not None and meant_type(script) == APPLICATION:
                self._check_file(entry, f"EntryPoint of {what}", embedded)
            if isinstance(files, Sequence):
                for item in files.items:
                    self._check_file(item, f"file of {what}", embedded)
            elif files is not None:
                self._wrong_type(files, f"Files of {what}", "a list")

    def _embedded(self, files: Node | None) -> set[str]:
        """Return the names of the files that are embedded in the plan."""
        named = (value.get("Name") for _, value in pairs_in(files) if isinstance(value, Mapping))
        return {text for item in named if (text := text_of(item)) is not None}

    def _check_file(self, node: Node, what: str, embedded: Collection[str] = ()) -> None:
        """Report a missing file.

        It is written as `name`, `<name>`, an address, or one of these as the value of a single key.
        """
        value = file_node(node)
        name = text_of(value)
        if name is None:
            self._wrong_type(node, f"the {what}", "the name of a file")
            return
        name = unbracketed(name)
        if name in embedded or is_address(name):
            return
        path = join_inside(RESOURCES, resource(name))
        if path is None:
            report_outside(self._findings, value.place, what, name, RESOURCES)
        elif path not in self._paths:
            scripts = (item for item in self._paths if item.startswith(f"{RESOURCES}/{SCRIPTS}/"))
            close = nearest_path(path, scripts)
            suggestion = did_you_mean(
                close and close.removeprefix(f"{RESOURCES}/{SCRIPTS}/"), "add the file"
            )
            self._findings.report(
                rules.FILE_MISSING, value, what=what, path=path, suggestion=suggestion
            )

    def _respelled(
        self, node: Mapping, known: tuple[str, ...], what: str, *, others: bool = False
    ) -> Mapping:
        """Report keys that misspell absent ones, and `others` that are unknown.

        Return the mapping with the keys that are meant.
        """
        keys = {text: key for key, _ in node.pairs if (text := text_of(key)) is not None}
        meant: dict[int, Node] = {}
        for name, key in keys.items():
            near = None if name in known else nearest(name, known)
            if near is not None and near not in keys and is_slip(name, near):
                meant[id(key)] = Scalar(*key.span, near, plain=True)
            elif others and name not in known:
                near = None
            else:
                continue
            self._findings.report(
                yaml.UNKNOWN_KEY,
                key,
                key=name,
                what=what,
                suggestion=did_you_mean(near, "remove it"),
            )
        pairs = ((meant.get(id(key), key), value) for key, value in node.pairs)
        return mapping_at(node, pairs) if meant else node
