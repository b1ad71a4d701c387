"""The types whose value is the name or the ids of a cloud resource."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from muranopl.ard.nodes import Scalar, is_false
from muranopl.language.grammar.ui.field_attributes import FieldAttributes, may_be_disabled
from muranopl.language.grammar.ui.field_types.declaration import (
    DISABLED,
    WIDGET,
    A,
    Alternatives,
    AttributeValues,
    FieldType,
    MissingAnswerError,
    RefusedAnswerError,
)
from muranopl.language.grammar.ui.keys import UIVersion


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


class NetworkType(FieldType):
    """A list of two ids; the second is null where there is no subnet, both are for Auto."""

    name = "network"
    words = (
        "A network of the cloud; the value is a list of the ids of a network and a "
        "subnet, both null for Auto."
    )
    attributes = ("allowAuto", "choices", "filter", "muranoNetworks", *WIDGET)
    since = UIVersion(2, 1)
    depends_on_cloud = True
    things = "networks"

    def empty_value(self, field: FieldAttributes) -> list[None]:
        return [None, None]

    def alternatives(self, field: FieldAttributes, make: Alternatives[A]) -> Iterator[A]:
        """Yield the pair of a network's id and a subnet's; both are null for "Auto"."""
        text = make.text(typed=False)
        network = [text]
        if _has_auto(field):
            network.append(make.null('where "{}" is Auto'))
        elif may_be_disabled(field):
            network.append(make.null(DISABLED))
        yield make.list_with(network, [text, make.null('where "{}" has no subnet')])

    def untouched(self, field: FieldAttributes, values: AttributeValues) -> str:
        """See `FieldType`; without Auto it is the first network of the cloud."""
        if self.is_required(field) and not _has_auto(field):
            raise MissingAnswerError
        return ""

    def sent(self, answer: Any) -> list[str | None]:
        """Return a pair of a network's id alone, or of a list of it and the id of the subnet."""
        pair = answer if isinstance(answer, list) else [answer]
        if not 1 <= len(pair) <= 2 or not all(
            part is None or isinstance(part, str) for part in pair
        ):
            raise RefusedAnswerError(
                "it accepts the id of a network, or [network, subnet], or null for Auto"
            )
        network, subnet = [*pair, None][:2]
        return [network or None, subnet or None]


def _has_auto(field: FieldAttributes) -> bool:
    """Return whether a field offers Auto, for which it gives null."""
    return not (isinstance(field.allow_auto, Scalar) and is_false(field.allow_auto))


NETWORK = NetworkType()
