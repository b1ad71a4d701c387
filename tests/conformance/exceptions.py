"""The cases we answer differently on purpose, each with its reason. A listed case that passes fails the test."""

FAILS = "it loads, which is all that was tried, and surely fails when it is run, as should_report has it elsewhere"


def _because(reason: str, names: str) -> dict[str, str]:
    return dict.fromkeys(names.split(), reason)


EXCEPTIONS: dict[str, dict[str, str]] = {
    "types": {
        "ver-core-required-minor-not-there": "by the documents the core library is 0.1.0 and 0.2.0: a warning, "
        "and an error with the quirk core-version"
    },
    "contracts": {},
    "models": {
        **_because(
            "references and owned objects in arguments of a constructor are those of the object (running.md, 2)",
            "init-argument-object-owned init-argument-reference",
        ),
        "mi-init-order-diamond": "an ancestor that is reached twice is constructed once (engine_bug)",
        "init-argument-kwargs": "KwArgs of a constructor get what is given by other names, and nothing by their own",
        "serialize-meta-bad-value": "values of meta objects are checked with their class (MPL504) only",
    },
    "syntax": {
        **_because(
            FAILS,
            """
            body-question-mark-dot body-value-number-dot body-value-keyword-argument body-value-double-comma
            body-value-lambda body-value-colon-call body-value-mod
            """,
        ),
        "body-value-ns-call": "the class does not declare the prefix std, and evaluating that fails (evaluation.json, "
        "literal/keyword-colon): it is an error, though loading alone succeeds",
        "argument-mapping-of-one": "one argument works without a dash, so it is an info: nothing goes wrong",
        "body-repeat-boolean": "true counts as 1, so it is a warning: an error is what surely fails",
        "body-for-empty-variable": "the loop runs, so it is a warning: an error is what surely fails",
        "class-bytes-next-line": "PyYAML counts U+0085 as the end of a line, editors do not",
        "manifest-everything": "the manifest names logos that are not there, which manifest-logo-missing-file wants "
        "reported as an error",
    },
    "loading": {
        "manifest-fullname-trailing-newline": "a name that nobody can write is refused with its package",
        "manifest-fullname-core": "a core library without io.murano.Object takes the place of the embedded one",
        "packages/versions/app-version-one-with-spec": "the case asks for a version, which its words do not say",
    },
    "evaluation": {
        "block/for-name-this": "the loop hides the object, which is refused though nothing in this method misses it",
        "packages/versions/app-version-one-needs-spec": "what is asked for is not there, and what is there is right",
        "except/system-unknown-class": "a class that is not there is an error, also where Catch takes what comes of it",
        **_because(
            "the method that is run is fine; another one of its packages is not",
            """
            packages/callee-runtime-rules/type-lib-1.4 packages/require/import-extension
            """,
        ),
        **_because(
            "what is wrong was not reached when it was run",
            """
            packages/require/missing-package-unused packages/file/unknown-namespace-in-body-only-fails-when-run
            packages/file/unknown-function-only-fails-when-run
            packages/file/bad-instruction-in-match-block-fails-when-reached
            """,
        ),
    },
    "evaluation runs": {
        **_because(
            "yaql 3 has lost the function format, which Murano is written for: it is there",
            """
            yaql/strings/format-positional yaql/strings/format-named yaql/strings/format-function
            yaql/strings/format-attr composite/logger-call
            """,
        ),
        **_because(
            "the cause of an exception is there, which the engine forgets to set (running.md: Reading cause fails)",
            "except/as-fields except/cause",
        ),
        "composite/tree-deploy-fails": "Extra is evaluated where it is thrown (engine_bug)",
        "args/usage-unknown": "the class is refused as such, under the name of a class that is not found",
        "packages/versions/app-version-one-with-spec": "the case asks for a version, which its words do not say",
        "packages/resources/string": "texts can be read, though not by the engine on a Python of today (engine_bug)",
        "new/dump-inline": "the key of an inline definition is the class, by which it is found",
    },
    "execution": {
        **_because(
            "the message is in words of its own",
            "own/constructors/refused own/usages/refused-caught",
        ),
        "assignments/echo-twice": "calls from outside name their arguments, so no case but this one gives any twice: "
        "it has the name that it has in bodies",
        "contracts/dictionary-two-rests": "the contract refuses every value, so it is a violation",
        "own/models/assign-cast-view": "a property holds the object, not a view of it",
    },
    "schemas": {
        **_because(
            "what the engine makes of it is not a valid schema, or not what the contract says (engine_bug)",
            "scalar.list-expression scalar.null-contract",
        ),
        **_because(
            "the meta-schema refuses it: said in another way, or left out and listed as untranslated",
            "list.float-bound check.compare.string-constant check.in.static-method-empty",
        ),
        **_because(
            "a method that is not there is refused, also beside one that is",
            "filter.comma filter.unknown-and-known",
        ),
        "class.unlisted-in-file": "the version goes with objects of classes that share a file as well",
    },
    "schemas by the engine": {
        **_because(
            "a crash or a wrong answer that nobody would want (engine_bug)",
            """
            scalar.list-expression check.compare.static-property check.in.static-method-raises
            check.matches.no-argument
            """,
        )
    },
    "ui": {},
    "form answers": {
        "class-version-not-there": "the default catalog did not look at versions, other ones do, and so do we",
        **_because(
            "it takes running the method that ParametersSource names, which nothing does: reported as not run (MPL548)",
            "source-unknown-class source-session source-instance source-argument",
        ),
    },
}

PASSES = "a listed exception passes: take it off the list"


def unlisted(table: str, id_: str, problems: list[str]) -> list[str]:
    """Return the problems with a case, or of a listed exception that it has none."""
    if id_ not in EXCEPTIONS[table]:
        return problems
    return [] if problems else [f"{PASSES} ({table})"]


# Documents and engine differ by one of our quirks, which the cases do not mark with `seed_differs`:
# the answer by the documents is another one than the recorded, and says so. The quirk is the
# reason.
BY_QUIRK: dict[str, dict[str, str]] = {
    "contracts": {
        **_because(
            "default-class",
            """
            class.default-named.missing class.default-named.null
            default-object.default-type-no-default.missing default-object.default-type.null
            """,
        ),
        **_because(
            "designer-keys",
            """
            class.header-extra
            """,
        ),
        **_because(
            "document-names",
            """
            class-name.eq-prefix.dict class-name.eq-prefix.missing class-name.eq-prefix.null
            """,
        ),
        **_because(
            "int-conversion",
            """
            list.check.false list.int-notNull.false
            """,
        ),
        **_because(
            "model-version",
            """
            version.plain.unversioned version.spec-range.unversioned
            """,
        ),
        **_because(
            "object-default",
            """
            default-object.expression-inside.partial default-object.nested-override.partial
            default-object.override-text.partial default-object.owned.partial
            """,
        ),
        **_because(
            "out-value",
            """
            usage-required-default.Out.given usage-required.Out.given usage-seen.Out.bad-default.null
            usage-seen.Out.default.given usage-seen.Out.expression.given usage.Out.default.bad
            usage.Out.none.bad
            """,
        ),
        **_because(
            "text-contract",
            """
            list-yaml.flow-with-comma.one literal.dotted.1 literal.dotted.missing literal.hyphen.1
            literal.hyphen.missing literal.quoted.1 literal.quoted.missing literal.sentence.0 literal.word.0
            literal.word.3 literal.word.4 literal.word.bad-default literal.word.missing odd.quoted.null
            odd.tagged-string.null odd.tagged-string.num odd.tagged-string.text spelling.11.digits
            spelling.11.word
            """,
        ),
        **_because(
            "string-conversion",
            """
            default.string-float.missing list.pair.mixed nest.list3.dict nest.list3.dicts
            """,
        ),
    },
    "models": {
        **_because(
            "document-names",
            """
            default-object-form-equals-prefix
            """,
        ),
        **_because(
            "empty-is-false",
            """
            scalar-empty-string-to-bool
            """,
        ),
        **_because(
            "header-package",
            """
            header-package header-type-package-beats-package
            """,
        ),
        **_because(
            "int-conversion",
            """
            scalar-bool-to-int scalar-float-to-int
            """,
        ),
        **_because(
            "model-version",
            """
            require-one-or-more-tool-unversioned version-pin-empty
            """,
        ),
        **_because(
            "not-owned-self",
            """
            notowned-self overridden-not-owned-self
            """,
        ),
        **_because(
            "out-value",
            """
            redeclare-usage-in-as-out usage-out-wrong-type
            """,
        ),
        **_because(
            "text-contract",
            """
            property-contract-constant property-contract-constant-mismatch
            """,
        ),
        **_because(
            "overridden-owned",
            """
            overridden-owned-item overridden-owned-without-id
            redeclare-notowned-in-parent-only redeclare-owned-in-both
            """,
        ),
    },
}

# Rendered models that do not render to themselves.
NOT_AGAIN: dict[str, dict[str, str]] = {
    "contracts": {
        **_because(
            "string() makes a text of what bool() gave, and that text is true to bool()",
            """
            chain.bool-string.empty chain.bool-string.list-empty chain.bool-string.zero
            """,
        ),
        **_because(
            "no contract but an expression: the value becomes another one each time",
            """
            odd.arithmetic.num odd.dict-expression.num
            """,
        ),
        **_because(
            "what the contract makes of an object is none",
            """
            ref.bool-of-object ref.string-of-class
            """,
        ),
        **_because(
            "a key becomes a number or a boolean, which no object model has for a key",
            """
            default.expression-key.missing dict-keys.bool-key.c dict-keys.bool-key.digits
            dict-keys.bool-key.empty dict-keys.bool-key.null dict-keys.bool-key.question dict-keys.int-key.a
            dict-keys.int-key.a-b dict-keys.int-key.c dict-keys.int-key.digits dict-keys.int-key.question
            dict-keys.key-bool.a-b dict-keys.key-bool.c dict-keys.key-bool.digits dict-keys.key-bool.null
            dict-keys.key-bool.question
            """,
        ),
    },
    "models": {},
}

# By the documents alone: the case asks for what they do not.
BY_THE_DOCUMENTS = {
    "redeclare-parent-default-violates-child-unused": "the parent's default conforms to the parent's contract, "
    "and the child's declaration has none"
}
