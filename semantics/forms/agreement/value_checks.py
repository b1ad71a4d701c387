"""Checks values in objects of a UI definition against the contracts of their properties.

Lists and mappings are checked part by part without recursion: inner values wait in a queue.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from collections.abc import Mapping as ByName
from typing import Any

import msgspec

from muranopl.ard.nodes import Mapping, Node, Scalar, Sequence, Yaql
from muranopl.diagnostics.bounds import COMPARED_PAIRS
from muranopl.diagnostics.catalogue import forms as rules
from muranopl.diagnostics.diagnostic import Related, Severity
from muranopl.diagnostics.nearest import did_you_mean, nearest
from muranopl.diagnostics.places import Place
from muranopl.language.contracts import tree
from muranopl.language.contracts.facts import ContractFacts
from muranopl.language.contracts.tree import Chain, Contract
from muranopl.language.grammar.entity import Named
from muranopl.language.grammar.known_names import HEADER
from muranopl.semantics.abstract.contracts import JudgeOf, contract_notes
from muranopl.semantics.abstract.values import (
    Alternative,
    Dictionary,
    Items,
    Null,
    Value,
    constant,
    one,
)
from muranopl.semantics.forms.agreement.needs import (
    MappingContents,
    MappingEntry,
    Taker,
    contents_at,
    contents_of,
    place_at,
)
from muranopl.semantics.forms.agreement.refusals import ContractRefusal, length_refusal, refusal
from muranopl.semantics.forms.form_values import Fragment, ObjectId, is_unsendable
from muranopl.semantics.forms.inference import Inference
from muranopl.semantics.forms.scope import FormMapping, Reports, place_of


class Use(msgspec.Struct, frozen=True):
    """A value for a declaration: `what` is its name in messages, `place` where it is reported.

    `converts` is true if the contract transforms the value, false if it only validates the result
    of a nearer declaration. `excluded` are the paths of properties that an enclosing `template()`
    leaves out of it. `owner` is the description of the object of the property, None where the contract
    does not ask for owners.
    """

    what: str
    taker: Taker
    contract: Contract
    place: Place
    converts: bool
    excluded: tuple[str, ...] = ()
    owner: object = None

    @property
    def key(self) -> tuple[object, ...]:
        """The identity of a use: all data that may change a report."""
        return *self.key_without_place, self.place.key()

    @property
    def key_without_place(self) -> tuple[object, ...]:
        """The identity of a use without its place."""
        return (
            id(self.taker.declaration),
            id(self.contract),
            self.converts,
            self.excluded,
            id(self.owner),
        )

    def inside(self, contract: Contract, place: Place) -> Use:
        """Return the use of a part of the value."""
        return msgspec.structs.replace(self, contract=contract, place=place)


class ValueChecks(ABC):
    """Checks values of one UI definition against contracts."""

    def __init__(self, inference: Inference, judge_of: JudgeOf) -> None:
        self._inference = inference
        self._reports = inference.reports
        self._judge_of = judge_of
        self._checked: dict[tuple[object, ...], Node | Value] = {}
        self._pending: list[tuple[Use, Node | Value]] = []
        self._lacks: dict[
            tuple[object, ...], tuple[ByName[str, Value], ContractRefusal | None]
        ] = {}

    @abstractmethod
    def object_refusal(
        self, use: Use, contract: Chain, alternative: Alternative
    ) -> ContractRefusal | None:
        """Return why an object, or the id of one, does not meet a contract; None if it may.

        Then check its values.
        """

    def add(self, use: Use, value: Node | Value) -> None:
        """Add a value to the queue of values to check."""
        self._pending.append((use, value))

    def check_all(self) -> None:
        """Check all values of the queue, including those added meanwhile.

        Each once per kind of use. Templates and aliases can nest a value exponentially often.
        """
        while self._pending:
            use, value = self._pending.pop()
            key = id(value), use.key
            if key in self._checked:
                continue
            self._checked[key] = value  # keeps the object alive, so that its id stays unique
            if isinstance(value, Value):
                self._check(use, value)
            else:
                self._check_node(use, value)

    def _check_node(self, use: Use, node: Node) -> None:
        """Check a value written in YAML against a contract: lists and mappings part by part."""
        contract = use.contract
        if isinstance(node, Yaql):
            self._check(use, self._inference.model_value(node))
        elif isinstance(node, Sequence) and isinstance(contract, tree.ListOf):
            self._check_items(use, contract, node)
        elif isinstance(node, Mapping) and isinstance(contract, tree.DictOf):
            self._check_pairs(use, contract, node)
        elif isinstance(node, Scalar):
            self._check(use, constant(node.value))
        elif isinstance(node, (Mapping, Sequence)):
            self._check(use, self._inference.model_value(node))

    def _check_items(self, use: Use, contract: tree.ListOf, node: Sequence) -> None:
        if not use.converts or not contract.is_known:
            return
        result = length_refusal(
            contract, Items(least=len(node.items), most=len(node.items)), self._facts(use)
        )
        if result is not None:
            self._report(use, result, "this list", use.place)
        if contract.items:
            for inner, item in zip(contract.of_items(len(node.items)), node.items, strict=True):
                self._pending.append((use.inside(inner, place_at(item, use.place)), item))

    def _check_pairs(self, use: Use, contract: tree.DictOf, node: Mapping) -> None:
        if not use.converts or not contract.is_known:
            return
        for result in self._check_contents(use, contract, contents_of(node)):
            self._report(use, result, "this mapping", use.place)

    def _check_contents(
        self, use: Use, contract: tree.DictOf, contents: MappingContents, *, drops: bool = False
    ) -> Iterator[ContractRefusal]:
        """Add the values of a mapping to the queue; yield why its contract refuses missing ones."""
        left = dict(contents.entries)
        needed: list[str] = []
        for written, inner in contract.keys:
            name = getattr(written, "value", None)
            entry = left.pop(name, None)
            if entry is not None:
                part = use.inside(inner, entry.place)
                if entry.key.file.generated:
                    # The mapping of the parameters is written nowhere
                    part = msgspec.structs.replace(part, what=f'parameter "{name}"')
                self._pending.append((part, entry.value))
            elif not contents.is_open and self._facts(use).refuses_null(inner):
                needed.append(str(name))
        slips: ByName[str, str] = {}
        if contract.keys and contract.pattern is None and not drops:
            slips = self._report_lost(use, contract, contents, left, needed)
        for name in needed:
            if name not in slips.values():
                yield ContractRefusal(rules.VALUE_REFUSED, f'it needs a key "{name}"')
        if contract.pattern is not None:
            of_key = msgspec.structs.replace(use, what=f"a key of {use.what}")
            for name, entry in left.items():
                self._pending.append(
                    (of_key.inside(contract.pattern[0], entry.key), constant(name))
                )
                self._pending.append((use.inside(contract.pattern[1], entry.place), entry.value))

    def _report_lost(
        self,
        use: Use,
        contract: tree.DictOf,
        contents: MappingContents,
        left: ByName[object, MappingEntry],
        needed: list[str],
    ) -> ByName[str, str]:
        """Report keys that a contract drops; return those that are slips for `needed` ones."""
        lost = {str(name): entry.key for name, entry in left.items() if name not in {HEADER, None}}
        slips = slips_for(list(lost), needed)
        names = [str(getattr(written, "value", None)) for written, _ in contract.keys]
        for name, place in lost.items():
            report_dropped(
                self._reports,
                place,
                slips.get(name),
                class_=f"the contract of {use.what}",
                noun="key",
                name=name,
                suggestion=self._inference.similar_names.suggestion(
                    name, names, ("keys", id(contract)), given=contents.entries
                ),
                **self._words(use, None),
            )
        return slips

    def _check(self, use: Use, value: Value) -> None:
        """Check a value against a contract, alternative by alternative."""
        if value.alternatives is None or not use.contract.is_known:
            return
        self._check_null(use, value)
        alternatives = [
            self._inference.without_forms(alternative)
            for alternative in value.alternatives
            if not isinstance(alternative, Null)
        ]
        if not use.converts:
            # A contract that only validates gets converted values, except objects.
            alternatives = [
                other for other in alternatives if isinstance(other, (Fragment, ObjectId))
            ]
        results = ((other, self._refusal(use, other)) for other in alternatives)
        refused = [(other, result) for other, result in results if result is not None]
        reported: set[object] = set()
        for item, result in refused:
            place = self._place(use, item)
            if (result.rule, place.key()) not in reported:
                reported.add((result.rule, place.key()))
                self._report(
                    use,
                    result,
                    item.words,
                    place,
                    is_sure=len(refused) == len(alternatives),
                    of=item,
                )

    def _check_null(self, use: Use, value: Value) -> None:
        nulls = value.nulls
        if not nulls or not self._facts(use).refuses_null(use.contract):
            return
        is_sure = value.is_null
        severity = Severity.ERROR if is_sure else Severity.WARNING
        for null in nulls:
            if null.blamed is not None:
                self._reports.blame(null.blamed, severity)
                continue
            self._reports.report(
                rules.VALUE_NULL,
                self._place(use, null),
                severity=severity,
                what=use.what,
                is_null="is" if is_sure else "may be",
                because=f" {null.because}" if null.because else "",
                **self._words(use, null),
            )

    def _refusal(self, use: Use, alternative: Alternative) -> ContractRefusal | None:
        """Return why a contract refuses one alternative; its parts are added to the queue."""
        contract = use.contract
        if isinstance(contract, tree.ListOf):
            return self._list_refusal(use, contract, alternative)
        if isinstance(contract, tree.DictOf):
            return self._mapping_refusal(use, contract, alternative)
        if not isinstance(contract, (Chain, tree.Constant)):
            return None
        result = None
        if use.converts:
            is_inside = isinstance(alternative, ObjectId) and self._inference.may_create(
                use.owner, alternative
            )
            judge = self._judge_of(use.taker.owner)
            result = refusal(contract, alternative, judge, is_inside=is_inside)
        if result is None and isinstance(contract, Chain):
            return self.object_refusal(use, contract, alternative)
        return result

    def _list_refusal(
        self, use: Use, contract: tree.ListOf, alternative: Alternative
    ) -> ContractRefusal | None:
        if not use.converts:
            return None
        inside = self._place(use, alternative)
        if not isinstance(alternative, Items) or is_unsendable(alternative):
            alternative = Items(items=(one(alternative),))  # it is the only item
        if alternative.items is not None and contract.items:
            for inner, item in zip(
                contract.of_items(len(alternative.items)), alternative.items, strict=True
            ):
                self._pending.append((use.inside(inner, inside), item))
        elif alternative.item is not None and contract.items:
            self._pending.append((use.inside(contract.items[-1], inside), alternative.item))
        return length_refusal(contract, alternative, self._facts(use))

    def _mapping_refusal(
        self, use: Use, contract: tree.DictOf, alternative: Alternative
    ) -> ContractRefusal | None:
        if not use.converts:
            return None
        if not isinstance(alternative, (Dictionary, Fragment)):
            return ContractRefusal(rules.VALUE_KIND, "it is not a mapping")
        if isinstance(alternative.node, Mapping):
            self._pending.append((use, alternative.node))
        elif (
            isinstance(alternative, Dictionary)
            and alternative.entries is not None
            and contract.is_known
        ):
            # The entries are checked once, at this place
            entries = alternative.entries
            key = id(entries), use.key_without_place
            if key not in self._lacks:
                contents = contents_at(entries, self._place(use, alternative))
                # A whole form may have more fields than one contract takes
                drops = isinstance(alternative, FormMapping)
                refused = list(self._check_contents(use, contract, contents, drops=drops))
                self._lacks[key] = entries, refused[0] if refused else None
            return self._lacks[key][1]
        return None

    def _place(self, use: Use, alternative: Alternative) -> Place:
        """Return where to report an alternative: at the part of an expression that gives it."""
        return use.place if alternative.at is None else place_of(*alternative.at)

    def _facts(self, use: Use) -> ContractFacts:
        return self._judge_of(use.taker.owner).applied(converting=use.converts)

    def _words(self, use: Use, alternative: Alternative | None) -> dict[str, Any]:
        related: tuple[Related, ...] = ()
        if not use.place.file.generated:
            further = () if alternative is None else alternative.related
            related = (declared_at(use.taker.declaration), *further)
        return {"related": related, "notes": contract_notes(use.contract)}

    def _report(
        self,
        use: Use,
        found: ContractRefusal,
        words: str,
        place: Place,
        *,
        is_sure: bool = True,
        of: Alternative | None = None,
    ) -> None:
        severity = found.severity or (Severity.ERROR if is_sure else Severity.WARNING)
        self._reports.report(
            found.rule,
            place,
            severity=severity,
            what=use.what,
            found=words,
            problem=found.problem,
            suggestion=found.remedy,
            **self._words(use, of),
        )


def slips_for(unknown: list[str], needed: list[str]) -> dict[str, str]:
    """Return the unknown names that are slips for needed ones, with these."""
    result: dict[str, str] = {}
    # Comparing all pairs takes quadratic time.
    for name in unknown if len(unknown) * len(needed) <= COMPARED_PAIRS.most else ():
        near = nearest(name, needed)
        if near is not None and near not in result.values():
            result[name] = near
    return result


def report_dropped(
    reports: Reports,
    place: Place,
    needed: str | None,
    *,
    notes: tuple[str, ...] = (),
    suggestion: object = None,
    **facts: Any,
) -> None:
    """Report a name whose value is dropped, as an error if it is a slip for a `needed` one."""
    severity = None
    if needed is not None:
        severity, suggestion = Severity.ERROR, did_you_mean(needed)
        notes = (f'"{needed}" is required, but not given', *notes)
    reports.report(
        rules.PROPERTY_UNKNOWN,
        place,
        severity=severity,
        suggestion=suggestion,
        notes=notes,
        **facts,
    )


def declared_at(declaration: Named) -> Related:
    """Return the place of a declaration, for messages."""
    return Related(f'"{declaration.name}" is declared here', declaration.name_node.place)
