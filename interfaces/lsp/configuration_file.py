"""The configuration file of the opened folders: its settings, its mistakes at their places, and trust in it."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, NamedTuple

from lsprotocol import types

from muranopl.diagnostics.configuration.configuration import Configuration
from muranopl.diagnostics.configuration.configured import nearest_configuration
from muranopl.diagnostics.configuration.mistakes import ConfigurationError, Mistake
from muranopl.diagnostics.configuration.overriding import overridden
from muranopl.diagnostics.configuration.reading import without_addresses
from muranopl.diagnostics.configuration.settings import Settings
from muranopl.diagnostics.logs import log_info
from muranopl.diagnostics.places import File, Place, lines_of
from muranopl.diagnostics.usage import UsageError
from muranopl.diagnostics.visible import visible
from muranopl.interfaces.lsp import uris
from muranopl.interfaces.lsp.diagnostics import SOURCE
from muranopl.interfaces.lsp.session import ClientSession

if TYPE_CHECKING:
    from muranopl.interfaces.lsp.server import MuranoServer

RULES = "rules"
_ABOUT_RULES = "has rules of its own: Python code that runs on this machine."
_ABOUT_ADDRESSES = "has URLs of packages, which are fetched from the network."


_NOT_USED = {
    RULES: "these rules are Python code, and are not run because this folder is not trusted",
    "select": "nothing is reported, because all selected rules are Python code that is not run",
}
_NOT_FETCHED = "URLs are not fetched because this folder is not trusted"
_OF_FILES = ("libraries", "core-library", "baseline")
"""The keys whose paths have to exist."""
_WORD = re.compile(r"""[\w.-]+|"[^"]*"|'[^']*'|\S""")


class ReadConfiguration(NamedTuple):
    """The settings of a session, and what is wrong with them.

    `problems` are texts for the user, `mistakes` those of the configuration file, `hints` what is
    worth knowing there. `asks` are the keys of the file about which the user is to be asked.
    """

    settings: Settings
    file: str = ""
    problems: tuple[str, ...] = ()
    mistakes: tuple[Mistake, ...] = ()
    hints: tuple[Mistake, ...] = ()
    asks: tuple[str, ...] = ()


def read_configuration(session: ClientSession, values: Mapping[str, object]) -> ReadConfiguration:
    """Return the settings of the opened folders, with those of the client on top."""
    configuration, problems, mistakes = Configuration(), list[str](), list[Mistake]()
    file = ""
    try:
        configuration = _nearest(session)
        file = configuration.file or ""
        mistakes += configuration.missing_paths(_OF_FILES)
    except ConfigurationError as error:
        file, mistakes = error.file, list(error.mistakes)
        problems.append(str(error))
    except UsageError as error:
        problems.append(str(error))
    looked_for = (*configuration.looked_for, *filter(None, [file]))
    session.looked_for = {os.path.abspath(path) for path in looked_for}
    folder = session.folders[0] if session.folders else os.curdir
    settings, more = overridden(configuration.settings, values, folder)
    if session.client.trusted is False:
        settings = without_addresses(settings)
    left_out = configuration.left_out
    is_decided = session.client.trusted is not None or os.path.abspath(file) in session.trusted
    return ReadConfiguration(
        settings,
        os.path.abspath(file) if file else "",
        (*problems, *more),
        tuple(mistakes),
        tuple(
            Mistake(*configuration.places[key], _NOT_USED.get(key, _NOT_FETCHED))
            for key in left_out
        ),
        () if is_decided else left_out,
    )


def _nearest(session: ClientSession) -> Configuration:
    """Return the configuration of the folders, with its rules if these may be run."""
    is_trusted = session.client.trusted is True
    result = nearest_configuration(session.folders, is_trusted=is_trusted)
    # Which file it is, and thus whether it is trusted, is only known after it was read
    if result.file is not None and session.trusted.get(os.path.abspath(result.file)):
        return nearest_configuration(session.folders, is_trusted=True)
    return result


async def report_mistakes(server: MuranoServer, read: ReadConfiguration) -> None:
    """Push the mistakes of the configuration file; take back those of an earlier one."""
    session = server.session
    current = [*read.mistakes, *read.hints]
    if read.file and current:
        items = await server.run(_diagnostics, read, session)
        session.mistaken.add(read.file)
        _publish(server, read.file, items)
    for file in [*session.mistaken]:
        if file != read.file or not current:
            session.mistaken.discard(file)
            _publish(server, file, [])


def _publish(server: MuranoServer, file: str, items: list[types.Diagnostic]) -> None:
    document = server.session.documents.get(file)
    uri = uris.uri_of_path(file) if document is None else document.uri
    params = types.PublishDiagnosticsParams(uri, items)
    server.text_document_publish_diagnostics(params)


def _diagnostics(read: ReadConfiguration, session: ClientSession) -> list[types.Diagnostic]:
    text = session.text(read.file)
    file = File(read.file, "", text)
    severities = (
        (types.DiagnosticSeverity.Error, read.mistakes),
        (types.DiagnosticSeverity.Information, read.hints),
    )
    return [
        types.Diagnostic(
            session.range_in(text, _place(file, text, mistake)),
            mistake.message,
            severity,
            source=SOURCE,
        )
        for severity, mistakes in severities
        for mistake in mistakes
    ]


def _place(file: File, text: str, mistake: Mistake) -> Place:
    """Return the place of the word at which a mistake stands."""
    lines = lines_of(text)
    line = lines[mistake.line - 1] if mistake.line <= len(lines) else ""
    word = _WORD.match(line, mistake.column - 1)
    end = mistake.column if word is None else word.end() + 1
    return Place(file, mistake.line, mistake.column, mistake.line, end)


async def is_trusted(server: MuranoServer, file: str, keys: Collection[str]) -> bool:
    """Return whether the user trusts the values of some keys of a configuration file.

    Rules are code, and addresses are fetched from the network.
    """
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
