"""Wrong usage: what a caller asks for has no meaning, whatever is in the packages."""

from __future__ import annotations


class UsageError(ValueError):
    """muranopl was called wrongly: an argument of no plain meaning, a path that does not exist, an unknown name.

    It says nothing about the packages. The command line ends with the exit status of wrong usage, and this message.
    """
