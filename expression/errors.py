"""What is wrong with the text of an expression, and where in it."""

from __future__ import annotations


class ExpressionError(Exception):
    """The text is no YAQL expression. `message` is a clause in plain words without a final full stop.

    `start` and `end` are 0-based character offsets into the text, `end` exclusive; both are the length of the text
    where it ends too early.
    """

    def __init__(self, message: str, start: int, end: int) -> None:
        super().__init__(message)
        self.message = message
        self.start = start
        self.end = end


class LiteralError(ExpressionError):
    r"""A literal that Python cannot read: an escape such as `'\xzz'`, or an integer beyond Python's limit of digits.

    The reference engine dies of these while it loads the file, also in a plain scalar, where any other error just
    leaves the scalar text (measured: UnicodeDecodeError, ValueError).
    """
