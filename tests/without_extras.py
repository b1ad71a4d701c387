"""An environment without extras: a folder of links to the distributions that muranopl always requires.

Neither `import` nor `importlib.metadata` finds any other one there.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import Distribution, distribution
from pathlib import Path

from packaging.requirements import Requirement

from tests.command_line import Outcome
from tests.project import ROOT

_RUN = """\
import json, os, sys
from tests.command_line import start
commands = json.load(sys.stdin)
os.chdir(sys.argv[1])
print(json.dumps([start(*words) for words in commands]))
"""


def run_without_extras(
    commands: Sequence[Sequence[str]], folder: Path, work: Path, variables: Mapping[str, str]
) -> list[Outcome]:
    """Run commands one after another in one process, in the folder `work`; return their outcomes.

    `folder` becomes the environment.
    """
    folder.mkdir()
    # Distributions may share a folder, such as that of compiled modules
    tops = {
        file.parts[0]: str(item.locate_file(file.parts[0]))
        for item in _required()
        for file in item.files or ()
        if file.parts[0] != ".."
    }
    for top, place in tops.items():
        (folder / top).symlink_to(place)
    # The folders of the checkout under their import names
    paths = map(str, (folder, ROOT / "editors" / "view", ROOT))
    done = subprocess.run(
        [sys.executable, "-S", "-c", _RUN, str(work)],
        input=json.dumps(commands),
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths), **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return [Outcome(*outcome) for outcome in json.loads(done.stdout)]


def _required() -> Iterator[Distribution]:
    """Yield the distributions that muranopl requires without extras, directly or not."""
    pending, names = ["muranopl"], {"muranopl"}
    while pending:
        for text in distribution(pending.pop()).requires or ():
            requirement = Requirement(text)
            is_needed = not requirement.marker or requirement.marker.evaluate({"extra": ""})
            if is_needed and requirement.name not in names:
                names.add(requirement.name)
                pending.append(requirement.name)
                yield distribution(requirement.name)
