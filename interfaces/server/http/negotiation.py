"""Media types: that of a request, and which of the offered ones a client wants."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.requests import Request


def media_type(request: Request) -> str:
    """Return the media type of the body of a request, in lower case and without parameters; "" without one."""
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


def preferred(request: Request, offers: Sequence[str]) -> str | None:
    """Return what the Accept header prefers of some offers; the first where it does not care, None where it takes none.

    Of several ranges that match an offer, the most specific tells its quality, as HTTP has it.
    """
    accept = request.headers.get("accept", "")
    if not accept.strip():
        return offers[0]
    qualities: dict[str, float] = {}
    for text in accept.split(","):
        name, quality = _range(text)
        qualities[name] = max(quality, qualities.get(name, 0.0))
    best = max(offers, key=lambda offer: _quality(offer, qualities))
    return best if _quality(best, qualities) > 0 else None


def _range(text: str) -> tuple[str, float]:
    """Return a range of media types, and its quality: 1 where it is not said or no number."""
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
