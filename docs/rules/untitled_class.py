"""The example of docs/rules.md."""

from collections.abc import Iterator

from muranopl import Finding, PackageView, rule

BAD = """\
Namespaces: {=: example.app}
Name: Sample
"""
GOOD = """\
Namespaces: {=: example.app, m: io.murano.metadata}
Name: Sample
Meta: {m:Title: {text: A sample}}
"""


@rule("ACME001", "untitled-class", bad=BAD, good=GOOD)
def untitled_class(package: PackageView) -> Iterator[Finding]:
    """A class has no title (io.murano.metadata.Title), so that forms call it by its name.

    Add one to the `Meta` of the class.
    """
    for class_ in package.classes:
        titles = [item for item in class_.meta or () if "Title/" in item.type]
        if not titles:
            message = f"class {class_.name} has no title"
            yield Finding(class_.place, message, "add m:Title to its Meta")
