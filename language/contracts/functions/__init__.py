"""The functions of contracts, each declared in one place with all that it means.

`int`, `string`, `bool` (scalars.py), `class`, `template`, `owned`, `notOwned` (objects.py), `notNull`, `check`
(restrictions.py). What a function means: the kinds of values it gives and takes (read where an override is compared
with what it overrides), what it makes of a value, and what it says of one that another declaration made.
"""

from __future__ import annotations

from muranopl.language.contracts import tree
from muranopl.language.contracts.functions.model import Function
from muranopl.language.contracts.functions.objects import CLASS, NOT_OWNED, OWNED, TEMPLATE
from muranopl.language.contracts.functions.restrictions import CHECK, NOT_NULL
from muranopl.language.contracts.functions.scalars import BOOL, INT, STRING

FUNCTIONS: dict[str, Function] = {
    function.name: function for function in (INT, STRING, BOOL, CLASS, TEMPLATE, NOT_NULL, CHECK, OWNED, NOT_OWNED)
}
_OF_TYPE: dict[type[tree.Contract], Function] = {
    tree.Int: INT,
    tree.String: STRING,
    tree.Bool: BOOL,
    tree.ObjectOf: CLASS,
    tree.Template: TEMPLATE,
}


def function_of(contract: tree.Contract) -> Function | None:
    """The function that gives a contract its type; None for `$`, literals, lists, mappings and free expressions."""
    return _OF_TYPE.get(type(contract))
