"""The abstract values of all that is written in a UI definition; what cannot work is reported."""

from __future__ import annotations

from muranopl.ard.nodes import Mapping, Node, Scalar, Yaql
from muranopl.semantics.ui.form_values import FormValues
from muranopl.semantics.ui.reports import Reports
from muranopl.semantics.ui.values import UNKNOWN, Dictionary, Fragment, Items, Value, constant, one

HEADER = "?"


class Inference:
    """Tells values of one UI definition; what is wrong in an expression is reported once."""

    def __init__(self, forms: FormValues, reports: Reports) -> None:
        self.forms = forms
        self.reports = reports

    def check(self) -> None:
        """Look at every expression of the definition once, each in the scope of its place."""

    def model_value(self, node: Node) -> Value:
        """Return what a value in Application or in a template may be."""
        if isinstance(node, Scalar):
            return constant(node.value)
        if isinstance(node, Yaql):
            return UNKNOWN
        if isinstance(node, Mapping):
            return one(Dictionary(node=node) if node.get(HEADER) is None else Fragment(node=node))
        return one(Items(items=tuple(self.model_value(each) for each in getattr(node, "items", ()))))
