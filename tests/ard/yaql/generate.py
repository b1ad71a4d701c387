"""Random texts that are, nearly are, or look like YAQL expressions; the same for the same seed."""

from __future__ import annotations

import random

ATOMS = [
    "$", "$x", "$this", "$1", "$été", "a", "b", "été", "ns", "TCP", "true", "false", "null", "1", "2.5", "007", "٣",
    "''", "'it'", '"two"', "`raw`", r"'\n'", r"'\x41'", r"'\777'",
]  # fmt: skip
BINARY = [
    ":", ".", "?.", "*", "/", "mod", "+", "-", ">", "<", ">=", "<=", "!=", "=", "in", "is", "=~", "!~", "and", "or",
    "->", "=>",
]  # fmt: skip
PREFIX = ["not ", "-", "+", ":", "- "]
NAMES = ["f", "list", "not", "true", "in", "_x", "__f", "é"]
TOKENS = [
    *ATOMS, *BINARY, "(", ")", "[", "]", "{", "}", ",", ",,", "f(", "not(", "__f(", "not", "==", "&&", "||", "!", "!a",
    ";", "5a", "1.2.3", "1.", ".5", "1_0", "__a", r"'\xzz'", r"'\u12'", r"'\N{no}'", r"'\N{SPACE}'", "'\\", "\t", "\n",
    "\u00a0", "\u0085", "²", "'a\\\n'", "'a\nb'", "\\", "#", "~", "@", "%", "x:y", "'", '"', "`", "0x1F", "١٢",
]  # fmt: skip


class Generator:
    """A source of texts."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def expression(self, depth: int) -> str:
        """A text of the grammar, brackets and argument lists included, correct more often than not."""
        pick = self.random.choice
        kind = self.random.randint(0, 13) if depth else 0
        if kind < 3:
            return pick(ATOMS)
        if kind < 7:
            blank = pick(["", " "]) if self.random.random() < 0.3 else " "
            return f"{self.expression(depth - 1)}{blank}{pick(BINARY)}{blank}{self.expression(depth - 1)}"
        if kind == 7:
            return pick(PREFIX) + self.expression(depth - 1)
        if kind == 8:
            return f"({self.expression(depth - 1)})"
        if kind == 9:
            return f"{self.expression(depth - 1)}[{self.arguments(depth - 1)}]"
        if kind == 10:
            return f"[{self.arguments(depth - 1)}]"
        if kind == 11:
            return f"{{{self.arguments(depth - 1)}}}"
        return f"{pick(NAMES)}({self.arguments(depth - 1)})"

    def arguments(self, depth: int) -> str:
        """Arguments, some of them left out, named, or both in an order that is not allowed."""
        chance = self.random.random
        parts: list[str] = []
        named = False
        for _ in range(self.random.choice([0, 1, 1, 2, 2, 3, 5])):
            named = chance() < (0.9 if named else 0.25)
            if chance() < 0.1:
                parts.append("")
            elif named:
                parts.append(f"{self.expression(depth)} => {self.expression(depth)}")
            else:
                parts.append(self.expression(depth))
        return ",".join(parts)

    def tokens(self) -> str:
        """A few tokens in a row."""
        count = self.random.randint(1, 8)
        return "".join(
            self.random.choice(TOKENS) + self.random.choice(["", " "]) for _ in range(count)
        )

    def mutation(self, text: str) -> str:
        """A text with a small damage: a piece dropped, doubled, moved or replaced by a token."""
        first, last = sorted(self.random.randint(0, len(text)) for _ in range(2))
        last = min(last, first + 4)
        piece = text[first:last]
        replacement = self.random.choice(
            ["", piece * 2, piece[::-1], self.random.choice(TOKENS), ",", " "]
        )
        return text[:first] + replacement + text[last:]
