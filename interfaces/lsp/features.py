"""The registry of features: functions that answer requests, by the method of the protocol."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

Answer = TypeVar("Answer", bound=Callable[..., Any])


class Feature(NamedTuple):
    """The function that answers a request, and the options that the server declares for it.

    It is called with the session and the parameters of the request, in the thread of the session.
    """

    method: str
    function: Callable[..., Any]
    options: Any


FEATURES: dict[str, Feature] = {}
COMMANDS: dict[str, Callable[..., Any]] = {}


def feature(method: str, options: Any = None) -> Callable[[Answer], Answer]:
    """Return a decorator that registers the function for a request."""

    def register(function: Answer) -> Answer:
        FEATURES[method] = Feature(method, function, options)
        return function

    return register


def command(name: str) -> Callable[[Answer], Answer]:
    """Return a decorator that registers a command, which clients run by its name.

    The function is a coroutine; it is called with the server and the arguments of the command.
    """

    def register(function: Answer) -> Answer:
        COMMANDS[name] = function
        return function

    return register
