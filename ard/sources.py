"""Where packages come from: folders, zips, catalogs of both, and standard input."""

from muranopl.ard.discovery import discover, open_source, open_stream
from muranopl.ard.failures import report_failure
from muranopl.ard.filenames import as_text, shown
from muranopl.ard.source import MAX_ENTRIES, MAX_FILE, MAX_UNPACKED, Source, SourceError, join_inside

__all__ = [
    "MAX_ENTRIES",
    "MAX_FILE",
    "MAX_UNPACKED",
    "Source",
    "SourceError",
    "as_text",
    "discover",
    "join_inside",
    "open_source",
    "open_stream",
    "report_failure",
    "shown",
]
