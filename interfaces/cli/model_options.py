"""Options of commands that load object models."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NoReturn

import msgspec

from muranopl.diagnostics import arguments
from muranopl.interfaces.cli.exits import leave
from muranopl.interfaces.cli.options import (
    ALL_DIAGNOSTICS,
    all_option,
    cloud_option,
    configs_option,
    diagnostics_option,
    gathered,
    output_option,
    schedule_option,
)
from muranopl.interfaces.cli.output import show_diagnostics, write_result
from muranopl.interfaces.cli.package_options import Common

if TYPE_CHECKING:
    from muranopl.api.catalog import Catalog
    from muranopl.diagnostics.diagnostic import Diagnostic


class ModelOptions(msgspec.Struct, frozen=True, kw_only=True):
    """The values of the options shared by commands that load object models."""

    class_configs: str | None
    everything: bool
    output: str | None = None
    diagnostics_format: str

    @contextlib.contextmanager
    def catalog(self, common: Common, inputs: Iterable[str | None]) -> Iterator[Catalog]:
        """Log within the context, and return the catalog, which can read the files `inputs`."""
        files = [file for file in inputs if file is not None]
        common.require_files(files, [self.output], self.class_configs)
        with common.logging():
            yield common.catalog(files, everything=self.everything)

    def finish(
        self,
        common: Common,
        diagnostics: Sequence[Diagnostic],
        text: str | None,
        *,
        failed: bool,
        models: int = 0,
    ) -> NoReturn:
        """Write the result of the command, if there is one, and diagnostics; exit."""
        arguments.require_packages(diagnostics)
        if text is not None:
            write_result(text, self.output)
        show_diagnostics(diagnostics, self.diagnostics_format, common.color, models)
        leave(diagnostics, failed=failed)


class ExecutionOptions(msgspec.Struct, frozen=True):
    """The values of the options of executions."""

    cloud: str | None
    schedule: int | None


_COMMON = (configs_option, all_option(ALL_DIAGNOSTICS), diagnostics_option)
common_model_options = gathered(ModelOptions, "options", *_COMMON)
"""The options of `ModelOptions` without an output, passed as `options`."""
model_options = gathered(ModelOptions, "options", output_option, *_COMMON)
"""The options of `ModelOptions`, passed as `options`."""
execution_options = gathered(ExecutionOptions, "execution", cloud_option, schedule_option)
"""The options of `ExecutionOptions`, passed as `execution`."""
