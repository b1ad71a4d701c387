"""The default folder of the cache."""

from __future__ import annotations

import os
import sys

VARIABLE = "MURANOPL_CACHE_DIR"


def default_folder() -> str:
    """Return $MURANOPL_CACHE_DIR, else this program's folder below the system's for caches.

    It is "" for a user without a home folder; nothing is stored then.
    """
    path = os.environ.get(VARIABLE)
    if path:
        return path
    path = _in_caches_of_user()
    # Else "~" would be created in the working directory
    return path if os.path.isabs(path) else ""


def _in_caches_of_user() -> str:
    """Return the system's folder for the caches of this program.

    `platformdirs` computes it, and takes 8 ms to import, a third of a fully cached check: it is not
    imported in the usual case.
    """
    if sys.platform == "linux" and "ANDROID_ROOT" not in os.environ:
        caches = os.environ.get("XDG_CACHE_HOME") or os.path.join(
            os.environ.get("HOME", ""), ".cache"
        )
        if os.path.isabs(caches):
            return os.path.join(caches, "muranopl")
    from platformdirs import user_cache_dir

    return user_cache_dir("muranopl", appauthor=False)
