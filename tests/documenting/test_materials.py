"""Bills of materials: what a package fetches and runs, as CycloneDX."""

from __future__ import annotations

import functools
import importlib.resources
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

import muranopl
from muranopl.diagnostics.bounds import FILE_SIZE
from muranopl.diagnostics.places import File
from muranopl.documenting.materials.commands import fetched_by_text
from muranopl.documenting.materials.cyclonedx_json import cyclonedx_json
from muranopl.documenting.materials.material import Material
from tests.command_line import outcome
from tests.programs import require

EXAMPLES = Path(__file__).parents[2] / "examples"

LINES = {
    "apt-get -y -q install nginx=1.2 php5": ["apt nginx 1.2", "apt php5"],
    'execute("apt-get update && sudo apt-get -y install mongodb")': ["apt mongodb"],
    'apt-get -o Dpkg::Options::="--force-confnew" -y install git': ["apt git"],
    "apt-get install a \\\n  b  # and no c": ["apt a", "apt b"],
    "# apt-get install nothing": [],
    "yum install -y java-1.7.0-openjdk > log 2>&1; yum remove x": [
        "yum java-1.7.0-openjdk"
    ],
    "pip install 'requests==2.0' -i https://example.org/simple flask": [
        "pip requests 2.0",
        "pip flask",
        "https://example.org/simple",
    ],
    "python -m pip install -r requirements.txt": ["? pip reads requirements.txt"],
    "npm install -g @angular/cli@9.1 && ls": ["npm @angular/cli 9.1"],
    "gem install rails -v 4.2": ["gem rails 4.2"],
    "docker run -d -p 80:80 --name web library/nginx:1.19 nginx -g x": [
        "docker library/nginx 1.19"
    ],
    "docker pull example.org:5000/a/b": ["docker example.org:5000/a/b"],
    "apt-get install $PACKAGE": ['? apt installs "$PACKAGE"'],
    "dpkg --install cf-cli_amd64.deb": [],
    "wget https://example.org/a.tgz -O a.tgz": ["https://example.org/a.tgz"],
    "curl http://localhost/x http://127.0.0.1:80/y": [],
    "curl https://example.org/${VERSION}.tgz": [
        '? the address is "https://example.org/${VERSION}.tgz"'
    ],
    "git clone %REPO% rally": ['? git clones "%REPO%"'],
    "see http://example.org/manual": [],
    "  image: ubuntu-14": ["ubuntu-14"],
    "  image: $image": ['? the image is "$image"'],
    "Run apt-get to install it": [],
    'choco install git "nodejs.install" -y --version=1.2 -s https://example.org/feed': [
        "choco git 1.2",
        "choco nodejs.install 1.2",
        "https://example.org/feed",
    ],
    "choco.exe upgrade $name -y": ['? choco installs "$name"'],
    'Add-WindowsFeatureWrapper `\n\t-Name "DNS","AD-Domain-Services" `\n -NotifyRestart': [
        "powershell DNS",
        "powershell AD-Domain-Services",
    ],
    "Install-WindowsFeature Web-Server,Web-Asp-Net45 -Source D:\\sxs": [
        "powershell Web-Server",
        "powershell Web-Asp-Net45",
    ],
    "install-module -Name @('Pester', 'dbatools') -Force": [
        "powershell Pester",
        "powershell dbatools",
    ],
    "Get-WindowsFeature Web-* | Install-WindowsFeature": [
        "? powershell installs what another command passes to it"
    ],
    "(New-Object Net.WebClient).DownloadFile('https://example.org/a.msi', $file)": [
        "https://example.org/a.msi"
    ],
    "$client.DownloadFile($url, 'a.msi')": ['? DownloadFile fetches "$url"'],
    "Invoke-WebRequest -UseBasicParsing -Uri $Address -OutFile x": [
        '? Invoke-WebRequest fetches "$Address"'
    ],
    'iwr "https://example.org/$name.zip"': [
        '? the address is "https://example.org/$name.zip"'
    ],
    "wget -q $MIRROR/a.tgz": ['? wget fetches "$MIRROR/a.tgz"'],
    "#cloud-config\npackages:\n - nginx\n # no\n - [php, 7.4]\n - apt: [mc]\nruncmd:\n - [ls, x]": [
        "cloud-init nginx",
        "cloud-init php 7.4",
        "cloud-init mc",
    ],
    "  packages: [git, 'vim', [a, 1.0]]\n  hostname: x": [
        "cloud-init git",
        "cloud-init vim",
        "cloud-init a 1.0",
    ],
    "hostname: x\npackages:\n    - $PACKAGE\n    - snap:\n        - hello": [
        '? cloud-init installs "$PACKAGE"',
        "cloud-init hello",
    ],
    "packages:\n - of something else": [],
}


@pytest.mark.parametrize("text", LINES)
def test_lines(text: str) -> None:
    """What a line installs and fetches; what it computes begins with a question mark."""
    found = []
    for item in fetched_by_text(File("x", "y"), text, with_urls=True):
        if isinstance(item, Material):
            words = (item.manager, item.name, item.version)
            found.append(" ".join(word for word in words if word))
        else:
            found.append(f"? {item.text}")
    assert found == LINES[text]


FILES = {
    "manifest.yaml": "Format: MuranoPL/1.4\nType: Application\nFullName: example.shop\nVersion: 1.2.0\n"
    "Name: Shop\nClasses: {example.shop: Shop.yaml}\nRequire: {example.base: '1', example.gone: '>=2'}\n",
    "Classes/Shop.yaml": "# Licensed under the Apache License,\n# Version 2.0 (the License)\n"
    "Namespaces: {=: example, std: io.murano}\nName: shop\nExtends: std:Application\n"
    "Properties: {image: {Contract: $.string()}}\n",
    "Resources/deploy.sh": "#!/bin/bash\npip install flask==1.0\nwget http://example.org/a.zip\n",
    "LICENSE": "SPDX-License-Identifier: MIT\n",
    "UI/ui.yaml": "Version: 2.2\nApplication: {'?': {type: \"example.shop/1\"}, image: ubuntu}\nForms: []\n",
}
BASE = "Format: MuranoPL/1.4\nType: Library\nFullName: example.base\nVersion: 1.0.5\nClasses: {}\n"


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    for path, text in FILES.items():
        file = tmp_path / "shop" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    (tmp_path / "base").mkdir()
    (tmp_path / "base" / "manifest.yaml").write_text(BASE)
    return tmp_path / "shop"


def valid(text: str) -> dict[str, Any]:
    """Return a document that the schema of CycloneDX allows."""
    document: dict[str, Any] = json.loads(text)
    validator().validate(document)
    return document


@functools.cache
def validator() -> jsonschema_rs.Validator:
    # Validation by cyclonedx itself takes jsonschema with all formats, 1 s to import
    folder = importlib.resources.files("cyclonedx.schema._res")
    names = ("spdx", "jsf-0.82", "cryptography-defs")
    bom, *others = (
        json.loads((folder / f"{name}.SNAPSHOT.schema.json").read_text("utf-8"))
        for name in ("bom-1.6", *names)
    )
    registry = jsonschema_rs.Registry(
        [
            (f"http://cyclonedx.org/schema/{name}.SNAPSHOT.schema.json", schema)
            for name, schema in zip(names, others, strict=True)
        ]
    )
    return jsonschema_rs.validator_for(bom, registry=registry, validate_formats=True)


def test_a_bill(shop: Path) -> None:
    status, text, errors = outcome("sbom", shop, "-L", shop.parent / "base")
    assert status == 0
    assert "example.gone is not at hand" in errors
    document = valid(text)
    root = document["metadata"]["component"]
    assert (root["name"], root["version"]) == ("example.shop", "1.2.0")
    assert [item["license"]["id"] for item in root["licenses"]] == ["Apache-2.0", "MIT"]
    components = {item["bom-ref"]: item for item in document["components"]}
    assert set(components) == {
        "example.base/1.0.5",
        "example.gone",
        "image:ubuntu",
        "software:pip:flask:1.0",
        "url:http://example.org/a.zip",
    }
    assert components["software:pip:flask:1.0"]["purl"] == "pkg:pypi/flask@1.0"
    places = components["software:pip:flask:1.0"]["properties"]
    assert {"name": "muranopl:place", "value": "Resources/deploy.sh:2"} in places
    depends = {item["ref"]: item.get("dependsOn") for item in document["dependencies"]}
    assert depends["example.shop/1.2.0"] == sorted(components)
    assert document["compositions"][0]["aggregate"] == "incomplete"


def test_a_bill_is_complete_if_nothing_is_computed(shop: Path) -> None:
    manifest = shop / "manifest.yaml"
    manifest.write_text(manifest.read_text().replace(", example.gone: '>=2'", ""))
    status, text, errors = outcome("sbom", shop, "-L", shop.parent / "base")
    assert (status, errors) == (0, "")
    assert valid(text)["compositions"][0]["aggregate"] == "complete"


def test_a_bill_is_incomplete_if_a_file_cannot_be_read(shop: Path) -> None:
    manifest = shop / "manifest.yaml"
    manifest.write_text(manifest.read_text().replace(", example.gone: '>=2'", ""))
    with (shop / "Resources" / "large.sh").open("wb") as file:
        file.truncate(FILE_SIZE.most + 1)
    status, text, errors = outcome("sbom", shop, "-L", shop.parent / "base")
    assert (status, 'the file "Resources/large.sh" cannot be read' in errors) == (
        0,
        True,
    )
    assert valid(text)["compositions"][0]["aggregate"] == "incomplete"


def test_the_same_files_give_the_same_bytes(shop: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(shop, tmp_path / "elsewhere")
    texts = [outcome("sbom", folder)[1] for folder in (shop, copy)]
    assert texts[0] == texts[1]
    assert "timestamp" not in valid(texts[0])["metadata"]
    status, text, _ = outcome("sbom", shop, env={"SOURCE_DATE_EPOCH": "86400"})
    assert status == 0
    assert valid(text)["metadata"]["timestamp"] == "1970-01-02T00:00:00+00:00"
    assert outcome("sbom", shop, env={"SOURCE_DATE_EPOCH": "soon"})[0] == 2


def test_wrong_usage(shop: Path) -> None:
    status, _, errors = outcome("sbom", shop.parent)
    assert status == 2
    assert "one package; there are 2" in errors


def test_examples_have_valid_bills() -> None:
    bills = muranopl.validate(EXAMPLES, stop_after="namespace").bills()
    assert bills
    for bill in bills:
        valid(cyclonedx_json(bill))


def test_build_writes_bills_beside_zips(shop: Path, tmp_path: Path) -> None:
    out = tmp_path / "dist"
    paths = (shop, "-L", shop.parent / "base")
    manifest = shop / "manifest.yaml"
    manifest.write_text(manifest.read_text().replace(", example.gone: '>=2'", ""))
    status, text, errors = outcome("build", *paths, "-o", out, "--sbom")
    assert status == 0, text + errors
    assert (out / "example.shop.cdx.json").read_text() == outcome("sbom", *paths)[1]


def test_build_signs_checksums(shop: Path, tmp_path: Path) -> None:
    key, out = tmp_path / "key", tmp_path / "dist"
    ssh_keygen = require("ssh-keygen")
    command = [ssh_keygen, "-q", "-t", "ed25519", "-N", "", "-f", str(key)]
    subprocess.run(command, check=True)
    manifest = shop / "manifest.yaml"
    manifest.write_text(manifest.read_text().replace(", example.gone: '>=2'", ""))
    paths = (shop, "-L", shop.parent / "base", "-o", out, "--sbom", "--sign")
    for _ in ("new", "again"):
        status, text, errors = outcome("build", *paths, key)
        assert status == 0, text + errors
    check = ["sha256sum", "--check", "--strict", "SHA256SUMS"]
    result = subprocess.run(check, cwd=out, check=True, capture_output=True)
    assert result.stdout.count(b": OK") == 2
    signers = tmp_path / "signers"
    signers.write_text(f"me@example.org {(tmp_path / 'key.pub').read_text()}")
    verify = [ssh_keygen, "-Y", "verify", "-f", str(signers), "-I", "me@example.org"]
    verify += ["-n", "muranopl", "-s", str(out / "SHA256SUMS.sig")]
    sums = (out / "SHA256SUMS").read_bytes()
    assert subprocess.run(verify, input=sums, check=False).returncode == 0
    assert subprocess.run(verify, input=sums + b"x", check=False).returncode != 0
    status, _, errors = outcome("build", *paths, shop / "manifest.yaml")
    assert status == 2
    assert "does not sign" in errors
