"""Names the classes and packages that the language itself knows: the core library, meta classes."""

CORE_LIBRARY = "io.murano"
"""The package that every other one requires implicitly."""

ROOT_CLASS = "io.murano.Object"
"""The base class of classes without `Extends`."""

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
