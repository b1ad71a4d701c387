"""What pyproject.toml cannot say: a built program has records of the core library that is embedded in it."""

from __future__ import annotations

import os
import subprocess
import sys

from setuptools import setup
from setuptools.command.build_py import build_py


class BuildWithRecords(build_py):
    """Builds the packages, then lets them make the records; a program that is installed in place has none."""

    def run(self) -> None:
        """Build."""
        super().run()
        if self.editable_mode:
            return
        path = os.pathsep.join(
            [
                os.path.abspath(self.build_lib),
                *filter(None, [os.environ.get("PYTHONPATH")]),
            ]
        )
        environment = os.environ | {
            "PYTHONPATH": path,
            "PYTHONHASHSEED": "0",
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        make = [sys.executable, "-P", "-m", "muranopl.phases.library_record"]
        subprocess.run(make, env=environment, check=True)


setup(cmdclass={"build_py": BuildWithRecords})
