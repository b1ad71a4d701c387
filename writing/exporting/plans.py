"""An execution plan as a folder: the plan, its scripts, and `run.sh`, which does what the agent would.

Source: the agent's files_manager, script_runner and executors. Each script has a folder with links to
copies of its files, and is started there, with its argument as the rest of the command line.
"""

from __future__ import annotations

import base64
import json
import posixpath
import re
import shlex
from collections.abc import Iterable
from typing import Any

import msgspec

from muranopl.ard.plain_data import rebuilt
from muranopl.ard.sources.source import join_inside
from muranopl.ard.yaml.writing import plain_yaml
from muranopl.diagnostics.visible import visible
from muranopl.read.plan_files import APPLICATION, is_first_version
from muranopl.writing.exporting.calls import ScriptCall, UnknownCallsError, script_calls
from muranopl.writing.exporting.stacks import decoded
from muranopl.writing.exporting.values import LaterValue, Values, as_marked, slug, unique

Plan = dict[Any, Any]
_TITLE = 80
_OF_MURANO = ("ID", "Stamp", "Action")
_OF_SHELLS = re.compile(r"[$`\\|&;<>(){}*?\[\]~#!\n]")
"""Characters that a shell may interpret; a command line without them is only split into words."""
_END = "END_OF_FILE"
_START = """\
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
COPY "$work/files"
cd "$work\""""
_FILL = """\
fill() { # fill FILE: sets the values of parameters
  IFS= read -r -d '' text <"files/$1" || true
SETS
  printf '%s' "$text" >"files/$1"
}"""
_LINK = """\
link() { # link SCRIPT FILE: gives a script a file
  mkdir -p "$(dirname "$1/$2")"
  ln -sfn "$work/files/$2" "$1/$2"
}"""


class PlanFiles(msgspec.Struct):
    """A plan as files: its folder, its server, its title, the method that sends it.

    `values` are those that it needs, `filled` the files with markers, `commands` what `run.sh`
    does; `problem` says why there is none.
    """

    folder: str
    host: str
    title: str
    origin: str
    values: dict[LaterValue, None] = {}
    scripts: dict[str, str | bytes] = {}
    filled: list[str] = []
    commands: list[str] = []
    text: str = ""
    problem: str | None = None

    def files(self) -> dict[str, str | bytes]:
        """Return its files, by path."""
        scripts = {f"scripts/{name}": content for name, content in self.scripts.items()}
        run = {} if self.problem else {"run.sh": self._run()}
        named = {"plan.yaml": self.text, **scripts, **run}
        return {f"{self.folder}/{name}": content for name, content in named.items()}

    def _run(self) -> str:
        usage = " ".join(f"{value.option} VALUE" for value in self.values)
        options = [
            "while [ $# -gt 0 ]; do",
            "  case $1 in",
            *(f"    {value.option}) {value.name}=${{2?}} ;;" for value in self.values),
            f"    *) echo {shlex.quote(f'usage: run.sh {usage}')} >&2 && exit 2 ;;",
            "  esac",
            "  shift 2",
            "done",
            *(
                f': "${{{item.name}:?{item.option} is missing}}" # {item.what}'
                for item in self.values
            ),
        ]
        sets = [f'  text=${{text//{item.marker}/"${item.name}"}}' for item in self.values]
        fill = [_FILL.replace("SETS", "\n".join(sets))] if self.filled else []
        fills = [f"fill {shlex.quote(name)}" for name in self.filled]
        before = ['cd "$(dirname "$0")"', *(options if self.values else ())]
        return self._script([*before, self._start, *fill, *fills])

    def user_data(self) -> str:
        """Return the plan as one script for cloud-init, in which Heat replaces the markers."""
        lines = ['cd "$(mktemp -d)"']
        for name, content in self.scripts.items():
            path = shlex.quote(f"scripts/{name}")
            lines += [f'mkdir -p "$(dirname {path})"', *_here(path, content)]
        for value in self.values:
            if any(f'"${value.name}"' in command for command in self.commands):
                lines += [f"IFS= read -r {value.name} <<'{_END}'", value.marker, _END]
        return self._script([*lines, self._start])

    @property
    def _start(self) -> str:
        return _START.replace("COPY", "cp -R scripts" if self.scripts else "mkdir")

    def _script(self, lines: list[str]) -> str:
        head = ["#!/bin/bash", f"# {self.title} ({self.origin})", f"# For the server {self.host}."]
        link = [_LINK] if any(command.startswith("link") for command in self.commands) else []
        return "\n".join([*head, "set -euo pipefail", *lines, *link, *self.commands, ""])


def _here(path: str, content: str | bytes) -> list[str]:
    """Return commands that write a file."""
    command, end = f"cat >{path}", _END
    if isinstance(content, bytes):
        command, content = f"base64 -d >{path}", base64.encodebytes(content).decode()
    while end in content:
        end += "_"
    if content.endswith("\n"):
        return [f"{command} <<'{end}'", content[:-1], end]
    return [f"printf '%s' \"$(cat <<'{end}'", content, end, f')" >{path}']


def exported_plan(folder: str, host: str, origin: str, plan: Plan, values: Values) -> PlanFiles:
    """Return a plan as files; `origin` is the method that sends it."""
    name = str(plan.get("Name") or "execution plan").partition("\n")[0][:_TITLE]
    title = visible(values.marked(name)[0])
    result = PlanFiles(folder, visible(host), title, visible(origin))
    writer = _PlanWriter(result, values)
    if is_first_version(str(plan.get("FormatVersion") or "")):
        result.problem = "it is a plan for Windows"
        scripts = enumerate(plan.get("Scripts") or (), 1)
        plan = {
            **plan,
            "Scripts": [writer.file(f"{number}.ps1", decoded(text)) for number, text in scripts],
        }
    elif all(
        isinstance(entry, dict) for part in ("Files", "Scripts") for entry in _entries(plan, part)
    ):
        plan = writer.version_2(plan)
    else:
        result.problem = "it is malformed"
    shown = {key: item for key, item in plan.items() if key not in _OF_MURANO} | {"Name": name}
    result.text = plain_yaml(
        rebuilt(shown, lambda leaf: values.marked(leaf)[0] if isinstance(leaf, str) else leaf),
        blocks=True,
    )
    return result


def _entries(plan: Plan, part: str) -> Iterable[Any]:
    entries = plan.get(part) or {}
    return entries.values() if isinstance(entries, dict) else [None]


class _PlanWriter:
    """Adds files and commands to a plan."""

    def __init__(self, result: PlanFiles, values: Values) -> None:
        self._result, self._values = result, values
        self._names: dict[Any, str] = {}
        self._urls: dict[str, str] = {}

    def version_2(self, plan: Plan) -> Plan:
        """Add the files of a plan, and the commands for its calls; return it with names of files."""
        files, scripts = plan.get("Files") or {}, plan.get("Scripts") or {}
        for id_, entry in files.items():
            name, body = str(entry.get("Name")), entry.get("Body") or ""
            if "URL" in entry:
                self._names[id_], self._urls[name] = name, str(entry["URL"])
            else:
                content = decoded(body) if entry.get("BodyType") == "Base64" else body
                self._names[id_] = self.file(name, content)
        try:
            for call in script_calls(
                str(plan.get("Body") or ""), scripts, plan.get("Parameters") or {}
            ):
                self._call(call, scripts[call.script])
        except UnknownCallsError as error:
            self._result.problem = str(error)
        listed = {
            self._names[id_]: {
                key: item for key, item in entry.items() if key not in {"Name", "Body"}
            }
            for id_, entry in files.items()
        }
        return {**plan, "Files": listed, "Scripts": self._named(scripts)}

    def _named(self, value: Any) -> Any:
        """Return plain data with names in place of ids of files."""
        if isinstance(value, dict):
            return {key: self._named(item) for key, item in value.items()}
        if isinstance(value, list):
            return [self._named(item) for item in value]
        return self._names.get(value, value) if isinstance(value, str) else value

    def file(self, name: str, content: str | bytes) -> str:
        """Add a file below `scripts`, and return its name."""
        name = unique(join_inside("", name) or slug(name), {*self._result.scripts})
        if isinstance(content, str):
            content, used = self._values.marked(content)
            if used:
                self._result.filled.append(name)
                self._result.values |= dict.fromkeys(used)
        self._result.scripts[name] = content
        return name

    def _call(self, call: ScriptCall, script: Plan) -> None:
        """Add the commands for a call of a script."""
        name = join_inside("", call.script) or slug(call.script)
        script, kind = self._named(script), script.get("Type")
        entry, options = str(script.get("EntryPoint")), script.get("Options") or {}
        files = [*(script.get("Files") or ()), *([entry] if kind == APPLICATION else ())]
        folder, argument = name, call.argument
        if kind == APPLICATION:
            folder, base = posixpath.split(f"{name}/{entry}")
            file, line = shlex.quote(f"./{base}"), "" if argument is None else str(argument)
            command = f"chmod 500 {file} && {self._command(file, line)}"
        elif kind in _RECIPES:
            attributes = argument if isinstance(argument, dict) else {}
            command, made = _RECIPES[kind](entry, attributes, options)
            if made.keys() & self._result.scripts.keys():
                raise UnknownCallsError(f"it runs several scripts of type {kind}")
            files += [self.file(key, text) for key, text in made.items()]
        else:
            raise UnknownCallsError(f"{call.script} is a script of type {kind}")
        ignored = "" if options.get("verifyExitcode", True) else " || true"
        commands = [*self._links(name, files), f"(cd {shlex.quote(folder)} && {command}){ignored}"]
        known = {*self._result.commands}
        links = (item for item in commands[:-1] if item not in known)
        self._result.commands += [*links, commands[-1]]

    def _links(self, script: str, files: list[str]) -> list[str]:
        """Return commands that give a script its files, and download them first."""
        result = []
        for file in files:
            url = self._urls.get(file)
            if url is not None:
                path, source = shlex.quote(f"files/{file}"), self._shell(url)
                download = f"(cd {path} && curl -fsSLO {source})"
                if url.endswith(".git") or url.startswith("git"):
                    download = f"git clone {source} {path}"
                elif "/svn/" in url or url.startswith("svn:"):
                    download = f"svn checkout --non-interactive {source} {path}"
                result.append(f"mkdir -p {path} && {download}")
            result.append(f"link {shlex.quote(script)} {shlex.quote(file)}")
        return result

    def _command(self, file: str, line: str) -> str:
        """Return the call of a file with the rest of its command line."""
        marked = "".join(map(as_marked, self._parts(line)))
        try:
            # Values may contain spaces: the line is split with markers in their places
            words = None if _OF_SHELLS.search(marked) else shlex.split(marked)
        except ValueError:
            words = None
        if words is None:
            return f"sh -c {self._shell(f'{file} {line}')}"
        texts = {value.marker: value.text for value in self._result.values}
        for marker, text in texts.items():
            words = [word.replace(marker, text) for word in words]
        return " ".join([file, *map(self._shell, words)])

    def _shell(self, text: str) -> str:
        """Return a text as one word of a shell."""
        return "".join(
            f'"${part.name}"' if isinstance(part, LaterValue) else shlex.quote(part)
            for part in self._parts(text)
        )

    def _parts(self, text: str) -> list[str | LaterValue]:
        parts = self._values.parts(text)
        self._result.values |= dict.fromkeys(part for part in parts if isinstance(part, LaterValue))
        return parts


def _chef(entry: str, attributes: Plan, options: Plan) -> tuple[str, dict[str, str]]:
    """Return the command for a recipe, and the files that it needs."""
    cookbook, _, recipe = entry.rpartition("::")
    node = {"run_list": [f"recipe[{cookbook}::{recipe}]"], cookbook: attributes}
    folder, vendor = "$PWD", ""
    if options.get("useBerkshelf"):
        file = shlex.quote(str(options.get("berksfilePath") or f"{cookbook}/Berksfile"))
        folder, vendor = (
            "$PWD/berks-cookbooks",
            f"berks vendor --berksfile={file} berks-cookbooks && ",
        )
    solo = (
        f'echo "cookbook_path \\"{folder}\\"" >solo.rb && chef-solo -j node.json -c "$PWD/solo.rb"'
    )
    return vendor + solo, {"node.json": json.dumps(node, indent=2) + "\n"}


def _puppet(entry: str, attributes: Plan, _: Plan) -> tuple[str, dict[str, str]]:
    """Return the command for a class of a module, and the files that it needs."""
    module, recipe = entry.rpartition("::")[::2]
    class_ = f"{module}::{recipe}" if recipe else module
    hiera = {"backends": "yaml", "logger": "console", "hierarchy": "%{env}"}
    data = {f"{module}::{key}": value for key, value in attributes.items()}
    files = {
        "manifest.pp": f"node 'default' {{ class {{ {class_}:}}}}\n",
        "hiera.yaml": plain_yaml({**hiera, "yaml": {"datadir": "/etc/puppet/hieradata"}}),
        "default.yaml": plain_yaml(data),
    }
    command = 'puppet apply --hiera_config=hiera.yaml --modulepath "$PWD" manifest.pp'
    return command, files


_RECIPES = {"Chef": _chef, "Puppet": _puppet}
