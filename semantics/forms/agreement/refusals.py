"""Determines which abstract values a contract refuses, without a model; `value_checks` reports them.

Reference: ui-agreement, 5.4 and 5.5.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import msgspec

from muranopl.diagnostics.catalogue import forms as rules
from muranopl.diagnostics.diagnostic import Severity
from muranopl.diagnostics.rules import Rule
from muranopl.language.contracts import kinds, tree
from muranopl.language.contracts.facts import ContractFacts
from muranopl.language.contracts.functions.conversions import BOOL, FALSE_WORDS, INT
from muranopl.language.contracts.functions.objects import OWNED, TEMPLATE
from muranopl.language.contracts.tree import Chain
from muranopl.semantics.abstract.values import (
    Alternative,
    ConstantValue,
    Dictionary,
    Items,
    Number,
    OfKind,
    Plain,
    Text,
    TextOrigin,
)
from muranopl.semantics.forms.form_values import Fragment, ObjectId, is_unsendable

_INTEGER = "write `type: integer` in the field"
# Of a text with validators or lengths: fields of integers have no lengths
_INTEGER_WITH_LIMITS = "use a field of type integer with minValue and maxValue"


class ContractRefusal(msgspec.Struct, frozen=True):
    """Why a contract refuses an alternative of a value.

    `severity` is the highest one, None if it depends on whether all alternatives are refused.
    `remedy` is what to do about it, if there is better advice than to give another value.
    """

    rule: Rule
    problem: str
    severity: Severity | None = None
    remedy: str | None = None


def refusal(
    contract: Chain | tree.Constant,
    alternative: Alternative,
    judge: ContractFacts,
    *,
    is_inside: bool = False,
) -> ContractRefusal | None:
    """Return why a contract without inner ones refuses an alternative, None if it may take it.

    The alternative is not null; `is_inside` is true if it is the id of an object that may be created
    inside the object of the property. Objects and their ids are only refused by contracts for other
    kinds.
    """
    # What cannot be sent is reported where it is written.
    if is_unsendable(alternative) or not contract.is_known:
        return None
    if isinstance(contract, tree.Constant):
        return _other_than(contract, alternative)
    function = contract.function
    is_object = isinstance(alternative, Fragment) and _wants_object(contract)
    kind = kinds.OBJECT if is_object else alternative.kind
    if function is not None:
        if _wants_object(contract) and not isinstance(
            alternative, (Fragment, Dictionary, ObjectId)
        ):
            return ContractRefusal(
                rules.VALUE_KIND,
                f"it is {function.refusal or 'not an object'}",
                remedy='write an object: a mapping with a key "?" that contains the type',
            )
        if (
            isinstance(alternative, ObjectId)
            and (refusing := _wants_new(contract, is_inside=is_inside)) is not None
        ):
            return ContractRefusal(
                rules.VALUE_KIND,
                f"{refusing} rejects existing objects",
                remedy=f"describe a new object here, or remove {refusing} from the contract",
            )
        problem = judge.kinds_problem(contract, kind)
        if problem is not None:
            return ContractRefusal(rules.VALUE_KIND, f"it is {problem}")
        # The engine is asked last: what the documents refuse too is no difference.
        quirk = judge.refused_by_quirk(contract, kind)
        if quirk is not None:
            differs = f"the documentation says that it is converted, but the engine rejects it (--quirk {quirk.name})"
            return ContractRefusal(rules.VALUE_KIND, differs, Severity.WARNING)
        result = _converted(contract, alternative)
        if result is not None:
            return result
    if isinstance(alternative, ConstantValue):
        problem = judge.constant_problem(contract, alternative.value)
        if problem is None:
            return None
        return ContractRefusal(rules.VALUE_REFUSED, problem)
    return _wider(contract, alternative, judge)


def _wants_object(contract: Chain) -> bool:
    return contract.class_arguments is not None


def _wants_new(contract: Chain, *, is_inside: bool) -> str | None:
    """Return the function of a chain that takes no existing object.

    An owner is also the one of objects in its properties.
    """
    for call in contract.calls:
        if call.function is TEMPLATE or (call.function is OWNED and not is_inside):
            return f"{call.function.name}()"
    return None


def _other_than(contract: tree.Constant, alternative: Alternative) -> ContractRefusal | None:
    if isinstance(alternative, ConstantValue):
        # As rendering compares them, where 1 is equal to true.
        fits, rule = alternative.value == contract.value, rules.VALUE_REFUSED
    else:
        is_text = isinstance(alternative, (Text, ObjectId))
        fits = is_text or bool(kinds.kind_of(contract.value) & alternative.kind)
        rule = rules.VALUE_KIND
    return None if fits else ContractRefusal(rule, f"it accepts only {_written(contract.value)}")


def _written(value: object) -> str:
    if isinstance(value, str):
        return f'"{value}"'
    return str(value).lower() if isinstance(value, bool) else str(value)


def _converted(contract: Chain, alternative: Alternative) -> ContractRefusal | None:
    """Return why a value is a questionable argument of a conversion, or None."""
    function = contract.function
    if function is INT and isinstance(alternative, ObjectId):
        return ContractRefusal(rules.VALUE_KIND, "it is not an integer")
    if function is INT and isinstance(alternative, Text):
        return _text_as_number(alternative)
    if function is not BOOL:
        return None
    is_false = (
        isinstance(alternative, ConstantValue)
        and str(alternative.value).strip().lower() in FALSE_WORDS
    )
    if isinstance(alternative, (Text, ObjectId)) or (is_false and alternative.kind == kinds.STRING):
        return ContractRefusal(
            rules.VALUE_KIND,
            "every string that is not empty is true",
            Severity.WARNING,
            "write true or false, or use a field with `type: boolean`",
        )
    return None


def _text_as_number(text: Text) -> ContractRefusal | None:
    """Return why a text may be no number; patterns and validators skip the empty one.

    Reference: ui-agreement, 4.
    """
    severity, remedy = Severity.WARNING, "write `type: integer`, or `required: true`, in the field"
    if text.digits and "" in text.samples:
        problem = "it may be empty, which is not a number"
    # A computed text is unknown, so it may be a number.
    elif text.digits or text.origin is TextOrigin.COMPUTED:
        return None
    elif text.origin is TextOrigin.TYPED:
        problem = "the entered string may not be a number"
        remedy = _INTEGER_WITH_LIMITS if text.restricted else _INTEGER
    else:
        return ContractRefusal(rules.VALUE_KIND, "it is not an integer")
    return ContractRefusal(rules.VALUE_KIND, problem, severity, remedy)


def _wider(
    contract: Chain, alternative: Alternative, judge: ContractFacts
) -> ContractRefusal | None:
    """Return why a `check()` refuses values that the field accepts, or None."""
    if not any(call.function.narrows for call in contract.calls):
        return None

    def is_refused(sample: Plain) -> bool:
        return judge.constant_problem(contract, sample) is not None

    # A value that can certainly come is proof; those of the contract are a hint.
    for sample in filter(is_refused, _reachable(alternative)):
        problem = f"it may be {_written(sample) if sample != '' else 'empty'}"
        return ContractRefusal(rules.FIELD_WIDER, problem, Severity.WARNING)
    match alternative:
        case Text(restricted=False, origin=TextOrigin.TYPED):
            pass
        case Number(restricted=False, least=None, most=None):
            pass
        case _:
            return None
    samples = () if contract.function is None else contract.function.samples
    if any(kinds.kind_of(item) == alternative.kind and is_refused(item) for item in samples):
        return ContractRefusal(
            rules.FIELD_WIDER, "the field does not repeat its check()", Severity.INFO
        )
    return None


def _reachable(alternative: Alternative) -> Iterator[Plain]:
    """Yield values that an alternative certainly includes: for a number its bounds."""
    if isinstance(alternative, Number):
        yield from (item for item in (alternative.least, alternative.most) if item is not None)
        yield from alternative.samples
    elif isinstance(alternative, Text):
        yield from alternative.samples
    elif isinstance(alternative, OfKind) and alternative.kind == kinds.BOOL:
        yield from (True, False)


def length_refusal(
    contract: tree.ListOf, found: Items, facts: ContractFacts
) -> ContractRefusal | None:
    """Return why a list contract refuses the possible numbers of items of a list, or None."""
    least, most = facts.least_items(contract), contract.maximum
    is_bounded = most is not None and most >= 0
    bounds = f"{least} to {most} items" if is_bounded else f"{least} or more items"
    highest = most if most is not None and is_bounded else math.inf
    low, high = found.least, found.most
    if found.items is not None:
        low = high = len(found.items)
    if (high is not None and high < least) or (low is not None and low > highest):
        return ContractRefusal(rules.VALUE_REFUSED, f"it accepts {bounds}")
    for number in (low, high):
        if number is not None and not least <= number <= highest:
            problem = f"it accepts {bounds}, but there may be {number}"
            return ContractRefusal(rules.FIELD_WIDER, problem, Severity.WARNING)
    if (low is None and least > 0) or (high is None and is_bounded):
        return ContractRefusal(
            rules.FIELD_WIDER,
            f"it accepts {bounds}, but the field does not limit their number",
            Severity.INFO,
        )
    return None
