"""What holds of the fixes of any package: examples with mistakes made at random, the same ones each time."""

from __future__ import annotations

import functools
import re
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

import muranopl
from tests.project import EXAMPLES

PACKAGES = ("hello", "forms", "tested", "broken")
WORD = re.compile(r"[A-Za-z_]\w+")
COMMENT = re.compile(r"^ *# made \d+\r?\n", re.M)

Texts = dict[str, str]
Lines = list[str]


def misspelt(lines: Lines, random: Random) -> None:
    """A letter of a word is lost, doubled, in the other case, or after the next one."""
    number, word = random.choice(words(lines))
    at, name = random.randrange(len(word[0])), word[0]
    ways = [
        name[:at] + name[at + 1 :],
        name[:at] + name[at] + name[at:],
        name[:at] + name[at].swapcase() + name[at + 1 :],
        name[:at] + name[at + 1 : at + 2] + name[at] + name[at + 2 :],
    ]
    replace(lines, number, word, random.choice(ways))


def mistaken(lines: Lines, random: Random) -> None:
    """A word is another one of the file."""
    number, word = random.choice(words(lines))
    replace(lines, number, word, random.choice(words(lines))[1][0])


def capitalised(lines: Lines, random: Random) -> None:
    """A word is a constant as other languages write it."""
    number, word = random.choice(words(lines))
    replace(lines, number, word, random.choice(["True", "None", "FALSE"]))


def lost(lines: Lines, random: Random) -> None:
    """A line is gone."""
    lines.pop(random.randrange(len(lines)))


def twice(lines: Lines, random: Random) -> None:
    """A line is there twice."""
    number = random.randrange(len(lines))
    lines.insert(number, lines[number])


def unquoted(lines: Lines, random: Random) -> None:
    """The quotes of a line are gone."""
    quoted = [number for number, line in enumerate(lines) if re.search("[\"']", line)]
    if quoted:
        number = random.choice(quoted)
        lines[number] = re.sub("[\"']", "", lines[number])


def older(lines: Lines, _random: Random) -> None:
    """Forms of older formats, and declarations that nothing uses."""
    for number, line in enumerate(lines):
        text = line.replace("super($, ", "$.super(").replace("Format: 1.4", "Format: 1.3")
        text = re.sub(r"^( *)- (\w+:)$", r"\1  \2", text)
        lines[number] = re.sub(r"^( *)=: .*$", r"\g<0>\n\1zz: io.murano", text)


MISTAKES: tuple[Callable[[Lines, Random], None], ...] = (
    misspelt,
    misspelt,
    misspelt,
    mistaken,
    capitalised,
    lost,
    twice,
    unquoted,
    older,
)


def words(lines: Lines) -> list[tuple[int, re.Match[str]]]:
    return [
        (number, word)
        for number, line in enumerate(lines)
        if not line.lstrip().startswith("#")
        for word in WORD.finditer(line)
    ]


def replace(lines: Lines, number: int, word: re.Match[str], text: str) -> None:
    line = lines[number]
    lines[number] = line[: word.start()] + text + line[word.end() :]


def mutated(folder: Path, random: Random) -> Texts:
    """The texts of an example with one to four mistakes."""
    files = sorted(folder.rglob("*.yaml"))
    texts = {str(file.relative_to(folder)): file.read_text() for file in files}
    for _ in range(random.randint(1, 4)):
        path = random.choice(sorted(texts))
        lines = texts[path].split("\n")
        random.choice(MISTAKES)(lines, random)
        texts[path] = "\n".join(lines)
    return texts


def commented(texts: Texts) -> Texts:
    """The texts with a comment above each line."""
    result = {}
    for path, text in texts.items():
        lines = text.split("\n")
        with_comments = [
            f"{' ' * (len(line) - len(line.lstrip()))}# made {number}\n{line}"
            for number, line in enumerate(lines)
        ]
        result[path] = "\n".join(with_comments)
    return result


class Fixed(NamedTuple):
    """The texts after fixes, and what is reported before and after."""

    texts: Texts
    before: tuple[muranopl.Diagnostic, ...]
    after: tuple[muranopl.Diagnostic, ...]


def checked_and_fixed(texts: Texts, folder: Path, *, unsafe: bool) -> Fixed:
    write(texts, folder)
    before = muranopl.Catalog(folder).check().diagnostics
    after = fixed(texts, folder, unsafe=unsafe)
    return Fixed(after, before, muranopl.Catalog(folder).check().diagnostics)


def fixed(texts: Texts, folder: Path, *, unsafe: bool) -> Texts:
    write(texts, folder)
    muranopl.Catalog(folder).fix(unsafe=unsafe)
    return {path: (folder / path).read_bytes().decode() for path in texts}


def write(texts: Texts, folder: Path) -> None:
    for path, text in texts.items():
        (folder / path).write_bytes(text.encode())


def in_unchanged_lines(result: Fixed, texts: Texts, folder: Path) -> Counter[str]:
    """The codes of what is reported afterwards in lines that fixes left as they were."""
    lines = {str(folder / path): text.splitlines() for path, text in texts.items()}
    now = {str(folder / path): text.splitlines() for path, text in result.texts.items()}
    return Counter(
        item.code
        for item in result.after
        if item.line > len(now[item.path]) or now[item.path][item.line - 1] in lines[item.path]
    )


@functools.cache
def shipped(example: Path) -> Counter[str]:
    diagnostics = muranopl.Catalog(example).check().diagnostics
    return Counter(item.code for item in diagnostics)


@pytest.mark.parametrize("seed", range(80))
def test_fixes_of_random_mistakes(seed: int, tmp_path: Path) -> None:
    random, folder = Random(seed), tmp_path / "it"
    example = EXAMPLES / random.choice(PACKAGES)
    texts, unsafe = mutated(example, random), random.random() < 0.3
    shutil.copytree(example, folder)
    result = checked_and_fixed(texts, folder, unsafe=unsafe)
    after = result.texts
    # A corrected word may show what is wrong after it, in the same line: `Brake`, Break outside of a loop
    assert len(result.after) <= len(result.before)
    # Another mistake may have hidden one that the example is made to have
    known = Counter(item.code for item in result.before) | shipped(example)
    assert in_unchanged_lines(result, texts, folder) <= known
    assert fixed(after, folder, unsafe=unsafe) == after, "fixes are made once"
    windows = {path: text.replace("\n", "\r\n") for path, text in texts.items()}
    expected = {path: text.replace("\n", "\r\n") for path, text in after.items()}
    assert fixed(windows, folder, unsafe=unsafe) == expected
    with_comments = fixed(commented(texts), folder, unsafe=unsafe)
    without = {path: COMMENT.sub("", text) for path, text in with_comments.items()}
    assert without == after, "comments make no difference"
