"""Package managers, and how their commands name what they install."""

from __future__ import annotations

import re

import msgspec


class Manager(msgspec.Struct, frozen=True):
    """A package manager: `command` matches its name and the word that makes it install.

    `valued` are options that are followed by a value; the values of `files` name files with more
    packages. `version` separates names from versions, `purl` is the type of package URLs, empty
    where these would need more than is known, such as the distribution.
    """

    name: str
    command: str
    valued: frozenset[str] = frozenset()
    files: frozenset[str] = frozenset()
    version: str = ""
    purl: str = ""

    @property
    def is_of_containers(self) -> bool:
        """Whether it fetches images of containers."""
        return self.purl == "docker"

    @property
    def is_of_windows(self) -> bool:
        """Whether its commands are those of PowerShell."""
        return self.name == "powershell"


_OPTIONS = r"(?:[ \t]+-{1,2}[^\s;|&]+(?:[ \t]+Dpkg::\S+)?)*"
_APT = frozenset({"-o", "-t", "-c", "--option", "--target-release", "--config-file"})

MANAGERS = (
    Manager(
        "apt", rf"(?:apt-get|apt|aptitude){_OPTIONS}[ \t]+install", _APT, version="="
    ),
    Manager("yum", rf"(?:yum|dnf|microdnf){_OPTIONS}[ \t]+(?:local)?install"),
    Manager("zypper", rf"zypper{_OPTIONS}[ \t]+(?:install|in)", version="="),
    Manager("apk", rf"apk{_OPTIONS}[ \t]+add", version="="),
    Manager("pacman", r"pacman[ \t]+-S[yu]*"),
    Manager("rpm", r"rpm[ \t]+-[iUF]\w*"),
    Manager("dpkg", r"dpkg[ \t]+(?:-i|--install)"),
    Manager(
        "pip",
        rf"pip[23]?(?:\.\d+)?{_OPTIONS}[ \t]+install",
        frozenset({"-c", "-i", "-t", "--index-url", "--extra-index-url", "--target"}),
        frozenset({"-r", "--requirement"}),
        "==",
        "pypi",
    ),
    Manager("easy_install", r"easy_install(?:-\d\.\d)?", version="==", purl="pypi"),
    Manager("npm", rf"npm{_OPTIONS}[ \t]+(?:install|i|add)", version="@", purl="npm"),
    Manager("yarn", r"yarn[ \t]+(?:global[ \t]+)?add", version="@", purl="npm"),
    Manager(
        "gem",
        rf"gem{_OPTIONS}[ \t]+install",
        frozenset({"--source", "-s"}),
        version=":",
        purl="gem",
    ),
    Manager("cargo", r"cargo[ \t]+install", version="@", purl="cargo"),
    Manager("go", r"go[ \t]+(?:get|install)", version="@", purl="golang"),
    Manager("cpan", r"cpanm?(?:[ \t]+install)?", version="@", purl="cpan"),
    Manager(
        "composer",
        r"composer[ \t]+(?:global[ \t]+)?require",
        version=":",
        purl="composer",
    ),
    Manager(
        "conda",
        r"conda[ \t]+install",
        frozenset({"-c", "-n"}),
        version="=",
        purl="conda",
    ),
    Manager("snap", r"snap[ \t]+install"),
    Manager(
        "puppet",
        r"puppet[ \t]+module[ \t]+install",
        frozenset({"--modulepath", "-i"}),
    ),
    Manager(
        "choco",
        r"(?:choco(?:\.exe)?[ \t]+(?:install|upgrade)|cinst)",
        frozenset({"-s", "--source", "--params", "--package-parameters"}),
        purl="chocolatey",
    ),
    Manager(
        "powershell",
        # Murano's agent has a function around the first one
        r"(?i:(?:Install|Add)-(?:WindowsFeature(?:Wrapper)?|Package|Module))",
        frozenset(
            {
                "-Source",
                "-ComputerName",
                "-Credential",
                "-LogPath",
                "-ProviderName",
                "-Repository",
                "-Scope",
                "-Vhd",
            }
        ),
    ),
    Manager("docker", r"(?:docker|podman)[ \t]+(?:image[ \t]+)?pull", purl="docker"),
    Manager("docker", r"(?:docker|podman)[ \t]+(?:run|create)", purl="docker"),
)
"""Commands of longer names come before those that they contain."""

VERSION_OPTIONS = frozenset(
    {"-v", "--version", "-version", "-Version", "-RequiredVersion"}
)
"""Options whose value is the version of the package before or after them."""

# Of `docker run`, as its other options have values in the next word
DOCKER_FLAGS = re.compile(
    r"-[ditP]+|--(?:detach|interactive|tty|rm|privileged|init|read-only|publish-all|quiet)"
)
PATTERN = re.compile(
    r"(?<![\w./$-])(?:sudo[ \t]+)?(?:"
    + "|".join(f"(?P<m{number}>{item.command})" for number, item in enumerate(MANAGERS))
    + r")(?![\w-])",
)
