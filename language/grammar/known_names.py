"""Names that the language knows: of the core library, of the header of objects, and of secrets.

Names of secrets are for checks of defaults of classes and of fields of forms.
"""

from __future__ import annotations

import re

from muranopl.diagnostics.patterns import lazy_pattern

CORE_LIBRARY = "io.murano"
"""The package that every other one requires implicitly."""

ROOT_CLASS = "io.murano.Object"
"""The base class of classes without `Extends`."""

TEST_FIXTURE = "io.murano.test.TestFixture"
"""The base class of classes with tests."""
TEST_NAME = lazy_pattern(r"test(?![a-z])")
"""The names of tests: `testInstall` and `test_install`, but not `testing`."""

METADATA = "io.murano.metadata"
BUILDER = f"{METADATA}.ModelBuilder"
"""The meta class of methods that make object models."""

TEXTS = {
    f"{METADATA}.Title": "title",
    f"{METADATA}.Description": "description",
    f"{METADATA}.HelpText": "helpText",
}
"""The meta classes whose `text` is for users, and the keys of these texts in schemas and actions."""
TITLE, DESCRIPTION, HELP = TEXTS

SECTION = f"{METADATA}.forms.Section"
"""The meta class of sections of a form."""
POSITION = f"{METADATA}.forms.Position"
"""The meta class of the places of fields in a form."""

DOCUMENTED_VERSIONS = ("0.1.0", "0.2.0")
"""Versions that a core library without one has by the documents (versioning.txt, item 4)."""


HEADER = "?"
HEADER_WORDS = (
    "The header of an object: its class as `type`, and its `id`. A mapping without header is data."
)
HEADER_KEYS = {
    "type": "The class of the object: its full name, optionally with a version, `name/1.0.0`.",
    "id": "The id of the object, by which others refer to it. The dashboard writes it.",
    "name": "The name of the object, which `name()` returns. The dashboard writes it for "
    "applications.",
    "metadata": "A mapping of additional data, which `metadata()` returns.",
    "destroyed": "Whether the object was destroyed; the engine writes it.",
    "dependencies": "What is called when other objects end; the engine writes it.",
    "classVersion": "The version of the class.",
    "package": "The package of the class.",
}
"""The keys that have a meaning, with their words; all others are kept as they are."""


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
