"""What runs the methods that values of classes call, imported when the first one is called."""

from __future__ import annotations

from muranopl.render.context import LoadingContext, StaticMethods


def methods_of_values(context: LoadingContext) -> StaticMethods:
    """Return what runs static methods for the values of a context."""
    from muranopl.execution.value_methods import ValueMethods  # noqa: PLC0415 - few values call methods

    return ValueMethods(context)
