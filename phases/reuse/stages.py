"""The stages of a check and their shares of its time."""

from __future__ import annotations

from muranopl.diagnostics.diagnostic import Phase
from muranopl.phases.progress import Stage

SHARES = {
    Stage.INDEX: 3.0,
    Stage.READ: 47.0,
    Stage.NAMESPACE: 8.0,
    Stage.HIERARCHY: 1.0,
    Stage.INHERIT: 3.0,
    Stage.RENDER: 36.0,
    Stage.KEEP: 2.0,
}
"""Percent of the time of one process, measured with 100 and with 1,000 packages of 8 classes."""

_LAST = {
    Phase.READ: Stage.READ,
    Phase.NAMESPACE: Stage.NAMESPACE,
    Phase.HIERARCHY: Stage.HIERARCHY,
    Phase.INHERIT: Stage.INHERIT,
    Phase.RENDER: Stage.KEEP,
}


PHASES = {
    stage: share
    for stage, share in SHARES.items()
    if Stage.READ.value < stage.value < Stage.KEEP.value
}
"""The stages after reading, which a worker runs in the second round."""


def shares(stop_after: Phase, workers: int, *, kept: bool) -> dict[Stage, float]:
    """Return the share of the time of each stage of a check by `workers` processes.

    `kept` is whether results are recorded. With several workers the stages after reading are one.
    """
    result = {
        stage: share for stage, share in SHARES.items() if stage.value <= _LAST[stop_after].value
    }
    if not kept:
        result.pop(Stage.KEEP, None)
    if workers > 1:
        result = {stage: share for stage, share in result.items() if stage not in PHASES}
        result |= {
            Stage.READ: SHARES[Stage.READ] / workers,
            Stage.RENDER: sum(PHASES.values()) / workers,
        }
    return result
