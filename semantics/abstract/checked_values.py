"""The values that the predicates of a contract leave: `$.int().check($ > 10)` is 11 or more."""

from __future__ import annotations

from muranopl.diagnostics.bounds import ALTERNATIVES
from muranopl.diagnostics.diagnostic import Related
from muranopl.language.contracts import kinds
from muranopl.language.contracts.predicate_ranges import (
    choices,
    conditions_of,
    simple_constant,
    value_range,
)
from muranopl.language.contracts.predicates import Condition, condition, is_certainly_false
from muranopl.language.contracts.tree import Chain
from muranopl.semantics.abstract.values import (
    Alternative,
    ConstantValue,
    Number,
    Text,
    TextOrigin,
    Value,
    of,
    one,
)

_TYPES: dict[int, type] = {kinds.INT: int, kinds.STRING: str}


def checked_values(contract: Chain, related: tuple[Related, ...] = ()) -> Value | None:
    """Return the integers or texts that a contract takes, None if they do not follow from its form.

    Null, which is compared as any value, is not among them.
    """
    kind = kinds.UNKNOWN if contract.function is None else contract.function.inferred
    type_ = _TYPES.get(kind)
    if type_ is None:
        return None
    parts = conditions_of(contract)
    conditions: list[Condition] = []
    for part in parts:
        item = condition(part)
        if item is None:
            continue
        conditions.append(item)
        allowed = choices(item, simple_constant)
        if allowed is not None and len(allowed) <= ALTERNATIVES.most:
            rest = [other for other in parts if other is not part]
            constants: list[Alternative] = [
                ConstantValue(value=choice, related=related)
                for choice in allowed
                if isinstance(choice, (int, str)) and type(choice) is type_
                if not any(is_certainly_false(other, choice) for other in rest)
            ]
            # A contract that takes nothing at all is reported itself.
            return of(constants) if constants else None
    of_length = kind == kinds.STRING
    limits = value_range(conditions, simple_constant, of_length=of_length)
    least, most = limits.integers
    if limits.is_empty or (not least and most is None and of_length):
        return None
    if of_length:
        return one(
            Text(
                origin=TextOrigin.COMPUTED,
                restricted=True,
                shortest=least or 0,
                longest=most,
                related=related,
            )
        )
    if least is None and most is None:
        return None
    return one(Number(least=least, most=most, restricted=True, related=related))
