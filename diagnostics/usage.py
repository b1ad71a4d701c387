"""Defines `UsageError`, for arguments without a meaning, whatever is in the packages."""

from __future__ import annotations


class UsageError(ValueError):
    """Raised for wrong calls of muranopl.

    It is about an argument without a plain meaning, a missing path or an unknown name, not about
    the content of packages. The command line prints it and ends with the exit status of wrong
    usage. `argument` is the argument of the library that `problem` is about, where the text does
    not name it.
    """

    def __init__(self, problem: str, argument: str = "") -> None:
        super().__init__(f"{argument}: {problem}" if argument else problem)
        self.problem = problem
        self.argument = argument
