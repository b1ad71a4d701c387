"""Checks Heat templates as Heat does, and generates the class and form that the engine makes of one.

`template` reads one, `check` checks it, `generated_class` and `generated_form` make the documents of a Heat package.
"""
