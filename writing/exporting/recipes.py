"""How an agent runs a recipe: the command of Chef or Puppet, and the files that it needs.

Source: the agent's executors chef and puppet. `add_file` adds a file and returns its name.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Mapping
from typing import Any

from muranopl.ard.yaml.writing import plain_yaml

Attributes = Mapping[Any, Any]
AddFile = Callable[[str, str], str]


def _chef(entry: str, attributes: Attributes, options: Attributes, add_file: AddFile) -> str:
    cookbook, _, recipe = entry.rpartition("::")
    run_list = [f"recipe[{cookbook}::{recipe}]"]
    node = add_file(
        "node.json", json.dumps({"run_list": run_list, cookbook: attributes}, indent=2) + "\n"
    )
    vendor, folder = "", "$PWD"
    if options.get("useBerkshelf"):
        berksfile = shlex.quote(str(options.get("berksfilePath") or f"{cookbook}/Berksfile"))
        vendor, folder = f"berks vendor --berksfile={berksfile} cookbooks && ", "$PWD/cookbooks"
    solo = f'echo "cookbook_path \\"{folder}\\"" >solo.rb'
    return f'{vendor}{solo} && chef-solo -j {shlex.quote(node)} -c "$PWD/solo.rb"'


def _puppet(entry: str, attributes: Attributes, _: Attributes, add_file: AddFile) -> str:
    module, recipe = entry.rpartition("::")[::2]
    class_ = f"{module}::{recipe}" if recipe else module
    data = {"datadir": "/etc/puppet/hieradata"}
    hiera = {"backends": "yaml", "logger": "console", "hierarchy": "%{env}", "yaml": data}
    add_file(
        "default.yaml", plain_yaml({f"{module}::{key}": value for key, value in attributes.items()})
    )
    config = shlex.quote(add_file("hiera.yaml", plain_yaml(hiera)))
    manifest = shlex.quote(add_file("manifest.pp", f"node 'default' {{ class {{ {class_}:}}}}\n"))
    return f'puppet apply --hiera_config={config} --modulepath "$PWD" {manifest}'


RECIPES = {"Chef": _chef, "Puppet": _puppet}
