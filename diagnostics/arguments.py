"""Converts the arguments of calls of the library; raises UsageError for one without a plain meaning.

Used by `muranopl.api`, and by all that is called with arguments of users.
"""

from __future__ import annotations

import os
import re
import reprlib
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, NoReturn, TypeVar

from muranopl.diagnostics.catalogue.sources import NO_PACKAGE, NOT_A_PACKAGE
from muranopl.diagnostics.diagnostic import Diagnostic, Phase
from muranopl.diagnostics.usage import UsageError
from muranopl.diagnostics.visible import visible

StrPath = str | os.PathLike[str]
Model = StrPath | Mapping[str, Any]
"""An object model: the path of its file, or plain data."""
Models = Model | Iterable[Model]
"""One object model, or several."""
PackageData = Mapping[str, Any]
"""A package as data: the documents, or the content, of its files by path."""
Packages = StrPath | PackageData | Iterable[StrPath | PackageData]
"""One package or folder of packages, or several."""
Progress = Callable[[int, int], None]
"""Called with the thousandths that are done, and their total."""

T = TypeVar("T")
Known = TypeVar("Known", bound=str)

_PATH = "a path (a str or os.PathLike)"
_BYTES = (bytes, bytearray, memoryview)


def refuse(what: str, wanted: str, value: object) -> NoReturn:
    """Raise the UsageError for an argument.

    `what` names it, `wanted` describes what is accepted.
    """
    raise UsageError(f"{what} must be {wanted}, not {visible(reprlib.repr(value))}")


def path(value: object, what: str) -> str:
    """Return a path as text.

    Bytes are refused, as they may be content instead, and so is an empty path.
    """
    text = value
    if isinstance(value, os.PathLike):
        # `os.fspath` raises TypeError where this is wrong usage
        text = value.__fspath__()
    if not isinstance(text, str) or not text:
        refuse(what, _PATH, value)
    return text


def may_be_path(value: object) -> bool:
    """Return whether a value is a path, or may have been meant as one: bytes, an open file."""
    return isinstance(value, (str, os.PathLike)) or is_content(value)


def is_content(value: object) -> bool:
    """Return whether a value is content, not the path of it: bytes, an open file."""
    return isinstance(value, _BYTES) or hasattr(value, "read")


def given(value: Any, streams: Collection[str]) -> Any:
    """Return data, or the path of a readable file or of one of the `streams`. Raise UsageError."""
    if not may_be_path(value):
        return value
    name = path(value, "a model that is not plain data")
    if name not in streams:
        require_readable([name])
        require_file(name)
    return name


def is_package_data(value: object) -> bool:
    """Return whether a value is a package as data: the content of its files by path."""
    content = (str, *_BYTES, Mapping, list, tuple)
    return isinstance(value, Mapping) and all(
        isinstance(name, str) and name and isinstance(item, content) for name, item in value.items()
    )


def models(value: Any, streams: Collection[str]) -> list[Any]:
    """Return a list of models, data or paths as in `given`; a single one is a list of one."""
    if may_be_path(value) or isinstance(value, Mapping):
        return [given(value, streams)]
    if not isinstance(value, Iterable):
        refuse("models", "a model, or several: paths, or mappings", value)
    return [given(item, streams) for item in value]


def configs(value: object) -> str | None:
    """Return the path of a folder with class configs; None for None. Raise UsageError."""
    if value is None:
        return None
    folder = path(value, "class_configs")
    require_readable([folder])
    require_configs(folder)
    return folder


def paths(value: object, what: str) -> tuple[str, ...]:
    """Return paths; a single one is a tuple of one."""
    if isinstance(value, os.PathLike):
        return (path(value, what),)
    several = _several(value, what, f"{_PATH}, or several")
    return tuple(path(item, f"each of {what}") for item in several)


def names(value: object, what: str) -> tuple[str, ...]:
    """Return names; a single one is a tuple of one."""
    several = _several(value, what, "a name (a str), or several")
    return tuple(text(item, f"each of {what}") for item in several)


def _several(value: object, what: str, wanted: str) -> list[object]:
    if isinstance(value, str):
        return [value]
    # Iterating over these gives keys or numbers, which no caller means.
    if isinstance(value, Mapping) or is_content(value) or not isinstance(value, Iterable):
        refuse(what, wanted, value)
    return list(value)


def text(value: object, what: str) -> str:
    """Return the value, which must be a str."""
    return instance(value, str, what, "a str")


def name(value: object, what: str) -> str:
    """Return the value, which must be a str that is not blank."""
    result = text(value, what)
    if not result.strip():
        refuse(what, "a name", value)
    return result


def optional_path(value: object, what: str) -> str | None:
    """Return a path as text, None for None."""
    return None if value is None else path(value, what)


def optional_text(value: object, what: str) -> str | None:
    """Return the value, which must be a str or None; an empty str is None."""
    if value is None:
        return None
    return text(value, what) or None


def application_name(value: object) -> str | None:
    """Return the name of an application, as the dashboard accepts it.

    Return None for None and for an empty str.
    """
    name = optional_text(value, "name")
    if name is not None and not re.fullmatch(r"[-\w]+", name):
        refuse("name", "letters, digits, - and _", value)
    return name


def version(value: object) -> str | None:
    """Return a version specification, a str or a number, as text.

    Return None for None and for an empty str.
    """
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return str(value)
    return optional_text(value, "version")


def one_of(value: object, known: Collection[Known], what: str) -> Known:
    """Return the value, which must be one of the known texts."""
    for item in known:
        if item == value:
            return item
    return refuse(what, " or ".join(f'"{item}"' for item in known), value)


def positive(value: object, what: str, otherwise: str = "") -> int:
    """Return the value, which must be an int above 0.

    `otherwise` is appended to the description of what is accepted.
    """
    if isinstance(value, int) and not isinstance(value, bool) and value > 0:
        return value
    return refuse(what, f"a positive integer{otherwise}", value)


def optional_integer(value: object, what: str) -> int | None:
    """Return the value, which must be an int, or None."""
    if value is None or (isinstance(value, int) and not isinstance(value, bool)):
        return value
    return refuse(what, "an integer, or None", value)


def phase(value: object) -> Phase:
    """Return the phase of a name or number ("read", 1, "1", `Phase.READ`)."""
    # True is equal to 1, the number of the first phase
    if not isinstance(value, bool):
        for item in Phase:
            if value in (item, item.value, item.number, str(item.number)):
                return item
    return refuse("a phase", f"one of {', '.join(item.value for item in Phase)}, or 1 to 5", value)


def streams(value: object) -> dict[str, bytes]:
    """Return the bytes by path of paths that are not files; None is an empty mapping."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        refuse("streams", "a mapping of paths to bytes", value)
    return {path(name, "each key of streams"): _content(data) for name, data in value.items()}


def _content(value: object) -> bytes:
    if not isinstance(value, _BYTES):
        refuse("each value of streams", "bytes", value)
    return bytes(value)


def instance(value: object, kind: type[T], what: str, wanted: str) -> T:
    """Return the value, which must be an instance of `kind`."""
    if not isinstance(value, kind):
        refuse(what, wanted, value)
    return value


def require_readable(wanted: Iterable[str]) -> None:
    """Raise UsageError, naming all such paths, if some do not exist or cannot be read."""
    problems = [problem for item in wanted if (problem := _unreadable(item))]
    if problems:
        raise UsageError("\n".join(problems))


def require_file(path: str) -> None:
    """Raise UsageError if the path of a file to be read, such as an object model, is a folder."""
    if os.path.isdir(path):
        raise UsageError(
            f'the path "{visible(path)}" is a folder: pass a file, or - for standard input'
        )


def require_configs(path: str) -> None:
    """Raise UsageError if the path of class configs, which exists, is a file."""
    if not os.path.isdir(path):
        raise UsageError(f'the path of class configs "{visible(path)}" is not a folder')


def require_packages(found: Iterable[Diagnostic]) -> None:
    """Raise UsageError if a diagnostic reports that a path has nothing to check."""
    problems = [problem_of(item) for item in found if is_empty_path(item)]
    if problems:
        raise UsageError("\n".join(problems))


def is_empty_path(found: Diagnostic) -> bool:
    """Return whether a diagnostic reports that there is no package at a path the caller passed."""
    return found.code in {NO_PACKAGE.code, NOT_A_PACKAGE.code} and not found.place.file.path


def problem_of(diagnostic: Diagnostic) -> str:
    """Return the message of a diagnostic with its suggestion."""
    return ": ".join(filter(None, (diagnostic.message, diagnostic.suggestion)))


def _unreadable(path: str) -> str | None:
    name = f'"{visible(path)}"'
    try:
        os.stat(path)
    except FileNotFoundError:
        if os.path.islink(path):
            return f"the path {name} is a link whose target does not exist"
        return f"the path {name} does not exist"
    # `stat` raises ValueError for a null character
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        # Python 3.13 names the function before the reason
        return f"the path {name} cannot be read: {reason.removeprefix('stat: ')}"
    access = os.R_OK
    if os.path.isdir(path):
        access |= os.X_OK
    if os.access(path, access):
        return None
    return f"the path {name} cannot be read: Permission denied"
