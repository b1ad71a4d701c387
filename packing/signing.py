"""Checksums of zips, signed with a key of SSH."""

from __future__ import annotations

import hashlib
import os
import subprocess
from collections.abc import Mapping

from muranopl.diagnostics.usage import UsageError
from muranopl.diagnostics.visible import visible

CHECKSUMS = "SHA256SUMS"
NAMESPACE = "muranopl"
"""What the signatures are for: one that was made for something else is none of a package."""


def checksums(files: Mapping[str, bytes]) -> str:
    """Return the checksums of files by name, as `sha256sum --check` reads them."""
    return "".join(
        f"{hashlib.sha256(data).hexdigest()}  {name}\n"
        for name, data in sorted(files.items())
    )


def sign(path: str, key: str) -> str:
    """Sign a file with `ssh-keygen` and return the path of the signature. Raise UsageError.

    `key` is the path of a private key, or of the public key of one that the SSH agent has.
    """
    signature = f"{path}.sig"
    if os.path.exists(signature):
        os.remove(signature)  # the program asks before it writes over a file
    command = ["ssh-keygen", "-Y", "sign", "-n", NAMESPACE, "-f", key, path]
    try:
        # The words are not text of a shell; standard input is for a passphrase
        result = subprocess.run(command, capture_output=True, check=False)  # noqa: S603
    except OSError as error:
        raise UsageError(f"ssh-keygen cannot be run: {error.strerror}") from None
    if result.returncode:
        why = result.stderr.decode(errors="replace").strip().splitlines()
        problem = visible(why[-1]) if why else "ssh-keygen failed"
        raise UsageError(f'"{visible(key)}" does not sign: {problem}')
    return signature
