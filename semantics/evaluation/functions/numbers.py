"""Replaces yaql's arithmetic and repetition by functions with bounded results."""

from __future__ import annotations

from typing import Any

from yaql.standard_library import collections, math

from muranopl.diagnostics.bounds import DIGITS
from muranopl.semantics.evaluation.frames import VariableFrame
from muranopl.semantics.evaluation.parameters import Replacements

# Operations on the 30-bit digits of Python's integers that count as one step.
_DIGIT_STEPS = 20_000

REPLACED = Replacements()


@REPLACED.add(math.binary_plus)
def plus(frame: VariableFrame, left: Any, right: Any) -> Any:
    """Implement `left + right`."""
    return _checked(frame, left + right)


@REPLACED.add(math.binary_minus)
def minus(frame: VariableFrame, left: Any, right: Any) -> Any:
    """Implement `left - right`."""
    return _checked(frame, left - right)


def _checked(frame: VariableFrame, result: Any) -> Any:
    if isinstance(result, int):
        frame.budget.integer(result.bit_length())
    return result


@REPLACED.add(math.multiplication)
def product(frame: VariableFrame, left: Any, right: Any) -> Any:
    """Implement `left * right`."""
    # Measured before it is computed: the product may be what takes too long.
    if isinstance(left, int) and isinstance(right, int):
        frame.budget.integer(left.bit_length() + right.bit_length())
    return left * right


@REPLACED.add(math.pow_)
def power(frame: VariableFrame, a: Any, b: Any, c: Any = None) -> Any:
    """Implement `pow(a, b, c)`."""
    if isinstance(a, int) and isinstance(b, int):
        if c is None and b > 0:
            frame.budget.integer((a.bit_length() - 1) * b)
        elif isinstance(c, int):
            # A modular power multiplies numbers as long as the modulus for each bit of the exponent.
            digits = max(a.bit_length(), c.bit_length()) // 30
            frame.budget.spend(digits * digits * b.bit_length() // _DIGIT_STEPS)
    return pow(a, b, c)


@REPLACED.add(math.shift_bits_left)
def shifted_left(frame: VariableFrame, value: int, bits_number: int) -> int:
    """Implement `shiftBitsLeft(value, bitsNumber)`."""
    frame.budget.integer(value.bit_length() + bits_number)
    return value << bits_number


@REPLACED.add(math.round_)
def rounded(frame: VariableFrame, number: Any, ndigits: int = 0) -> Any:
    """Implement `round(number, ndigits)`."""
    if ndigits < -DIGITS.most:
        return 0 * number
    return round(number, ndigits)


@REPLACED.add(collections.list_by_int)
@REPLACED.add(collections.int_by_list, swapped=True)
def repeated(frame: VariableFrame, left: Any, right: int, engine: Any) -> Any:
    """Implement `list * number` and `number * list`.

    Yaql's own check has no effect on current Pythons.
    """
    frame.budget.parts(len(left) * right)
    return left * right
