"""Media types of requests and responses, and content negotiation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.requests import Request  # workers need the names only

JSON = "application/json"
YAML = "application/yaml"
HTML = "text/html"
TEXT = "text/plain"
EVENTS = "text/event-stream"
BYTES = "application/octet-stream"
ZIP = "application/zip"
FORM = "multipart/form-data"


def media_type(request: Request) -> str:
    """Return the media type of a request body in lower case, without parameters; "" if unset."""
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


def preferred(request: Request, offers: Sequence[str]) -> str | None:
    """Return the media type of `offers` that the Accept header prefers, or None.

    Without preference it is the first. If several ranges match an offer, the quality of the most
    specific one counts (RFC 9110). None means that none is accepted.
    """
    accept = request.headers.get("accept", "")
    if not accept.strip():
        return offers[0]
    qualities: dict[str, float] = {}
    for text in accept.split(","):
        name, quality = _range(text)
        qualities[name] = max(quality, qualities.get(name, 0.0))
    accepted = [offer for offer in offers if _quality(offer, qualities) > 0]
    return max(accepted, key=lambda offer: _quality(offer, qualities), default=None)


def _range(text: str) -> tuple[str, float]:
    """Return a media range and its quality, which is 1 if missing or malformed."""
    name, *parameters = (part.strip().lower() for part in text.split(";"))
    for parameter in parameters:
        key, _, value = parameter.partition("=")
        if key.strip() == "q":
            try:
                return name, min(max(float(value), 0.0), 1.0)
            except ValueError:
                break
    return name, 1.0


def _quality(offer: str, qualities: dict[str, float]) -> float:
    kind = offer.partition("/")[0]
    for name in (offer, f"{kind}/*", "*/*"):
        if name in qualities:
            return qualities[name]
    return 0.0
