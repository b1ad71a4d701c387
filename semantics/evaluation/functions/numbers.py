"""Arithmetic and repetition whose results cannot grow without end, in place of yaql's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from yaql.standard_library import collections, math

if TYPE_CHECKING:
    from muranopl.semantics.evaluation.frames import Frame

# What a step is worth in operations of Python's big integers on its digits of 30 bits.
_DIGIT_STEPS = 20_000
_DECIMALS = 4300


def plus(frame: Frame, left: Any, right: Any) -> Any:
    """`left + right`."""
    return _checked(frame, left + right)


def minus(frame: Frame, left: Any, right: Any) -> Any:
    """`left - right`."""
    return _checked(frame, left - right)


def _checked(frame: Frame, result: Any) -> Any:
    if isinstance(result, int):
        frame.run.budget.integer(result.bit_length())
    return result


def product(frame: Frame, left: Any, right: Any) -> Any:
    """`left * right`."""
    if isinstance(left, int) and isinstance(right, int):
        frame.run.budget.integer(left.bit_length() + right.bit_length())
    return left * right


def power(frame: Frame, a: Any, b: Any, c: Any = None) -> Any:
    """`pow(a, b, c)`."""
    if isinstance(a, int) and isinstance(b, int):
        if c is None and b > 0:
            frame.run.budget.integer((a.bit_length() - 1) * b)
        elif isinstance(c, int):
            digits = max(a.bit_length(), c.bit_length()) // 30
            frame.run.budget.spend(digits * digits * b.bit_length() // _DIGIT_STEPS)
    return pow(a, b, c)


def shifted_left(frame: Frame, value: int, bits_number: int) -> int:
    """`shiftBitsLeft(value, bitsNumber)`."""
    frame.run.budget.integer(value.bit_length() + bits_number)
    return value << bits_number


def rounded(frame: Frame, number: Any, ndigits: int = 0) -> Any:
    """`round(number, ndigits)`."""
    if ndigits < -_DECIMALS:
        return 0 * number
    return round(number, ndigits)


def repeated(frame: Frame, left: Any, right: int, engine: Any) -> Any:
    """`list * number`; what yaql checks lets any length through on the Pythons of today."""
    frame.run.budget.parts(len(left) * right)
    return left * right


def repeating(frame: Frame, left: int, right: Any, engine: Any) -> Any:
    """`number * list`."""
    return repeated(frame, right, left, engine)


REPLACED = {
    collections.list_by_int: repeated,
    collections.int_by_list: repeating,
    math.binary_plus: plus,
    math.binary_minus: minus,
    math.multiplication: product,
    math.pow_: power,
    math.shift_bits_left: shifted_left,
    math.round_: rounded,
}
