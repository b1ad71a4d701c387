"""The question whether rules that a folder brings along, which are code, may be run."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from lsprotocol import types

from muranopl.diagnostics.logs import log_info
from muranopl.diagnostics.visible import visible

if TYPE_CHECKING:
    from muranopl.interfaces.lsp.server import MuranoServer

_RUN = "Run them"
_DO_NOT_RUN = "Do not run them"


async def may_run_rules(server: MuranoServer, file: str) -> bool:
    """Return whether the user lets the rules of a configuration file run."""
    name = os.path.join(os.path.basename(os.path.dirname(file)), os.path.basename(file))
    params = types.ShowMessageRequestParams(
        types.MessageType.Warning,
        f"{visible(name)} names rules of its own. They are Python code, and would be run "
        "on this machine.",
        [types.MessageActionItem(title) for title in (_RUN, _DO_NOT_RUN)],
    )
    try:
        answer = await server.window_show_message_request_async(params)
    except Exception as error:  # a client that cannot ask has a user who did not agree
        log_info("muranopl.lsp", "the client did not ask about rules: %r", error)
        return False
    return answer is not None and answer.title == _RUN
