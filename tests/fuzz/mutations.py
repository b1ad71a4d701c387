"""Changes of inputs: by lines and by words, which keep a text nearly right, and of bytes."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Sequence

_TOKEN = re.compile(rb"\w+|\s+|[^\w\s]")


def words(texts: Iterable[bytes], most: int = 2_000) -> list[bytes]:
    """The words that occur in most of some texts."""
    counts = Counter(
        word for text in texts for word in set(_TOKEN.findall(text)) if not word.isspace()
    )
    return [word for word, _ in counts.most_common(most)]


def changed(
    data: bytes, others: Sequence[bytes], known: Sequence[bytes], dice: random.Random
) -> bytes:
    """A text with one to three changes, some of them taken from other texts."""
    for _ in range(dice.choice((1, 1, 2, 3))):
        data = _by_line(data, others, dice) if dice.random() < 0.5 else _by_word(data, known, dice)
    return data


def _by_line(data: bytes, others: Sequence[bytes], dice: random.Random) -> bytes:
    lines = data.split(b"\n")
    at, to = dice.randrange(len(lines)), dice.randrange(len(lines))
    match dice.randrange(7):
        case 0:
            del lines[at]
        case 1:
            lines.insert(to, lines[at])
        case 2:
            lines[at], lines[to] = lines[to], lines[at]
        case 3:
            lines[at] = b"  " + lines[at]
        case 4:
            lines[at] = lines[at].removeprefix(b"  ")
        case 5:
            strange = dice.choice(others).split(b"\n")
            start = dice.randrange(len(strange))
            lines[at:at] = strange[start : start + dice.randint(1, 5)]
        case _:
            first, last = min(at, to), max(at, to) + 1
            lines[last:last] = lines[first:last]
    return b"\n".join(lines)


def _by_word(data: bytes, known: Sequence[bytes], dice: random.Random) -> bytes:
    tokens = _TOKEN.findall(data) or [b""]
    at, to = dice.randrange(len(tokens)), dice.randrange(len(tokens))
    match dice.randrange(5):
        case 0:
            tokens[at] = dice.choice(known)
        case 1:
            tokens.insert(at, dice.choice(known))
        case 2:
            del tokens[at]
        case 3:
            tokens[at] = tokens[to]
        case _:
            first, last = min(at, to), min(max(at, to), min(at, to) + 12) + 1
            tokens[at:at] = tokens[first:last]
    return b"".join(tokens)


def of_bytes(data: bytes, dice: random.Random) -> bytes:
    """Some bytes with up to four of them changed, dropped, inserted or repeated."""
    changed = bytearray(data)
    for _ in range(dice.choice((1, 1, 2, 4))):
        at = dice.randint(0, len(changed))
        match dice.randrange(4):
            case 0:
                changed[at : at + 1] = dice.randbytes(1)
            case 1:
                changed[at:at] = dice.randbytes(dice.randint(1, 3))
            case 2:
                del changed[at : at + dice.randint(1, 8)]
            case _:
                changed[at:at] = changed[max(0, at - dice.randint(1, 30)) : at]
    return bytes(changed)
