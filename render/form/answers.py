"""Reads answers to forms, `{form: {field: value}}`, from a file or plain data, with their places."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from muranopl.ard.descriptions import described
from muranopl.ard.nodes import Broken, Node, is_null, text_of
from muranopl.ard.nodes import Mapping as MappingNode
from muranopl.diagnostics.catalogue import answers as rules
from muranopl.diagnostics.nearest import did_you_mean
from muranopl.diagnostics.places import Place
from muranopl.diagnostics.reporter import Reporter
from muranopl.diagnostics.visible import listed
from muranopl.language.grammar.ui.field import UIField
from muranopl.language.grammar.ui.form import UIForm
from muranopl.semantics.abstract.similar_names import SimilarNames

_MOST_LISTED = 8
Fields = Mapping[str, UIField]


class ReadAnswers:
    """The answers to some forms; `failed` is set once unknown or malformed ones are reported."""

    def __init__(
        self, root: Node, forms: Iterable[tuple[UIForm, Fields]], reporter: Reporter
    ) -> None:
        self.failed = False
        self._root = root
        self._reporter = reporter
        self._similar_names = SimilarNames()
        # Forms and fields whose answers are reported as misspelt or malformed, None for all
        self._in_vain: set[tuple[str | None, str | None]] = set()
        fields_of_forms: dict[str, dict[str, UIField]] = {}
        for form, fields in forms:
            fields_of_forms.setdefault(form.name, {}).update(fields)
        entries = self._entries(root, None, fields_of_forms)
        self._fields = {
            name: self._entries(node, name, fields_of_forms[name]) for name, node in entries.items()
        }

    def find(self, form: str, field: str) -> Node | None:
        """Return the answer to a field, or None."""
        return self._fields.get(form, {}).get(field)

    def misses(self, form: str, field: str) -> bool:
        """Return whether an answer to a field was reported as misspelt or malformed."""
        return not self._in_vain.isdisjoint(((None, None), (form, None), (form, field)))

    def place(self, form: str) -> Place:
        """Return the place of the answers to a form, or of the missing ones."""
        pair = self._root.find(form) if isinstance(self._root, MappingNode) else None
        return (self._root.head if pair is None else pair[0]).place

    def _entries(self, node: Node, form: str | None, known: Collection[str]) -> dict[str, Node]:
        """Return the answers to a form by field, or all by form; report unknown ones."""
        if not isinstance(node, MappingNode):
            if not is_null(node):
                self._report_shape(node, form)
            return {}
        result: dict[str, Node] = {}
        for key, value in node.pairs:
            name = text_of(key)
            if name is not None and name in known:
                result[name] = value
            else:
                self._report_unknown(key, node, form, known)
        return result

    def _report_shape(self, node: Node, form: str | None) -> None:
        self.failed = True
        self._in_vain.add((form, None))
        if not isinstance(node, Broken):
            what = "the answers" if form is None else f'the answers to form "{form}"'
            self._reporter.report(rules.BAD_ANSWERS, node.place, what=what, found=described(node))

    def _report_unknown(
        self, key: Node, node: MappingNode, form: str | None, known: Collection[str]
    ) -> None:
        self.failed = True
        near = self._similar_names.nearest(text_of(key) or "", known, form)
        if near is not None and node.find(near) is not None:
            near = None
        # What is meant is not reported as missing, too.
        if near is not None:
            self._in_vain.add((near, None) if form is None else (form, near))
        what, kind = f'form "{form}" has no field', "fields"
        if form is None:
            what, kind = "the UI definition has no form", "forms"
        remedy = f"{kind} are {listed(known, _MOST_LISTED)}" if known else "remove it"
        problem = f'{what} "{text_of(key) or described(key)}"'
        self._reporter.report(
            rules.UNKNOWN_ANSWER, key.place, what=problem, suggestion=did_you_mean(near, remedy)
        )
