"""Validates exported stacks as Heat does, without a cloud: run by the Python that has `openstack-heat`.

Each argument is the folder of an export. The answer, as JSON, has what Heat says of each of its
templates, "" if it accepts it.
"""

from __future__ import annotations

import json
import logging
import sys
import warnings
from pathlib import Path
from typing import Any

import yaml

warnings.filterwarnings("ignore")
logging.disable(logging.CRITICAL)

from heat.common import context, template_format  # type: ignore[import-not-found]  # noqa: E402
from heat.engine import environment, resource, resources, stack, template  # type: ignore[import-not-found]  # noqa: E402
from oslo_config import cfg  # type: ignore[import-not-found]  # noqa: E402

STAND_INS: dict[str, Any] = {"number": 1, "boolean": True, "json": {}, "comma_delimited_list": []}


def problem(path: Path) -> str:
    """Return what Heat says of a template."""
    parsed = template_format.parse(path.read_text())
    files = {name: (path.parent / name).read_text() for name in named_files(parsed)}
    values = yaml.safe_load(path.with_suffix(".env.yaml").read_text()) or {}
    given = values.setdefault("parameters", {})
    for name, declared in (parsed.get("parameters") or {}).items():
        if name not in given and "default" not in declared:
            given[name] = STAND_INS.get(declared["type"], "x")
    user = context.RequestContext(project_id="p", user_id="u", is_admin=False, roles=[])
    try:
        read = template.Template(parsed, files=files, env=environment.Environment(values))
        whole = stack.Stack(user, "stack", read, strict_validate=False)
        whole.validate(validate_res_tmpl_only=True)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""


def named_files(part: Any) -> set[str]:
    """Return the files that a template names."""
    if isinstance(part, dict):
        own = {part["get_file"]} if "get_file" in part else set()
        return own.union(*map(named_files, part.values()))
    return set().union(*map(named_files, part)) if isinstance(part, list) else set()


def main() -> None:
    cfg.CONF([], project="heat", default_config_files=[])
    resources.initialise()
    # No cloud answers which services it has
    resource.Resource.is_service_available = classmethod(lambda *_: (True, None))
    templates = [
        path
        for folder in sys.argv[1:]
        for path in sorted(Path(folder).glob("*.yaml"))
        if not path.name.endswith(".env.yaml")
    ]
    json.dump({str(path): problem(path) for path in templates}, sys.stdout)


if __name__ == "__main__":
    main()
