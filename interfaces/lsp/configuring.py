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
    await _set_up(server, await _client_settings(server))


async def _set_up(server: MuranoServer, values: Mapping[str, object]) -> None:
    session = server.session
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
    if not session.client.has_settings:
        return _section(session.options)
    question = asyncio.ensure_future(_answer(server))
    try:
        return await asyncio.wait_for(asyncio.shield(question), _PATIENCE)
    except TimeoutError:
        server.ask(_take_late(server, question))
        return _section(session.options)


async def _answer(server: MuranoServer) -> Mapping[str, object]:
    """Ask the client for its settings."""
    item = types.ConfigurationItem(section=SECTION)
    values: Any = None
    try:
        answers = await server.workspace_configuration_async(types.ConfigurationParams([item]))
        values = answers[0] if answers else None
    except Exception as error:  # whatever a client answers, there are defaults
        log_info("muranopl.lsp", "the client has no settings: %r", error)
    return _section(values or server.session.options)


async def _take_late(server: MuranoServer, question: asyncio.Task[Mapping[str, object]]) -> None:
    """Use the settings of a client that is slow to answer, as soon as it does."""
    await _set_up(server, await question)


def _section(values: object) -> Mapping[str, object]:
    section = values.get(SECTION, values) if isinstance(values, Mapping) else None
    return section if isinstance(section, Mapping) else {}
