"""Run the steps of action.yml as a forge does: `python tools/run_action.py --paths examples/hello`.

Inputs are options. RUNNER_TEMP must name an empty folder. The exit status is that of the first step
that fails.
"""

import argparse
import os
import re
import subprocess
import sys
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[1]
_EXPRESSION = re.compile(r"\$\{\{ *([\w.]+) *\}\}")


def main() -> int:
    """Run the steps one after another; return the exit status."""
    action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    parser = argparse.ArgumentParser(description=action["description"])
    for name, declared in action["inputs"].items():
        text = declared["description"]
        parser.add_argument(f"--{name}", default=declared["default"], help=text)
    values = {f"inputs.{key}": value for key, value in vars(parser.parse_args()).items()}
    values["github.action_path"] = str(ROOT)
    for step in action["runs"]["steps"]:
        environment = {
            name: _EXPRESSION.sub(lambda match: values[match[1]], text)
            for name, text in step.get("env", {}).items()
        }
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
            env=os.environ | environment,
            check=False,
        )
        if done.returncode:
            return done.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())
