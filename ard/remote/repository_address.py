"""Parses the addresses of package repositories; `namespace.required.repository` fetches from these.

murano+https://HOST/PREFIX                      all packages of a repository
murano+https://HOST/PREFIX#io.murano.apps.X     one, by its full name or by a class of it
murano+https://HOST/PREFIX#io.murano.apps.X/>=1.2
"""

from __future__ import annotations

import msgspec

_SCHEME = "murano+"
_SCHEMES = ("murano+http://", "murano+https://")


class RepositoryAddress(msgspec.Struct, frozen=True):
    """The address of a repository, and the package that is meant; "" means all.

    Without a specification any version will do.
    """

    repository: str
    name: str = ""
    spec: str | None = None

    def __str__(self) -> str:
        """Return the address as text."""
        spec = "" if self.spec is None else f"/{self.spec}"
        return f"{self.repository}#{self.name}{spec}" if self.name else self.repository

    @property
    def web(self) -> str:
        """The address of the service, without the version of its calls."""
        return self.repository[len(_SCHEME) :].rstrip("/").removesuffix("/v1")


def is_repository(path: str) -> bool:
    """Return whether a path is the address of all of a repository."""
    return path.lower().startswith(_SCHEMES) and not parse_address(path).name


def parse_address(address: str) -> RepositoryAddress:
    """Return the parts of an address."""
    repository, _, package = address.partition("#")
    name, slash, spec = package.partition("/")
    return RepositoryAddress(repository, name, spec if slash else None)
