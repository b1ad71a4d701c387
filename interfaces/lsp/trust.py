"""The question whether a folder is trusted that brings along rules, which are code, or addresses."""

from __future__ import annotations

import os
from collections.abc import Collection
from typing import TYPE_CHECKING

from lsprotocol import types

from muranopl.diagnostics.logs import log_info
from muranopl.diagnostics.visible import visible

if TYPE_CHECKING:
    from muranopl.interfaces.lsp.server import MuranoServer

RULES = "rules"
_ABOUT_RULES = "names rules of its own. They are Python code, and would be run on this machine."
_ABOUT_ADDRESSES = "names packages at addresses, which would be fetched from the network."


async def is_trusted(server: MuranoServer, file: str, keys: Collection[str]) -> bool:
    """Return whether the user trusts the values of some keys of a configuration file."""
    name = os.path.join(os.path.basename(os.path.dirname(file)), os.path.basename(file))
    names_rules = RULES in keys
    about = _ABOUT_RULES if names_rules else _ABOUT_ADDRESSES
    yes, no = (
        ("Run them", "Do not run them") if names_rules else ("Fetch them", "Do not fetch them")
    )
    params = types.ShowMessageRequestParams(
        types.MessageType.Warning,
        f"{visible(name)} {about}",
        [types.MessageActionItem(title) for title in (yes, no)],
    )
    try:
        answer = await server.window_show_message_request_async(params)
    except Exception as error:  # a client that cannot ask has a user who did not agree
        log_info("muranopl.lsp", "the client did not ask about trust: %r", error)
        return False
    return answer is not None and answer.title == yes
