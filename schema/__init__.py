"""Forms: JSON schemas of classes and methods, made from contracts and meta objects.

Language/forms.txt. `generate` is the entry point. `contracts` translates a contract, `checks` the
predicate of a `check()`, `constants` evaluates its operands, `objects` are references to objects,
`hints` and `sections` read the meta objects for forms, `methods` chooses the methods with schemas,
`drafts` is the notation of newer validators.
"""

DRAFTS = ("04", "2020-12")
"""The drafts of JSON schema. They are declared here for the command line, which needs no other part
of this folder.
"""
