"""A bill of materials as CycloneDX, in JSON."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import ExternalReference, ExternalReferenceType, Property, XsUri
from cyclonedx.model.bom import Bom, BomMetaData
from cyclonedx.model.bom_ref import BomRef
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.model.contact import OrganizationalContact
from cyclonedx.model.dependency import Dependency
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL

from muranopl.diagnostics.places import Place
from muranopl.documenting.materials.managers import MANAGERS
from muranopl.documenting.materials.material import Material, MaterialKind, PackageBill

_TYPES = {
    MaterialKind.PACKAGE: ComponentType.LIBRARY,
    MaterialKind.SOFTWARE: ComponentType.LIBRARY,
    MaterialKind.IMAGE: ComponentType.OPERATING_SYSTEM,
    MaterialKind.CONTAINER: ComponentType.CONTAINER,
    MaterialKind.URL: ComponentType.FILE,
}
_PURLS = {manager.name: manager.purl for manager in MANAGERS}
_SERIAL_NUMBERS = uuid.UUID("6c1f3a52-0c0b-5f0e-9b57-6f2f5f1d7c11")
"""The namespace of serial numbers, which follow from the content of a bill."""


def cyclonedx_json(bill: PackageBill, epoch: int | None = None) -> str:
    """Return the bill as a document of CycloneDX 1.6.

    The same bill gives the same text. `epoch` is the time of the document in seconds, as
    SOURCE_DATE_EPOCH has it; without it the document has no time.
    """
    bom = Bom(metadata=BomMetaData(component=_package(bill)))
    references = {_reference(item): _component(item) for item in bill.materials}
    bom.components.update(references.values())
    bom.dependencies.update(_dependencies(bill, references))
    document = json.loads(JsonV1Dot6(bom).output_as_string())
    # The library writes the current time, which would make each document another one
    if epoch is None:
        del document["metadata"]["timestamp"]
    else:
        document["metadata"]["timestamp"] = datetime.fromtimestamp(
            epoch, UTC
        ).isoformat()
    # The library has no words for compositions
    refs = [_root(bill), *references]
    document["compositions"] = list(_compositions(bill, refs))
    # A random one: it is made of the content, so that equal bills have one number
    del document["serialNumber"]
    content = json.dumps(document, sort_keys=True)
    serial = uuid.uuid5(_SERIAL_NUMBERS, content)
    document["serialNumber"] = f"urn:uuid:{serial}"
    return json.dumps(document, indent=2, sort_keys=True) + "\n"


def _root(bill: PackageBill) -> str:
    return f"{bill.name}/{bill.version}"


def _package(bill: PackageBill) -> Component:
    unknown = (
        _property("unknown", f"{item.text} ({_where(item.place)})")
        for item in bill.unknown
    )
    return Component(
        name=bill.name,
        version=bill.version,
        type=ComponentType.APPLICATION,
        bom_ref=_root(bill),
        description=bill.title,
        authors=[OrganizationalContact(name=bill.author)] if bill.author else (),
        licenses=[LicenseFactory().make_from_string(name) for name in bill.licenses],
        properties=unknown,
    )


def _reference(material: Material) -> str:
    if material.kind is MaterialKind.PACKAGE:
        is_there = material.is_available
        return f"{material.name}/{material.version}" if is_there else material.name
    parts = (material.kind.value, material.manager, material.name, material.version)
    return ":".join(part for part in parts if part)


def _component(material: Material) -> Component:
    properties = [_property("place", _where(place)) for place in material.places]
    if material.manager:
        properties.append(_property("manager", material.manager))
    if not material.is_available:
        properties.append(_property("missing", "the package is not at hand"))
    addresses = []
    if material.kind is MaterialKind.URL:
        kind = ExternalReferenceType.DISTRIBUTION
        addresses.append(ExternalReference(type=kind, url=XsUri(material.name)))
    return Component(
        name=material.name,
        version=material.version or None,
        type=_TYPES[material.kind],
        bom_ref=_reference(material),
        purl=_purl(material),
        properties=properties,
        external_references=addresses,
    )


def _purl(material: Material) -> PackageURL | None:
    type_ = _PURLS.get(material.manager, "")
    if not type_:
        return None
    namespace, _, name = material.name.rpartition("/")
    return PackageURL(type_, namespace or None, name, material.version or None)


def _property(name: str, value: str) -> Property:
    return Property(name=f"muranopl:{name}", value=value)


def _where(place: Place) -> str:
    return f"{place.file.path}:{place.line}"


def _dependencies(bill: PackageBill, references: Iterable[str]) -> Iterator[Dependency]:
    """Yield what each package depends on; what scripts fetch is for the package itself."""
    targets: dict[str, set[str]] = {reference: set() for reference in references}
    targets[_root(bill)] = {
        _reference(item)
        for item in bill.materials
        if item.kind is not MaterialKind.PACKAGE
    }
    for source, target in bill.requires:
        targets[source].add(target)
    components = {name: Dependency(BomRef(name)) for name in targets}
    for source, names in targets.items():
        components[source].dependencies.update(components[name] for name in names)
    yield from components.values()


def _compositions(bill: PackageBill, refs: list[str]) -> Iterator[dict[str, Any]]:
    """Yield what the bill says about its own completeness."""
    aggregate = "complete" if bill.is_complete else "incomplete"
    yield {"aggregate": aggregate, "assemblies": refs[:1], "dependencies": refs[:1]}
    materials = sorted(refs[1:])
    if materials:
        # Scripts say what they install, not what that depends on
        yield {"aggregate": "unknown", "dependencies": materials}
