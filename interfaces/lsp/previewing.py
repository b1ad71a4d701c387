"""Runs the commands that show what a class, a method or a form makes, from the files on disk.

`previews` writes the pages.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import msgspec

from muranopl.diagnostics.configuration.settings import Settings
from muranopl.diagnostics.reasons import ResolutionError
from muranopl.diagnostics.usage import UsageError
from muranopl.interfaces.lsp import uris
from muranopl.interfaces.lsp.features import command
from muranopl.interfaces.lsp.previews import (
    form_preview,
    object_preview,
    result_preview,
    schema_preview,
)
from muranopl.interfaces.lsp.server import MuranoServer
from muranopl.interfaces.lsp.session import ClientSession
from muranopl.interfaces.lsp.virtual_documents import show
from muranopl.read.package import PackageId

if TYPE_CHECKING:
    from muranopl.api.catalog import Catalog

RENDER = "muranopl.render"
CALL = "muranopl.call"
SHOW_FORM = "muranopl.showForm"


@command(RENDER)
async def render(server: MuranoServer, uri: object = None, name: object = None, *_: object) -> bool:
    """Show an object of a class for which no property is set; return whether the class is known."""

    def page(catalog: Catalog, id_: PackageId) -> str:
        root = f"{name}/{id_.version}@{id_.name}"
        result = catalog.render({"?": {"id": "sketch", "type": root}})
        return object_preview(str(name), result)

    return await _show(server, uri, f"objects/{name}.md", page)


@command(CALL)
async def call(
    server: MuranoServer,
    uri: object = None,
    class_: object = None,
    method: object = None,
    *_: object,
) -> bool:
    """Show what a static method returns without arguments; return whether its class is known."""

    def page(catalog: Catalog, id_: PackageId) -> str:
        result = catalog.call(
            str(class_), str(method), version=f"={id_.version}", package=id_.name, any_method=True
        )
        return result_preview(f"{class_}.{method}", result)

    return await _show(server, uri, f"results/{class_}.{method}.md", page)


@command(SHOW_FORM)
async def show_form(
    server: MuranoServer, uri: object = None, name: object = None, *_: object
) -> bool:
    """Show the generated form of a class, or without a name that of the UI definition."""

    def page(catalog: Catalog, id_: PackageId) -> str:
        if name is None:
            form = catalog.form_pages(f"{id_.name}/{id_.version}", {})
            return form_preview(id_.name, form)
        schemas = catalog.schema(str(name), [""], f"={id_.version}", id_.name)
        return schema_preview(str(name), schemas[""])

    shown = "form" if name is None else name
    return await _show(server, uri, f"forms/{shown}.md", page)


async def _show(
    server: MuranoServer, uri: object, name: str, page: Callable[[Catalog, PackageId], str]
) -> bool:
    """Show a page about the package of a file; return whether there is one."""
    saved = await package_of(server, uri)
    if saved is None:
        return False
    try:
        text = await asyncio.to_thread(lambda: page(saved.catalog(), saved.id))
    except (UsageError, ResolutionError) as error:
        server.say(str(error))
        return False
    show(server, name, text)
    return True


class SavedPackage(msgspec.Struct, frozen=True):
    """A package as its files are on the disk; `folders` have others that it can use."""

    id: PackageId
    location: str
    folders: Sequence[str]
    settings: Settings

    def catalog(self) -> Catalog:
        """Return the catalog of the package, in which the opened folders are libraries."""
        from muranopl.api.catalog import Catalog  # with the machine, which no other feature needs

        return Catalog(
            self.location,
            libraries=[*self.settings.libraries, *self.folders],
            settings=self.settings,
            jobs=1,
        )


async def package_of(server: MuranoServer, uri: object) -> SavedPackage | None:
    """Return the package of a file; tell the user if it is not in one."""
    path = uris.path_of(str(uri))
    result = None if path is None else await server.run(_saved, server.session, path)
    if result is None:
        server.say("The file is not in a package.")
    return result


def _saved(session: ClientSession, path: str) -> SavedPackage | None:
    analysis = session.analysis(path)
    if analysis is None or analysis.is_alone:
        return None
    package = analysis.package
    return SavedPackage(
        package.id,
        package.header.source.location,
        session.workspace.package_folders,
        session.settings,
    )
