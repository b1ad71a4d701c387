"""Media types of requests and responses."""

from __future__ import annotations

JSON = "application/json"
YAML = "application/yaml"
SARIF = "application/sarif+json"
HTML = "text/html"
TEXT = "text/plain"
EVENTS = "text/event-stream"
BYTES = "application/octet-stream"
ZIP = "application/zip"
FORM = "multipart/form-data"
