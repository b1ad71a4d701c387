"""Lists the contract functions, each declared once (see `declaration.py`).

Sources: language/muranopl.txt, Contract and Object model; conformance/contracts.json, by the prefix each
file names.
"""

from __future__ import annotations

from muranopl.language.contracts.functions.conversions import BOOL, INT, STRING
from muranopl.language.contracts.functions.declaration import ContractFunction
from muranopl.language.contracts.functions.objects import CLASS, NOT_OWNED, OWNED, TEMPLATE
from muranopl.language.contracts.functions.restrictions import CHECK, NOT_NULL

FUNCTIONS: dict[str, ContractFunction] = {
    function.name: function
    for function in (INT, STRING, BOOL, CLASS, TEMPLATE, NOT_NULL, OWNED, NOT_OWNED, CHECK)
}
