"""Lists the contract functions, each declared in a file of its own (see `declaration.py`).

Sources: language/muranopl.txt, Contract and Object model; conformance/contracts.json, by the prefix each
file names.
"""

from __future__ import annotations

from muranopl.language.contracts.functions.bool_ import BOOL
from muranopl.language.contracts.functions.check import CHECK
from muranopl.language.contracts.functions.class_ import CLASS
from muranopl.language.contracts.functions.declaration import ContractFunction
from muranopl.language.contracts.functions.int_ import INT
from muranopl.language.contracts.functions.not_null import NOT_NULL
from muranopl.language.contracts.functions.not_owned import NOT_OWNED
from muranopl.language.contracts.functions.owned import OWNED
from muranopl.language.contracts.functions.string_ import STRING
from muranopl.language.contracts.functions.template import TEMPLATE

FUNCTIONS: dict[str, ContractFunction] = {
    function.name: function
    for function in (INT, STRING, BOOL, CLASS, TEMPLATE, NOT_NULL, OWNED, NOT_OWNED, CHECK)
}
