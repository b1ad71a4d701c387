"""The object model that a UI definition makes, held against the classes of its objects. Entry point: `objects`."""
