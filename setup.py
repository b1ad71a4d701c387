"""What pyproject.toml cannot say: the packages, and the records of the core library that a built program has."""

from __future__ import annotations

import os
import subprocess
import sys

from setuptools import find_packages, setup
from setuptools.command.build_py import build_py


class BuildWithRecords(build_py):
    """Builds the packages, then lets them make the records; a program that is installed in place has none."""

    def find_package_modules(self, package: str, package_dir: str) -> list[tuple[str, str, str]]:
        """Return the modules of a package: this file, beside the root package, is none."""
        modules = super().find_package_modules(package, package_dir)
        return [module for module in modules if (package, module[1]) != ("muranopl", "setup")]

    def run(self) -> None:
        """Build."""
        super().run()
        if self.editable_mode:
            return
        path = os.pathsep.join(
            [os.path.abspath(self.build_lib), *filter(None, [os.environ.get("PYTHONPATH")])]
        )
        environment = os.environ | {
            "PYTHONPATH": path,
            "PYTHONHASHSEED": "0",
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        make = [sys.executable, "-P", "-m", "muranopl.phases.reuse.library_record"]
        subprocess.run(make, env=environment, check=True)


# The root package lies beside its packages, which are the folders with an __init__.py
packages = ["muranopl", *(f"muranopl.{name}" for name in find_packages())]
setup(packages=packages, cmdclass={"build_py": BuildWithRecords})
