"""Documents that the server makes when the user asks for them, and that stand in no package."""

from __future__ import annotations

import os
import shutil
import tempfile

from muranopl.interfaces.lsp import uris


class GeneratedDocuments:
    """The texts of a session by the paths of their URIs; a folder has them for clients without virtual documents."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}
        self._folder: str | None = None

    def text(self, uri: str) -> str | None:
        """Return the text of a virtual document, None if it is none of these."""
        return self._texts.get(uris.virtual_path(uri) or "")

    def put(self, name: str, text: str, *, virtual: bool) -> str:
        """Keep a text; return its URI. `name` is its path, below the top of all of them."""
        if virtual:
            path = f"/generated/{name}"
            self._texts[path] = text
            return uris.virtual_uri(path)
        if self._folder is None:
            self._folder = tempfile.mkdtemp(prefix="muranopl-")
        # Names of classes are those that the client gives: none leads out of the folder
        parts = [part for part in name.split("/") if part not in {"", ".", ".."}]
        path = os.path.join(self._folder, *parts)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8", errors="replace") as stream:
            stream.write(text)
        return uris.uri_of_path(path)

    def remove(self) -> None:
        """Forget the texts, and remove their files."""
        self._texts.clear()
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None
