"""Forms: JSON schemas of classes and methods, made from contracts and meta objects (language/forms.txt).

`generate` is the entry. `contracts` translates a contract, `checks` the predicate of a `check()`, `constants` evaluates
what stands in it, `objects` are references to objects, `hints` and `sections` what meta objects say of the form,
`methods` which methods have schemas, `drafts` the notation of newer validators.
"""

DRAFTS = ("04", "2020-12")
"""The drafts of JSON schema to choose from; here, as the command line names them before any schema is made."""
