"""Commands, which clients run by their name."""

from __future__ import annotations

from lsprotocol import types

from muranopl.diagnostics.catalogue import rules
from muranopl.diagnostics.visible import visible
from muranopl.interfaces.lsp.code_actions import EXPLAIN
from muranopl.interfaces.lsp.diagnostics import page_uri
from muranopl.interfaces.lsp.features import command
from muranopl.interfaces.lsp.server import MuranoServer


@command(EXPLAIN)
async def explain(server: MuranoServer, code: object = None, *_: object) -> None:
    """Show the page of a code."""
    rule = rules().get(str(code))
    if rule is None:
        _say(server, f'"{visible(str(code))}" is not the code of a diagnostic')
        return
    uri = page_uri(rule.code)
    if uri is not None and server.session.client.shows_documents:
        params = types.ShowDocumentParams(uri, take_focus=True)
        server.window_show_document(params)
    else:
        _say(server, f"{rule.page.heading}\n\n{rule.page.explanation}")


def _say(server: MuranoServer, text: str) -> None:
    params = types.ShowMessageParams(types.MessageType.Info, text)
    server.window_show_message(params)
