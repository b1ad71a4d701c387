"""Completes at a position of a file: proposes what may be written there, with words on it.

`complete.complete` is the entry point. The place of the cursor comes from indentation (`location`),
from brackets (`flow`) and, within expressions, from the tokens before it (`tail`); the shape that the
grammar expects there from `expected`. The other modules each propose one kind of thing.
"""
