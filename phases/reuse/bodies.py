"""Remembers results of phase 5 for single classes, as long as they hold; used by `workspace`.

The check of a class depends on the class, on what its package and those that this sees export, on
the names of files and on some facts about bodies of its package, on the facts it asked for about other
packages, and on the files that its diagnostics point into.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable, Mapping
from weakref import WeakKeyDictionary

import msgspec

from muranopl.ard.sources.source import Source
from muranopl.diagnostics.bounds import CLASS_STEPS, PACKAGE_NAMES, PACKAGE_SUGGESTIONS
from muranopl.diagnostics.places import File
from muranopl.diagnostics.reporter import DefectReports
from muranopl.inherit.complete import CompleteType
from muranopl.inherit.method_overrides import as_used
from muranopl.phases.reuse.answers import Answers, Asked, Question, Same, World, pointed_at
from muranopl.phases.reuse.hashing import hashed, text_bytes
from muranopl.phases.reuse.snapshots import SnapshotFile
from muranopl.read.package import ClassUnit, Package, PackageId
from muranopl.render.phase import CheckClass, ClassResult, Taken
from muranopl.semantics.bodies.classes import ClassIndex

_NOTHING = ClassResult([], DefectReports(), {}, Taken(0, 0, 0))


class RememberedBodies:
    """Checks classes, see `CheckClasses`; results that still hold are not computed again.

    `seen` has the hash of what each package that is checked sees. With a `file`, classes of other files
    whose results no longer hold are not checked: their last results are returned. `is_complete` is
    false if there were any.
    """

    def __init__(
        self, seen: Mapping[Source, bytes], answers: Answers, file: File | None = None
    ) -> None:
        self._seen, self._answers, self._file = seen, answers, file
        self.is_complete = True
        self._taken: dict[tuple[PackageId, bool], list[Taken]] = {}
        self._reuses = False

    def __call__(self, classes: ClassIndex, check: CheckClass) -> CheckClass:
        """Return a function that returns remembered results of classes, or checks them."""
        seen_in = functools.cache(functools.partial(self._seen_in, classes))
        world = World(classes.surroundings.still_answers)

        def result_of(type_: CompleteType) -> ClassResult:
            package, file = type_.id.package, type_.declared.declaration.node.file
            as_written = classes.names.packages[package].package.header.as_written
            if isinstance(file, SnapshotFile):
                question = ("body", file.package, file.name, type_.id.name, as_written)
                fingerprint = Same(file), seen_in(package)
                result = self._result(question, fingerprint, world, file, lambda: check(type_))
            else:
                result = check(type_)
            self._taken.setdefault((package, as_written), []).append(result.taken)
            return result

        return result_of

    @property
    def may_differ(self) -> bool:
        """Whether the budget of a package may be spent, so that earlier results may not hold."""
        return self._reuses and any(map(_is_much, self._taken.values()))

    def _result(
        self,
        question: Question,
        fingerprint: Hashable,
        world: World,
        file: File,
        compute: Callable[[], ClassResult],
    ) -> ClassResult:
        earlier: ClassResult | None = self._answers.find(question, fingerprint, world)
        if earlier is not None:
            self._reuses = True
            return earlier
        # The user waits for the edited file: others follow in a later lane
        if self._file is not None and file is not self._file:
            self.is_complete = False
            return self._answers.last(question) or _NOTHING

        def settled() -> ClassResult:
            result = compute()
            return msgspec.structs.replace(result, missing=result.missing.settled())

        return self._answers.ask(question, fingerprint, settled, asked=_asked, world=world)

    def _seen_in(self, classes: ClassIndex, package: PackageId) -> bytes:
        """Return the hash of what all classes of a package depend on."""
        opened = classes.names.packages[package].package
        requires = bytes([classes.visibility.requires_all_it_names(package)])
        exports = seen_by_classes(opened, self._seen[opened.header.source])
        return hashed(b"class", requires, exports)


def _asked(result: ClassResult) -> Asked:
    return Asked(pointed_at(result.diagnostics) | result.missing.files(), result.answers)


def seen_by_classes(package: Package, seen: bytes) -> bytes:
    """Return the hash of all that the code of a class depends on besides its file.

    `seen` is the hash of what the package exports and sees.
    """
    return hashed(
        b"seen by classes",
        seen,
        "\n".join(package.header.source.paths()).encode("utf-8", "surrogatepass"),
        text_bytes(
            repr([(path, sorted(names)) for path, names in package.plan_placeholders.items()])
        ),
        text_bytes(
            repr(
                [
                    (path, str(version.value), version.place.key())
                    for path, version in package.template_versions.items()
                ]
            )
        ),
        *map(_misspelt_arguments, package.units),
    )


def _is_much(taken: list[Taken]) -> bool:
    """Return whether classes take half of a budget; reused results count with their earlier use."""
    return (
        2 * sum(item.steps for item in taken) > CLASS_STEPS.most
        or 2 * sum(item.searches for item in taken) > PACKAGE_SUGGESTIONS.most
        or 2 * sum(item.names for item in taken) > PACKAGE_NAMES.most
    )


_MISSPELT: WeakKeyDictionary[ClassUnit, bytes] = WeakKeyDictionary()


def _misspelt_arguments(unit: ClassUnit) -> bytes:
    """Return the hash of the arguments that bodies in a file use by other names (cached)."""
    result = _MISSPELT.get(unit)
    if result is None:
        names = [
            repr((number, method.name, [item.name for item in used.arguments]))
            for number, class_ in enumerate(unit.classes)
            for method in class_.all_methods
            if (used := as_used(method)) is not method
        ]
        result = _MISSPELT[unit] = hashed(b"used", text_bytes("\n".join(names)))
    return result
