"""The entry point of the process: what is imported for the command line makes no garbage worth looking for."""

from __future__ import annotations

import gc
from typing import NoReturn


def main() -> NoReturn:
    """Run the command line."""
    gc.disable()
    from muranopl.interfaces.cli.main import main as run

    run()
