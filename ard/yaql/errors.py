"""Errors in the text of an expression, with their places in it."""

from __future__ import annotations


class ExpressionError(Exception):
    """Raised for a text that is not a YAQL expression.

    `message` is a clause without a final full stop. `start` and `end` are 0-based character offsets
    into the text, `end` exclusive; both are the length of the text if it ends too early.
    `instead` is what to write in place of that part, None if that is not known.
    """

    def __init__(self, message: str, start: int, end: int, instead: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.start = start
        self.end = end
        self.instead = instead


class LiteralError(ExpressionError):
    r"""Raised for a literal that Python cannot read.

    Examples are an escape such as `'\xzz'`, or an integer beyond Python's limit of digits. The reference
    engine fails on these while it loads the file, also in a plain scalar, where any other error
    just leaves the scalar text (measured: UnicodeDecodeError, ValueError).
    """
