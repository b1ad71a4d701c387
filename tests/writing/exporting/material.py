"""Small environments whose deployments are exported."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import muranopl
from muranopl.interfaces.cli.output import write_new_folder
from tests.manifests import write_files, write_library

CLASSES = """
Namespaces: {{=: t, std: io.murano, sys: io.murano.system}}
Name: Env
Extends: std:Environment
Properties:
  hosts: {{Contract: [$.class(Host).notNull()]}}
  password: {{Contract: $.string(), Default: null}}
Methods:
  deploy:
    Usage: Action
    Body:
{body}
---
Namespaces: {{=: t}}
Name: Host
Properties:
  name: {{Contract: $.string().notNull()}}
"""
SERVERS = """
- $r: new(sys:Resources)
- $web: new(sys:Agent, host => $.hosts.where($.name = web).first())
- $db: new(sys:Agent, host => $.hosts.where($.name = db).first())
- $this.stack.updateTemplate($r.yaml('stack.yaml'))
- $this.stack.push()
- $out: $this.stack.output()
"""
"""Creates servers; `$web` and `$db` are their agents, `$out` the outputs of the stack."""
MODEL: dict[str, Any] = {
    "?": {"type": "t.Env", "id": "env"},
    "name": "shop",
    "password": "S3cret-pass",
    "hosts": [{"?": {"type": "t.Host", "id": name}, "name": name} for name in ("web", "db")],
}
ID = "0123456789abcdef0123456789abcdef"
STACK = f"""\
heat_template_version: 2013-05-23
resources:
  {ID}:
    type: OS::Neutron::SecurityGroup
    properties: {{rules: [{{protocol: icmp, ethertype: null}}]}}
  port-{ID}-db:
    type: OS::Neutron::Port
    properties: {{network: private, security_groups: [{{get_resource: {ID}}}]}}
  db:
    type: OS::Nova::Server
    properties:
      name: db
      image: ubuntu
      flavor: m1.small
      key_name: null
      networks: [{{port: {{get_resource: port-{ID}-db}}}}]
  web:
    type: OS::Nova::Server
    properties: {{name: web, image: ubuntu, flavor: m1.large}}
outputs:
  address-{ID}:
    value: {{get_attr: [port-{ID}-db, fixed_ips, 0, ip_address]}}
"""
ADDRESS = f"$out.get('address-{ID}')"
"""The address of the server `db` in a body."""
PLAN = """\
FormatVersion: 2.0.0
Version: 1.0.0
Name: Configure
Parameters: {host: $host, password: $password}
Body: |
  return configure('{0} {1}'.format(args.host, args.password)).stdout
Scripts:
  configure:
    Type: Application
    Version: 1.0.0
    EntryPoint: configure.sh
    Files: [more.conf]
    Options: {captureStdout: true}
"""
FILES = {
    "stack.yaml": STACK,
    "plan.template": PLAN,
    "scripts/configure.sh": '#!/bin/bash\nprintf "%s\\n" "$@" "$(readlink more.conf)" >"$OUT"\n',
    "scripts/more.conf": "x=1",
}


def write(folder: Path, body: str, files: Mapping[str, str] | None = None) -> Path:
    """Write the package, with `body` as that of `deploy`, and files of its resources."""
    lines = "\n".join(f"      {line}" for line in body.strip().splitlines())
    resources = {f"Resources/{name}": text for name, text in {**FILES, **(files or {})}.items()}
    write_files(folder, resources)
    return write_library(folder, "t", ["Env", "Host"], CLASSES.format(body=lines))


def exported(
    folder: Path,
    body: str,
    files: Mapping[str, str] | None = None,
    model: Any = None,
    **options: Any,
) -> muranopl.ExportResult:
    """Return the export of an environment whose `deploy` has a body."""
    catalog = muranopl.Catalog([write(folder, body, files)])
    return catalog.export(MODEL if model is None else model, **options)


def written(files: Mapping[str, str | bytes], folder: Path) -> Path:
    """Write the files of an export, as the command does, and return the folder."""
    write_new_folder(folder, files)
    return folder
