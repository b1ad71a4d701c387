"""The types whose value is the name or id of a cloud resource."""

from __future__ import annotations

from collections.abc import Iterator

from muranopl.language.grammar.ui.field_attributes import FieldAttributes
from muranopl.language.grammar.ui.field_types.declaration import WIDGET, A, Alternatives, FieldType


class CloudText(FieldType):
    """A text from the cloud. The parameters are attributes of `FieldType`."""

    depends_on_cloud = True

    def __init__(
        self,
        name: str,
        words: str,
        things: str,
        attributes: tuple[str, ...] = ("choices", *WIDGET),
        *,
        takes_empty: bool = False,
    ) -> None:
        self.name = name
        self.words = words
        self.things = things
        self.attributes = attributes
        self.takes_empty = takes_empty

    def empty_value(self, field: FieldAttributes) -> str:
        return ""

    def alternatives(self, field: FieldAttributes, make: Alternatives[A]) -> Iterator[A]:
        yield make.text(typed=False, samples=self.samples(field))


AVAILABILITY_ZONE = CloudText(
    "azone", "An availability zone; the value is its name.", "availability zones"
)
FLAVOR = CloudText(
    "flavor",
    "A flavor of the cloud; the value is its name.",
    "flavors",
    ("choices", "requirements", *WIDGET),
    takes_empty=True,
)
IMAGE = CloudText(
    "image",
    "An image of the cloud that is marked for Murano; the value is its id.",
    "images",
    ("choices", "imageType"),  # not those of its widget
)
KEYPAIR = CloudText(
    "keypair",
    "A key pair of the user; the value is its name, empty for none.",
    "key pairs",
    ("addItemLink", "choices", *WIDGET),
)
SECURITY_GROUP = CloudText(
    "securitygroup",
    "A security group; the value is its name.",
    "security groups",
    ("addItemLink", "choices", *WIDGET),
)
VOLUME = CloudText(
    "volume",
    "A volume or snapshot; the value is its id.",
    "volumes",
    ("choices", "includeSnapshots", "includeVolumes", *WIDGET),
)
ZONE = CloudText("zone", "A DNS zone; the value is its id.", "DNS zones")
