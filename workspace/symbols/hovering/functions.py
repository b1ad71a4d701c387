"""Texts about functions of expressions and of contracts."""

from __future__ import annotations

from muranopl.language.contracts.functions import FUNCTIONS
from muranopl.language.contracts.functions.declaration import ContractFunction
from muranopl.semantics.abstract.functions import signatures
from muranopl.semantics.abstract.functions.signatures import Signature
from muranopl.semantics.abstract.values import Value
from muranopl.workspace.symbols.hovering.markdown import block, paragraphs
from muranopl.workspace.symbols.hovering.value_words import value_words
from muranopl.workspace.symbols.symbol import Symbol


def function_text(symbol: Symbol, value: Value) -> str | None:
    """Return the text about a function of expressions: its forms, and what it gives here."""
    forms = signatures.named(symbol.name)
    texts = signatures.written(symbol.name)
    if not forms:
        return None
    lines = [_line(*pair) for pair in zip(forms, texts, strict=True)]
    words = value_words(value)
    return paragraphs(
        block("\n".join(dict.fromkeys(lines)), "python"),
        None if words is None else f"Here: {words}.",
    )


def _line(form: Signature, text: str) -> str:
    """Return a form of a function, with the versions of MuranoPL that have it."""
    shown = f"value.{text}" if form.is_method and not form.is_function else text
    if (form.first, form.last) == (signatures.FIRST, signatures.LATEST):
        return shown
    first, last = map(signatures.version_text, (form.first, form.last))
    return f"{shown}  # MuranoPL {first} to {last}"


def contract_function_text(symbol: Symbol) -> str | None:
    """Return the text about a contract function."""
    function = FUNCTIONS.get(symbol.name)
    if function is None:
        return None
    return paragraphs(block(f"$.{_call(function)}", "text"), _meaning(function))


def _call(function: ContractFunction) -> str:
    names = (
        parameter.name if parameter.required else f"{parameter.name}=null"
        for parameter in function.parameters
    )
    return f"{function.name}({', '.join(names)})"


def _meaning(function: ContractFunction) -> str:
    return (type(function).__doc__ or "").partition("Attributes:")[0].strip()
