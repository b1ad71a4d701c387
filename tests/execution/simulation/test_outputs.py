"""Outputs of stacks that were never made, and the placeholders in them."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from muranopl.diagnostics.findings import Findings
from muranopl.execution.exceptions import MuranoError
from muranopl.execution.simulation.cloud.definition import read_cloud
from muranopl.execution.simulation.exceptions import TooMuchError
from muranopl.execution.simulation.simulated_cloud import DeployedStack, SimulatedCloud
from muranopl.semantics.evaluation.bounds import LIMITS, Budget, SharedBudget
from muranopl.semantics.evaluation.errors import ExhaustedError, SpentError

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
        "port-b": {
            "type": "OS::Neutron::Port",
            "properties": {"network": {"get_resource": "network-N"}},
        },
        "a": {
            "type": "OS::Nova::Server",
            "properties": {"networks": [{"port": {"get_resource": "port-a"}}]},
        },
        "b": {
            "type": "OS::Nova::Server",
            "properties": {"networks": [{"port": {"get_resource": "port-b"}}]},
        },
        "fip": {
            "type": "OS::Neutron::FloatingIP",
            "properties": {"port_id": {"get_resource": "port-a"}},
        },
        "disk": {"type": "OS::Cinder::Volume", "properties": {"size": 1}},
        "attached": {
            "type": "OS::Cinder::VolumeAttachment",
            "properties": {
                "volume_id": {"get_resource": "disk"},
                "instance_uuid": {"get_resource": "a"},
            },
        },
    },
}


def cloud_of(
    template: dict[str, Any], cloud_file: dict[str, Any] | None = None, budget: Budget | None = None
) -> SimulatedCloud:
    """Return a cloud to which a template was pushed as stack "s"."""
    findings = Findings()
    definition = read_cloud(cloud_file or {}, None, findings)
    cloud = SimulatedCloud(definition, lambda: 0, [], budget or Budget(SharedBudget()))
    assert findings.diagnostics == []
    cloud.push("s", DeployedStack(template, {"name": "web"}, {}, {}), None)
    return cloud


def output(expression: Any, cloud_file: dict[str, Any] | None = None) -> Any:
    """Return the value of an output of the stack."""
    return cloud_of({**TEMPLATE, "outputs": {"o": {"value": expression}}}, cloud_file).outputs("s")[
        "o"
    ]


def attribute(*path: Any) -> dict[str, Any]:
    return {"get_attr": list(path)}


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        pytest.param(
            attribute("a", "addresses", "quick"),
            [{"addr": "10.0.9.3", "version": 4}],
            id="addresses",
        ),
        pytest.param(
            [attribute("a", "first_address"), attribute("b", "first_address")],
            ["10.0.9.3", "10.0.9.4"],
            id="next",
        ),
        pytest.param(
            [attribute("b", "first_address"), attribute("b", "first_address")],
            ["10.0.9.3"] * 2,
            id="same",
        ),
        pytest.param(attribute("port-a", "fixed_ips", 0, "ip_address"), "10.0.9.3", id="port"),
        pytest.param(attribute("fip", "floating_ip_address"), "203.0.113.1", id="floating"),
        pytest.param(attribute("subnet-N", "cidr"), "10.0.9.0/24", id="cidr"),
        pytest.param(attribute("deployment", "deploy_stdout"), "", id="stdout"),
        pytest.param(
            attribute("a", "console_urls", "novnc"), "<simulated a.console_urls.novnc>", id="marker"
        ),
        pytest.param({"get_param": "size"}, 3, id="default-of-parameter"),
        pytest.param({"get_param": "name"}, "web", id="parameter"),
        pytest.param({"get_param": "OS::stack_name"}, "s", id="stack-name"),
        pytest.param(
            {
                "str_replace": {
                    "template": "http://$ip",
                    "params": {"$ip": attribute("a", "first_address")},
                }
            },
            "http://10.0.9.3",
            id="str_replace",
        ),
        pytest.param(
            {"list_join": ["-", ["a", {"get_param": "name"}], ["b"]]}, "a-web-b", id="list_join"
        ),
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
    with pytest.raises(
        MuranoError, match=r"Unexpected stack state CREATE_FAILED: no host$"
    ) as raised:
        output(1, {"stacks": {"*": {"fail": "no host"}}})
    assert raised.value.shown_name == "OSError"


def test_placeholders_are_found_inside_other_text() -> None:
    cloud = cloud_of(
        {
            **TEMPLATE,
            "outputs": {"o": {"value": attribute("a", "x")}, "i": {"value": {"get_resource": "a"}}},
        }
    )
    outputs = cloud.outputs("s")
    digits = cloud.placeholders.digits_of("plan", "1")
    text = f"run --to={outputs['o']}:00{outputs['i']}5 0{digits}0 10.0.9.3 {'0' * 8}-0000-0000-0000-000000000000"
    assert [item.origin for item in cloud.placeholders.inside(text)] == [
        "a.x",
        "a of stack s",
        "plan 1",
    ]


def test_hostile_functions_end() -> None:
    params = {chr(97 + item): chr(98 + item) * 50 for item in range(20)}
    with pytest.raises(TooMuchError):
        output({"str_replace": {"template": "a", "params": params}})


def test_joined_texts_are_bounded_before_they_are_made() -> None:
    text = "x" * 100_000
    with pytest.raises(TooMuchError, match="list_join"):
        output({"list_join": [text, [text] * 100_000]})


def port(network: Any, **properties: Any) -> dict[str, Any]:
    return {"type": "OS::Neutron::Port", "properties": {"network": network, **properties}}


ADDRESS = ("fixed_ips", 0, "ip_address")
CIRCLES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "a port in the network of its address": (
        {"p": port(attribute("p", *ADDRESS))},
        attribute("p", *ADDRESS),
    ),
    "two ports": (
        {"p": port(attribute("q", *ADDRESS)), "q": port(attribute("p", *ADDRESS))},
        attribute("q", *ADDRESS),
    ),
    "the address of a port": (
        {"p": port("n", fixed_ips=[{"ip_address": attribute("p", *ADDRESS)}])},
        attribute("p", *ADDRESS),
    ),
    "a subnet of its own": (
        {
            "p": port("n", fixed_ips=[{"subnet": {"get_resource": "s"}}]),
            "s": {
                "type": "OS::Neutron::Subnet",
                "properties": {"network": "n", "cidr": attribute("p", *ADDRESS)},
            },
        },
        attribute("p", *ADDRESS),
    ),
    "the name of a network": (
        {
            "n": {"type": "OS::Neutron::Net", "properties": {"name": attribute("v", "networks")}},
            "p": port({"get_resource": "n"}),
            "v": {
                "type": "OS::Nova::Server",
                "properties": {"networks": [{"port": {"get_resource": "p"}}]},
            },
        },
        attribute("v", "addresses", "n"),
    ),
    "a volume": (
        {
            "d": {"type": "OS::Cinder::Volume"},
            "x": {
                "type": "OS::Cinder::VolumeAttachment",
                "properties": {
                    "volume_id": attribute("d", "attachments"),
                    "instance_uuid": attribute("d", "attachments"),
                },
            },
        },
        attribute("d", "attachments"),
    ),
}


@pytest.mark.parametrize("what", CIRCLES)
def test_resources_that_refer_to_one_another_in_a_circle(what: str) -> None:
    resources, expression = CIRCLES[what]
    cloud = cloud_of({"resources": resources, "outputs": {"o": {"value": expression}}})
    assert cloud.outputs("s") == cloud.outputs("s")
    assert cloud.networks.networks(cloud.stacks())


def large(kind: str, count: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return resources, and an expression that looks at all of them."""
    if kind == "volume":
        result = {
            f"x{item}": {
                "type": "OS::Cinder::VolumeAttachment",
                "properties": {"volume_id": {"get_resource": "disk"}, "instance_uuid": f"{item}"},
            }
            for item in range(count)
        }
        return result, {"list_join": [",", [attribute("disk", "attachments") for _ in range(3)]]}
    ports: dict[str, Any] = {}
    for item in range(count):
        ports[f"n{item}"] = {"type": "OS::Neutron::Net", "properties": {"name": f"name {item}"}}
        ports[f"s{item}"] = {
            "type": "OS::Neutron::Subnet",
            "properties": {
                "network": {"get_resource": f"n{item}"},
                "cidr": f"10.{item // 256}.{item % 256}.0/24",
            },
        }
        ports[f"p{item}"] = port(
            {"get_resource": f"n{item}"}, fixed_ips=[{"subnet": {"get_resource": f"s{item}"}}]
        )
    networks = [{"port": {"get_resource": f"p{item}"}} for item in range(count)]
    return {
        **ports,
        "vm": {"type": "OS::Nova::Server", "properties": {"networks": networks}},
    }, attribute("vm", kind)


def steps(kind: str, count: int) -> int:
    """Return how many steps the outputs of a stack take that looks at so many resources."""
    resources, expression = large(kind, count)
    plenty = Budget(SharedBudget())
    plenty.steps = 10**9
    cloud = cloud_of(
        {"resources": resources, "outputs": {"o": {"value": expression}}}, budget=plenty
    )
    before = cloud.budget.steps
    assert cloud.outputs("s")
    return before - cloud.budget.steps


@pytest.mark.parametrize("kind", ["networks", "addresses", "volume"])
def test_twice_the_resources_take_twice_the_steps(kind: str) -> None:
    few, many = steps(kind, 50), steps(kind, 100)
    assert 50 < few < many < 2.5 * few


def test_the_limits_of_the_run_are_looked_at_inside() -> None:
    """Simulations take steps of the same budget, which looks at time and memory."""
    shared = SharedBudget(replace(LIMITS, total_steps=10_000))
    looks = list[int]()
    budget = Budget(shared, lambda: looks.append(shared.steps), 100, steps=10_000)
    resources, expression = large("networks", 200)
    outputs = {f"o{item}": {"value": expression} for item in range(100)}
    cloud = cloud_of({"resources": resources, "outputs": outputs}, budget=budget)
    with pytest.raises((ExhaustedError, SpentError)):
        cloud.outputs("s")
    assert len(looks) > 50


def test_networks_of_stacks_are_known() -> None:
    cloud = cloud_of(TEMPLATE)
    named = {network["name"]: network for network in cloud.networks.networks(cloud.stacks())}
    assert list(named) == ["internal", "ext-net", "quick"]
    subnet = cloud.networks.subnets(cloud.stacks())[-1]
    assert (subnet["cidr"], subnet["network_id"]) == ("10.0.9.0/24", named["quick"]["id"])
    free = [cloud.networks.free_cidr(f"n{item}", 4, cloud.stacks()) for item in range(600)]
    assert "10.0.9.0/24" not in free
    assert "10.0.8.0/24" in free
    assert str(cloud.networks.free_cidr("n", 6, ())).startswith("::ffff:10.0.")
