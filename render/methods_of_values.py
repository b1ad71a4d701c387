"""The runner of static methods that values of classes call."""

from __future__ import annotations

import importlib

from muranopl.render.context import LoadingContext, StaticMethods


def methods_of_values(context: LoadingContext) -> StaticMethods:
    """Return the runner of static methods for the values of a context.

    Methods run on the machine, which is above the phases: it is named here and loaded on the first call, as few values
    call methods.
    """
    machine = importlib.import_module("muranopl.execution.value_methods")
    methods: StaticMethods = machine.ValueMethods(context)
    return methods
