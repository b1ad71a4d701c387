"""The things that lines of scripts, plans and templates install and fetch."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from muranopl.diagnostics.places import File, Place
from muranopl.documenting.materials.cloud_config import configured_packages
from muranopl.documenting.materials.managers import (
    DOCKER_FLAGS,
    MANAGERS,
    PATTERN,
    VERSION_OPTIONS,
    Manager,
)
from muranopl.documenting.materials.material import (
    COMPUTED,
    Fetched,
    Material,
    MaterialKind,
    UnknownMaterial,
)

_COMMENT = re.compile(r"\s*(?:#|//|::|REM\b|<!--)", re.IGNORECASE)
_WORD = re.compile(r"\"[^\"]*\"|'[^']*'|[^\s;|&()\"'`<>]+|[;|&()`\n]|[<>]+")
# Of shells, of PowerShell
_GOES_ON = ("\\", " `", "\t`")
_ENDS = frozenset(";|&()`\n")
_NAME = re.compile(r"@?[A-Za-z0-9][\w.+:/@~^*=<>!\[\],-]*")
_URL = re.compile(r"(?<![\w$])(?:https?|ftp|git|svn|ssh)://[^\s\"'<>|;)\]\\`,]+")
# Addresses in other lines are mostly links to documentation, and values of settings
_FETCHING = re.compile(
    r"curl|wget|fetch|git|svn|\bhg\b|\bdeb\b|mirror|source|ur[il]|download|Invoke-(?:WebRequest|RestMethod)|\biwr\b|BitsTransfer|msiexec"
    r"|rep(?:o|ository)|\b(?:rpm|pip|npm|gem|docker|yum|apt|zypper|knife|berks)\b",
    re.IGNORECASE,
)
# A variable or a placeholder in place of the address
_COMPUTED_ADDRESS = re.compile(
    r"(?P<command>git[ \t]+clone|wget|Invoke-WebRequest|\biwr|Start-BitsTransfer|\.Download(?:File|String))"
    r"(?:[ \t]+-(?!Uri|Source)\S+)*(?:[ \t]+-(?:Uri|Source))?(?:[ \t]+|\()[\"']?(?P<address>[$%{][^\s\"',)]+)",
    re.IGNORECASE,
)
# The machine itself, and hosts without a domain: services beside it, no sources of software
_OWN_HOST = re.compile(
    r"\w+://(?:[^/@]*@)?(?:localhost|127\.|0\.0\.0\.0|\[?::1|[^./:]+(?:[/:]|$))"
)
_IMAGE = re.compile(
    r"\s*(?:- +)?(?:image|Image)[ ]*:[ ]*(?P<image>[^\s#].*?)\s*(?:#.*)?$"
)


def fetched_by_text(file: File, text: str, *, with_urls: bool) -> Iterator[Fetched]:
    """Yield what the lines of a file install and fetch; comments do nothing.

    Without `with_urls` addresses are not looked at: in classes most are those of what is deployed.
    """
    yield from configured_packages(file, text)
    for number, line in _logical_lines(text):
        if _COMMENT.match(line):
            continue
        place = _Line(file, number, line)
        yield from _installed(place)
        image = _IMAGE.match(line)
        if image is not None and not line.rstrip().endswith(":"):
            yield from _image(place, image["image"].strip("\"'"))
        yield from _computed_addresses(place)
        if with_urls and _FETCHING.search(line):
            yield from _addresses(place)


class _Line(msgspec.Struct, frozen=True):
    """A line of a file, with the number of its first line."""

    file: File
    number: int
    text: str

    def place(self, column: int, text: str) -> Place:
        start = column + 1
        return Place(self.file, self.number, start, self.number, start + len(text))


def _logical_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield lines with their numbers; one that ends with a mark of its shell goes on in the next one."""
    waiting, first = "", 0
    for number, line in enumerate(text.splitlines(), 1):
        first = first or number
        if line.endswith(_GOES_ON):
            waiting += line[:-1] + " "
            continue
        yield first, waiting + line
        waiting, first = "", 0
    if waiting:
        yield first, waiting


def _installed(line: _Line) -> Iterator[Fetched]:
    for match in PATTERN.finditer(line.text):
        group = match.lastgroup or ""
        manager = MANAGERS[int(group[1:])]
        place = line.place(match.start(), match[0])
        words = list(_arguments(line.text, match.end(), manager))
        is_fed = line.text[: match.start()].rstrip().endswith("|")
        if manager.is_of_windows and is_fed:
            what = f"{manager.name} installs what another command passes to it"
            yield UnknownMaterial(what, place)
        yield from _packages(manager, words, place)


def _arguments(line: str, start: int, manager: Manager) -> Iterator[str]:
    """Yield the words of a command from a column on, without quotes, up to its end."""
    end = len(line)
    if manager.is_of_windows:
        # Its lists: `A, B` and `@(A, B)`
        line = line.replace("@(", "  ").replace(",", " ")
    for quote in "\"'":
        # The command may stand in a text, whose end is that of the command
        if line[:start].count(quote) % 2 and quote in line[start:]:
            end = min(end, line.index(quote, start))
    for word in _WORD.findall(line[start:end]):
        if word in _ENDS or word[0] in "<>#" or word == "\\n":
            return
        yield word.strip("\"'")


def _packages(manager: Manager, words: list[str], place: Place) -> Iterator[Fetched]:
    """Yield what a command installs, by the words after it."""
    names: list[str] = []
    version = ""
    rest = iter(words)
    for word in rest:
        if word in manager.files:
            yield UnknownMaterial(f"{manager.name} reads {next(rest, 'a file')}", place)
        elif word in VERSION_OPTIONS and not manager.is_of_containers:
            version = next(rest, "")
        elif word.startswith("--version="):
            version = word.partition("=")[2]
        elif word in manager.valued:
            next(rest, None)
        elif word.startswith("-"):
            if manager.is_of_containers and not _has_no_value(word):
                next(rest, None)
        else:
            names.append(word)
            if manager.is_of_containers:
                break  # after the image is the command that it runs
    for name in names:
        if name.isdigit() or "://" in name:
            continue  # the number of a stream, as in `2>&1`; addresses are found anywhere
        if COMPUTED.search(name):
            yield UnknownMaterial(f'{manager.name} installs "{name}"', place)
        elif _NAME.fullmatch(name) and not _is_file(name, manager):
            yield _package(manager, name, version, place)


def _has_no_value(option: str) -> bool:
    return "=" in option or DOCKER_FLAGS.fullmatch(option) is not None


def _is_file(name: str, manager: Manager) -> bool:
    if manager.is_of_containers:
        return False
    is_path = name.startswith((".", "/", "~"))
    return is_path or name.endswith((".deb", ".rpm", ".whl", ".gem", ".tgz", ".tar.gz"))


def _package(manager: Manager, name: str, version: str, place: Place) -> Material:
    if manager.is_of_containers:
        return _container(name, place)
    if manager.version:
        start = 1 if name.startswith("@") else 0
        at = name.find(manager.version, start)
        if at > 0:
            name, version = name[:at], name[at + len(manager.version) :]
    return Material(MaterialKind.SOFTWARE, name, version, manager.name, (place,))


def _container(name: str, place: Place) -> Material:
    """Return an image of a container; a colon after the last slash precedes its tag."""
    name, _, digest = name.partition("@")
    head, slash, last = name.rpartition("/")
    last, _, tag = last.partition(":")
    name, version = f"{head}{slash}{last}", digest or tag
    return Material(MaterialKind.CONTAINER, name, version, "docker", (place,))


def _image(line: _Line, image: str) -> Iterator[Fetched]:
    column = line.text.find(image)
    place = line.place(max(column, 0), image)
    if COMPUTED.search(image) or " " in image:
        yield UnknownMaterial(f'the image is "{image}"', place)
    # Images of machines are named in Glance, where slashes are rare; those of containers are paths
    elif "/" in image:
        yield _container(image, place)
    elif _NAME.fullmatch(image):
        yield Material(MaterialKind.IMAGE, image, places=(place,))


def _computed_addresses(line: _Line) -> Iterator[UnknownMaterial]:
    """Yield the repositories and files whose whole address is computed."""
    for match in _COMPUTED_ADDRESS.finditer(line.text):
        place = line.place(match.start("address"), match["address"])
        command = match["command"].removeprefix(".")
        does = "git clones" if command.startswith("git") else f"{command} fetches"
        yield UnknownMaterial(f'{does} "{match["address"]}"', place)


def _addresses(line: _Line) -> Iterator[Fetched]:
    for match in _URL.finditer(line.text):
        address = match[0].rstrip(".:")
        if _OWN_HOST.match(address):
            continue
        place = line.place(match.start(), address)
        if COMPUTED.search(address):
            yield UnknownMaterial(f'the address is "{address}"', place)
        else:
            yield Material(MaterialKind.URL, address, places=(place,))
