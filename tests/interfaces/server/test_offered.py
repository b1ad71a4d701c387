"""How many implementations of a class forms are offered: the setting of the service."""

from __future__ import annotations

from pathlib import Path

from tests.interfaces.server.serving import serving
from tests.manifests import library_manifest, write_files


def test_the_configuration_says_how_many(tmp_path: Path) -> None:
    names = [f"Kind{number}" for number in range(4)]
    files = {f"Classes/{name}.yaml": f"Name: acme.{name}\n" for name in names}
    listed = {f"acme.{name}": f"{name}.yaml" for name in names}
    manifest = library_manifest("acme", listed)
    write_files(tmp_path / "acme", {"manifest.yaml": manifest, **files})
    write_files(tmp_path, {"muranopl.toml": "form-implementations = 3\n"})
    with serving(tmp_path, "acme") as service, service.client() as client:
        asked = {"extends": "io.murano.Object", "package": "acme"}
        offered = client.get("/classes", params={**asked, "offered": True}).json()
        found = client.get("/classes", params=asked).json()
    assert [item["name"] for item in offered["classes"]] == [
        "acme.Kind0",
        "acme.Kind1",
        "acme.Kind2",
    ]
    assert offered["left_out"] == 1
    assert len(found["classes"]) == 4
    assert "left_out" not in found
