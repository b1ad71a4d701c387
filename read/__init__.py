"""Phase 1, read: files → ARD → units (manifest, classes, UI), following what packages require.

`phase` is the entry point, `reader` reads each package once, and `one_package`, `manifest` and `classes` read its
parts. Other files: execution plans (`plans`), Heat templates (`heat/`), extension plugins (`extensions/`).
"""
