"""Build the documentation: `python tools/build_docs.py [OUTPUT]`, in the checkout.

Write the site to OUTPUT/html and the man page to OUTPUT/man; OUTPUT is build/docs by default. A
warning of Sphinx is an error.
"""

import shutil
import sys
from pathlib import Path

from documentation.pages import write_pages
from sphinx.cmd.build import build_main

BUILDERS = ("html", "man")


def build(output: Path) -> int:
    """Build everything in a folder, from nothing; return the exit status."""
    shutil.rmtree(output, ignore_errors=True)
    sources = output / "sources"
    write_pages(sources)
    for builder in BUILDERS:
        options = ["-q", "-W", "--keep-going", "-b", builder, "-d", f"{output}/doctrees"]
        status = build_main([*options, str(sources), str(output / builder)])
        if status:
            return status
    return 0


if __name__ == "__main__":
    default = ["build/docs"]
    sys.exit(build(Path((sys.argv[1:] or default)[0])))
