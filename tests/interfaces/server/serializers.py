"""How Schemathesis writes the bodies of this service that it does not know."""

from __future__ import annotations

import json

import schemathesis


@schemathesis.serializer("application/zip", "application/x-zip-compressed")
def zip_body(_: schemathesis.SerializationContext, value: object) -> bytes:
    """Whatever is made for a zip, which is none most of the time."""
    return value if isinstance(value, bytes) else str(value).encode("utf-8", "replace")


@schemathesis.serializer("application/murano-packages-json-patch")
def patch_body(_: schemathesis.SerializationContext, value: object) -> bytes:
    """A list of changes, which is JSON under another name."""
    return json.dumps(value).encode()
