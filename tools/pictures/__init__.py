"""Pictures of the page, the editor and the extension, taken in Chromium: `python -m tools.pictures`."""
