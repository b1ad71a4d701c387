"""Which of the offered media types a client wants."""

from __future__ import annotations

from collections.abc import Sequence


def media_type(header: str) -> str:
    """Return the media type of a Content-Type header, in lower case and without parameters."""
    return header.partition(";")[0].strip().lower()


def preferred(accept: str | None, offers: Sequence[str]) -> str | None:
    """Return what an Accept header prefers of some offers; the first where it does not care, None where it takes none.

    Of several ranges that match, the most specific tells the quality of an offer, as HTTP has it.
    """
    if accept is None or not accept.strip():
        return offers[0]
    ranges = [_range(each) for each in accept.split(",") if each.strip()]
    qualities = {offer: _quality(offer, ranges) for offer in offers}
    best = max(offers, key=lambda offer: qualities[offer])
    return best if qualities[best] > 0 else None


def _range(text: str) -> tuple[str, float]:
    """Return a range of media types, and its quality: 1 where it is not said or no number."""
    name, *parameters = (part.strip().lower() for part in text.split(";"))
    for parameter in parameters:
        key, _, value = parameter.partition("=")
        if key.strip() == "q":
            try:
                return name, min(max(float(value), 0.0), 1.0)
            except ValueError:
                return name, 1.0
    return name, 1.0


def _quality(offer: str, ranges: Sequence[tuple[str, float]]) -> float:
    kind = offer.partition("/")[0]
    for wanted in (offer, f"{kind}/*", "*/*"):
        found = [quality for name, quality in ranges if name == wanted]
        if found:
            return max(found)
    return 0.0
