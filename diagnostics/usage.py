"""Wrong usage: what a caller asks for has no meaning, whatever is in the packages."""

from __future__ import annotations


class UsageError(ValueError):
    """muranopl was called wrongly: an argument of no plain meaning, a path that does not exist, an unknown name.

    It says nothing about the packages. The command line ends with the exit status of wrong usage, and this message.
    `argument` is the argument of the library that `problem` is about, where that does not say it itself.
    """

    def __init__(self, problem: str, argument: str = "") -> None:
        super().__init__(f"{argument}: {problem}" if argument else problem)
        self.problem = problem
        self.argument = argument
