"""Where the cache of a user is."""

from __future__ import annotations

import os
import sys

VARIABLE = "MURANOPL_CACHE_DIR"


def default_folder() -> str:
    """Return the folder that is used where none is given: $MURANOPL_CACHE_DIR, else the system's place for caches.

    It is "" for a user without a home folder; nothing can be kept there.
    """
    path = os.environ.get(VARIABLE)
    if path:
        return path
    path = _in_caches_of_user()
    return path if os.path.isabs(path) else ""  # else "~" would be made in the working directory


def _in_caches_of_user() -> str:
    """Return the system's place for caches of this program.

    `platformdirs` knows it, and takes 8 ms to import, a third of a check that was done before: it
    is done without in the usual case.
    """
    if sys.platform == "linux" and "ANDROID_ROOT" not in os.environ:
        caches = os.environ.get("XDG_CACHE_HOME") or os.path.join(
            os.environ.get("HOME", ""), ".cache"
        )
        if os.path.isabs(caches):
            return os.path.join(caches, "muranopl")
    from platformdirs import user_cache_dir

    return user_cache_dir("muranopl", appauthor=False)
