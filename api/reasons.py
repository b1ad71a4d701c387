"""Why a class or a method cannot be had, or a call gave no value: for callers who do not read messages."""

from __future__ import annotations

import enum


class Reason(enum.Enum):
    """One reason; the value is for machines to pass on.

    `UNKNOWN_PACKAGE`, `UNKNOWN_CLASS`, `UNKNOWN_VERSION`: there is no such package; it, or none at all, has such a
    class; the class is there, but in no version that was asked for. `CLASS_NOT_LOADED`: the class is there, and the
    engine refuses to load it. `UNKNOWN_METHOD`, `AMBIGUOUS_METHOD`, `NOT_PUBLIC`, `INSTANCE_METHOD` (nothing says on
    which object it is to be called), `UNKNOWN_OBJECT` (the model has none that fits): the method cannot be called.
    `BAD_INPUT`: what is wrong is in the arguments, the model, the cloud file or the class configs, before anything ran.
    `UNKNOWN_ARGUMENT`: the method does not declare an argument. `CONTRACT_VIOLATION`: an argument is refused by its
    contract, or missing. `EXCEPTION`: the method threw one. `NOT_SIMULATED`: it needs what cannot be run here.
    `LIMIT`: it met a limit of the run. `BAD_RESULT`: what it returned cannot be written, or is a model that does not
    load. `INTERNAL_ERROR`: a bug of muranopl. `OTHER`: none of these.
    """

    UNKNOWN_PACKAGE = "unknown-package"
    UNKNOWN_CLASS = "unknown-class"
    UNKNOWN_VERSION = "unknown-version"
    CLASS_NOT_LOADED = "class-not-loaded"
    UNKNOWN_METHOD = "unknown-method"
    AMBIGUOUS_METHOD = "ambiguous-method"
    NOT_PUBLIC = "not-public"
    INSTANCE_METHOD = "instance-method"
    UNKNOWN_OBJECT = "unknown-object"
    BAD_INPUT = "bad-input"
    UNKNOWN_ARGUMENT = "unknown-argument"
    CONTRACT_VIOLATION = "contract-violation"
    EXCEPTION = "exception"
    NOT_SIMULATED = "not-simulated"
    LIMIT = "limit"
    BAD_RESULT = "bad-result"
    INTERNAL_ERROR = "internal-error"
    OTHER = "other"
