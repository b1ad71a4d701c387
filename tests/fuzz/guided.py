"""Run a target under atheris: `python -m tests.fuzz.guided TARGET SECONDS SEED FOLDER`.

What reaches new code is kept in build/fuzz/TARGET, and changed further. The process ends at the
first input that the target fails on, which is left in FOLDER.
"""

from __future__ import annotations

import hashlib
import random
import sys
from pathlib import Path

import atheris

from tests.fuzz.__main__ import BUILD

with atheris.instrument_imports(include=["muranopl", "yaml"]):
    from tests.fuzz import mutations
    from tests.fuzz.seeds import LONGEST_INPUT, seeds
    from tests.fuzz.targets import TARGETS


def main(name: str, seconds: str, seed: str, failures: str) -> None:
    """Run a target; never returns."""
    corpus, start = BUILD / name, BUILD / f"{name}-seeds"
    for folder in (corpus, start):
        folder.mkdir(parents=True, exist_ok=True)
    texts = seeds(name)
    for text in texts:
        (start / hashlib.sha1(text, usedforsecurity=False).hexdigest()).write_bytes(text)
    known = mutations.words(texts)

    def mutate(data: bytes, longest: int, chance: int) -> bytes:
        dice = random.Random(chance)
        if name == "archives" or dice.random() < 0.3:
            return bytes(atheris.Mutate(data, longest))
        return mutations.changed(data, texts, known, dice)[:longest]

    options = {
        "max_total_time": seconds,
        "seed": seed,
        # A constructor without an end runs 1,000,000 instructions before it is ended
        "timeout": 120,
        "rss_limit_mb": 2_048,
        "max_len": LONGEST_INPUT,
        "artifact_prefix": f"{Path(failures)}/",
        "print_final_stats": 1,
        "reload": 0,
    }
    words = [
        sys.argv[0],
        *(f"-{key}={value}" for key, value in options.items()),
        str(corpus),
        str(start),
    ]
    atheris.Setup(words, TARGETS[name], custom_mutator=mutate)
    atheris.Fuzz()


if __name__ == "__main__":
    main(*sys.argv[1:])
