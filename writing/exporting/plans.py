"""An execution plan as a folder: the plan, its scripts, and `run.sh`, which does what the agent would.

Source: the agent's files_manager, script_runner and executors. Each script has a folder with links to
copies of its files, and is started there, with its argument as the rest of the command line.
"""

from __future__ import annotations

import base64
import posixpath
import re
import shlex
from typing import Any

from muranopl.ard.plain_data import rebuilt
from muranopl.ard.sources.source import join_inside
from muranopl.ard.yaml.writing import plain_yaml
from muranopl.diagnostics.visible import visible
from muranopl.execution.simulation.heat.template import section
from muranopl.read.plan_files import APPLICATION, is_first_version
from muranopl.writing.exporting.calls import UnknownCallsError, script_calls
from muranopl.writing.exporting.names import slug, unique
from muranopl.writing.exporting.recipes import RECIPES
from muranopl.writing.exporting.values import LaterValue, Values, decoded

Plan = dict[Any, Any]
_TITLE = 80
_LEFT_OUT = ("ID", "Stamp", "Action", "Files")
_OF_SHELLS = re.compile(r"[$`\\|&;<>(){}*?\[\]~#!\n]")
"""Characters that a shell may interpret; a command line without them is only split into words."""
_END = "END_OF_FILE"
_OPTIONS = """\
while [ $# -gt 0 ]; do
  case $1 in
    {cases}
    *) echo {usage} >&2 && exit 2 ;;
  esac
  shift 2
done
{checks}"""
_COPY = """\
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
{start} "$work/files"
cd "$work\""""
_FILL = """\
names=({names})
fill() { # fill FILE...: sets the values of parameters
  for file; do
    IFS= read -r -d '' text <"files/$file" || true
    for name in "${names[@]}"; do text=${text//"@${name^^}@"/"${!name}"}; done
    printf '%s' "$text" >"files/$file"
  done
}
fill"""
_LINK = """\
link() { # link SCRIPT FILE...: gives a script its files
  for file in "${@:2}"; do
    mkdir -p "$(dirname "$1/$file")"
    ln -sfn "$work/files/$file" "$1/$file"
  done
}"""


class ExportedPlan:
    """A plan as files of a folder; `origin` is the method that sends it to the server `host`.

    `values` are those that it needs; `problem` says why it has no `run.sh`.
    """

    def __init__(self, folder: str, host: str, origin: str, plan: Plan, values: Values) -> None:
        self.folder, self.host = folder, visible(host)
        name = str(plan.get("Name") or "execution plan").partition("\n")[0][:_TITLE]
        self.title = f"{visible(values.marked(name)[0])}; {visible(origin)}"
        self.values: dict[LaterValue, None] = {}
        self.problem: str | None = None
        self._texts = values
        self._scripts: dict[str, str | bytes] = {}
        self._names: dict[Any, str] = {}
        self._urls: dict[str, str] = {}
        self._filled: list[str] = []
        self._commands: list[str] = []
        try:
            self._add(plan)
        except UnknownCallsError as error:
            self.problem = str(error)
        shown = {key: item for key, item in plan.items() if key not in _LEFT_OUT} | {"Name": name}
        shown |= {"Files": self._urls} if self._urls else {}
        self._plan = plain_yaml(rebuilt(shown, self._shown), blocks=True)

    def files(self) -> dict[str, str | bytes]:
        """Return its files, by path."""
        scripts = {f"scripts/{name}": content for name, content in self._scripts.items()}
        run = {} if self.problem else {"run.sh": self._run()}
        named = {"plan.yaml": self._plan, **scripts, **run}
        return {f"{self.folder}/{name}": content for name, content in named.items()}

    def user_data(self) -> str:
        """Return the plan as one script for cloud-init, in which Heat replaces the markers."""
        files = {f"scripts/{name}": content for name, content in self._scripts.items()}
        folders = shlex.join(sorted({"scripts", *map(posixpath.dirname, files)}))
        lines = ["#!/bin/bash", "set -euo pipefail", 'cd "$(mktemp -d)"', f"mkdir -p {folders}"]
        for path, content in {"run.sh": self._run(), **files}.items():
            lines += _here(shlex.quote(path), content)
        for value in self.values:
            lines += [f"{value.name}=$(cat <<'{_END}'", value.marker, _END, ")"]
            lines += [f"export {value.name}"]
        return "\n".join([*lines, "bash run.sh", ""])

    def _run(self) -> str:
        names = " ".join(value.name for value in self.values)
        usage = " ".join(f"{value.option} VALUE" for value in self.values)
        options = _OPTIONS.format(
            cases="\n    ".join(f"{item.option}) {item.name}=${{2?}} ;;" for item in self.values),
            usage=shlex.quote(f"usage: run.sh {usage}"),
            checks="\n".join(
                f': "${{{item.name}:?{item.option} is missing}}" # {item.what}'
                for item in self.values
            ),
        )
        fill = f"{_FILL.replace('{names}', names)} {shlex.join(self._filled)}"
        parts = [
            f"#!/bin/bash\n# {self.title}\n# For the server {self.host}.\nset -euo pipefail",
            'cd "$(dirname "$0")"',
            options if self.values else "",
            _COPY.format(start="cp -R scripts" if self._scripts else "mkdir"),
            fill if self._filled else "",
            _LINK,
            *self._commands,
        ]
        return "\n".join(filter(None, parts)) + "\n"

    def _add(self, plan: Plan) -> None:
        """Add the scripts of a plan, and the commands for its calls; raise UnknownCallsError."""
        files, scripts = plan.get("Files") or {}, plan.get("Scripts") or {}
        if is_first_version(str(plan.get("FormatVersion") or "")):
            for number, text in enumerate(scripts if isinstance(scripts, list) else (), 1):
                self._names[text] = self._file(f"{number}.ps1", decoded(str(text)))
            raise UnknownCallsError("it is a plan for Windows")
        for part in (files, scripts):
            if not isinstance(part, dict) or any(not isinstance(it, dict) for it in part.values()):
                raise UnknownCallsError("it is malformed")
        for id_, entry in files.items():
            name, body = _inside(str(entry.get("Name"))), str(entry.get("Body") or "")
            if "URL" in entry:
                self._names[id_], self._urls[name] = name, str(entry["URL"])
                self._commands.append(self._download(name))
            else:
                content = decoded(body) if entry.get("BodyType") == "Base64" else body
                self._names[id_] = self._file(name, content)
        parameters = section(plan, "Parameters")
        named = rebuilt(scripts, lambda leaf: self._names.get(leaf, leaf))
        for name, argument in script_calls(str(plan.get("Body") or ""), scripts, parameters):
            self._call(name, named[name], argument)

    def _shown(self, leaf: Any) -> Any:
        """Return a leaf of the plan with names of files, and with markers."""
        leaf = self._names.get(leaf, leaf)
        return self._texts.marked(leaf)[0] if isinstance(leaf, str) else leaf

    def _file(self, name: str, content: str | bytes) -> str:
        """Add a file below `scripts`, and return its name."""
        name = unique(name, self._scripts)
        marked = self._marked(content) if isinstance(content, str) else content
        self._filled += [name] if marked != content else []
        self._scripts[name] = marked
        return name

    def _call(self, name: str, script: Plan, argument: Any) -> None:
        """Add the commands for a call of a script."""
        kind, entry = str(script.get("Type")), str(script.get("EntryPoint"))
        options, files = section(script, "Options"), script.get("Files")
        files = [*map(str, files)] if isinstance(files, list) else []
        own = folder = _inside(name)
        if kind == APPLICATION:
            files.append(entry)
            folder, base = posixpath.split(f"{own}/{entry}")
            file, line = shlex.quote(f"./{base}"), "" if argument is None else str(argument)
            command = f"chmod 500 {file} && {self._command_line(file, line)}"
        elif kind in RECIPES:

            def add_file(name: str, content: str) -> str:
                name = self._file(name, content)
                files.append(name)
                return name

            attributes = argument if isinstance(argument, dict) else {}
            command = RECIPES[kind](entry, attributes, options, add_file)
        else:
            raise UnknownCallsError(f"{name} is a script of type {kind}")
        ignored = "" if options.get("verifyExitcode", True) else " || true"
        self._commands.append(f"link {shlex.join([own, *files])}")
        self._commands.append(f"(cd {shlex.quote(folder)} && {command}){ignored}")

    def _download(self, name: str) -> str:
        """Return the command that downloads a file."""
        url, path = self._urls[name], shlex.quote(f"files/{name}")
        if url.endswith(".git") or url.startswith("git"):
            return f"git clone {self._word(url)} {path}"
        if url.startswith("svn:") or "/svn/" in url:
            return f"svn checkout --non-interactive {self._word(url)} {path}"
        return f"mkdir -p {path} && (cd {path} && curl -fsSLO {self._word(url)})"

    def _command_line(self, file: str, line: str) -> str:
        """Return the call of a file with the rest of its command line."""
        try:
            # Values may contain spaces: the line is split with markers in their places
            marked = self._marked(line)
            words = None if _OF_SHELLS.search(marked) else shlex.split(marked)
        except ValueError:
            words = None
        if words is None:
            return f"sh -c {self._word(f'{file} {line}')}"
        return " ".join([file, *map(self._word, words)])

    def _word(self, text: str) -> str:
        """Return a text as one word of a shell, with variables for values."""
        text = self._marked(text)
        variables = {value.marker: f'"${value.name}"' for value in self.values}
        pieces = re.split(f"({'|'.join(variables)})", text) if variables else [text]
        return (
            "".join(variables.get(piece, shlex.quote(piece)) for piece in pieces if piece) or "''"
        )

    def _marked(self, text: str) -> str:
        """Return a text with markers for values, which the plan then needs."""
        marked, used = self._texts.marked(text)
        self.values |= dict.fromkeys(used)
        return marked


def _inside(name: str) -> str:
    """Return the path of a file without steps out of its folder."""
    return join_inside("", name) or slug(name)


def _here(path: str, content: str | bytes) -> list[str]:
    """Return commands that write a file."""
    command, end = "cat", _END
    if isinstance(content, bytes):
        command, content = "base64 -d", base64.encodebytes(content).decode()
    elif not content.endswith("\n"):
        command = "head -c -1"
    while end in content:
        end += "_"
    return [f"{command} >{path} <<'{end}'", content.removesuffix("\n"), end]
