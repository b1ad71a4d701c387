"""Infers the abstract values of all parts of a UI definition; errors are reported.

Single expressions: `expressions`; fields: `form_values`; templates and parameters: `variables`.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator

from muranopl.ard.nodes import Mapping, Node, Scalar, Sequence, Yaql, expressions, text_of, walk
from muranopl.ard.positions import source_of
from muranopl.ard.yaql.tree import Expression, Variable, bare
from muranopl.diagnostics.catalogue import forms as rules
from muranopl.diagnostics.diagnostic import Severity
from muranopl.language.grammar.known_names import HEADER
from muranopl.language.grammar.ui.field import UIField
from muranopl.language.grammar.ui.validators import is_text, reads_form
from muranopl.semantics.abstract.application import Observer, bound_variables
from muranopl.semantics.abstract.similar_names import SimilarNames
from muranopl.semantics.abstract.value_contents import described
from muranopl.semantics.abstract.values import (
    UNKNOWN,
    Alternative,
    Dictionary,
    Items,
    Value,
    constant,
    of,
    one,
)
from muranopl.semantics.forms.expressions import value_of
from muranopl.semantics.forms.form_names import FormNames
from muranopl.semantics.forms.form_values import FormValues, Fragment, ObjectId, is_unsendable
from muranopl.semantics.forms.page_expressions import page_scopes
from muranopl.semantics.forms.references import (
    CallSite,
    call_site,
    first_references,
    may_create,
    report_circles,
)
from muranopl.semantics.forms.scope import (
    Definition,
    EvaluationStage,
    FormData,
    FormsData,
    Reports,
    Scope,
)
from muranopl.semantics.forms.variables import DefinedVariables, Usage


class Inference(Definition):
    """Infers values of one UI definition; an error in an expression is reported once.

    An `observer` records the values of expressions. It is the `Definition` of all scopes, and keeps
    no object that refers to it: a cycle would keep all values until garbage is collected.
    """

    def __init__(
        self, forms: FormValues, reports: Reports, observer: Observer | None = None
    ) -> None:
        self.reports, self.observer = reports, observer
        self.definition = forms.definition
        self._usage = Usage(self.definition)
        self.similar_names = SimilarNames()
        self._names = FormNames(forms, self.similar_names)
        self.field, self.form = self._names.field, self._names.form
        self.has_form, self.whole = self._names.positions.__contains__, self._names.whole
        self.missing_form = self._names.missing_form
        self._variables = DefinedVariables(
            self.definition, self._usage, self.similar_names, self._names.everything
        )
        self.variable, self.no_template = self._variables.read, self._variables.no_template
        self.template = self._variables.templates.get
        self._values: dict[int, Value] = {}
        self._created: dict[tuple[int, str | None], bool] = {}
        self._pending: set[int] = set()
        # Reversed, as an expression that several share through an alias belongs to the first
        self._template_of = {
            id(expression): template.name
            for template in reversed(self.definition.templates)
            for expression in expressions(template.node)
        }
        self._parameter_of = {
            id(expression): at
            for at, parameter in reversed(list(enumerate(self.definition.parameters)))
            for expression in expressions(parameter.node)
        }

    def model_value(self, node: Node) -> Value:
        """Return the value of a part of Application or of a template.

        It is inferred once; a value that contains itself is unknown.
        """
        if isinstance(node, Scalar):
            return constant(node.value)
        cached = self._values.get(id(node))
        if cached is not None:
            return cached
        # The circle is reported on its own.
        if id(node) in self._pending:
            return UNKNOWN
        return self._first_value(node)

    def without_forms(self, alternative: Alternative) -> Alternative:
        """Return an alternative as the model gets it.

        Data of forms as a mapping of fields, or of forms.
        """
        if isinstance(alternative, (FormData, FormsData)):
            return self._names.mapping(alternative)
        return alternative

    def check(self) -> None:
        """Evaluate every expression of the definition once, each in its own scope."""
        for parameter in self.definition.parameters:
            for expression in expressions(parameter.node):
                self.model_value(expression)
        scope_of = functools.partial(Scope.of, self)
        for scope in page_scopes(self.definition, self._names, scope_of):
            self._evaluated(scope)
        if self.definition.application is None:
            return
        self._check_model(self.definition.application, is_sent=True)
        for template in self.definition.templates:
            self._check_model(
                template.node, is_sent=template.name not in self._usage.unused_templates
            )
        # Last, as only now it is known which templates are used.
        report_circles(self.definition, self._usage, self.reports)
        self._report_unused()

    def unused_fields(self) -> Iterator[tuple[str, UIField]]:
        """Yield the fields whose values nothing uses, with their forms; none if no model is made."""
        if self.definition.application is not None:
            yield from self._names.unused_fields()

    def _check_model(self, fragment: Node, *, is_sent: bool) -> None:
        for node in walk(fragment):
            if isinstance(node, (Scalar, Yaql)):
                value = self.model_value(node)
                if is_sent:
                    self._check_sent(node, value)

    def _check_sent(self, node: Scalar | Yaql, value: Value) -> None:
        """Report values that JSON cannot represent; those of a template only there."""
        alternatives = value.alternatives or ()
        unsendable = list(filter(is_unsendable, alternatives))
        tree = bare(node.tree) if isinstance(node, Yaql) else None
        is_template = isinstance(tree, Variable) and tree.name[1:] in self._variables.templates
        if not unsendable or is_template:
            return
        text = node.text if isinstance(node, Yaql) else source_of(node) or str(node.value)
        self.reports.report(
            rules.NOT_JSON,
            node.place,
            severity=None if len(unsendable) == len(alternatives) else Severity.WARNING,
            what=f"`{text}`",
            found=described(of(unsendable)),
        )

    def _report_unused(self) -> None:
        definition, usage, undefined = self.definition, self._usage, self._variables.undefined
        for rule, items, unused in (
            (rules.UNUSED_TEMPLATE, definition.templates, usage.unused_templates),
            (rules.UNUSED_PARAMETER, definition.parameters, usage.unused_parameters),
        ):
            for item in items:
                name = item.name
                # An undefined name that is probably a slip for this one is a use
                if name in unused and not (
                    undefined and self.similar_names.nearest(name, undefined, "undefined")
                ):
                    self.reports.report(rule, item.name_node.place, name=name)

    def _first_value(self, node: Node) -> Value:
        # A value that contains itself is met again while it is inferred.
        self._pending.add(id(node))
        value: Value = UNKNOWN
        if isinstance(node, Yaql):
            value = self._evaluated(self._model_scope(node))
        elif isinstance(node, Mapping):
            value = self._mapping(node)
        elif isinstance(node, Sequence):
            value = one(Items(items=tuple([self.model_value(item) for item in node.items])))
        self._pending.discard(id(node))
        self._values[id(node)] = value
        return value

    def _mapping(self, node: Mapping) -> Value:
        # A mapping with a header becomes an object if a contract takes one.
        if node.get(HEADER) is not None:
            return one(Fragment(node=node))
        entries: dict[str, Value] = {}
        for key, value in node.pairs:
            name = text_of(key)
            if name is None:
                return one(Dictionary(node=node))
            entries[name] = self.model_value(value)
        return one(Dictionary(node=node, entries=entries))

    def _model_scope(self, node: Yaql) -> Scope:
        at = self._parameter_of.get(id(node))
        if at is not None:
            title = f'parameter "{self.definition.parameters[at].name}"'
            stage, data = EvaluationStage.PARAMETERS, one(FormsData(before=0))
            return Scope.of(self, node, stage, data, title=title, parameter=at)
        template = self._template_of.get(id(node))
        title = "Application" if template is None else f'template "{template}"'
        certain = template is None or template in self._usage.sure_templates
        return Scope.of(
            self,
            node,
            EvaluationStage.MODEL,
            self._names.everything,
            title=title,
            certain=certain,
            template=template,
        )

    def _evaluated(self, scope: Scope) -> Value:
        """Return the value of an expression.

        One reported for its form is only searched for names.
        """
        node = scope.node
        scope = scope.binding(bound_variables(node))
        if is_text(node) or (scope.stage is EvaluationStage.PARAMETERS and reads_form(node)):
            value_of(node.tree, scope.muted_with(self._names.everything))
            return UNKNOWN
        return value_of(node.tree, scope)

    @functools.cached_property
    def _first_references(self) -> dict[CallSite, bool | None]:
        return first_references(self.definition, self._usage)

    def may_create(self, owner: object, identity: ObjectId) -> bool:
        """Return whether the object of an id may be created inside the object that takes the id."""
        if identity.fragment is None or not isinstance(owner, Mapping):
            return False
        key = id(owner), identity.key
        if key not in self._created:
            self._created[key] = may_create(
                owner, identity.key, self._first_references, self._variables.templates
            )
        return self._created[key]

    def is_first_reference(self, tree: Expression, scope: Scope) -> bool | None:
        """See `Definition`."""
        return self._first_references.get(call_site(scope.node, tree))

    def repeats_same(self, tree: Expression) -> str | None:
        """See `Definition`."""
        part = bare(tree)
        name = part.name[1:] if isinstance(part, Variable) else ""
        return name if name in self._usage.same_hosts else None
