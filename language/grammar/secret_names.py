"""Recognises names of secrets: passwords, and keys and tokens that open something.

Used by checks of defaults of classes and of fields of forms.
"""

from __future__ import annotations

import re

_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_PASSWORDS = frozenset({("password",), ("passwd",), ("passphrase",), ("pwd",)})
_SECRETS = _PASSWORDS | frozenset(
    {
        ("secret",),
        ("api", "key"),
        ("access", "key"),
        ("private", "key"),
        ("secret", "key"),
        ("access", "token"),
        ("api", "token"),
        ("auth", "token"),
    }
)


def names_password(name: str) -> bool:
    """Return whether something of a name is a password: `adminPassword`, but not `passwordLength`."""
    return _last_words(name)[-1:] in _PASSWORDS


def names_secret(name: str) -> bool:
    """Return whether something of a name is a password or another secret, such as `apiKey`."""
    words = _last_words(name)
    return words in _SECRETS or words[-1:] in _SECRETS


def _last_words(name: str) -> tuple[str, ...]:
    """Return the last two words of a name in camel case, or with underscores or dashes."""
    return tuple(map(str.lower, _WORDS.findall(name)[-2:]))
