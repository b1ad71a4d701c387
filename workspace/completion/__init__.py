"""Completion: what may stand at a position of a file, with words on it.

`complete.complete` is the entry point. The place of the cursor comes from indentation (`location`)
and, within expressions, from the tokens before it (`tail`); the shape that the grammar expects there
from `expected`. The files beside these each propose one kind of thing.
"""
