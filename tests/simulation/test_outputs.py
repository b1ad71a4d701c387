"""Outputs of stacks that were never made, and the placeholders in them."""

from __future__ import annotations

from typing import Any

import pytest

from muranopl.diagnostics.findings import Findings
from muranopl.simulation.cloud.reader import read_cloud
from muranopl.simulation.exceptions import SimulatedError, TooMuchError
from muranopl.simulation.heat.stack import EditedStack
from muranopl.simulation.simulated_cloud import SimulatedCloud

TEMPLATE: dict[str, Any] = {
    "parameters": {"size": {"type": "number", "default": 3}},
    "resources": {
        "network-N": {"type": "OS::Neutron::Net", "properties": {"name": "quick"}},
        "subnet-N": {
            "type": "OS::Neutron::Subnet",
            "properties": {"cidr": "10.0.9.0/24", "network": {"get_resource": "network-N"}},
        },
        "port-a": {
            "type": "OS::Neutron::Port",
            "properties": {
                "network": {"get_resource": "network-N"},
                "fixed_ips": [{"subnet": {"get_resource": "subnet-N"}}],
            },
        },
        "port-b": {"type": "OS::Neutron::Port", "properties": {"network": {"get_resource": "network-N"}}},
        "a": {"type": "OS::Nova::Server", "properties": {"networks": [{"port": {"get_resource": "port-a"}}]}},
        "b": {"type": "OS::Nova::Server", "properties": {"networks": [{"port": {"get_resource": "port-b"}}]}},
        "fip": {"type": "OS::Neutron::FloatingIP", "properties": {"port_id": {"get_resource": "port-a"}}},
        "disk": {"type": "OS::Cinder::Volume", "properties": {"size": 1}},
        "attached": {
            "type": "OS::Cinder::VolumeAttachment",
            "properties": {"volume_id": {"get_resource": "disk"}, "instance_uuid": {"get_resource": "a"}},
        },
    },
}


def cloud_of(template: dict[str, Any], cloud_file: dict[str, Any] | None = None) -> SimulatedCloud:
    """Return a cloud to which a template was pushed as stack "s"."""
    findings = Findings()
    cloud = SimulatedCloud(read_cloud(cloud_file or {}, None, findings), lambda: 0)
    assert findings.diagnostics == []
    stack = EditedStack(None, lambda: cloud.stack("s"))
    stack.replace(template)
    stack.set_parameters({"name": "web"})
    cloud.push("s", stack, None)
    return cloud


def output(expression: Any, cloud_file: dict[str, Any] | None = None) -> Any:
    """Return the value of an output of the stack."""
    return cloud_of({**TEMPLATE, "outputs": {"o": {"value": expression}}}, cloud_file).outputs("s")["o"]


def attribute(*path: Any) -> dict[str, Any]:
    return {"get_attr": list(path)}


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        pytest.param(attribute("a", "addresses", "quick"), [{"addr": "10.0.9.3", "version": 4}], id="addresses"),
        pytest.param(
            [attribute("a", "first_address"), attribute("b", "first_address")], ["10.0.9.3", "10.0.9.4"], id="next"
        ),
        pytest.param([attribute("b", "first_address"), attribute("b", "first_address")], ["10.0.9.3"] * 2, id="same"),
        pytest.param(attribute("port-a", "fixed_ips", 0, "ip_address"), "10.0.9.3", id="port"),
        pytest.param(attribute("fip", "floating_ip_address"), "203.0.113.1", id="floating"),
        pytest.param(attribute("subnet-N", "cidr"), "10.0.9.0/24", id="cidr"),
        pytest.param(attribute("deployment", "deploy_stdout"), "", id="stdout"),
        pytest.param(attribute("a", "console_urls", "novnc"), "<simulated a.console_urls.novnc>", id="marker"),
        pytest.param({"get_param": "size"}, 3, id="default-of-parameter"),
        pytest.param({"get_param": "name"}, "web", id="parameter"),
        pytest.param({"get_param": "OS::stack_name"}, "s", id="stack-name"),
        pytest.param(
            {"str_replace": {"template": "http://$ip", "params": {"$ip": attribute("a", "first_address")}}},
            "http://10.0.9.3",
            id="str_replace",
        ),
        pytest.param({"list_join": ["-", ["a", {"get_param": "name"}], ["b"]]}, "a-web-b", id="list_join"),
        pytest.param({"Fn::Join": ["", ["a", {"Ref": "name"}]]}, "aweb", id="join"),
        pytest.param("text", "text", id="constant"),
    ],
)
def test_output(expression: Any, value: Any) -> None:
    assert output(expression) == value


def test_ids_are_stable_and_told_from_real_ones() -> None:
    first, second = output({"get_resource": "a"}), output({"get_resource": "a"})
    assert first == second
    assert first.startswith("00000000-")
    assert output({"get_resource": "b"}) != first


def test_volumes_know_what_they_are_attached_to() -> None:
    assert output(attribute("disk", "attachments_list")) == [
        {"server_id": output({"get_resource": "a"}), "device": "/dev/vdb"}
    ]


def test_the_cloud_file_comes_first() -> None:
    cloud_file = {"stacks": {"x": {"outputs": {"*": 1}}, "s*": {"outputs": {"o": "given", "*": 2}}}}
    assert output({"get_resource": "a"}, cloud_file) == "given"


def test_a_stack_that_fails() -> None:
    with pytest.raises(SimulatedError, match=r"Unexpected stack state CREATE_FAILED: no host$") as raised:
        output(1, {"stacks": {"*": {"fail": "no host"}}})
    assert raised.value.name == "OSError"


def test_placeholders_are_found_inside_other_text() -> None:
    cloud = cloud_of(
        {**TEMPLATE, "outputs": {"o": {"value": attribute("a", "x")}, "i": {"value": {"get_resource": "a"}}}}
    )
    outputs = cloud.outputs("s")
    digits = cloud.placeholders.digits_of("plan", "1")
    text = f"run --to={outputs['o']}:00{outputs['i']}5 0{digits}0 10.0.9.3 {'0' * 8}-0000-0000-0000-000000000000"
    assert [each.origin for each in cloud.placeholders.inside(text)] == ["a.x", "a of stack s", "plan 1"]


def test_hostile_functions_end() -> None:
    params = {chr(97 + each): chr(98 + each) * 50 for each in range(20)}
    with pytest.raises(TooMuchError):
        output({"str_replace": {"template": "a", "params": params}})


def test_networks_of_stacks_are_known() -> None:
    cloud = cloud_of(TEMPLATE)
    named = {each["name"]: each for each in cloud.networks.networks(cloud.stacks())}
    assert list(named) == ["internal", "ext-net", "quick"]
    subnet = cloud.networks.subnets(cloud.stacks())[-1]
    assert (subnet["cidr"], subnet["network_id"]) == ("10.0.9.0/24", named["quick"]["id"])
    free = [cloud.networks.free_cidr(f"n{each}", 4, cloud.stacks()) for each in range(600)]
    assert "10.0.9.0/24" not in free
    assert "10.0.8.0/24" in free
    assert str(cloud.networks.free_cidr("n", 6, ())).startswith("::ffff:10.0.")
