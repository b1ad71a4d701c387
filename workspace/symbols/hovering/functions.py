"""Texts about functions of expressions and of contracts."""

from __future__ import annotations

from muranopl.language.contracts.functions import FUNCTIONS
from muranopl.language.contracts.functions.declaration import ContractFunction
from muranopl.semantics.abstract.functions import signatures
from muranopl.semantics.abstract.functions.signatures import FunctionSignatures, Signature
from muranopl.semantics.abstract.values import Value
from muranopl.views.words.markdown import block, bullets, code, paragraphs
from muranopl.workspace.symbols.hovering.value_words import value_words
from muranopl.workspace.symbols.symbol import Symbol


def function_text(symbol: Symbol, value: Value, functions: FunctionSignatures) -> str | None:
    """Return the text about a function of expressions: its forms, and what it gives here.

    `functions` are those that exist there; of another function all forms are shown.
    """
    named = signatures.named(symbol.name)
    here = {*functions.functions(symbol.name), *functions.methods(symbol.name)}
    forms = [form for form in named if form in here] or named
    if not forms:
        return None
    words = value_words(value)
    return paragraphs(
        block("\n".join(dict.fromkeys(map(_line, forms))), "python"),
        *dict.fromkeys(map(signatures.words_of, forms)),
        None if words is None else f"Here: {words}.",
    )


def _line(form: Signature) -> str:
    """Return a form of a function, with the versions of MuranoPL that have it."""
    shown = f"value.{form.text}" if form.is_method and not form.is_function else form.text
    if (form.first, form.last) == (signatures.FIRST, signatures.LATEST):
        return shown
    first, last = map(signatures.version_text, (form.first, form.last))
    return f"{shown}  # MuranoPL {first} to {last}"


def contract_function_text(symbol: Symbol) -> str | None:
    """Return the text about a contract function."""
    function = FUNCTIONS.get(symbol.name)
    if function is None:
        return None
    arguments = [f"{code(parameter.name)}: {parameter.words}" for parameter in function.parameters]
    return paragraphs(block(f"$.{_call(function)}", "text"), function.words, bullets(arguments))


def _call(function: ContractFunction) -> str:
    names = (
        parameter.name if parameter.required else f"{parameter.name}=null"
        for parameter in function.parameters
    )
    return f"{function.name}({', '.join(names)})"
