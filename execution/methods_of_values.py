"""Creates the runner of static methods for values of classes, imported on the first call."""

from __future__ import annotations

from muranopl.render.context import LoadingContext, StaticMethods


def methods_of_values(context: LoadingContext) -> StaticMethods:
    """Return the runner of static methods for the values of a context."""
    from muranopl.execution.value_methods import ValueMethods  # noqa: PLC0415 - few values call methods

    return ValueMethods(context)
