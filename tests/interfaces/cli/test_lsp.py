"""The command `muranopl lsp`, as far as it needs no client."""

from __future__ import annotations

import pytest

from tests import command_line


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--stdio", "--ws", "1"], "--stdio and --ws cannot be combined"),
        (["--allow-origin", "https://a.example"], "--allow-origin needs --ws"),
        (["--ws", "a"], '"a" is neither a port nor HOST:PORT'),
        (["--ws", "99999"], "neither a port"),
    ],
)
def test_wrong_usage(arguments: list[str], message: str) -> None:
    result = command_line.run("lsp", *arguments)
    assert result.exit_code == 2
    assert message in result.output
