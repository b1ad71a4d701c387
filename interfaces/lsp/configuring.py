"""The settings of a session: those of the configuration file, and on top those of the client."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from muranopl.configuration.configured import Configuration, nearest_configuration
from muranopl.configuration.discovery import OWN_FILE, PYPROJECT
from muranopl.configuration.overriding import overridden
from muranopl.configuration.settings import Settings
from muranopl.diagnostics.logs import log_info
from muranopl.diagnostics.usage import UsageError
from muranopl.interfaces.lsp.session import ClientSession

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
    settings, problems = await server.run(_settings, session, values)
    for problem in problems:
        params = types.ShowMessageParams(types.MessageType.Warning, problem)
        server.window_show_message(params)
    server.checking.stop()
    await server.run(session.set_up, settings)
    server.ready.set()
    server.checking.restarted()


def is_configuration(server: MuranoServer, path: str) -> bool:
    """Return whether the settings may depend on a file."""
    return path in server.session.looked_for or os.path.basename(path) in {
        OWN_FILE,
        PYPROJECT,
    }


async def watch(server: MuranoServer) -> None:
    """Ask the client to watch files and its settings."""
    client = server.session.client
    registrations = []
    if client.watches:
        watchers = [types.FileSystemWatcher(pattern) for pattern in _WATCHED]
        options: Any = types.DidChangeWatchedFilesRegistrationOptions(watchers)
        registrations.append(
            types.Registration(
                "muranopl-files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options
            )
        )
    if client.registers_settings:
        registrations.append(
            types.Registration(
                "muranopl-settings",
                types.WORKSPACE_DID_CHANGE_CONFIGURATION,
                types.DidChangeConfigurationRegistrationOptions(section=SECTION),
            )
        )
    if registrations:
        server.client_register_capability(types.RegistrationParams(registrations))


async def _client_settings(server: MuranoServer) -> Mapping[str, object]:
    """Return the settings of the client, which it sends or is asked for."""
    session = server.session
    values: Any = session.options
    if session.client.has_settings:
        item = types.ConfigurationItem(section=SECTION)
        question = server.workspace_configuration_async(
            types.ConfigurationParams([item])
        )
        try:
            answers = await asyncio.wait_for(question, _PATIENCE)
            values = answers[0] if answers and answers[0] else session.options
        except Exception as error:  # whatever a client answers, there are defaults
            log_info("muranopl.lsp", "the client has no settings: %r", error)
    if isinstance(values, Mapping):
        section = values.get(SECTION, values)
        return section if isinstance(section, Mapping) else {}
    return {}


def _settings(
    session: ClientSession, values: Mapping[str, object]
) -> tuple[Settings, list[str]]:
    """Return the settings of the folders, and what is wrong with them."""
    problems: list[str] = []
    configuration = Configuration()
    try:
        configuration = nearest_configuration(session.folders)
    except UsageError as error:
        problems.append(str(error))
    session.looked_for = {os.path.abspath(path) for path in configuration.looked_for}
    folder = session.folders[0] if session.folders else os.curdir
    settings, more = overridden(configuration.settings, values, folder)
    return settings, problems + more
