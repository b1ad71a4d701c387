"""Checks the objects of a UI definition, from Application down: their classes, and their values.

An object is created only for a contract that is `class()` or `template()`; for any other a mapping
with `?` remains data (reference: ui-agreement, 5.2).
"""

from __future__ import annotations

import functools
from collections.abc import Mapping as ByName
from typing import Any

from muranopl.ard.nodes import Mapping
from muranopl.diagnostics.catalogue import forms as rules
from muranopl.diagnostics.catalogue import yaml
from muranopl.diagnostics.diagnostic import Severity
from muranopl.diagnostics.nearest import FullNameVocabulary, did_you_mean
from muranopl.diagnostics.places import Place
from muranopl.inherit.property_overrides import has_owned
from muranopl.language.contracts.functions.declaration import ClassArguments
from muranopl.language.contracts.functions.objects import TEMPLATE
from muranopl.language.contracts.tree import Chain
from muranopl.language.grammar.known_names import HEADER
from muranopl.language.grammar.names import WORD, is_named_like
from muranopl.language.grammar.property import PropertyUsage
from muranopl.language.grammar.ui.class_names import WrittenType, header_of, type_of
from muranopl.language.grammar.ui.definition import UIDefinition
from muranopl.language.grammar.ui.form import NAMED_SINCE
from muranopl.namespace.package_scope import FoundClass, Standing, given_with
from muranopl.namespace.result import TypeId
from muranopl.semantics.abstract.contracts import JudgeOf
from muranopl.semantics.abstract.overloads import listed
from muranopl.semantics.abstract.values import Alternative, Dictionary, Value
from muranopl.semantics.bodies.classes import ClassIndex
from muranopl.semantics.forms.agreement.needs import (
    APPLICATION,
    DROPPED,
    OFFERED,
    SETTABLE,
    MappingContents,
    MappingEntry,
    ModelClasses,
    Needs,
    Taker,
    contents_at,
    contents_of,
)
from muranopl.semantics.forms.agreement.refusals import ContractRefusal
from muranopl.semantics.forms.agreement.shared_fields import (
    FormObject,
    LackingValues,
    report_fields_for_some,
)
from muranopl.semantics.forms.agreement.value_checks import (
    Use,
    ValueChecks,
    declared_at,
    report_dropped,
    slips_for,
)
from muranopl.semantics.forms.form_values import Fragment, ObjectId
from muranopl.semantics.forms.inference import Inference


class ObjectModel(ValueChecks):
    """Checks the object model of one UI definition; every object is checked once.

    `lacks_name` is true if the application needs a property `name` and is not given it, which is
    reported. `lacking` are the values that its objects are not given.
    """

    def __init__(
        self,
        definition: UIDefinition,
        found: ModelClasses,
        classes: ClassIndex,
        inference: Inference,
        judge_of: JudgeOf,
    ) -> None:
        super().__init__(inference, judge_of)
        self._definition = definition
        self._found = found
        self._needs = functools.cache(lambda type_: Needs(type_, classes, judge_of))
        # Values keep the objects of the ids alive
        self._visited: dict[tuple[int, object], object] = {}
        self.lacks_name = False
        self.lacking = LackingValues()
        self._objects: list[FormObject] = []
        self._template_names = {
            id(template.node): template.name_node.place for template in definition.templates
        }

    def check(self) -> None:
        """Check Application, and all values of its objects."""
        application = self._definition.application
        if not isinstance(application, Mapping):
            return
        type_ = self._class_of(application, None)
        if type_ is not None:
            if self._found.surely_no(type_, APPLICATION):
                self._reports.report(
                    rules.NO_APPLICATION, self._type_place(application), name=type_.name
                )
            contents = contents_of(application)
            self._visit(contents, self._type_place(application), type_, (), is_application=True)
        self.check_all()
        if len(self._objects) > 1:
            report_fields_for_some(
                self._definition, self._objects, self.lacking.reported, self._reports
            )

    # Objects

    def _class_of(
        self, fragment: Mapping, default: TypeId | None, *, is_data: bool = False
    ) -> TypeId | None:
        """Return the class of an object, None if it is unknown, which is reported."""
        if fragment.get(HEADER) is None:
            return default
        written = type_of(fragment)
        if written is None:
            return None
        result = self._found.find(written)
        place = self._type_place(fragment)
        if result is None:
            self._report_unknown(written.name, place, is_data=is_data)
            return None
        self._report_standing(written, result, place)
        return result.id

    def _type_place(self, fragment: Mapping) -> Place:
        """Return where the class of an object is written, or where the object begins."""
        header = header_of(fragment)
        type_ = None if header is None else header.get("type")
        return fragment.head.place if type_ is None else type_.place

    def _report_unknown(self, name: str, place: Place, *, is_data: bool) -> None:
        if not self._found.is_usable:
            return  # what is wrong with the manifest is reported
        unmet = self._found.unmet
        if is_named_like(name, unmet):
            return  # the package was reported
        elsewhere = bool(unmet) or not self._found.all_there
        severity = Severity.WARNING if is_data or elsewhere else None
        notes = ("it may be in a missing package",) if elsewhere else ()
        self._reports.report(
            rules.CLASS_UNKNOWN,
            place,
            about=name,
            name=name,
            severity=severity,
            suggestion=functools.partial(self._meant, name),
            notes=notes,
        )

    def _meant(self, name: str) -> str | None:
        """Return a suggestion for the full name of a class."""
        if self._found.is_unlisted(name):
            return f'list "{name}" under Classes in manifest.yaml'
        return did_you_mean(self._class_names.nearest(name), given_with(self._found.unmet))

    @functools.cached_property
    def _class_names(self) -> FullNameVocabulary:
        return FullNameVocabulary(self._found.names())

    def _report_standing(self, written: WrittenType, found: FoundClass, place: Place) -> None:
        package = found.id.package
        if found.standing is Standing.LOCATED and package not in self._found.missing_in_classes:
            self._reports.report(
                rules.CLASS_NOT_REQUIRED,
                place,
                about=package.name,
                name=written.name,
                package=package.name,
                fixes=functools.partial(self._found.requiring, package),
            )
        if found.excluded is not None:
            major = package.version.partition(".")[0]
            self._reports.report(
                rules.CLASS_VERSION,
                place,
                name=written.name,
                versions=listed(found.versions),
                spec=f'"{found.excluded}"',
                notes=("a type without a version means version 0",) if written.spec is None else (),
                suggestion=f"write `type: '{written.name}/{major}'`",
            )

    def _visit(
        self,
        contents: MappingContents,
        place: Place,
        id_: TypeId,
        excluded: tuple[str, ...],
        *,
        is_application: bool = False,
    ) -> None:
        """Check the values of an object; `excluded` are properties that its contract leaves out.

        `place` is where missing values are reported.
        """
        visit = id(contents.source), (id_, excluded)
        type_ = self._found.type(id_)
        if type_ is None or visit in self._visited:
            return
        self._visited[visit] = contents.source
        needs = self._needs(type_)
        entries = {
            str(name): entry
            for name, entry in contents.entries.items()
            if name not in {HEADER, None}
        }
        self._check_header_key(contents, id_)
        missing = [] if contents.is_open else needs.missing(entries, excluded)
        if not contents.is_open:
            left_out = (name for name in needs.names(SETTABLE) if name not in excluded)
            self.lacking.note(id_, contents.source, left_out, entries)
            if isinstance(contents.source, Mapping):
                at = self._template_names.get(id(contents.source), place)
                self._objects.append(FormObject(contents.source, at, needs, entries, excluded))
        if is_application:
            self.lacks_name = any(item.declaration.name == "name" for item in missing)
        slips = slips_for(
            [name for name in entries if not needs.takes(name)],
            [item.declaration.name for item in missing],
        )
        for name in entries:
            if name in slips:
                self._report_property(name, entries, needs, needed=slips[name])
            else:
                inside = tuple(
                    path.removeprefix(f"{name}.")
                    for path in excluded
                    if path.startswith(f"{name}.")
                )
                self._give(
                    name, entries, needs, inside, contents.source, is_application=is_application
                )
        lacking = [item for item in missing if item.declaration.name not in slips.values()]
        if lacking:
            self._report_missing(place, id_, lacking)

    def _check_header_key(self, contents: MappingContents, id_: TypeId) -> None:
        """Report a key that is null: within braces YAML takes `?` for the sign of a key."""
        lost = contents.entries.get(None)
        if lost is not None:
            self._reports.report(
                yaml.KEY_NOT_TEXT,
                lost.key,
                key="null",
                what=f"an object of {id_.name}",
                suggestion='write `"?"` in quotes within braces, or remove the key',
            )

    def _give(
        self,
        name: str,
        entries: ByName[str, MappingEntry],
        needs: Needs,
        excluded: tuple[str, ...],
        source: object,
        *,
        is_application: bool,
    ) -> None:
        """Check a value of the object `source` against all declarations that take it.

        `excluded` are the paths of properties that the value may lack.
        """
        entry = entries[name]
        if not needs.takes(name):
            if is_application and name == "name" and self._definition.version < NAMED_SINCE:
                class_ = needs.type.id.name
                self._reports.report(rules.NAME_DISPLAY, entry.key, class_=class_, name=name)
            else:
                self._report_property(name, entries, needs)
            return
        member = needs.type.properties.get(name)
        takers = list(needs.takers(name))
        # No argument of a constructor takes it
        if member is not None and len(takers) == len(member.chain):
            usage = member.declaration.usage
            is_lost = usage in DROPPED or usage is PropertyUsage.OUT
            if is_lost and not self._found.is_usage_reported(member):
                self._report_usage(name, entry.key, member.declaring, member.declaration)
            if usage in DROPPED:
                return
        if member is not None and self._found.is_contract_reported(member):
            return
        for taker, converts in takers:
            if taker.contract is not None:
                what = f'{"property" if member is not None else "argument"} "{name}" of {taker.owner.name}'
                owner = source if has_owned(taker.contract) else None
                use = Use(what, taker, taker.contract, entry.place, converts, excluded, owner)
                self.add(use, entry.value)

    def _report_property(
        self,
        name: str,
        entries: ByName[str, MappingEntry],
        needs: Needs,
        *,
        needed: str | None = None,
    ) -> None:
        if not WORD.match(name):
            return  # phase 1 reports it
        id_, similar = needs.type.id, self._inference.similar_names
        report_dropped(
            self._reports,
            entries[name].key,
            needed,
            class_=id_.name,
            noun="property",
            name=name,
            suggestion=similar.suggestion(name, needs.names(OFFERED), id_, given=entries),
        )

    def _report_usage(self, name: str, place: Place, owner: TypeId, declaration: Any) -> None:
        problem = "it holds a result, not an input"
        if declaration.usage in DROPPED:
            problem = "a value in a model is silently dropped"
        self._reports.report(
            rules.PROPERTY_USAGE,
            place,
            name=name,
            class_=owner.name,
            usage=declaration.usage.value,
            problem=problem,
            related=(declared_at(declaration),),
        )

    def _report_missing(self, place: Place, id_: TypeId, lacking: list[Taker]) -> None:
        names = [item.declaration.name for item in lacking]
        self.lacking.reported.update(names)
        # Of several fields of a name, the first one
        unused = reversed(list(self._inference.unused_fields()))
        forms = {field.name: form for form, field in unused}
        values = [f"$.{forms[name]}.{name}" if name in forms else "..." for name in names]
        lines = [f"`{name}: {value}`" for name, value in zip(names, values, strict=True)]
        self._reports.report(
            rules.PROPERTY_MISSING,
            place,
            class_=id_.name,
            names=listed([f'"{name}"' for name in names]),
            is_not="is not" if len(names) == 1 else "are not",
            lines=listed(lines),
            related=tuple(declared_at(item.declaration) for item in lacking),
        )

    def object_refusal(
        self, use: Use, contract: Chain, alternative: Alternative
    ) -> ContractRefusal | None:
        """See `ValueChecks`."""
        arguments = contract.class_arguments
        if isinstance(alternative, ObjectId):
            return None if arguments is None else self._id_refusal(arguments, alternative)
        node = alternative.node if isinstance(alternative, (Fragment, Dictionary)) else None
        if arguments is not None:
            if isinstance(node, Mapping):
                return self._object_refusal(use, contract, arguments, node)
            if isinstance(alternative, Dictionary) and alternative.entries is not None:
                self._look_into(use, contract, arguments, alternative.entries)
        elif isinstance(node, Mapping) and contract.function is None:
            self._look_at_data(node)
        return None

    def _object_refusal(
        self, use: Use, contract: Chain, arguments: ClassArguments, node: Mapping
    ) -> ContractRefusal | None:
        """Return why the object of a mapping is not of the class of a contract, or None."""
        expected = self._found.of_contract(arguments)
        type_ = self._class_of(node, self._found.of_contract(arguments, default=True))
        if type_ is None:
            return None
        if expected is not None and self._found.surely_no(type_, expected.name):
            return ContractRefusal(
                rules.OBJECT_CLASS, f"{type_.name} does not extend {expected.name}"
            )
        if use.converts:
            excluded = _excluded(use, contract, arguments)
            self._visit(contents_of(node), self._type_place(node), type_, excluded)
        return None

    def _look_into(
        self, use: Use, contract: Chain, arguments: ClassArguments, entries: ByName[str, Value]
    ) -> None:
        """Check the object of a mapping without a header that an expression gives."""
        type_ = self._found.of_contract(arguments, default=True)
        if type_ is not None and HEADER not in entries and use.converts:
            self._visit(
                contents_at(entries, use.place),
                use.place,
                type_,
                _excluded(use, contract, arguments),
            )

    def _look_at_data(self, node: Mapping) -> None:
        """Report the unknown class of an object in data as a warning, as no object is created."""
        if (id(node), None) not in self._visited:
            self._visited[id(node), None] = node
            self._class_of(node, None, is_data=True)

    def _id_refusal(
        self, arguments: ClassArguments, alternative: ObjectId
    ) -> ContractRefusal | None:
        expected = self._found.of_contract(arguments)
        if expected is None:
            return None
        if isinstance(alternative.fragment, Mapping):
            types = [self._class_of(alternative.fragment, None)]
        else:
            result = (self._found.find(WrittenType(name)) for name in alternative.classes)
            types = [None if item is None else item.id for item in result]
        others = [item for item in types if item and self._found.surely_no(item, expected.name)]
        if not others or len(others) < len(types):
            return None
        names = " or ".join(item.name for item in others)
        return ContractRefusal(rules.OBJECT_CLASS, f"{names} does not extend {expected.name}")


def _excluded(use: Use, contract: Chain, arguments: ClassArguments) -> tuple[str, ...]:
    """Return the paths of properties that an object may lack under a contract."""
    return (*use.excluded, *(arguments.exclude if contract.function is TEMPLATE else ()))
