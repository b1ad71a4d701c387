"""The settings of a session: those of the configuration file, and on top those of the client."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from muranopl.diagnostics.configuration.configuration import OWN_FILE, PYPROJECT
from muranopl.diagnostics.logs import log_info
from muranopl.interfaces.lsp import uris
from muranopl.interfaces.lsp.configuration_file import (
    is_trusted,
    read_configuration,
    report_mistakes,
)

if TYPE_CHECKING:
    from muranopl.interfaces.lsp.server import MuranoServer

SECTION = "muranopl"
_PATIENCE = 5.0
"""How many seconds a client may take to answer."""

_PACKAGE_FILES = "**/*"
_WATCHED = (_PACKAGE_FILES,)


async def configure(server: MuranoServer) -> None:
    """Read the settings, and the packages with them; report mistakes to the user."""
    session = server.session
    values = await _client_settings(server)
    read = await server.run(read_configuration, session, values)
    for problem in read.problems:
        server.say(problem, types.MessageType.Warning)
    await report_mistakes(server, read)
    server.checking.stop()
    await server.run(session.set_up, read.settings)
    server.ready.set()
    server.checking.restarted()
    if read.asks:
        server.ask(_trust(server, read.file, read.asks))


async def _trust(server: MuranoServer, file: str, keys: Collection[str]) -> None:
    """Ask whether the rules and the addresses of a configuration file are trusted, and use them then."""
    trusted = server.session.trusted
    # Until the user answers, which may be never, they are not used, and no one asks again
    trusted[file] = False
    trusted[file] = await is_trusted(server, file, keys)
    if trusted[file]:
        await configure(server)


def is_configuration(server: MuranoServer, path: str) -> bool:
    """Return whether the settings may depend on a file."""
    return path in server.session.looked_for or os.path.basename(path) in {OWN_FILE, PYPROJECT}


async def watch(server: MuranoServer) -> None:
    """Ask the client to watch files and its settings."""
    client = server.session.client
    registrations = []
    if client.watches:
        watchers = [types.FileSystemWatcher(pattern) for pattern in _WATCHED]
        options: Any = types.DidChangeWatchedFilesRegistrationOptions(watchers)
        registrations.append(
            types.Registration("muranopl-files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
        )
    if client.registers_settings:
        registrations.append(
            types.Registration(
                "muranopl-settings",
                types.WORKSPACE_DID_CHANGE_CONFIGURATION,
                types.DidChangeConfigurationRegistrationOptions(section=SECTION),
            )
        )
    if client.registers_content:
        content = types.TextDocumentContentRegistrationOptions([uris.SCHEME])
        registrations.append(
            types.Registration("muranopl-content", types.WORKSPACE_TEXT_DOCUMENT_CONTENT, content)
        )
    if registrations:
        server.client_register_capability(types.RegistrationParams(registrations))


async def _client_settings(server: MuranoServer) -> Mapping[str, object]:
    """Return the settings of the client, which it sends or is asked for."""
    session = server.session
    values: Any = session.options
    if session.client.has_settings:
        item = types.ConfigurationItem(section=SECTION)
        question = server.workspace_configuration_async(types.ConfigurationParams([item]))
        try:
            answers = await asyncio.wait_for(question, _PATIENCE)
            values = answers[0] if answers and answers[0] else session.options
        except Exception as error:  # whatever a client answers, there are defaults
            log_info("muranopl.lsp", "the client has no settings: %r", error)
    if isinstance(values, Mapping):
        section = values.get(SECTION, values)
        return section if isinstance(section, Mapping) else {}
    return {}
